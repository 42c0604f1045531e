// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <espalier/models/inference/piece_layout.h>
#include <espalier/models/inference/rounded_inputs.h>
#include <espalier/models/inference/top_scratch.h>
#include <espalier/models/layers/attention_of_pieces.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/ops/linear_plain.h>

namespace espalier::models {

/// Memory of a `PackedModel` at work, for one request at a time: keep one for each thread that
/// asks. What a request needs is what the largest before it has left, so that after the first ones
/// nothing is allocated. Serves any model.
struct InferenceWorkspace {
  PieceLayout layout;
  std::vector<Index> lengths;                          ///< of the sequences that are under way
  std::vector<std::int32_t> tokens, segments, places;  ///< of each lane
  sparse::Activations hidden;  ///< what goes from layer to layer, [hidden, lanes]
  sparse::Activations inner;   ///< what a sub-layer reads, then attention's result
  sparse::Activations wide;    ///< queries, keys and values; the widened feed-forward layer
  sparse::Activations result;  ///< of a sub-layer
  RoundedInputs rounded;       ///< of a linear layer, which are not in float32
  PiecesScratch attention;
  std::vector<Index> lanes;           ///< of the tokens that a head reads
  sparse::Activations gathered;       ///< those tokens
  sparse::Activations first, second;  ///< between the layers of a head
  AlignedVector<float> rows;          ///< panels as rows of tokens
  std::vector<Index> positions;       ///< of the tokens after which a word is predicted
  // Of one token of each sequence, in rows of tokens:
  AlignedVector<float> state, step_inner, step_wide, step_result, step_words;
  sparse::PlainScratch plain;
  TopScratch top;
};

}  // namespace espalier::models
// Tested by tests/models/inference/packed_model_test.cpp
