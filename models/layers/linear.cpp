// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/linear.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#include <espalier/models/parameters/initialise.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>
#include <espalier/sparse/core/profile.h>
#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/format/grouped_pattern.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/linear_plain.h>
#include <espalier/sparse/ops/operand_check.h>
#include <espalier/sparse/ops/round_operand.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::models {
namespace {

using sparse::Activations;

/// Sum of one panel row. Sixteen partial sums, one for each lane of the widest vector, fix the
/// order of additions whatever the vector width of the machine. They lie in vectors that every
/// machine has: of an array of sixteen, or of a wider vector, compilers make sixteen additions.
float row_sum(const float* row, Index width) {
  constexpr Index lanes = sparse::kPanelWidthMultiple, parts = 4, part = lanes / parts;
  using Part [[gnu::vector_size(part * sizeof(float))]] = float;
  Part sums[parts] = {};
  for (Index t = 0; t < width; t += lanes)
    for (Index p = 0; p < parts; ++p) {
      Part values;
      std::memcpy(&values, row + t + p * part, sizeof(values));
      sums[p] += values;
    }
  const Part sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

}  // namespace

void add_bias_gradient(const Activations& dy, std::span<float> gradient, const Context& context) {
  // Features in chunks, so that a task is worth its start; each feature is summed panel by panel.
  constexpr Index chunk = 64;
  const Index features = dy.features();
  if (static_cast<Index>(gradient.size()) != features)
    throw ShapeError("bias gradient: " + std::to_string(gradient.size()) + " values, expected " +
                     std::to_string(features));
  context.parallel_for_chunks(features, chunk, [&](Index first, Index count) {
    // Panel by panel, since the rows of a feature lie a panel apart.
    for (Index p = 0; p < dy.panels(); ++p)
      for (Index f = first; f < first + count; ++f)
        gradient[f] += row_sum(dy.row(p, f), dy.panel_width());
  });
}

namespace {

/// The same of plain activations. Each feature is summed token by token.
void add_bias_gradient(MatrixView<const float> dy, std::span<float> gradient,
                       const Context& context) {
  constexpr Index chunk = 64;
  context.parallel_for_chunks(dy.cols, chunk, [&](Index first, Index features) {
    std::array<float, chunk> sums{};
    for (Index t = 0; t < dy.rows; ++t)
      for (Index f = 0; f < features; ++f) sums[f] += dy(t, first + f);
    for (Index f = 0; f < features; ++f) gradient[first + f] += sums[f];
  });
}

Activations packed(MatrixView<const float> x, const Context& context) {
  Activations out;
  sparse::pack_tokens(x, out, context);
  return out;
}

/// Where a copy of this type lies in a RoundedInput, constant or not.
template <typename T, typename Rounded>
auto& panels_of(Rounded& rounded) {
  if constexpr (std::is_same_v<T, BFloat16>)
    return rounded.bfloat16;
  else
    return rounded.float16;
}

/// Gives `rounded` the activations `x`, unless it has them.
template <typename T>
void round_input(const Activations& x, RoundedInput& rounded, const Context& context) {
  if (rounded.made) return;
  auto& panels = panels_of<T>(rounded);
  panels.reshape_for_overwrite(x.tokens(), x.features(), x.panel_width());
  sparse::round_operand(x, panels, context);
  rounded.made = true;
}

/// The values of a weight, rounded, in `memory`.
template <typename T>
std::span<const T> round_values(std::span<const float> values,
                                const Reused<AlignedVector<T>>& memory, const Context& context) {
  const std::span<T> rounded = room_in(memory, values.size());
  sparse::round_operand(values, rounded, context);
  return rounded;
}

/// The error of a product, which knows its operands only, with the weight that it is about. What
/// names a parameter of the layer already passes.
[[noreturn]] void rethrow_named(const std::string& weight, const ShapeError& error) {
  const std::string message = error.what();
  const std::string layer = weight.substr(0, weight.rfind('.') + 1);
  throw ShapeError(message.starts_with(layer) ? message : weight + ": " + message);
}

sparse::PatternPtr initial_pattern(const LinearOptions& options, const std::string& weight,
                                   const Context& context) try {
  const Index in = options.in / options.groups;
  if (options.pattern == nullptr)
    return sparse::random_pattern(options.out, in, {.rows = options.block, .cols = options.block},
                                  options.density,
                                  Random(context.seed(), stream_id("pattern:" + weight)));
  const sparse::BlockPattern& pattern = *options.pattern;
  if (pattern.rows() != options.out || pattern.cols() != in)
    throw ShapeError(weight + ": a pattern of " + std::to_string(pattern.rows()) + "x" +
                     std::to_string(pattern.cols()) + "; expected " + std::to_string(options.out) +
                     "x" + std::to_string(in));
  return options.pattern;
} catch (const ShapeError& error) {
  rethrow_named(weight, error);
}

void check_options(const LinearOptions& options) {
  const auto require = [&](bool fits, const std::string& expected) {
    if (fits) return;
    throw ShapeError(options.name + ": in " + std::to_string(options.in) + ", out " +
                     std::to_string(options.out) + "; expected " + expected);
  };
  require(options.in >= 1 && options.out >= 1, "at least 1");
  const Index groups = options.groups;
  require(groups >= 1 && options.in % groups == 0 && options.out % groups == 0,
          "multiples of groups, " + std::to_string(groups));
  if (!(options.density > 0.0 && options.density <= 1.0))
    throw ConfigError(options.name + ": density " + number_text(options.density) +
                      "; expected a value in (0, 1]");
}

/// The features [first, first + count) of `x` alone.
Activations features_of(const Activations& x, Index first, Index count) {
  Activations part(x.tokens(), count, x.panel_width());
  for (Index p = 0; p < x.panels(); ++p)
    std::copy_n(x.row(p, first), count * x.panel_width(), part.panel(p));
  return part;
}

/// `x` with zeros in all other features.
Activations only_features(const Activations& x, Index first, Index count) {
  Activations part(x.tokens(), x.features(), x.panel_width());
  for (Index p = 0; p < x.panels(); ++p)
    std::copy_n(x.row(p, first), count * x.panel_width(), part.row(p, first));
  return part;
}

}  // namespace

Linear::Linear(const LinearOptions& options, const Context& context)
    : context_(&context), kind_(layer_kind(options.name)), groups_(options.groups) {
  check_options(options);
  weight_.name = options.name + ".weight";
  weight_.shape = {options.out, options.in / groups_};
  if (options.pattern != nullptr || options.density < 1.0) {
    weight_.pattern = initial_pattern(options, weight_.name, context);
    weight_.values.resize(static_cast<std::size_t>(weight_.pattern->values()));
    weight_.gradient.resize(weight_.values.size());
    weight_.pattern_changed = [this] {
      plan_.reset();  // if there is no memory for the new one, the old one must not serve
      plan_ = plan_of(weight_.pattern);
    };
    weight_.pattern_changed();
  } else {
    weight_.make_dense(weight_.shape);
  }
  initialise_truncated_normal(weight_, options.initial_deviation, context.seed());
  if (options.bias) {
    bias_.name = options.name + ".bias";
    bias_.make_dense({options.out});
    bias_.weight_decay = false;
  }
}

sparse::ProductPlan Linear::plan_of(const sparse::PatternPtr& pattern) const try {
  return sparse::make_plan(sparse::ungrouped(pattern, groups_), *context_);
} catch (const ShapeError& error) {
  rethrow_named(weight_.name, error);
}

/// What gradients at positions that are not stored are computed from. Of a grouped weight every
/// token appears once for each group, with the group's inputs and no other outputs' gradient: the
/// sum over all of them is that of the group.
void Linear::keep_operands(const Activations& x, const Activations& dy) {
  if (!weight_.operands.wanted()) return;
  if (groups_ == 1) return weight_.operands.keep(x, dy);
  const Index inputs = in() / groups_, outputs = out() / groups_;
  for (Index g = 0; g < groups_; ++g)
    weight_.operands.keep(features_of(x, g * inputs, inputs),
                          only_features(dy, g * outputs, outputs));
}

double Linear::density() const { return is_sparse() ? weight_.pattern->density() : 1.0; }

ParameterList Linear::parameters() {
  ParameterList list = {&weight_};
  if (has_bias()) list.push_back(&bias_);
  return list;
}

void Linear::check_lengths() const {
  weight_.check_lengths();
  if (is_sparse() && !plan_)
    throw ShapeError(weight_.name + ": the last change of its pattern failed; make it again");
  if (has_bias()) bias_.check_lengths();
}

MatrixView<const float> Linear::dense_weight() const {
  return {weight_.values.data(), weight_.shape[0], weight_.shape[1]};
}

void Linear::forward(const Activations& x, Activations& y, RoundedInput* rounded) const try {
  check_lengths();
  const ProfileSection section(context_->profile(), kind_, "forward", flops(x.tokens()));
  const sparse::ProductStart start = {.bias = bias_.values};
  if (!is_sparse())
    return sparse::gemm(dense_weight(), x, y, start, *context_, context_->precision(), groups_);
  switch (context_->precision()) {
    case Precision::kFloat32:
      return sparse::spmm(*plan_, weight_.values, x, y, start, *context_);
    case Precision::kBFloat16:
      return forward_rounded<BFloat16>(x, y, rounded);
    case Precision::kFloat16:
      return forward_rounded<float>(x, y, rounded);
  }
} catch (const ShapeError& error) {
  rethrow_named(weight_.name, error);
}

template <typename T>
void Linear::forward_rounded(const Activations& x, Activations& y, RoundedInput* rounded) const {
  sparse::expect_apart("forward", {"y", y}, {{"x", x}});  // the product sees a copy of x
  const Reused<RoundedInput> own;
  const Reused<AlignedVector<T>> values;
  own->clear();
  RoundedInput& input = rounded != nullptr ? *rounded : *own;
  round_input<T>(x, input, *context_);
  sparse::spmm<T>(*plan_, round_values<T>(weight_.values, values, *context_), panels_of<T>(input),
                  y, {.bias = bias_.values}, *context_);
}

void Linear::backward(const Activations& x, const Activations& dy, Activations* dx,
                      bool accumulate_dx, const RoundedInput* rounded) try {
  check_lengths();
  const sparse::PanelShape of_x = x.shape();
  sparse::PanelShape{of_x.tokens, in(), of_x.panel_width}.check("backward", "x", of_x);
  sparse::PanelShape{of_x.tokens, out(), of_x.panel_width}.check("backward", "dy", dy.shape());
  if (dx != nullptr) {
    of_x.check("backward", "dx", dx->shape());
    // The product would find it, but after the weight's gradient, and not where it rounds copies.
    sparse::expect_apart("backward", {"dx", *dx},
                         {{"dy", dy}, {"w", std::span(std::as_const(weight_.values))}});
  }
  Profile* const profile = context_->profile();
  if (is_sparse() && context_->precision() == Precision::kBFloat16) {
    backward_rounded<BFloat16>(x, dy, dx, accumulate_dx, rounded);
  } else if (is_sparse() && context_->precision() == Precision::kFloat16) {
    backward_rounded<float>(x, dy, dx, accumulate_dx, rounded);
  } else {
    {
      const ProfileSection section(profile, kind_, "weight gradient", flops(x.tokens()));
      if (!is_sparse()) {
        sparse::gemm_weight_gradient(dy, x,
                                     {weight_.gradient.data(), weight_.shape[0], weight_.shape[1]},
                                     true, *context_, context_->precision(), groups_);
      } else {
        keep_operands(x, dy);
        sparse::sddmm(*plan_, dy, x, weight_.gradient, true, *context_);
      }
    }
    if (dx != nullptr) multiply_transposed(dy, *dx, accumulate_dx);
  }
  if (has_bias()) {
    const ProfileSection section(profile, kind_, "bias gradient");
    add_bias_gradient(dy, bias_.gradient, *context_);
  }
} catch (const ShapeError& error) {
  rethrow_named(weight_.name, error);
}

template <typename T>
void Linear::backward_rounded(const Activations& x, const Activations& dy, Activations* dx,
                              bool accumulate_dx, const RoundedInput* rounded) {
  const Reused<RoundedInput> own_x, rounded_dy;
  {
    const ProfileSection section(context_->profile(), kind_, "weight gradient", flops(x.tokens()));
    keep_operands(x, dy);
    const bool shared = rounded != nullptr && rounded->made;
    own_x->clear();
    rounded_dy->clear();
    if (!shared) round_input<T>(x, *own_x, *context_);
    round_input<T>(dy, *rounded_dy, *context_);
    sparse::sddmm(*plan_, panels_of<T>(*rounded_dy),
                  panels_of<T>(shared ? *rounded : std::as_const(*own_x)), weight_.gradient, true,
                  *context_);
  }
  if (dx != nullptr) multiply_transposed_rounded<T>(*rounded_dy, *dx, accumulate_dx);
}

void Linear::input_gradient(const Activations& dy, Activations& dx) const try {
  check_lengths();
  const Index tokens = dy.tokens(), width = dy.panel_width();
  sparse::PanelShape{tokens, out(), width}.check("input gradient", "dy", dy.shape());
  sparse::PanelShape{tokens, in(), width}.check("input gradient", "dx", dx.shape());
  sparse::expect_apart("input gradient", {"dx", dx},
                       {{"dy", dy}, {"w", std::span(weight_.values)}});
  if (!is_sparse() || !rounds()) return multiply_transposed(dy, dx, false);
  const auto rounded = [&]<typename T>(T) {
    const Reused<RoundedInput> rounded_dy;
    rounded_dy->clear();
    round_input<T>(dy, *rounded_dy, *context_);
    multiply_transposed_rounded<T>(*rounded_dy, dx, false);
  };
  if (context_->precision() == Precision::kBFloat16)
    rounded(BFloat16());
  else
    rounded(float());
} catch (const ShapeError& error) {
  rethrow_named(weight_.name, error);
}

void Linear::multiply_transposed(const Activations& dy, Activations& dx, bool accumulate) const {
  const ProfileSection section(context_->profile(), kind_, "input gradient", flops(dy.tokens()));
  const sparse::ProductStart start = {.accumulate = accumulate};
  if (!is_sparse())
    sparse::gemm_transposed(dense_weight(), dy, dx, start, *context_, context_->precision(),
                            groups_);
  else
    sparse::spmm_transposed(*plan_, weight_.values, dy, dx, start, *context_);
}

template <typename T>
void Linear::multiply_transposed_rounded(const RoundedInput& dy, Activations& dx,
                                         bool accumulate) const {
  const ProfileSection section(context_->profile(), kind_, "input gradient", flops(dx.tokens()));
  const Reused<AlignedVector<T>> values;
  sparse::spmm_transposed<T>(*plan_, round_values<T>(weight_.values, values, *context_),
                             panels_of<T>(dy), dx, {.accumulate = accumulate}, *context_);
}

void Linear::forward_plain(MatrixView<const float> x, MatrixView<float> y) {
  if (x.cols != in())
    throw ShapeError(weight_.name + ": forward of " + std::to_string(x.cols) +
                     " features; expected " + std::to_string(in()));
  kept_tokens_ = -1;  // until all is kept
  kept_input_.resize(static_cast<std::size_t>(x.rows * x.cols));
  for (Index t = 0; t < x.rows; ++t)
    std::copy_n(x.row(t).data(), x.cols, kept_input_.data() + t * x.cols);
  kept_tokens_ = x.rows;
  if (is_sparse() && !rounds()) {
    check_lengths();
    return sparse::linear_plain(*plan_, weight_.values, x, y, bias_.values, scratch_, *context_);
  }
  Activations panels(x.rows, out());
  forward(packed(x, *context_), panels);
  sparse::unpack_tokens(panels, y, *context_);
}

void Linear::backward_plain(MatrixView<const float> dy, MatrixView<float> dx) {
  if (kept_tokens_ < 0) throw ShapeError(weight_.name + ": call forward before backward");
  if (dy.rows != kept_tokens_)
    throw ShapeError(weight_.name + ": backward of " + std::to_string(dy.rows) +
                     " tokens; the last forward had " + std::to_string(kept_tokens_));
  if (dy.cols != out())
    throw ShapeError(weight_.name + ": backward of " + std::to_string(dy.cols) +
                     " features; expected " + std::to_string(out()));
  const MatrixView<const float> x(kept_input_.data(), kept_tokens_, in());
  if (is_sparse() && !rounds()) {
    check_lengths();
    if (weight_.operands.wanted()) keep_operands(packed(x, *context_), packed(dy, *context_));
    sparse::linear_plain_gradient(*plan_, dy, x, weight_.gradient, true, scratch_, *context_);
    sparse::linear_plain_transposed(*plan_, weight_.values, dy, dx, scratch_, *context_);
    if (has_bias()) add_bias_gradient(dy, bias_.gradient, *context_);
    return;
  }
  Activations panels(x.rows, in());
  backward(packed(x, *context_), packed(dy, *context_), &panels);
  sparse::unpack_tokens(panels, dx, *context_);
}

}  // namespace espalier::models
