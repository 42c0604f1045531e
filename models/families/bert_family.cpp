// SPDX-License-Identifier: Apache-2.0
// What others need to know of BERT: its sizes, its weights and how to recognise them.
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <espalier/models/families/bert.h>
#include <espalier/models/families/encoder_layer.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

struct Size {
  const char* name;
  Index layers;
  Index hidden;
  Index heads;
};

/// tiny, mini, small, medium and base have the published sizes (Turc et al. 2019, "Well-Read
/// Students Learn Better", table 1; heads of 64 and a feed-forward width of four times the hidden
/// one). The others fill the gaps between the small ones: nano is the smallest, and `tiny_192` is
/// tiny, that is two layers, with a hidden width of 192.
constexpr std::array kSizes = {
    Size{"nano", 2, 64, 2},      Size{"tiny", 2, 128, 2},     Size{"mini_128", 4, 128, 2},
    Size{"tiny_192", 2, 192, 3}, Size{"tiny_256", 2, 256, 4}, Size{"mini_192", 4, 192, 3},
    Size{"mini", 4, 256, 4},     Size{"small", 4, 512, 8},    Size{"medium", 8, 512, 8},
    Size{"base", 12, 768, 12},
};

ModelConfig named(const Size& size) {
  return {.name = size.name,
          .layers = size.layers,
          .hidden = size.hidden,
          .heads = size.heads,
          .intermediate = 4 * size.hidden};
}

void require_extent(std::string_view field, Index value) {
  // Rows and columns of a pattern are 32-bit (BlockIndex).
  constexpr Index kLargest = std::numeric_limits<BlockIndex>::max();
  if (value >= 1 && value <= kLargest) return;
  throw ConfigError("model " + std::string(field) + " is " + std::to_string(value) +
                    ", expected 1 to " + std::to_string(kLargest));
}

void validate_bert(const ModelConfig& config) {
  require_extent("layers", config.layers);
  require_extent("hidden", config.hidden);
  require_extent("heads", config.heads);
  require_extent("intermediate", config.intermediate);
  require_extent("vocabulary", config.vocabulary);
  require_extent("max_positions", config.max_positions);
  require_extent("segments", config.segments);
  if (config.hidden % config.heads != 0)
    throw ConfigError("model heads is " + std::to_string(config.heads) +
                      ", expected a divisor of hidden, " + std::to_string(config.hidden));
}

ModelDeclaration declare_bert(const ModelConfig& config) {
  ModelDeclaration model;
  for (Index layer = 0; layer < config.layers; ++layer)
    EncoderLayer::declare(encoder_layer_name(layer), config.hidden, config.intermediate, model);
  model.embedding_features = config.hidden;
  model.embedding_values =
      static_cast<double>(config.hidden) *
      static_cast<double>(config.vocabulary + config.max_positions + config.segments);
  model.other_values += 2 * static_cast<double>(config.hidden);  // the embedding's norm
  model.longest_sequence = config.max_positions;
  return model;
}

/// A checkpoint does not tell the number of heads; extents that it lacks stay at their defaults.
std::optional<ModelConfig> recognise_bert(std::span<const NamedShape> parameters) {
  std::map<std::string_view, const std::vector<Index>*> matrices;
  for (const NamedShape& parameter : parameters)
    if (parameter.shape.size() == 2) matrices[parameter.name] = &parameter.shape;
  ModelConfig config = {.layers = 0, .heads = 1};
  while (matrices.contains(encoder_layer_name(config.layers) + ".attention.self.query.weight"))
    ++config.layers;
  const auto rows_of = [&](const std::string& name, Index& rows) {
    const auto found = matrices.find(name);
    if (found != matrices.end()) rows = found->second->front();
  };
  rows_of(encoder_layer_name(0) + ".attention.self.query.weight", config.hidden);
  rows_of(encoder_layer_name(0) + ".intermediate.dense.weight", config.intermediate);
  rows_of("bert.embeddings.word_embeddings.weight", config.vocabulary);
  rows_of("bert.embeddings.position_embeddings.weight", config.max_positions);
  rows_of("bert.embeddings.token_type_embeddings.weight", config.segments);
  if (config.layers == 0) return std::nullopt;
  return config;
}

}  // namespace

ModelFamily bert_family() {
  ModelFamily family = {.name = "bert",
                        .description = "post-norm encoder of sequences (BERT, Devlin 2019)",
                        .validate = validate_bert,
                        .declare = declare_bert,
                        .recognise = recognise_bert,
                        .make_encoder = [](const EncoderOptions& options, const Context& context) {
                          return std::make_unique<BertEncoder>(options, context);
                        }};
  for (const Size& size : kSizes) family.sizes.push_back(named(size));
  return family;
}

}  // namespace espalier::models
