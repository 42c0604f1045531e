// SPDX-License-Identifier: Apache-2.0
#include "models/attention.h"

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "models/panel_shape.h"
#include "sparse/core/error.h"
#include "sparse/core/simd_targets.h"
#include "sparse/ops/gemm.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "models/attention.cpp"
#include <hwy/foreach_target.h>

#include "models/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {

// Queries lie in lanes, so that every reduction over keys or features is vertical. Four vectors at
// a time hide the latency of the additions.
constexpr int kVectors = 4;

template <int N>
HWY_INLINE void softmax_lanes(float* HWY_RESTRICT scores, Index keys, Index width, float scale,
                              float* HWY_RESTRICT inverse_sum) {
  Vector top[N], sum[N];
  for (int i = 0; i < N; ++i) {
    top[i] = load(scores + i * kLanes);
    sum[i] = set(0.0f);
  }
  for (Index k = 1; k < keys; ++k)
    for (int i = 0; i < N; ++i) top[i] = hn::Max(top[i], load(scores + k * width + i * kLanes));
  const Vector factor = set(scale * kLog2E);
  for (Index k = 0; k < keys; ++k)
    for (int i = 0; i < N; ++i) {
      float* at = scores + k * width + i * kLanes;
      const Vector e = exp2(hn::Mul(hn::Sub(load(at), top[i]), factor));
      sum[i] = hn::Add(sum[i], e);
      store(e, at);
    }
  for (int i = 0; i < N; ++i) store(hn::Div(set(1.0f), sum[i]), inverse_sum + i * kLanes);
}

/// scores [keys][width] := exp(scale * (score - maximum over keys)); inverse_sum [width] of it.
void softmax(float* scores, Index keys, Index width, float scale, float* inverse_sum) {
  Index lane = 0;
  for (; lane + kVectors * kLanes <= width; lane += kVectors * kLanes)
    softmax_lanes<kVectors>(scores + lane, keys, width, scale, inverse_sum + lane);
  for (; lane < width; lane += kLanes)
    softmax_lanes<1>(scores + lane, keys, width, scale, inverse_sum + lane);
}

/// x [rows][width] *= factor [width], lane by lane.
void scale_lanes(float* HWY_RESTRICT x, const float* HWY_RESTRICT factor, Index rows, Index width) {
  for (Index r = 0; r < rows; ++r)
    for (Index t = 0; t < width; t += kLanes)
      store(hn::Mul(load(x + r * width + t), load(factor + t)), x + r * width + t);
}

/// scaled := dout * factor, lane by lane; dot [width] := sum over rows of out * scaled.
void scale_and_dot(const float* dout, const float* out, const float* HWY_RESTRICT factor,
                   Index rows, Index width, float* HWY_RESTRICT scaled, float* HWY_RESTRICT dot) {
  for (Index t = 0; t < width; t += kLanes) {
    const Vector by = load(factor + t);
    Vector sum = set(0.0f);
    for (Index r = 0; r < rows; ++r) {
      const Vector value = hn::Mul(load(dout + r * width + t), by);
      store(value, scaled + r * width + t);
      sum = hn::MulAdd(value, load(out + r * width + t), sum);
    }
    store(sum, dot + t);
  }
}

/// gradient [keys][width] := exponential * (gradient - dot) * scale.
void softmax_gradient(float* HWY_RESTRICT gradient, const float* HWY_RESTRICT exponential,
                      const float* HWY_RESTRICT dot, Index keys, Index width, float scale) {
  const Vector factor = set(scale);
  for (Index k = 0; k < keys; ++k)
    for (Index t = 0; t < width; t += kLanes) {
      float* at = gradient + k * width + t;
      const Vector e = hn::Mul(load(exponential + k * width + t), factor);
      store(hn::Mul(e, hn::Sub(load(at), load(dot + t))), at);
    }
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {
namespace {

HWY_EXPORT(softmax);
HWY_EXPORT(scale_lanes);
HWY_EXPORT(scale_and_dot);
HWY_EXPORT(softmax_gradient);

using sparse::Activations;
using sparse::multiply;
using sparse::Transpose;

/// Extents of one head of one sequence. Its slice of q, k, v and out is one contiguous
/// [size][sequence] tile.
struct HeadShape {
  Index heads;
  Index size;
  Index sequence;

  HeadShape(const Activations& q, Index heads_)
      : heads(heads_), size(q.features() / heads_), sequence(q.panel_width()) {}

  float scale() const { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(size))); }
  float* tile(Activations& x, Index task) const { return x.row(task / heads, task % heads * size); }
  const float* tile(const Activations& x, Index task) const {
    return x.row(task / heads, task % heads * size);
  }
  /// The tile with its first `tokens` lanes only.
  MatrixView<const float> view(const Activations& x, Index task, Index tokens) const {
    return {tile(x, task), size, tokens, sequence};
  }
  MatrixView<float> view(Activations& x, Index task, Index tokens) const {
    return {tile(x, task), size, tokens, sequence};
  }
};

void check_operands(const char* function, const Activations& q, const Activations& k,
                    const Activations& v, const Activations& out, Index heads) {
  const PanelShape shape(q);
  shape.check(function, "k", k);
  shape.check(function, "v", v);
  shape.check(function, "out", out);
  if (heads < 1 || q.features() % heads != 0)
    throw ShapeError(std::string(function) + ": heads is " + std::to_string(heads) +
                     "; expected a divisor of " + std::to_string(q.features()) + " features");
  if (q.panel_width() > 0 && q.tokens() % q.panel_width() != 0)
    throw ShapeError(std::string(function) + ": q has " + std::to_string(q.tokens()) +
                     " tokens; expected whole sequences of " + std::to_string(q.panel_width()));
}

std::vector<Index> checked_lengths(std::span<const Index> lengths, const Activations& q) {
  if (lengths.empty())
    return std::vector<Index>(static_cast<std::size_t>(q.panels()), q.panel_width());
  if (static_cast<Index>(lengths.size()) != q.panels())
    throw ShapeError("attention_forward: lengths has " + std::to_string(lengths.size()) +
                     " values; expected " + std::to_string(q.panels()) + ", one for each sequence");
  for (std::size_t i = 0; i < lengths.size(); ++i)
    if (lengths[i] < 1 || lengths[i] > q.panel_width())
      throw ShapeError("attention_forward: length " + std::to_string(i) + " is " +
                       std::to_string(lengths[i]) + "; expected 1 to " +
                       std::to_string(q.panel_width()));
  return {lengths.begin(), lengths.end()};
}

/// Sets the lanes from `first` on to zero.
void clear_lanes(MatrixView<float> tile, Index first) {
  for (Index r = 0; r < tile.rows; ++r)
    std::fill(tile.row(r).begin() + first, tile.row(r).end(), 0.0f);
}

}  // namespace

