// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/topology/weight_buffers.h>

namespace espalier::models {

/// The sparse weights of a model whose patterns are not fixed, ready for a topology updater:
/// values, gradient and the optimizer's moments move together, and the layer's product plan
/// follows. `Model` has `parameters()`; `Optimizer` has `attach(Parameter&,
/// sparse::WeightBuffers&)`. Model and optimizer must outlive the result, which also sees what a
/// checkpoint that is loaded later brings. Throws what `attach` throws, such as ConfigError for a
/// weight that the optimizer does not have, and as `sparse::WeightBuffers` does.
template <typename Model, typename Optimizer>
sparse::WeightOwners evolvable(Model& model, Optimizer& optimizer) {
  sparse::WeightOwners owners;
  for (Parameter* parameter : model.parameters()) {
    if (!parameter->is_sparse() || parameter->fixed_pattern) continue;
    auto weight = std::make_shared<sparse::WeightBuffers>(parameter->name, parameter->pattern,
                                                          parameter->values, parameter->gradient);
    optimizer.attach(*parameter, *weight);
    weight->attach_operands(parameter->operands);
    weight->set_initial_deviation(parameter->initial_deviation);
    if (parameter->pattern_changed) weight->on_change(parameter->pattern_changed);
    owners.push_back(std::move(weight));
  }
  return owners;
}

}  // namespace espalier::models
// Tested by tests/models/checkpoints/checkpoint_test.cpp
