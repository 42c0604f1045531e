// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <espalier/models/inference/int8_kernels.h>

namespace espalier::models {
namespace {

/// A token whose feature f is x[f * x_step] and becomes u[f / 4 * u_step + f % 4].
Int8Scale round_strided(const float* x, Index x_step, Index features, std::uint8_t* u,
                        Index u_step) {
  const auto rounded = [&](Index f) -> std::uint8_t& {
    return u[f / kInt8Inputs * u_step + f % kInt8Inputs];
  };
  float low = 0, high = 0;
  for (Index f = 0; f < features; ++f) {
    const float value = x[f * x_step];
    if (!std::isfinite(value)) {
      for (Index i = 0; i < features; ++i) rounded(i) = 0;
      return Int8Scale::of_nonfinite();
    }
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const Int8Scale scale = Int8Scale::of(low, high);
  for (Index f = 0; f < features; ++f)
    rounded(f) = static_cast<std::uint8_t>(std::lrint(x[f * x_step] * scale.inverse) + scale.zero);
  return scale;
}

void round_lanes(const Int8Rounding& task) {
  for (Index l = 0; l < kInt8Lanes; ++l) {
    const Int8Scale scale = round_strided(task.x + l, task.stride, task.features,
                                          task.u + l * kInt8Inputs, kInt8Lanes * kInt8Inputs);
    task.steps[l] = scale.step;
    task.zeros[l] = scale.zero;
  }
}

Int8Scale round_token(std::span<const float> x, std::uint8_t* u) {
  return round_strided(x.data(), 1, static_cast<Index>(x.size()), u, kInt8Inputs);
}

/// Output `row` of a token whose inputs lie in groups of four, `u_step` apart.
float output_of(const Int8Rows& rows, Index row, const std::uint8_t* u, Index u_step, float step,
                std::int32_t zero) {
  const Index line = row / rows.block, in_block = row % rows.block;
  std::int32_t sum = -zero * rows.row_sums[row];
  for (Index e = rows.offsets[line]; e < rows.offsets[line + 1]; ++e)
    for (Index c = 0; c < rows.block; ++c) {
      const Index input = rows.columns[e] * rows.block + c;
      sum +=
          rows.values[e * rows.block * rows.block +
                      (c / kInt8Inputs * rows.block + in_block) * kInt8Inputs + c % kInt8Inputs] *
          u[input / kInt8Inputs * u_step + input % kInt8Inputs];
    }
  return std::fma(static_cast<float>(sum), step * rows.row_steps[row],
                  rows.bias == nullptr ? 0.0f : rows.bias[row]);
}

void multiply_groups(const Int8Rows& rows, const Int8Groups& groups) {
  for (Index row = rows.first_row * rows.block; row < rows.end_row * rows.block; ++row)
    for (Index lane = 0; lane < groups.count * kInt8Lanes; ++lane) {
      const std::uint8_t* const u = groups.u + lane / kInt8Lanes * groups.features * kInt8Lanes +
                                    lane % kInt8Lanes * kInt8Inputs;
      groups.y[row * groups.stride + lane] =
          output_of(rows, row, u, kInt8Lanes * kInt8Inputs, groups.steps[lane], groups.zeros[lane]);
    }
}

void multiply_token(const Int8Rows& rows, const std::uint8_t* u, const Int8Scale& scale, float* y) {
  for (Index row = rows.first_row * rows.block; row < rows.end_row * rows.block; ++row)
    y[row] = output_of(rows, row, u, kInt8Inputs, scale.step, scale.zero);
}

}  // namespace

Int8Kernels reference_int8_kernels() noexcept {
  return {&round_lanes, &round_token, &multiply_groups, &multiply_token};
}

}  // namespace espalier::models
