// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/convolution.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <espalier/models/layers/linear.h>
#include <espalier/models/parameters/initialise.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/extent.h>
#include <espalier/sparse/core/profile.h>
#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/core/signals_blocked.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/operand_check.h>

namespace espalier::models {
namespace {

using sparse::Activations;
using sparse::DenseOperand;
using sparse::multiply;
using sparse::Transpose;

/// Memory of one task for an operand and, where the precision asks for one, its rounded copy.
struct OperandMemory {
  AlignedVector<float> values;
  AlignedVector<std::byte> rounded;

  MatrixView<float> matrix(Index rows, Index cols) {
    const auto size = static_cast<std::size_t>(rows * cols);
    if (values.size() < size) values.resize(size);
    return {values.data(), rows, cols};
  }
  DenseOperand operand(MatrixView<const float> m, const Context& context) {
    const std::size_t size =
        static_cast<std::size_t>(m.rows * m.cols) * sparse::rounded_bytes(context.precision());
    if (rounded.size() < size) rounded.resize(size);
    return {m, context.precision(), rounded.data(), context};
  }
};

/// A task's scratch: an operand tap by tap, and the other.
struct ConvolutionScratch {
  OperandMemory taps, other;
};

}  // namespace

/// The tokens that see each other, one stretch after another: sequences or documents.
class GroupedConvolution::Stretches {
 public:
  Stretches(const std::string& layer, const Activations& x, const TokenLayout& layout) {
    const Index sequence = layout.sequence, width = x.panel_width(), tokens = x.tokens();
    if (sequence < 1 || width < 1 || (width % sequence != 0 && sequence % width != 0) ||
        tokens % sequence != 0)
      throw ShapeError(layer + ": sequence is " + std::to_string(sequence) +
                       "; expected whole ones in " + std::to_string(tokens) +
                       " tokens that fit panels of " + std::to_string(width));
    if (!layout.documents.empty()) {
      add_documents(layer, layout, tokens);
      return;
    }
    const Index sequences = tokens / sequence;
    if (!layout.lengths.empty() && static_cast<Index>(layout.lengths.size()) != sequences)
      throw ShapeError(layer + ": lengths has " + std::to_string(layout.lengths.size()) +
                       " values; expected " + std::to_string(sequences) +
                       ", one for each sequence");
    for (Index s = 0; s < sequences; ++s) {
      const Index valid = layout.lengths.empty() ? sequence : layout.lengths[s];
      if (valid < 1 || valid > sequence)
        throw ShapeError(layer + ": length " + std::to_string(s) + " is " + std::to_string(valid) +
                         "; expected 1 to " + std::to_string(sequence));
      stretches_.push_back({s * sequence, (s + 1) * sequence, s * sequence + valid});
    }
  }

  /// Row i * kernel + j of `taps` := what feature `first_feature` + i of `x` is j - h tokens later,
  /// zero outside the stretch of each token. Where `valid_only`, what is past a length is zero too.
  void unroll(const Activations& x, Index panel, Index first_feature, Index kernel, bool valid_only,
              MatrixView<float> taps) const {
    const Index width = x.panel_width(), half = kernel / 2;
    std::fill_n(taps.data, taps.rows * taps.cols, 0.0f);
    for_each_in(x, panel, [&](const Stretch& stretch, Index lane, Index end_lane) {
      // Lanes of this panel, and past its borders those of the panels beside it.
      const Index begin = stretch.begin - panel * width;
      const Index end = (valid_only ? stretch.valid : stretch.end) - panel * width;
      for (Index r = 0; r < taps.rows; ++r) {
        const Index feature = first_feature + r / kernel, shift = r % kernel - half;
        float* const to = &taps(r, 0);
        const float* const own = x.row(panel, feature);
        Index from = std::max(lane + shift, begin);
        const Index last = std::min(end_lane + shift, end);
        const auto copy_outside = [&](Index until) {
          for (; from < until; ++from) {
            const Index token = panel * width + from;
            to[from - shift] = x.row(token / width, feature)[token % width];
          }
        };
        copy_outside(std::min<Index>(last, 0));
        const Index inside = std::min(last, width);
        if (from < inside) {
          std::copy(own + from, own + inside, to + from - shift);
          from = inside;
        }
        copy_outside(last);
      }
    });
  }

  /// dx := 0 past the lengths, of some features of a panel.
  void clear_invalid(Activations& dx, Index panel, Index first_feature, Index features) const {
    for_each_in(dx, panel, [&](const Stretch& stretch, Index lane, Index end_lane) {
      const Index first = std::max(lane, stretch.valid - panel * dx.panel_width());
      for (Index i = first_feature; first < end_lane && i < first_feature + features; ++i)
        std::fill(dx.row(panel, i) + first, dx.row(panel, i) + end_lane, 0.0f);
    });
  }

 private:
  /// By token: its first, the one behind its last, and the one behind the last that counts.
  struct Stretch {
    Index begin, end, valid;
  };

  void add_documents(const std::string& layer, const TokenLayout& layout, Index tokens) {
    if (!layout.lengths.empty())
      throw ShapeError(layer + ": lengths and documents; expected one of the two");
    Index first = 0;
    for (const Index document : layout.documents) {
      if (document < 1 || document > tokens - first)
        throw ShapeError(layer + ": a document of " + std::to_string(document) +
                         " tokens; expected 1 to " + std::to_string(tokens - first));
      stretches_.push_back({first, first + document, first + document});
      first += document;
    }
    if (first != tokens)
      throw ShapeError(layer + ": documents of " + std::to_string(first) +
                       " tokens; expected those of " + std::to_string(tokens));
  }

