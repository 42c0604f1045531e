// SPDX-License-Identifier: Apache-2.0
// What others need to know of any family of transformers: its sizes, its weights and how to
// recognise them.
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <espalier/files/number_text.h>
#include <espalier/models/families/encoder_layer.h>
#include <espalier/models/families/transformer.h>
#include <espalier/models/layers/layer_norm.h>
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
/// one), and large that of Devlin et al. 2019. The others fill the gaps between the small ones:
/// nano is the smallest, and `tiny_192` is tiny, that is two layers, with a hidden width of 192.
constexpr std::array kSizes = {
    Size{"nano", 2, 64, 2},      Size{"tiny", 2, 128, 2},     Size{"mini_128", 4, 128, 2},
    Size{"tiny_192", 2, 192, 3}, Size{"tiny_256", 2, 256, 4}, Size{"mini_192", 4, 192, 3},
    Size{"mini", 4, 256, 4},     Size{"small", 4, 512, 8},    Size{"medium", 8, 512, 8},
    Size{"base", 12, 768, 12},   Size{"large", 24, 1024, 16},
};

void require_extent(std::string_view field, Index value) {
  // Rows and columns of a pattern are 32-bit (BlockIndex).
  constexpr Index kLargest = std::numeric_limits<BlockIndex>::max();
  if (value >= 1 && value <= kLargest) return;
  throw ConfigError("model " + std::string(field) + " is " + std::to_string(value) +
                    ", expected 1 to " + std::to_string(kLargest));
}

void validate_extents(const ModelConfig& config) {
  require_extent("layers", config.layers);
  require_extent("hidden", config.hidden);
  require_extent("heads", config.heads);
  require_extent("intermediate", config.intermediate);
  require_extent("vocabulary", config.vocabulary);
  require_extent("max_positions", config.max_positions);
  if (!is_norm_epsilon(config.norm_epsilon))
    throw ConfigError("model norm_epsilon is " + files::number_text(config.norm_epsilon) +
                      ", expected " + kNormEpsilons);
  if (config.hidden % config.heads != 0)
    throw ConfigError("model heads is " + std::to_string(config.heads) +
                      ", expected a divisor of hidden, " + std::to_string(config.hidden));
}

std::string layer_name(const TransformerStyle& style, Index layer) {
  return style.layers + std::to_string(layer);
}

ModelDeclaration declare_transformer(const TransformerStyle& style, const ModelConfig& config) {
  ModelDeclaration model;
  model.causal = style.causal;
  model.attention = config.attention;
  for (Index layer = 0; layer < config.layers; ++layer)
    EncoderLayer::declare(layer_name(style, layer), config, style.grouped, model);
  model.embedding_features = config.hidden;
  model.embedding_tables = config.segments > 0 ? 3 : 2;
  const auto hidden = static_cast<double>(config.hidden);
  model.embedding_values =
      hidden * static_cast<double>(config.vocabulary + config.max_positions + config.segments);
  model.word_values = hidden * static_cast<double>(config.vocabulary);
  const int norms = (style.embedding_norm ? 1 : 0) + (config.norm == NormPlacement::kPre ? 1 : 0);
  model.other_values += 2.0 * norms * hidden;
  model.longest_sequence = config.max_positions;
  return model;
}

/// A checkpoint does not tell the number of heads; extents that it lacks stay at their defaults.
std::optional<ModelConfig> recognise_transformer(const TransformerStyle& style, ModelConfig config,
                                                 std::span<const NamedShape> parameters) {
  std::map<std::string_view, const std::vector<Index>*> matrices;
  for (const NamedShape& parameter : parameters) {
    if (parameter.shape.size() == 2) matrices[parameter.name] = &parameter.shape;
    if (parameter.name == style.name + ".LayerNorm.weight") config.norm = NormPlacement::kPre;
  }
  config.layers = 0;
  config.heads = 1;
  while (matrices.contains(layer_name(style, config.layers) + ".attention.self.query.weight"))
    ++config.layers;
  const auto rows_of = [&](const std::string& name, Index& rows) {
    const auto found = matrices.find(name);
    if (found != matrices.end()) rows = found->second->front();
  };
  rows_of(layer_name(style, 0) + ".attention.self.query.weight", config.hidden);
  rows_of(EncoderLayer::intermediate_weight(layer_name(style, 0), style.grouped),
          config.intermediate);
  rows_of(style.name + ".embeddings.word_embeddings.weight", config.vocabulary);
  rows_of(style.name + ".embeddings.position_embeddings.weight", config.max_positions);
  rows_of(style.name + ".embeddings.token_type_embeddings.weight", config.segments);
  if (config.layers == 0) return std::nullopt;
  return config;
}

}  // namespace

void require_segments(const ModelConfig& config) {
  if (config.segments < 1)
    throw ConfigError("model segments is " + std::to_string(config.segments) +
                      ", expected 1 or more");
}

std::vector<ModelConfig> transformer_sizes() {
  std::vector<ModelConfig> sizes;
  sizes.reserve(kSizes.size());
  for (const Size& size : kSizes)
    sizes.push_back({.name = size.name,
                     .layers = size.layers,
                     .hidden = size.hidden,
                     .heads = size.heads,
                     .intermediate = 4 * size.hidden});
  return sizes;
}

ModelFamily transformer_family(const TransformerStyle& style, std::string description,
                               const std::vector<ModelConfig>& sizes,
                               const std::function<void(const ModelConfig&)>& check) {
  return {
      .name = style.name,
      .description = std::move(description),
      .sizes = sizes,
      .validate =
          [check](const ModelConfig& config) {
            validate_extents(config);
            check(config);
          },
      .declare = [style](const ModelConfig& config) { return declare_transformer(style, config); },
      .recognise =
          [style, smallest = sizes.front()](std::span<const NamedShape> parameters) {
            return recognise_transformer(style, smallest, parameters);
          },
      .make_encoder =
          [style](const EncoderOptions& options, const Context& context) {
            return std::make_unique<Transformer>(style, options, context);
          },
      .causal = style.causal};
}

}  // namespace espalier::models
