// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/model_shape.h>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>

#include <espalier/files/plain_text.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/layers/attention_layout.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/pattern_generators.h>
#include <espalier/sparse/topology/random_pattern.h>
#include <espalier/training/config/key.h>

namespace espalier::training {

std::vector<Index> layer_widths(const RunConfig& config) {
  constexpr Index kWidestLayer = 65536;
  const std::string& text = config.model.widths;
  std::vector<Index> widths;
  const char *next = text.data(), *end = next + text.size();
  while (true) {
    Index width = 0;
    const auto [stop, error] = std::from_chars(next, end, width);
    if (error != std::errc() || width < 1 || width > kWidestLayer) break;
    widths.push_back(width);
    if (stop == end && widths.size() >= 2) return widths;
    if (stop == end || *stop != '-') break;
    next = stop + 1;
  }
  throw ConfigError(fmt::format(
      "model.widths: '{}', expected two or more numbers from 1 to {} with hyphens between them",
      files::printable(text), kWidestLayer));
}

namespace {

/// Which keys the tokens of a sequence see.
models::AttentionLayout attention_layout(const RunConfig& config, bool causal) {
  const RunConfig::Model& keys = config.model;
  if (keys.attention_block == 0) {
    const RunConfig::Model defaults;
    const auto layout = [](const RunConfig::Model& m) {
      return std::tie(m.attention_window, m.attention_global, m.attention_stride,
                      m.attention_random, m.attention_pattern);
    };
    if (layout(keys) != layout(defaults))
      throw ConfigError(
          "model.attention_window, _global, _stride, _random, _pattern: given for attention to "
          "every token, expected a model.attention_block above 0");
    return {};
  }
  models::AttentionLayout layout = {.block = keys.attention_block,
                                    .window = keys.attention_window,
                                    .global = keys.attention_global,
                                    .stride = keys.attention_stride,
                                    .random = keys.attention_random};
  require_file("model.attention_pattern", keys.attention_pattern);
  try {
    if (!keys.attention_pattern.empty())
      layout.pattern = sparse::pattern_from_file(keys.attention_pattern, config.data.sequence,
                                                 config.data.sequence,
                                                 {keys.attention_block, keys.attention_block});
    static_cast<void>(models::attention_pattern(layout, config.data.sequence, causal));
  } catch (const ShapeError& error) {
    throw ConfigError(std::string("model.attention_block: ") + error.what());
  } catch (const ConfigError& error) {
    throw ConfigError(std::string("model.attention_block: ") + error.what());
  }
  return layout;
}

}  // namespace

models::ModelConfig model_config(const RunConfig& config) {
  const RunConfig::Model& changes = config.model;
  models::ModelConfig model = models::model_by_name(changes.name);
  const models::ModelConfig named = model;
  if (changes.layers > 0) model.layers = changes.layers;
  if (changes.hidden > 0) {
    model.hidden = changes.hidden;
    model.intermediate = 4 * model.hidden;
    if (model.hidden != named.hidden) {
      const Index head_size = model.hidden % 64 == 0 ? 64 : 32;
      model.heads = std::max<Index>(1, model.hidden / head_size);
    }
  }
  if (changes.heads > 0) model.heads = changes.heads;
  if (changes.intermediate > 0) model.intermediate = changes.intermediate;
  if (model != named) model.name += fmt::format("_L{}_H{}", model.layers, model.hidden);
  if (changes.norm == "pre" && model.norm != models::NormPlacement::kPre) {
    model.norm = models::NormPlacement::kPre;
    model.name += "_pre";
  }
  model.norm_epsilon = changes.norm_epsilon;
  const auto* const activation = std::ranges::find(kActivations, changes.activation,
                                                   [](const auto& entry) { return entry.first; });
  if (activation == kActivations.end())
    throw ConfigError("model.activation: '" + files::printable(changes.activation) + "' is none");
  model.activation = activation->second;
  model.attention = attention_layout(config, models::model_family(model.family).causal);
  if (model.attention.is_sparse()) model.name += fmt::format("_a{}", model.attention.block);
  if (changes.embedding_density < 1) model.name += fmt::format("_e{}", changes.embedding_density);
  model.vocabulary = config.data.vocabulary_size;
  if (changes.positions > 0 && changes.positions < config.data.sequence)
    throw ConfigError(fmt::format("model.positions: {}, expected at least data.sequence, {}",
                                  changes.positions, config.data.sequence));
  model.max_positions = changes.positions > 0 ? changes.positions : config.data.sequence;
  models::validate(model);
  return model;
}

void require_embedding_blocks(const RunConfig& config, const models::ModelConfig& shape) {
  const RunConfig::Model& keys = config.model;
  if (keys.embedding_density == 1) return;
  if (shape.hidden % keys.block != 0)
    throw ConfigError(
        fmt::format("model.embedding_density: {} in blocks of {}, expected a model.block that "
                    "divides the hidden width, {}",
                    keys.embedding_density, keys.block, shape.hidden));
  const Index fitting = shape.vocabulary / keys.block * keys.block;
  if (shape.vocabulary == fitting) return;
  throw ConfigError(fmt::format(
      "model.embedding_density: {} with a vocabulary of {} pieces, expected a multiple of "
      "model.block, {}, such as {} or {}; see data.vocabulary_size",
      keys.embedding_density, shape.vocabulary, keys.block, fitting, fitting + keys.block));
}

double embedding_density(const RunConfig& config, const models::ModelConfig& shape) {
  if (config.model.embedding_density == 1) return 1;
  const Index block = config.model.block;
  const Index blocks = shape.vocabulary / block * (shape.hidden / block);
  return static_cast<double>(sparse::blocks_for_density(blocks, config.model.embedding_density)) /
         static_cast<double>(blocks);
}

}  // namespace espalier::training
