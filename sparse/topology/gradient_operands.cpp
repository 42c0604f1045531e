// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/gradient_operands.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {

namespace {

bool is_finite(const Activations& x) {
  return std::ranges::all_of(x.values(), [](float value) { return std::isfinite(value); });
}

Activations zeros_like(const Activations& x) { return {x.tokens(), x.features(), x.panel_width()}; }

}  // namespace

void GradientOperands::want(bool wanted) {
  wanted_ = wanted;
  for (Activations* operand : {&x_, &dy_}) {
    if (wanted)
      operand->remove_tokens();  // the next step has as many
    else
      *operand = Activations();
  }
}

void GradientOperands::keep(const Activations& input, const Activations& output_gradient) {
  if (!wanted_) return;
  if (input.tokens() != output_gradient.tokens())
    throw ShapeError("gradient operands: x of " + std::to_string(input.tokens()) +
                     " tokens, dy of " + std::to_string(output_gradient.tokens()));
  for (const auto& [name, kept, more] :
       {std::tuple("x", &x_, &input), std::tuple("dy", &dy_, &output_gradient)}) {
    if (kept->tokens() > 0 && kept->features() != more->features())
      throw ShapeError("gradient operands: " + std::string(name) + " of " +
                       std::to_string(more->features()) + " features behind those of " +
                       std::to_string(kept->features()));
  }
  const bool finite = is_finite(input) && is_finite(output_gradient);
  try {
    x_.append(finite ? input : zeros_like(input));
    dy_.append(finite ? output_gradient : zeros_like(output_gradient));
  } catch (...) {
    x_.remove_tokens();
    dy_.remove_tokens();
    throw;
  }
}

void GradientOperands::scale_gradient(float factor) {
  for (float& value : dy_.values()) value *= factor;
}

}  // namespace espalier::sparse
