// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/mlm_task.h>

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::training {
namespace {

text::MaskingOptions masking_options(const RunConfig& config) {
  return {.whole_words = whole_word_masking().of(config)};
}

/// What the sum of a batch's losses is divided by: a sum of none is 0, and so is its mean.
double predictions_in(const text::MaskedBatch& batch) {
  return static_cast<double>(std::max<std::size_t>(1, batch.positions.size()));
}

/// Throws ConfigError if nothing is masked in the held-out sequences that `key` counts.
void require_predictions(const std::vector<text::MaskedBatch>& batches, const char* key) {
  const auto has_none = [](const text::MaskedBatch& batch) { return batch.positions.empty(); };
  if (std::ranges::all_of(batches, has_none))
    throw ConfigError(fmt::format(
        "training.{}: found no masked token in these held-out sequences, expected one at least; "
        "take more of them, or a vocabulary that knows the words of the text",
        key));
}

/// Of the training rows, if they are sentences.
std::optional<text::SentencePairs> training_pairs(const RunConfig& config,
                                                  const text::PreparedData& data,
                                                  std::uint64_t seed) {
  const text::PackedSequences& rows = data.corpus.train;
  if (rows.packing != text::Packing::kSentencePairs) return std::nullopt;
  std::vector<text::SequenceRange> parts;
  std::int64_t begin = 0;
  for (const text::CorpusShare& share : data.corpus.training_shares()) {
    parts.push_back({begin, begin + share.sequences});
    begin += share.sequences;
  }
  return text::SentencePairs(rows, std::move(parts), data.tokenizer.special(), seed,
                             next_sentence().of(config));
}

}  // namespace

const OwnKey<bool>& whole_word_masking() {
  static const OwnKey<bool> key(
      "training", "whole_word_masking", false, Domain::truth(),
      "mask whole words: all pieces or none. Losses with and without it cannot be compared",
      {.absent_at_default = true, .of_windows = true});
  return key;
}

const OwnKey<bool>& next_sentence() {
  static const OwnKey<bool> key("training", "next_sentence", false, Domain::truth(),
                                "next sentence prediction: half of the sentence pairs get a second "
                                "segment from another document, and the model learns which",
                                {.absent_at_default = true, .of_windows = true});
  return key;
}

MlmTask::MlmTask(const RunConfig& config, const text::PreparedData& data, const Context& context,
                 const std::optional<PipelineStage>& stage)
    : MlmTask(config, data, initial_topology(config), context, stage) {}

MlmTask::MlmTask(const RunConfig& config, const text::PreparedData& data,
                 const InitialTopology& topology, const Context& context,
                 const std::optional<PipelineStage>& stage)
    : CorpusTask(config, data, topology, context),
      model_(encoder_options(config, data, topology, stage), context, next_sentence().of(config)),
      masker_(data.tokenizer, masking_options(config), context.seed()),
      pairs_(training_pairs(config, data, context.seed())),
      validation_batches_(held_out_batches(
          held_out().validation,
          validation_choice(held_out().validation, config.training.validation_sequences))) {
  if (stage) pipeline_.emplace(model_, *stage->machines);
  require_predictions(validation_batches_, "validation_sequences");
  // Now, and not at the end of a run of days.
  const text::SequenceRange test = held_out().test;
  if (test.count() > 0)
    require_predictions(held_out_batches(test, validation_choice(test, test.count())),
                        "test_sequences");
}

std::vector<text::MaskedBatch> MlmTask::held_out_batches(
    text::SequenceRange part, std::span<const std::int64_t> chosen) const {
  return validation_batches(data().corpus.validation, part, chosen, data().tokenizer,
                            masking_options(config()), panel_group(), next_sentence().of(config()));
}

Validation MlmTask::validate_share(Index number, double share) {
  const Validation piece =
      predict(held_out_batches(held_out().validation,
                               validation_piece(held_out().validation, share, number)),
              panel_group());
  // A piece of a few sequences may have nothing masked, and then has no loss.
  return piece.predictions > 0 ? piece : validate();
}

text::MaskedBatch MlmTask::masked_batch(Index step) const {
  const std::vector<std::int64_t> indices = batch(step);
  const auto round = static_cast<std::uint64_t>(step);
  text::PairBatch pairs = pairs_ ? pairs_->pairs(indices, round)
                                 : text::PairBatch{data().corpus.train.gather(indices), {}};
  text::MaskedBatch masked = masker_.mask(pairs.tokens, config().data.sequence, indices, round);
  masked.next_sentence = std::move(pairs.next_sentence);
  return masked;
}

template <typename Body>
void MlmTask::for_each_group(const text::MaskedBatch& batch, SampleRange sequences,
                             Index group_size, const Body& body) const {
  const bool pairs = pairs_.has_value(), next = next_sentence().of(config());
  CorpusTask::for_each_group(
      batch.inputs, batch.positions, batch.labels, sequences, group_size,
      [&](models::MlmBatch group) {
        text::PairLayout layout;
        if (pairs) {
          layout = pair_layout(group.tokens, group.sequence, data().tokenizer.special());
          group.segments = layout.segments;
          group.lengths = layout.lengths;
        }
        if (next) {
          group.next_sentence =
              std::span(batch.next_sentence)
                  .subspan(static_cast<std::size_t>(group.first_sequence), layout.lengths.size());
          // So that the sums of both losses, times one scale, are their means over the batch.
          group.next_sentence_weight =
              predictions_in(batch) / static_cast<double>(batch.next_sentence.size());
        }
        body(group);
      });
}

Index MlmTask::gather(Index step) {
  batch_ = masked_batch(step);
  step_ = step;
  return std::ssize(batch_.positions);
}

double MlmTask::train(SampleRange samples, double scale, const models::BackwardProgress& progress) {
  const auto each = [&](const auto& body) { for_each_group(batch_, samples, panel_group(), body); };
  return loss_sum(pipeline_, scale, step_, each, [&](const models::MlmBatch& group) {
    return model_.train(group, scale, record_, step_, of_last_group(group, samples, progress));
  });
}

std::optional<Validation> MlmTask::predict_test(Index group_size) {
  if (held_out().test.count() == 0) return std::nullopt;
  const text::SequenceRange part = held_out().test;
  return predict(held_out_batches(part, validation_choice(part, part.count())), group_size);
}

Validation MlmTask::predict(const std::vector<text::MaskedBatch>& batches, Index group_size) {
  const auto each = [&](const auto& body) {
    for (const text::MaskedBatch& batch : batches)
      for_each_group(batch, all_of(batch.inputs), group_size, body);
  };
  ValidationSum sum;
  models::PredictionLoss next;
  for (const models::PretrainingLoss& loss : predicted(model_, record_, pipeline_, each)) {
    sum.add(loss);
    next += loss.next_sentence;
  }
  Validation validation = sum.mean();
  if (next.count > 0) {
    const Validation pairs = mean_of(next);
    validation.metrics.set(kNextSentenceLoss, pairs.loss());
    validation.metrics.set(kNextSentenceAccuracy, pairs.metrics.at(metric::kAccuracy));
  }
  return validation;
}

std::string MlmTask::comment(const Validation& validation) const {
  std::string text =
      beside(validation.loss(), data().corpus.facts.validation_unigram_entropy, "unigram entropy");
  if (validation.metrics.has(kNextSentenceLoss))
    text += fmt::format(", next sentence {:.4f}, accuracy {:.2f}%",
                        validation.metrics.at(kNextSentenceLoss),
                        100 * validation.metrics.at(kNextSentenceAccuracy));
  return text;
}

void MlmTask::complete(RunResult& result) {
  EncoderTask::complete(result);
  const text::EncodedFacts& facts = data().corpus.facts;
  result.metrics.set(metric::kUnigramEntropy, facts.validation_unigram_entropy);
  result.metrics.set(metric::kContextFreeLoss, facts.validation_context_free_loss);
}

}  // namespace espalier::training
