// SPDX-License-Identifier: Apache-2.0
// What others need to know of perceptrons: their sizes, their weights and how to recognise them.
#include <espalier/models/families/mlp.h>

#include <limits>
#include <map>
#include <string>
#include <string_view>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

void validate_mlp(const ModelConfig& config) {
  if (config.widths.size() < 2)
    throw ConfigError("model widths are " + std::to_string(config.widths.size()) +
                      ", expected at least 2, those of the inputs and of the classes");
  constexpr Index kLargest = std::numeric_limits<BlockIndex>::max();
  for (const Index width : config.widths)
    if (width < 1 || width > kLargest)
      throw ConfigError("a model width is " + std::to_string(width) + ", expected 1 to " +
                        std::to_string(kLargest));
}

ModelDeclaration declare_mlp(const ModelConfig& config) {
  ModelDeclaration model;
  std::vector<std::string> chain;
  for (std::size_t layer = 0; layer + 1 < config.widths.size(); ++layer) {
    const bool last = layer + 2 == config.widths.size();
    chain.push_back(mlp_layer_name(layer) + ".weight");
    model.weights.push_back({.name = chain.back(),
                             .kind = last ? WeightKind::kHead : WeightKind::kHidden,
                             .rows = config.widths[layer + 1],
                             .cols = config.widths[layer],
                             .may_be_sparse = !last,
                             .input_gradient = layer > 0});
    model.other_values += static_cast<double>(config.widths[layer + 1]);  // biases
  }
  model.chains.push_back(std::move(chain));
  return model;
}

std::optional<ModelConfig> recognise_mlp(std::span<const NamedShape> parameters) {
  std::map<std::string_view, const std::vector<Index>*> matrices;
  for (const NamedShape& parameter : parameters)
    if (parameter.shape.size() == 2) matrices[parameter.name] = &parameter.shape;
  std::vector<Index> widths;
  for (std::size_t layer = 0;; ++layer) {
    const auto found = matrices.find(mlp_layer_name(layer) + ".weight");
    if (found == matrices.end()) break;
    if (layer == 0) widths.push_back(found->second->back());
    widths.push_back(found->second->front());
  }
  if (widths.empty()) return std::nullopt;
  return mlp_config(std::move(widths));
}

}  // namespace

std::string mlp_layer_name(std::size_t layer) { return "layer" + std::to_string(layer); }

ModelConfig mlp_config(std::vector<Index> widths) {
  ModelConfig config = {.name = "mlp_", .family = "mlp", .widths = std::move(widths)};
  for (std::size_t i = 0; i < config.widths.size(); ++i)
    config.name += (i == 0 ? "" : "-") + std::to_string(config.widths[i]);
  return config;
}

ModelFamily mlp_family() {
  return {.name = "mlp",
          .description = "multi-layer perceptron on vectors, such as images",
          // LeNet-300-100 (LeCun 1998), and what Fashion-MNIST is trained with here.
          .sizes = {mlp_config({784, 300, 100, 10}), mlp_config({784, 512, 256, 10})},
          .validate = validate_mlp,
          .declare = declare_mlp,
          .recognise = recognise_mlp};
}

}  // namespace espalier::models
