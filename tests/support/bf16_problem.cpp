// SPDX-License-Identifier: Apache-2.0
#include "tests/support/bf16_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <sstream>
#include <utility>

namespace espalier::testing {
namespace {

void round_values(std::span<float> values) {
  for (float& v : values) v = static_cast<float>(BFloat16(v));
}

void make_small_integers(std::span<float> values) {
  for (float& v : values) v = std::clamp(std::round(v), -2.0f, 2.0f);
}

}  // namespace

Bf16Problem::Bf16Problem(const ProblemSpec& spec) : Bf16Problem(Problem(spec)) {}

Bf16Problem::Bf16Problem(Problem problem) : exact(std::move(problem)) {
  round_values(exact.w.values());
  round_values(exact.x.values());
  round_values(exact.dy.values());
  for (const float v : exact.w.values()) w.emplace_back(v);
  x = narrowed(exact.x);
  dy = narrowed(exact.dy);
}

Bf16Problem Bf16Problem::of_small_integers(const ProblemSpec& spec) {
  Problem problem(spec);
  make_small_integers(problem.w.values());
  make_small_integers(problem.x.values());
  make_small_integers(problem.dy.values());
  return Bf16Problem(std::move(problem));
}

sparse::Panels<BFloat16> narrowed(const sparse::Activations& x) {
  sparse::Panels<BFloat16> out(x.tokens(), x.features(), x.panel_width());
  for (Index t = 0; t < x.tokens(); ++t)
    for (Index f = 0; f < x.features(); ++f) out.at(t, f) = BFloat16(x.at(t, f));
  return out;
}

sparse::Activations widened(const sparse::Panels<BFloat16>& x) {
  sparse::Activations out(x.tokens(), x.features(), x.panel_width());
  for (Index t = 0; t < x.tokens(); ++t)
    for (Index f = 0; f < x.features(); ++f) out.at(t, f) = static_cast<float>(x.at(t, f));
  return out;
}

sparse::Panels<BFloat16> nan_bf16_activations(Index tokens, Index features, Index panel_width) {
  sparse::Panels<BFloat16> out(tokens, features, panel_width);
  std::fill(out.values().begin(), out.values().end(),
            BFloat16(std::numeric_limits<float>::quiet_NaN()));
  return out;
}

std::string difference(const Oracle& expected, const sparse::Panels<BFloat16>& panels) {
  if (panels.features() != expected.rows || panels.tokens() != expected.cols)
    return "shape of the panels differs";
  for (Index f = 0; f < expected.rows; ++f) {
    for (Index t = 0; t < expected.cols; ++t) {
      const auto i = static_cast<std::size_t>(f * expected.cols + t);
      const double exact = expected.value[i];
      const double before = rounding_bound(expected.terms, expected.magnitude[i]);
      const double bound = before + 0x1.0p-8 * (std::abs(exact) + before);
      const double found = static_cast<float>(panels.at(t, f));
      if (!(std::abs(found - exact) <= bound)) {  // so that NaN fails
        std::ostringstream out;
        out.precision(9);
        out << "(" << f << ", " << t << ") is " << found << "; expected " << exact << " within "
            << bound;
        return out.str();
      }
    }
  }
  return "";
}

std::string dirty_padding(const sparse::Panels<BFloat16>& panels) {
  for (Index p = 0; p < panels.panels(); ++p) {
    for (Index f = 0; f < 2 * panels.rows(); ++f) {
      for (Index lane = 0; lane < panels.panel_width(); ++lane) {
        const BFloat16 value = panels.row(p, f / 2)[2 * lane + f % 2];
        if ((lane >= panels.used_lanes(p) || f >= panels.features()) &&
            static_cast<float>(value) != 0.0f)
          return "padding at lane " + std::to_string(lane) + " of feature " + std::to_string(f) +
                 " is " + std::to_string(static_cast<float>(value)) + "; expected 0";
      }
    }
  }
  return "";
}

}  // namespace espalier::testing
