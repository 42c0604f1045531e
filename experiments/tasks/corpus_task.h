// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <espalier/experiments/config/key.h>
#include <espalier/experiments/config/run_config.h>
#include <espalier/experiments/data/batches.h>
#include <espalier/experiments/data/encoded_corpus.h>
#include <espalier/experiments/data/held_out.h>
#include <espalier/experiments/tasks/encoder_task.h>
#include <espalier/experiments/tasks/topology_setup.h>
#include <espalier/models/families/encoder.h>
#include <espalier/sparse/core/context.h>

namespace espalier::experiments {

/// The deviation that embedding and head start from; 0: `model.initial_deviation`.
const OwnKey<double>& embedding_deviation();
/// How many held-out sequences wait for the end of the run.
const OwnKey<Index>& test_sequences();

/// Settings of the encoder on a corpus, whose vocabulary it has.
models::EncoderOptions encoder_options(const RunConfig& config, const PreparedData& data,
                                       const InitialTopology& topology);

/// What language models on a corpus have in common: its training sequences, drawn as a function of
/// (seed, step), and its held-out ones.
class CorpusTask : public EncoderTask {
 public:
  std::vector<DataHash> data_hashes() const override;

 protected:
  /// Throws as `divide_held_out`. `data` must outlive the task.
  CorpusTask(const RunConfig& config, const PreparedData& data, const InitialTopology& topology,
             const Context& context);

  const PreparedData& data() const { return *data_; }
  /// Which training sequences a step sees.
  std::vector<std::int64_t> batch(Index step) const { return sampler_.batch(step); }
  /// What of the held-out sequences validates a run and what tests it.
  const HeldOut& held_out() const { return held_out_; }

 private:
  const PreparedData* data_;
  BatchSampler sampler_;
  HeldOut held_out_;
};

}  // namespace espalier::experiments
