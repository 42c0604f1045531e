// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/tasks/mlm_task.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace espalier::experiments {
namespace {

/// One panel group of a masked batch: some of its sequences and the masked positions in them.
class GroupView {
 public:
  /// `first` is the first sequence of the group; `cursor`, the first masked position not yet in a
  /// group, is moved on.
  GroupView(const MaskedBatch& batch, Index sequence, Index first, Index count, std::size_t& cursor)
      : batch_(&batch),
        sequence_(sequence),
        first_token_(first * sequence),
        tokens_(count * sequence) {
    begin_ = cursor;
    while (cursor < batch.positions.size() && batch.positions[cursor] < first_token_ + tokens_)
      positions_.push_back(batch.positions[cursor++] - first_token_);
  }

  models::MlmBatch batch() const {
    return {.tokens = std::span(batch_->inputs)
                          .subspan(static_cast<std::size_t>(first_token_),
                                   static_cast<std::size_t>(tokens_)),
            .sequence = sequence_,
            .positions = positions_,
            .labels = std::span(batch_->labels).subspan(begin_, positions_.size())};
  }

 private:
  const MaskedBatch* batch_;
  Index sequence_;
  Index first_token_;
  Index tokens_;
  std::size_t begin_ = 0;
  std::vector<Index> positions_;
};

/// Calls `body(MlmBatch)` for each panel group of `batch`, in order.
template <typename Body>
void for_each_group(const MaskedBatch& batch, Index sequence, Index group, const Body& body) {
  const Index sequences = static_cast<Index>(batch.inputs.size()) / sequence;
  std::size_t cursor = 0;
  for (Index first = 0; first < sequences; first += group) {
    const GroupView view(batch, sequence, first, std::min(group, sequences - first), cursor);
    body(view.batch());
  }
}

}  // namespace

MlmTask::MlmTask(const RunConfig& config, const PreparedData& data, const Context& context)
    : MlmTask(config, data, initial_topology(config), context) {}

MlmTask::MlmTask(const RunConfig& config, const PreparedData& data, const InitialTopology& topology,
                 const Context& context)
    : EncoderTask(config, encoder_shape(config, data.tokenizer.size()), topology.targets()),
      data_(&data),
      model_({.config = encoder_shape(config, data.tokenizer.size()),
              .initial_deviation = config.model.initial_deviation,
              .patterns = topology.source()},
             context),
      sampler_(data.corpus.train.count(), config.training.batch, context.seed()),
      masker_(data.tokenizer.special(), data.tokenizer.size(), {}, context.seed()),
      validation_batches_(validation_batches(data.corpus.validation, data.tokenizer, {},
                                             config.training.validation_sequences,
                                             config.training.panel_group)) {}

BatchResult MlmTask::train(Index step) {
  const std::vector<std::int64_t> indices = sampler_.batch(step);
  const MaskedBatch batch =
      masker_.mask(data_->corpus.train.gather(indices), config().data.sequence, indices,
                   static_cast<std::uint64_t>(step));
  const auto masked = static_cast<Index>(batch.positions.size());
  const double scale = 1.0 / static_cast<double>(masked);
  double loss_sum = 0;
  for_each_group(batch, config().data.sequence, config().training.panel_group,
                 [&](const models::MlmBatch& group) {
                   loss_sum += model_.train(group, scale, record_).loss_sum;
                 });
  return {.loss = loss_sum * scale, .predictions = masked};
}

Validation MlmTask::validate() {
  models::PredictionLoss total;
  for (const MaskedBatch& batch : validation_batches_)
    for_each_group(
        batch, config().data.sequence, config().training.panel_group,
        [&](const models::MlmBatch& group) { total += model_.evaluate(group, record_); });
  return mean_of(total);
}

std::vector<DataHash> MlmTask::data_hashes() const {
  return {{"corpus_hash", "corpus", data_->corpus.facts.corpus.hash},
          {"vocabulary_hash", "vocabulary", data_->tokenizer.hash()}};
}

std::string MlmTask::comment(const Validation& validation) const {
  return fmt::format("{:.3f} nats below unigram entropy",
                     data_->corpus.facts.validation_unigram_entropy - validation.loss);
}

void MlmTask::complete(RunResult& result) {
  EncoderTask::complete(result);
  const EncodedFacts& facts = data_->corpus.facts;
  result.unigram_entropy = facts.validation_unigram_entropy;
  result.context_free_loss = facts.validation_context_free_loss;
}

}  // namespace espalier::experiments
