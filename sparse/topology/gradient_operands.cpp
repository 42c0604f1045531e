// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/gradient_operands.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

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
  kept_ = false;
  others_ = {};
  if (!wanted) {
    parts_ = {};
    idle_ = {};
    return;
  }
  // The next step has as many tokens. Backwards, so that each part gets the memory that it had.
  while (!parts_.empty()) {
    idle_.push_back(std::move(parts_.back()));
    parts_.pop_back();
    idle_.back().x.remove_tokens();
    idle_.back().dy.remove_tokens();
  }
}

void GradientOperands::begin_part() {
  if (!wanted_) return;
  parts_.emplace_back();
  if (idle_.empty()) return;
  std::swap(parts_.back(), idle_.back());
  idle_.pop_back();
}

void GradientOperands::keep(const Activations& input, const Activations& output_gradient) {
  if (!wanted_) return;
  if (input.tokens() != output_gradient.tokens())
    throw ShapeError("gradient operands: x of " + std::to_string(input.tokens()) +
                     " tokens, dy of " + std::to_string(output_gradient.tokens()));
  if (parts_.empty()) begin_part();
  Part& part = parts_.back();
  for (const auto& [name, kept, more] :
       {std::tuple("x", &part.x, &input), std::tuple("dy", &part.dy, &output_gradient)}) {
    if (kept->tokens() > 0 && kept->features() != more->features())
      throw ShapeError("gradient operands: " + std::string(name) + " of " +
                       std::to_string(more->features()) + " features behind those of " +
                       std::to_string(kept->features()));
  }
  const bool finite = is_finite(input) && is_finite(output_gradient);
  // One copy: the choice of one of two operands would be a copy by itself.
  const auto append = [finite](Activations& kept, const Activations& more) {
    finite ? kept.append(more) : kept.append(zeros_like(more));
  };
  try {
    append(part.x, input);
    append(part.dy, output_gradient);
  } catch (...) {
    part.x.remove_tokens();
    part.dy.remove_tokens();
    throw;
  }
  kept_ = true;
}

void GradientOperands::scale_gradient(float factor) {
  for (Part& part : parts_)
    for (float& value : part.dy.values()) value *= factor;
}

void GradientOperands::join(Others others) { others_ = std::move(others); }

GradientParts GradientOperands::gradient() const {
  GradientParts gradient{.parts = {}, .peers = others_.peers.get()};
  for (const Part& part : parts_) gradient.parts.push_back({.dy = &part.dy, .x = &part.x});
  return gradient;
}

Index GradientOperands::tokens() const {
  Index tokens = others_.tokens;
  for (const Part& part : parts_) tokens += part.x.tokens();
  return tokens;
}

bool GradientOperands::is_zero() const {
  return others_.is_zero && std::ranges::all_of(parts_, [](const Part& part) {
           return std::ranges::all_of(part.dy.values(), [](float d) { return d == 0; });
         });
}

double GradientOperands::bytes() const {
  double bytes = others_.bytes;
  for (const Part& part : parts_)
    bytes += static_cast<double>(part.x.values().size_bytes() + part.dy.values().size_bytes());
  return bytes;
}

}  // namespace espalier::sparse
