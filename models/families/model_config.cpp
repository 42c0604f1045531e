// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/model_config.h>

#include <algorithm>
#include <array>
#include <limits>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

struct Size {
  std::string_view name;
  Index layers;
  Index hidden;
  Index heads;
};

constexpr std::array kSizes = {
    Size{"nano", 2, 64, 2},      Size{"tiny", 2, 128, 2},     Size{"mini_128", 4, 128, 2},
    Size{"tiny_192", 2, 192, 3}, Size{"tiny_256", 2, 256, 4}, Size{"mini_192", 4, 192, 3},
    Size{"mini", 4, 256, 4},     Size{"small", 4, 512, 8},    Size{"medium", 8, 512, 8},
    Size{"base", 12, 768, 12},
};

void require_extent(std::string_view field, Index value) {
  // Rows and columns of a pattern are 32-bit (BlockIndex).
  constexpr Index kLargest = std::numeric_limits<BlockIndex>::max();
  if (value >= 1 && value <= kLargest) return;
  throw ConfigError("model " + std::string(field) + " is " + std::to_string(value) +
                    ", expected 1 to " + std::to_string(kLargest));
}

}  // namespace

void validate(const ModelConfig& config) {
  require_extent("layers", config.layers);
  require_extent("hidden", config.hidden);
  require_extent("heads", config.heads);
  require_extent("intermediate", config.intermediate);
  require_extent("vocabulary", config.vocabulary);
  require_extent("max_positions", config.max_positions);
  require_extent("segments", config.segments);
  if (config.hidden % config.heads != 0) {
    throw ConfigError("model heads is " + std::to_string(config.heads) +
                      ", expected a divisor of hidden, " + std::to_string(config.hidden));
  }
}

ModelConfig model_by_name(std::string_view name) {
  const auto* size = std::ranges::find(kSizes, name, &Size::name);
  if (size == kSizes.end()) {
    std::string message = "unknown model '" + std::string(name) + "', expected one of";
    for (const Size& known : kSizes) message += ' ' + std::string(known.name);
    throw ConfigError(message);
  }
  ModelConfig config;
  config.name = size->name;
  config.layers = size->layers;
  config.hidden = size->hidden;
  config.heads = size->heads;
  config.intermediate = 4 * size->hidden;
  return config;
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  names.reserve(std::size(kSizes));
  for (const Size& size : kSizes) names.emplace_back(size.name);
  return names;
}

}  // namespace espalier::models
