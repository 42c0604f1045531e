// SPDX-License-Identifier: Apache-2.0
// An input picks a shape, a pattern and values; each product of each kernel variant, of floats and
// of bfloat16, is compared with exact sums on an instruction set that the input picks too.
#include <hwy/targets.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include "tests/fuzz/choices.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/bf16_problem.h"
#include "tests/support/forced_target.h"

namespace espalier::fuzz {
namespace {

using sparse::ProductPlan;
using sparse::ProductStart;
using testing::Bf16Problem;
using testing::Oracle;
using testing::Problem;
using testing::ProblemSpec;

/// What a product starts from.
enum class Start { kZero, kBias, kAccumulate };

/// One case.
struct Choice {
  ProblemSpec spec;
  Start start = Start::kZero;
  std::int64_t target = 0;
  int threads = 1;
};

Choice choose(Choices& choices) {
  Choice choice;
  ProblemSpec& spec = choice.spec;
  const Index blocks[] = {1, 2, 4, 8, 16};
  spec.block = blocks[choices.below(5)];
  const auto most = static_cast<std::uint64_t>(48 / spec.block);
  spec.grid_rows = static_cast<Index>(1 + choices.below(most));
  spec.grid_cols = static_cast<Index>(1 + choices.below(most));
  spec.tokens = static_cast<Index>(choices.below(80));
  spec.panel_width = 16 * static_cast<Index>(1 + choices.below(9));
  spec.fill = static_cast<testing::Fill>(choices.below(5));
  spec.density = static_cast<double>(choices.below(256)) / 255;
  choice.start = static_cast<Start>(choices.below(3));
  const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  choice.target = targets[choices.below(targets.size())];
  choice.threads = static_cast<int>(1 + choices.below(3));
  spec.seed = choices.number();
  return choice;
}

/// Replaces values as the input says: by zeros of both signs, by powers of two over a range in
/// which no sum overflows, by subnormals. Zeros of bytes leave what was drawn.
void replace_values(std::span<float> values, Choices& choices) {
  const std::uint64_t kind = choices.below(6);
  if (kind == 0) return;
  for (float& v : values) {
    const std::uint64_t byte = choices.left() > 0 ? choices.below(256) : kind * 37;
    const float sign = byte % 2 == 0 ? 1.0f : -1.0f;
    const int exponent = static_cast<int>(byte / 2) - 64;  // from -64 to 63
    if (kind == 1) v = std::ldexp(v, exponent / 2);
    if (kind == 2) v = byte < 128 ? 0.0f * sign : v;
    if (kind == 3) v = sign * std::ldexp(1.0f, exponent / 2);
    if (kind == 4) v = sign * std::ldexp(1.0f, -149 + static_cast<int>(byte / 2 % 30));
    if (kind == 5) v = byte < 64 ? std::ldexp(v, -140) : v;
  }
}

double largest(std::initializer_list<std::span<const float>> operands) {
  double most = 0;
  for (const std::span<const float> values : operands)
    for (const float v : values) most = std::max(most, std::abs(static_cast<double>(v)));
  return most;
}

/// What each term may lose besides rounding where subnormal numbers count as zero (some variants do
/// that always): an operand below 2^-126 times the largest, and its product and sum below 2^-126.
double lost_to_flushing(const Problem& p) {
  return 0x1.0p-126 *
         (2 + 2 * largest({p.w.values(), p.x.values(), p.dy.values(), p.bias, p.bias_in}));
}

/// The rounding of a result: to bfloat16 or none beyond that of float.
constexpr double kToBf16 = 0x1.0p-8;

void check(const Oracle& expected, std::size_t i, double found, double lost, double last_rounding) {
  const double sum = testing::rounding_bound(expected.terms, expected.magnitude[i]) +
                     static_cast<double>(expected.terms + 1) * lost;
  const double bound = sum + last_rounding * (std::abs(expected.value[i]) + sum);
  require(std::abs(found - expected.value[i]) <= bound, "a product is within its bound");
}

template <typename Panels>
void check_panels(const Oracle& expected, const Panels& found, double lost, double last_rounding) {
  for (Index f = 0; f < expected.rows; ++f)
    for (Index t = 0; t < expected.cols; ++t)
      check(expected, static_cast<std::size_t>(f * expected.cols + t),
            static_cast<float>(found.at(t, f)), lost, last_rounding);
  require(testing::dirty_padding(found).empty(), "padding stays zero");
}

void check_gradient(const Oracle& expected, const sparse::PatternPtr& pattern,
                    std::span<const float> found, double lost) {
  const Index size = pattern->block().rows;
  std::size_t at = 0;
  for (const sparse::BlockCoordinate block : pattern->coordinates())
    for (Index r = 0; r < size; ++r)
      for (Index c = 0; c < size; ++c, ++at)
        check(
            expected,
            static_cast<std::size_t>((block.row * size + r) * expected.cols + block.col * size + c),
            found[at], lost, 0);
  require(at == found.size(), "a gradient has a value for each stored one");
}

/// The exact results of the three products.
struct Exact {
  Oracle y, dx, dw;
};

Exact exact_products(const Problem& p, Start start) {
  const std::vector<double> w = testing::to_double(p.w), x = testing::to_double(p.x),
                            dy = testing::to_double(p.dy);
  const Index tokens = p.spec.tokens;
  std::vector<double> y_start, dx_start;
  if (start == Start::kBias) {
    y_start = testing::broadcast(p.bias, tokens);
    dx_start = testing::broadcast(p.bias_in, tokens);
  } else if (start == Start::kAccumulate) {  // outputs start as the other products' operands
    y_start = dy;
    dx_start = x;
  }
  return {testing::oracle_product(w, p.out(), p.in(), x, tokens, y_start),
          testing::oracle_product(testing::transposed(w, p.out(), p.in()), p.in(), p.out(), dy,
                                  tokens, dx_start),
          testing::oracle_product(dy, p.out(), tokens, testing::transposed(x, p.in(), tokens),
                                  p.in(), {})};
}

/// Runs the three products of operands of one type and compares them.
template <typename Panels, typename Values>
void check_products(const Problem& p, const Exact& exact, const Values& w, const Panels& x,
                    const Panels& dy, Panels y, Panels dx, Start start, double last_rounding,
                    const Context& context) {
  const ProductPlan plan = make_plan(p.w.pattern_ptr(), context);
  const double lost = lost_to_flushing(p);
  ProductStart forward, backward;
  if (start == Start::kBias) {
    forward.bias = p.bias;
    backward.bias = p.bias_in;
  } else if (start == Start::kAccumulate) {
    forward.accumulate = backward.accumulate = true;
    y = dy;
    dx = x;
  }
  spmm(plan, w, x, y, forward, context);
  check_panels(exact.y, y, lost, last_rounding);
  spmm_transposed(plan, w, dy, dx, backward, context);
  check_panels(exact.dx, dx, lost, last_rounding);
  std::vector<float> gradient(static_cast<std::size_t>(p.w.pattern().values()));
  sddmm(plan, dy, x, gradient, false, context);
  check_gradient(exact.dw, p.w.pattern_ptr(), gradient, lost);
}

}  // namespace

ESPALIER_FUZZ_TARGET(kernel_variant)(std::string_view bytes) {
  // ESPALIER_SIMD_TARGET is read with the first context: what it allows, inputs pick from.
  static const Context first({.threads = 1});
  Choices choices(bytes);
  const Choice choice = choose(choices);
  const ProblemSpec& spec = choice.spec;
  Problem p(spec);
  replace_values(p.w.values(), choices);
  replace_values(p.x.values(), choices);
  p.x.clear_padding();
  replace_values(p.dy.values(), choices);
  p.dy.clear_padding();
  const Bf16Problem narrow(p);
  const Exact exact = exact_products(p, choice.start);
  const Exact narrow_exact = exact_products(narrow.exact, choice.start);
  const testing::ForcedTarget forced(choice.target);
  for (const std::string& kernel : kernel_names()) {
    const Context context({.threads = choice.threads, .kernel = kernel});
    check_products(p, exact, std::span<const float>(p.w.values()), p.x, p.dy,
                   testing::nan_activations(spec.tokens, p.out(), spec.panel_width),
                   testing::nan_activations(spec.tokens, p.in(), spec.panel_width), choice.start, 0,
                   context);
    check_products(narrow.exact, narrow_exact, std::span<const BFloat16>(narrow.w), narrow.x,
                   narrow.dy, testing::nan_bf16_activations(spec.tokens, p.out(), spec.panel_width),
                   testing::nan_bf16_activations(spec.tokens, p.in(), spec.panel_width),
                   choice.start, kToBf16, context);
  }
}

}  // namespace espalier::fuzz
