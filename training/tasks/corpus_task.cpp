// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/corpus_task.h>

#include <fmt/format.h>

#include <cmath>

#include <espalier/training/tasks/corpus_declaration.h>

namespace espalier::training {

models::EncoderOptions encoder_options(const RunConfig& config, const text::PreparedData& data,
                                       const InitialTopology& topology,
                                       const std::optional<PipelineStage>& stage) {
  models::EncoderOptions options = {.config = encoder_shape(config, data.tokenizer.size()),
                                    .block = config.model.block,
                                    .embedding_density = config.model.embedding_density,
                                    .initial_deviation = config.model.initial_deviation,
                                    .patterns = topology.source(),
                                    .dropout = config.model.dropout,
                                    .attention_dropout = config.model.attention_dropout};
  if (const double own = embedding_deviation().of(config); own > 0)
    options.embedding_deviation = own;
  if (stage) options.stage = stage->layers;
  return options;
}

CorpusTask::CorpusTask(const RunConfig& config, const text::PreparedData& data,
                       const InitialTopology& topology, const Context& context)
    : EncoderTask(config, encoder_shape(config, data.tokenizer.size()), topology),
      data_(&data),
      sampler_(data.corpus.training_shares(), config.training.batch, context.seed()),
      held_out_(divide_held_out(data.corpus.validation, test_sequences().of(config),
                                data.tokenizer.special())) {
  note_data("corpus", data.corpus.facts.corpus.hash, data.tokenizer.hash());
}

std::string beside(double loss, double reference, std::string_view name) {
  const double below = reference - loss;
  if (!std::isfinite(below)) return "which is not finite";
  return fmt::format("{:.3f} nats {} {}", std::abs(below), below < 0 ? "above" : "below", name);
}

std::vector<Index> CorpusTask::documents(std::span<const std::int32_t> tokens) const {
  if (data_->corpus.facts.packing != text::Packing::kDocuments) return {};
  return packed_documents(tokens, config().data.sequence, data_->tokenizer.special());
}

}  // namespace espalier::training
