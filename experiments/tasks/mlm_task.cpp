// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/tasks/mlm_task.h>

#include <fmt/format.h>

#include <string>

namespace espalier::experiments {
namespace {

MaskingOptions masking_options(const RunConfig& config) {
  return {.whole_words = whole_word_masking().of(config)};
}

}  // namespace

const OwnKey<bool>& whole_word_masking() {
  static const OwnKey<bool> key("training", "whole_word_masking", false, truth(),
                                "mask all pieces of a word or none; losses with and without it "
                                "cannot be compared",
                                Role::kResult, /*later=*/true);
  return key;
}

MlmTask::MlmTask(const RunConfig& config, const PreparedData& data, const Context& context)
    : MlmTask(config, data, initial_topology(config), context) {}

MlmTask::MlmTask(const RunConfig& config, const PreparedData& data, const InitialTopology& topology,
                 const Context& context)
    : CorpusTask(config, data, topology, context),
      model_(encoder_options(config, data, topology), context),
      masker_(data.tokenizer, masking_options(config), context.seed()),
      validation_batches_(held_out_batches(
          validation_choice(held_out().validation, config.training.validation_sequences))) {}

std::vector<MaskedBatch> MlmTask::held_out_batches(std::span<const std::int64_t> chosen) const {
  return validation_batches(data().corpus.validation, chosen, data().tokenizer,
                            masking_options(config()), config().training.panel_group);
}

Validation MlmTask::validate_share(Index number, double share) {
  return predict(held_out_batches(validation_piece(held_out().validation, share, number)));
}

BatchResult MlmTask::train(Index step, double loss_scale) {
  const std::vector<std::int64_t> indices = batch(step);
  const MaskedBatch masked_batch =
      masker_.mask(data().corpus.train.gather(indices), config().data.sequence, indices,
                   static_cast<std::uint64_t>(step));
  const auto masked = static_cast<Index>(masked_batch.positions.size());
  const double scale = 1.0 / static_cast<double>(masked);
  double loss_sum = 0;
  for_each_group(masked_batch.inputs, masked_batch.positions, masked_batch.labels,
                 [&](const models::MlmBatch& group) {
                   loss_sum += model_.train(group, loss_scale * scale, record_, step).loss_sum;
                 });
  return {.loss = loss_sum * scale, .predictions = masked};
}

std::optional<Validation> MlmTask::test() {
  if (held_out().test.count() == 0) return std::nullopt;
  return predict(held_out_batches(validation_choice(held_out().test, held_out().test.count())));
}

Validation MlmTask::predict(const std::vector<MaskedBatch>& batches) {
  ValidationSum sum;
  for (const MaskedBatch& batch : batches)
    for_each_group(batch.inputs, batch.positions, batch.labels, [&](const models::MlmBatch& group) {
      sum.add(model_.evaluate(group, record_));
    });
  return sum.mean();
}

std::string MlmTask::comment(const Validation& validation) const {
  return fmt::format("{:.3f} nats below unigram entropy",
                     data().corpus.facts.validation_unigram_entropy - validation.loss);
}

void MlmTask::complete(RunResult& result) {
  EncoderTask::complete(result);
  const EncodedFacts& facts = data().corpus.facts;
  result.unigram_entropy = facts.validation_unigram_entropy;
  result.context_free_loss = facts.validation_context_free_loss;
}

}  // namespace espalier::experiments