  /// Calls body(stretch, first lane, lane behind the last) for each stretch in a panel.
  template <typename Body>
  void for_each_in(const Activations& x, Index panel, const Body& body) const {
    const Index first = panel * x.panel_width(), end = first + x.used_lanes(panel);
    auto at = std::ranges::upper_bound(stretches_, first, {}, &Stretch::end);
    for (; at != stretches_.end() && at->begin < end; ++at)
      body(*at, std::max(at->begin, first) - first, std::min(at->end, end) - first);
  }

  std::vector<Stretch> stretches_;
};

GroupedConvolution::GroupedConvolution(const ConvolutionOptions& options, const Context& context)
    : context_(&context), kind_(layer_kind(options.name)), kernel_(options.kernel) {
  if (options.features < 1 || options.group < 1 || options.features % options.group != 0)
    throw ShapeError(options.name + ": groups of " + std::to_string(options.group) +
                     " features; expected a divisor of " + std::to_string(options.features));
  if (options.kernel < 1 || options.kernel % 2 == 0)
    throw ShapeError(options.name + ": kernel is " + std::to_string(options.kernel) +
                     "; expected an odd number of tokens");
  weight_.name = options.name + ".weight";
  checked_product(weight_.name, {options.features, options.group, options.kernel});
  weight_.make_dense({options.features, options.group * options.kernel});
  initialise_truncated_normal(weight_, options.initial_deviation, context.seed());
  bias_.name = options.name + ".bias";
  bias_.make_dense({options.features});
  bias_.weight_decay = false;
}

void GroupedConvolution::check(const Activations& x) const {
  weight_.check_lengths();
  bias_.check_lengths();
  sparse::PanelShape{x.tokens(), features(), x.panel_width()}.check(weight_.name, "x", x.shape());
}

void GroupedConvolution::forward(const Activations& x, const TokenLayout& layout,
                                 Activations& y) const {
  check(x);
  const Stretches stretches(weight_.name, x, layout);
  x.shape().check(weight_.name, "y", y.shape());
  sparse::expect_apart(weight_.name, {"y", y}, {{"x", x}});
  const ProfileSection section(context_->profile(), kind_, "forward", flops(x.tokens()));
  const Index width = x.panel_width(), size = group(), taps = size * kernel_;
  context_->parallel_for_in<SignalsBlocked>(x.panels() * groups(), [&](Index task) {
    const Index panel = task / groups(), first = task % groups() * size;
    const Reused<ConvolutionScratch> scratch;
    const MatrixView<float> unrolled = scratch->taps.matrix(taps, width);
    stretches.unroll(x, panel, first, kernel_, true, unrolled);
    for (Index o = first; o < first + size; ++o)
      std::fill_n(y.row(panel, o), width, bias_.values[o]);
    const MatrixView<const float> weight(weight_.values.data() + first * taps, size, taps);
    multiply(scratch->other.operand(weight, *context_), Transpose::kNo,
             scratch->taps.operand(unrolled, *context_), Transpose::kNo,
             {y.row(panel, first), size, width}, true, *context_);
  });
  y.clear_padding();
}

void GroupedConvolution::backward(const Activations& x, const TokenLayout& layout,
                                  const Activations& dy, Activations& dx) {
  check(x);
  const Stretches stretches(weight_.name, x, layout);
  x.shape().check(weight_.name, "dy", dy.shape());
  x.shape().check(weight_.name, "dx", dx.shape());
  sparse::expect_apart(weight_.name, {"dx", dx}, {{"x", x}, {"dy", dy}});
  const Index width = x.panel_width(), size = group(), taps = size * kernel_;
  {
    const ProfileSection section(context_->profile(), kind_, "weight gradient", flops(x.tokens()));
    context_->parallel_for_in<SignalsBlocked>(groups(), [&](Index g) {
      const Index first = g * size;
      const Reused<ConvolutionScratch> scratch;
      const MatrixView<float> unrolled = scratch->taps.matrix(taps, width);
      for (Index panel = 0; panel < x.panels(); ++panel) {
        stretches.unroll(x, panel, first, kernel_, true, unrolled);
        const MatrixView<const float> gradient(dy.row(panel, first), size, width);
        multiply(scratch->other.operand(gradient, *context_), Transpose::kNo,
                 scratch->taps.operand(unrolled, *context_), Transpose::kYes,
                 {weight_.gradient.data() + first * taps, size, taps}, true, *context_);
      }
    });
  }
  {
    // A convolution too, of dy with the group's weights from output to input, last tap first.
    const ProfileSection section(context_->profile(), kind_, "input gradient", flops(x.tokens()));
    context_->parallel_for_in<SignalsBlocked>(x.panels() * groups(), [&](Index task) {
      const Index panel = task / groups(), first = task % groups() * size;
      const Reused<ConvolutionScratch> scratch;
      const MatrixView<float> unrolled = scratch->taps.matrix(taps, width);
      const MatrixView<float> reversed = scratch->other.matrix(size, taps);
      const float* const weight = weight_.values.data() + first * taps;
      for (Index o = 0; o < size; ++o)
        for (Index i = 0; i < size; ++i)
          std::reverse_copy(weight + o * taps + i * kernel_, weight + o * taps + (i + 1) * kernel_,
                            &reversed(i, o * kernel_));
      stretches.unroll(dy, panel, first, kernel_, false, unrolled);
      multiply(scratch->other.operand(reversed, *context_), Transpose::kNo,
               scratch->taps.operand(unrolled, *context_), Transpose::kNo,
               {dx.row(panel, first), size, width}, false, *context_);
      stretches.clear_invalid(dx, panel, first, size);
    });
  }
  dx.clear_padding();
  const ProfileSection section(context_->profile(), kind_, "bias gradient");
  add_bias_gradient(dy, bias_.gradient, *context_);
}

}  // namespace espalier::models
