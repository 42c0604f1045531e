// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/declaration.h>

#include <algorithm>

#include <espalier/sparse/core/error.h>

namespace espalier::models {

bool belongs_to_attention(WeightKind kind) {
  return kind == WeightKind::kQuery || kind == WeightKind::kKey || kind == WeightKind::kValue ||
         kind == WeightKind::kAttentionOutput;
}

std::vector<Index> stored_values(const ModelDeclaration& model, const ParameterList& parameters) {
  std::vector<Index> stored;
  stored.reserve(model.weights.size());
  auto at = parameters.begin();  // both lists have the same order
  for (const LinearWeight& weight : model.weights) {
    at = std::find_if(at, parameters.end(),
                      [&](const Parameter* parameter) { return parameter->name == weight.name; });
    if (at == parameters.end() || (*at)->shape != std::vector<Index>{weight.rows, weight.cols})
      throw ShapeError(weight.name + ": not among the parameters as declared; expected " +
                       std::to_string(weight.rows) + "x" + std::to_string(weight.cols));
    stored.push_back(static_cast<Index>((*at)->values.size()));
  }
  return stored;
}

}  // namespace espalier::models
