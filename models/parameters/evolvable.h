// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/topology/evolvable_weight.h>

namespace espalier::models {

/// The sparse weights of a model, ready for a topology updater: values, gradient and the
/// optimizer's moments move together, and the layer's product plan follows. `Model` has
/// `parameters()`; `Optimizer` has `attach(Parameter&, sparse::EvolvableWeight&)`. Model and
/// optimizer must outlive the result.
template <typename Model, typename Optimizer>
std::vector<sparse::EvolvableWeight> evolvable(Model& model, Optimizer& optimizer) {
  std::vector<sparse::EvolvableWeight> weights;
  for (Parameter* parameter : model.parameters()) {
    if (!parameter->is_sparse()) continue;
    sparse::EvolvableWeight& weight = weights.emplace_back(parameter->name, parameter->pattern,
                                                           parameter->values, parameter->gradient);
    optimizer.attach(*parameter, weight);
    weight.attach_operands(parameter->operands);
    weight.set_initial_deviation(parameter->initial_deviation);
    if (parameter->pattern_changed) weight.on_change(parameter->pattern_changed);
  }
  return weights;
}

}  // namespace espalier::models
