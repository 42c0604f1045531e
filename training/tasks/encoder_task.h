// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/model_config.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/topology_setup.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// Shape of a configuration's encoder with the vocabulary that the data have. Throws as
/// `require_embedding_blocks`.
models::ModelConfig encoder_shape(const RunConfig& config, Index vocabulary);

/// What tasks on an encoder with a head have in common.
class EncoderTask : public TrainingTask {
 public:
  /// Of the encoder, for one sequence of full length: the paper's count.
  double sample_flops() override;
  void take_stored(std::map<std::string, Index> elsewhere) override {
    elsewhere_ = std::move(elsewhere);
  }
  void complete(RunResult& result) override;
  /// Of the pattern of attention, and of those that training starts from, if files have them; and
  /// of what `note_data` was given.
  std::vector<DataHash> data_hashes() const override { return hashes_; }

  /// Stored share of the attention and feed-forward weights.
  models::EncoderDensity density();

 protected:
  /// `shape` is that of the model.
  EncoderTask(const RunConfig& config, const models::ModelConfig& shape,
              const InitialTopology& topology);

  const RunConfig& config() const { return config_; }
  /// For `data_hashes`: the hash of the data, which messages call `what`, that of their vocabulary,
  /// and others.
  void note_data(const std::string& what, const std::string& hash,
                 const std::string& vocabulary_hash, const std::vector<DataHash>& others = {});
  /// Whom a panel group of these samples tells how far its backward pass has come: nobody, unless
  /// it is the last, since those behind it add to all gradients.
  template <typename Batch>
  static models::BackwardProgress of_last_group(const Batch& group, SampleRange samples,
                                                const models::BackwardProgress& progress) {
    const Index end = group.first_sequence + std::ssize(group.tokens) / group.sequence;
    return end == samples.end ? progress : models::BackwardProgress();
  }

 private:
  std::vector<Index> stored_values();

  RunConfig config_;
  Index vocabulary_;
  models::ModelDeclaration declaration_;
  std::vector<DataHash> hashes_;
  std::map<std::string, Index> elsewhere_;
};

}  // namespace espalier::training
