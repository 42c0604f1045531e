// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/experiments/config/key.h>
#include <espalier/experiments/config/run_config.h>
#include <espalier/experiments/data/encoded_corpus.h>
#include <espalier/experiments/data/held_out.h>
#include <espalier/experiments/tasks/topology_setup.h>
#include <espalier/models/families/encoder.h>

// What language models on a corpus have in common.
namespace espalier::experiments {

/// The deviation that embedding and head start from; 0: `model.initial_deviation`.
const OwnKey<double>& embedding_deviation();
/// How many held-out sequences wait for the end of the run.
const OwnKey<Index>& test_sequences();

/// Settings of the encoder on a corpus, whose vocabulary it has.
models::EncoderOptions encoder_options(const RunConfig& config, const PreparedData& data,
                                       const InitialTopology& topology);

/// What of the held-out sequences validates a run and what tests it. Throws as `divide_held_out`.
HeldOut held_out_of(const RunConfig& config, const PreparedData& data);

}  // namespace espalier::experiments
