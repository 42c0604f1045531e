// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/causal_lm_task.h>

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>

namespace espalier::training {

double next_token_entropy(const text::PackedSequences& sequences,
                          const text::SpecialTokens& special) {
  std::map<std::int32_t, double> counts;
  double total = 0;
  for (const std::int32_t token : sequences.tokens) {
    // What every sequence and every document that is packed whole begins with, and what fills up.
    if (token == special.cls || token == special.pad) continue;
    ++counts[token];
    ++total;
  }
  double entropy = 0;
  for (const auto& [token, count] : counts) entropy -= count / total * std::log(count / total);
  return entropy;
}

CausalLmTask::CausalLmTask(const RunConfig& config, const text::PreparedData& data,
                           const Context& context, const std::optional<PipelineStage>& stage)
    : CausalLmTask(config, data, initial_topology(config), context, stage) {}

CausalLmTask::CausalLmTask(const RunConfig& config, const text::PreparedData& data,
                           const InitialTopology& topology, const Context& context,
                           const std::optional<PipelineStage>& stage)
    : CorpusTask(config, data, topology, context),
      model_(encoder_options(config, data, topology, stage), context),
      validation_(validation_choice(held_out().validation, config.training.validation_sequences)),
      context_free_loss_(next_token_entropy(data.corpus.validation, data.tokenizer.special())) {
  if (stage) pipeline_.emplace(model_, *stage->machines);
}

models::NextTokens CausalLmTask::next_of(std::span<const std::int32_t> tokens) const {
  const std::vector<Index> own = documents(tokens);
  return own.empty() ? models::next_tokens(tokens, config().data.sequence)
                     : models::next_tokens(tokens, own);
}

Index CausalLmTask::gather(Index step) {
  tokens_ = data().corpus.train.gather(batch(step));
  next_ = next_of(tokens_);
  step_ = step;
  return std::ssize(next_.labels);
}

double CausalLmTask::train(SampleRange samples, double scale,
                           const models::BackwardProgress& progress) {
  const auto each = [&](const auto& body) {
    for_each_group(tokens_, next_.positions, next_.labels, samples, panel_group(), body);
  };
  return loss_sum(pipeline_, scale, step_, each, [&](const models::MlmBatch& group) {
    return model_.train(group, scale, record_, step_, of_last_group(group, samples, progress));
  });
}

Validation CausalLmTask::validate_share(Index number, double share) {
  return predict(validation_piece(held_out().validation, share, number), panel_group());
}

std::optional<Validation> CausalLmTask::predict_test(Index group_size) {
  if (held_out().test.count() == 0) return std::nullopt;
  return predict(validation_choice(held_out().test, held_out().test.count()), group_size);
}

Validation CausalLmTask::predict(const std::vector<std::int64_t>& held_out, Index group_size) {
  const std::vector<std::int32_t> tokens = data().corpus.validation.gather(held_out);
  const models::NextTokens next = next_of(tokens);
  const auto each = [&](const auto& body) {
    for_each_group(tokens, next.positions, next.labels, all_of(tokens), group_size, body);
  };
  ValidationSum sum;
  for (const models::PredictionLoss& loss : predicted(model_, record_, pipeline_, each))
    sum.add(loss);
  return sum.mean();
}

std::string CausalLmTask::comment(const Validation& validation) const {
  return fmt::format("perplexity {:.2f}, {}", std::exp(validation.loss()),
                     beside(validation.loss(), context_free_loss_, "the context-free loss"));
}

void CausalLmTask::complete(RunResult& result) {
  EncoderTask::complete(result);
  // Every token that is predicted counts, and nothing of it can be copied: the two are one.
  result.metrics.set(metric::kUnigramEntropy, context_free_loss_);
  result.metrics.set(metric::kContextFreeLoss, context_free_loss_);
}

}  // namespace espalier::training
