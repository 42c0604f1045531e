// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/models/inference/key_value_cache.h>
#include <espalier/models/layers/attention_of_pieces.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/activations.h>

// Attention of a sequence whose keys and values are kept. Private to models/inference.
namespace espalier::models {

/// Copies the keys and values of one layer of a prompt, cut into `pieces`, from `qkv` as `attend`
/// reads it. There must be room.
void store_prompt(const sparse::Activations& qkv, std::span<const TokenPiece> pieces, Index layer,
                  KeyValueCache& cache);

/// Self-attention of one more token of each sequence: row i of `qkv` [sequences][3 features] is
/// that of caches[i], which has room for it and gets its keys and values; row i of `out`
/// [sequences][features] is overwritten. The result is that of `attend` on the whole sequence to
/// the last bit: sums go over the same keys and features in the same order, and the keys that
/// `attend` hides add exact zeros there. `scores` is scratch of each thread. Cost: 4 tokens
/// features FLOP for each sequence; reads its keys and values of the layer once.
void attend_next(MatrixView<const float> qkv, std::span<KeyValueCache* const> caches, Index layer,
                 MatrixView<float> out, std::vector<AlignedVector<float>>& scores,
                 const Context& context);

}  // namespace espalier::models