void attention_forward(const Activations& q, const Activations& k, const Activations& v,
                       Index heads, std::span<const Index> lengths, Activations& out,
                       AttentionRecord& record, const Context& context) {
  check_operands("attention_forward", q, k, v, out, heads);
  record.lengths = checked_lengths(lengths, q);
  const HeadShape head(q, heads);
  const Index tasks = q.panels() * heads;
  const Index sequence = head.sequence;
  record.exponentials.resize(static_cast<std::size_t>(tasks * sequence * sequence));
  record.inverse_sums.resize(static_cast<std::size_t>(tasks * sequence));
  context.parallel_for(tasks, [&](Index task) {
    const Index keys = record.lengths[task / heads];
    float* inverse_sums = record.inverse_sums.data() + task * sequence;
    const MatrixView<float> scores(record.exponentials.data() + task * sequence * sequence, keys,
                                   sequence);
    multiply(head.view(k, task, keys), Transpose::kYes, head.view(q, task, sequence),
             Transpose::kNo, scores, false, context);
    HWY_DYNAMIC_DISPATCH(softmax)(scores.data, keys, sequence, head.scale(), inverse_sums);
    multiply(head.view(v, task, keys), Transpose::kNo, scores, Transpose::kNo,
             head.view(out, task, sequence), false, context);
    HWY_DYNAMIC_DISPATCH(scale_lanes)(head.tile(out, task), inverse_sums, head.size, sequence);
  });
}

void attention_backward(const Activations& q, const Activations& k, const Activations& v,
                        Index heads, const AttentionRecord& record, const Activations& out,
                        const Activations& dout, Activations& dq, Activations& dk, Activations& dv,
                        const Context& context) {
  check_operands("attention_backward", q, k, v, out, heads);
  const PanelShape shape(q);
  shape.check("attention_backward", "dout", dout);
  shape.check("attention_backward", "dq", dq);
  shape.check("attention_backward", "dk", dk);
  shape.check("attention_backward", "dv", dv);
  const HeadShape head(q, heads);
  const Index tasks = q.panels() * heads;
  const Index sequence = head.sequence;
  if (static_cast<Index>(record.lengths.size()) != q.panels() ||
      static_cast<Index>(record.inverse_sums.size()) != tasks * sequence)
    throw ShapeError("attention_backward: record holds " + std::to_string(record.lengths.size()) +
                     " sequences and " + std::to_string(record.inverse_sums.size()) +
                     " sums; expected " + std::to_string(q.panels()) + " and " +
                     std::to_string(tasks * sequence) + ", those of the forward pass");
  context.parallel_for(tasks, [&](Index task) {
    const Index keys = record.lengths[task / heads];
    const MatrixView<const float> exponentials(
        record.exponentials.data() + task * sequence * sequence, keys, sequence);
    // Scratch of this task, not initialised: dout / sum, then the gradient of the scores, then D.
    const Index tile_values = head.size * sequence;
    const auto scratch =
        hwy::AllocateAligned<float>(static_cast<std::size_t>(tile_values + (keys + 1) * sequence));
    const MatrixView<float> scaled(scratch.get(), head.size, sequence);
    const MatrixView<float> dscores(scaled.data + tile_values, keys, sequence);
    float* dot = dscores.data + keys * sequence;

    // With the factor 1 / sum moved from the probabilities to dout, E serves in their place.
    HWY_DYNAMIC_DISPATCH(scale_and_dot)
    (head.tile(dout, task), head.tile(out, task), record.inverse_sums.data() + task * sequence,
     head.size, sequence, scaled.data, dot);
    multiply(scaled, Transpose::kNo, exponentials, Transpose::kYes, head.view(dv, task, keys),
             false, context);
    multiply(head.view(v, task, keys), Transpose::kYes, scaled, Transpose::kNo, dscores, false,
             context);
    HWY_DYNAMIC_DISPATCH(softmax_gradient)
    (dscores.data, exponentials.data, dot, keys, sequence, head.scale());
    multiply(head.view(k, task, keys), Transpose::kNo, dscores, Transpose::kNo,
             head.view(dq, task, sequence), false, context);
    multiply(head.view(q, task, sequence), Transpose::kNo, dscores, Transpose::kYes,
             head.view(dk, task, keys), false, context);
    clear_lanes(head.view(dk, task, sequence), keys);
    clear_lanes(head.view(dv, task, sequence), keys);
  });
}

}  // namespace espalier::models
#endif  // HWY_ONCE
