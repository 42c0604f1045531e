// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/gradient_operands.h>

#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {

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
  x_.append(input);
  dy_.append(output_gradient);
}

}  // namespace espalier::sparse
