// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/layer_kernels.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <espalier/sparse/core/rng.h>

namespace espalier::models {
namespace {

float rounded(double value) { return static_cast<float>(value); }

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

void gelu_values(float* x, float* y, Index count) {
  for (Index i = 0; i < count; ++i) {
    const double v = x[i];
    const double distribution = 0.5 * std::erfc(-v / std::numbers::sqrt2);
    const double density = std::exp(-0.5 * v * v) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
    y[i] = rounded(v * distribution);
    x[i] = rounded(distribution + v * density);
  }
}

void gelu_tanh_values(float* x, float* y, Index count) {
  for (Index i = 0; i < count; ++i) {
    const double v = x[i];
    // Half of 1 + tanh(z / 2) is the sigmoid of z, which has no cancellation.
    const double factor = 2 * std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
    const double z = factor * (v + 0.044715 * v * v * v), s = sigmoid(z);
    y[i] = rounded(v * s);
    x[i] = rounded(s + v * s * sigmoid(-z) * factor * (1 + 3 * 0.044715 * v * v));
  }
}

void gelu_only(float* x, Index count) {
  for (Index i = 0; i < count; ++i) {
    float derivative = x[i];
    gelu_values(&derivative, &x[i], 1);
  }
}

void gelu_tanh_only(float* x, Index count) {
  for (Index i = 0; i < count; ++i) {
    float derivative = x[i];
    gelu_tanh_values(&derivative, &x[i], 1);
  }
}

void multiply_values(const float* x, const float* factor, float* y, Index count) {
  for (Index i = 0; i < count; ++i) y[i] = x[i] * factor[i];
}

void silu_values(float* x, float* y, Index count) {
  for (Index i = 0; i < count; ++i) {
    const double v = x[i], s = sigmoid(v);
    y[i] = rounded(v * s);
    x[i] = rounded(s + v * s * sigmoid(-v));
  }
}

void glu_values(float* gate, float* value, float* y, Index count) {
  for (Index i = 0; i < count; ++i) {
    const double g = gate[i], v = value[i], s = sigmoid(g);
    y[i] = rounded(v * s);
    gate[i] = rounded(v * s * sigmoid(-g));
    value[i] = rounded(s);
  }
}

void relu_values(float* x, Index count) {
  for (Index i = 0; i < count; ++i)
    if (x[i] < 0.0f) x[i] = 0.0f;
}

void pass_positive(const float* y, float* dy, Index count) {
  for (Index i = 0; i < count; ++i)
    if (y[i] <= 0.0f) dy[i] = 0.0f;
}

void mask_values(const DropoutMask& mask, Index first_row, Index first_column, const float* x,
                 Index x_stride, float* y, Index y_stride, Index rows, Index columns) {
  const Random random(mask.seed, mask.stream);
  for (Index r = 0; r < rows; ++r)
    for (Index t = 0; t < columns; ++t) {
      const auto row = static_cast<std::uint64_t>(first_row + r);
      const auto column = static_cast<std::uint64_t>(first_column + t);
      const std::uint32_t word = random.words((row / 8) << 32 | column)[row % 8 / 2];
      const auto half = static_cast<std::int32_t>(row % 2 == 0 ? word & 0xFFFF : word >> 16);
      y[r * y_stride + t] = half < mask.threshold ? 0.0f : x[r * x_stride + t] * mask.scale;
    }
}

void softmax(float* scores, Index keys, Index lanes, Index stride, float scale,
             float* inverse_sum) {
  for (Index t = 0; t < lanes; ++t) {
    double top = scores[t];
    for (Index k = 1; k < keys; ++k) top = std::fmax(top, scores[k * stride + t]);
    double sum = 0;
    for (Index k = 0; k < keys; ++k) {
      const double exponential = std::exp(scale * (scores[k * stride + t] - top));
      sum += exponential;
      scores[k * stride + t] = rounded(exponential);
    }
    inverse_sum[t] = rounded(1 / sum);
  }
}

float softmax_row(float* scores, Index keys, float scale) {
  float inverse_sum = 0;
  softmax(scores, keys, 1, 1, scale, &inverse_sum);
  return inverse_sum;
}

void scale_lanes(float* x, Index stride, const float* factor, Index rows, Index lanes) {
  for (Index r = 0; r < rows; ++r)
    for (Index t = 0; t < lanes; ++t) x[r * stride + t] *= factor[t];
}

void scale_and_dot(const float* dout, const float* out, Index stride, const float* factor,
                   Index rows, Index lanes, float* scaled, Index scaled_stride, float* dot) {
  for (Index t = 0; t < lanes; ++t) {
    double sum = 0;
    for (Index r = 0; r < rows; ++r) {
      const double value = static_cast<double>(dout[r * stride + t]) * factor[t];
      scaled[r * scaled_stride + t] = rounded(value);
      sum += value * out[r * stride + t];
    }
    dot[t] = rounded(sum);
  }
}

void multiply_lanes(const LaneProduct& p) {
  for (Index r = 0; r < p.rows; ++r)
    for (Index t = 0; t < p.lanes; ++t) {
      float& value = p.c[r * p.c_stride + t];
      double sum = p.accumulate ? value : 0.0;
      for (Index i = 0; i < p.depth; ++i)
        sum += static_cast<double>(p.a[r * p.a_row + i * p.a_depth]) * p.b[i * p.b_stride + t];
      value = rounded(sum);
    }
}

void softmax_gradient(float* gradient, const float* exponential, const float* dot, Index keys,
                      Index lanes, Index stride, float scale) {
  for (Index k = 0; k < keys; ++k)
    for (Index t = 0; t < lanes; ++t) {
      float& value = gradient[k * stride + t];
      value = rounded(static_cast<double>(exponential[k * stride + t]) * scale *
                      (static_cast<double>(value) - dot[t]));
    }
}

void forward_strip(float* x, const float* residual, float* y, const float* weight,
                   const float* bias, Index features, Index width, Index count, float epsilon,
                   float* inverse_deviation) {
  for (Index t = 0; t < count; ++t) {
    const auto sum_at = [&](Index f) {
      const double of_residual = residual == nullptr ? 0.0 : residual[f * width + t];
      return x[f * width + t] + of_residual;
    };
    double mean = 0, variance = 0;
    for (Index f = 0; f < features; ++f) mean += sum_at(f);
    mean /= static_cast<double>(features);
    for (Index f = 0; f < features; ++f) variance += (sum_at(f) - mean) * (sum_at(f) - mean);
    variance /= static_cast<double>(features);
    const double inverse = 1 / std::sqrt(variance + epsilon);
    inverse_deviation[t] = rounded(inverse);
    for (Index f = 0; f < features; ++f) {  // y may be the residual: read before it is written
      const double normalised = (sum_at(f) - mean) * inverse;
      x[f * width + t] = rounded(normalised);
      y[f * width + t] = rounded(normalised * weight[f] + bias[f]);
    }
  }
}

void normalise_strip(const float* x, const float* residual, float* y, const float* weight,
                     const float* bias, Index features, Index width, Index count, float epsilon) {
  std::vector<float> record(x, x + (features - 1) * width + count);
  std::vector<float> inverse_deviation(static_cast<std::size_t>(count));
  forward_strip(record.data(), residual, y, weight, bias, features, width, count, epsilon,
                inverse_deviation.data());
}

void normalise_row(const float* x, float* y, const float* weight, const float* bias, Index features,
                   float epsilon) {
  normalise_strip(x, nullptr, y, weight, bias, features, 1, 1, epsilon);
}

void backward_strip(const float* normalised, const float* dy, float* dx, const float* weight,
                    Index features, Index width, Index count, const float* inverse_deviation,
                    float* weight_sums, float* bias_sums) {
  for (Index f = 0; f < features; ++f) {
    double of_weight = 0, of_bias = 0;
    for (Index t = 0; t < count; ++t) {
      const double gradient = dy[f * width + t];
      of_weight += gradient * normalised[f * width + t];
      of_bias += gradient;
    }
    weight_sums[f] = rounded(weight_sums[f] + of_weight);
    bias_sums[f] = rounded(bias_sums[f] + of_bias);
  }
  for (Index t = 0; t < count; ++t) {
    double mean = 0, product = 0;
    for (Index f = 0; f < features; ++f) {
      const double gradient = static_cast<double>(dy[f * width + t]) * weight[f];
      mean += gradient;
      product += gradient * normalised[f * width + t];
    }
    mean /= static_cast<double>(features);
    product /= static_cast<double>(features);
    for (Index f = 0; f < features; ++f)  // dx may be dy
      dx[f * width + t] =
          rounded(inverse_deviation[t] * (static_cast<double>(dy[f * width + t]) * weight[f] -
                                          mean - normalised[f * width + t] * product));
  }
}

void reduce(float* logits, Index rows, Index columns, Index stride, const float* bias,
            float* maximum, float* sums, float* first) {
  for (Index t = 0; t < columns; ++t) {
    Index where = 0;
    for (Index r = 0; r < rows; ++r) {
      logits[r * stride + t] += bias[r];
      if (logits[where * stride + t] < logits[r * stride + t]) where = r;
    }
    const double top = logits[where * stride + t];
    double sum = 0;
    for (Index r = 0; r < rows; ++r) sum += std::exp(logits[r * stride + t] - top);
    maximum[t] = logits[where * stride + t];
    sums[t] = rounded(sum);
    first[t] = static_cast<float>(where);
  }
}

void probabilities(float* logits, Index rows, Index columns, Index stride, const float* log_sum,
                   float scale, float* row_sums) {
  for (Index r = 0; r < rows; ++r) {
    double sum = 0;
    for (Index t = 0; t < columns; ++t) {
      float& value = logits[r * stride + t];
      const double probability = std::exp(static_cast<double>(value) - log_sum[t]) * scale;
      sum += probability;
      value = rounded(probability);
    }
    row_sums[r] = rounded(row_sums[r] + sum);
  }
}

}  // namespace

LayerKernels reference_layer_kernels() noexcept {
  return {.activation = {&gelu_values, &gelu_tanh_values, &gelu_only, &gelu_tanh_only,
                         &multiply_values, &silu_values, &glu_values, &relu_values, &pass_positive},
          .dropout = {&mask_values},
          .attention = {&softmax, &softmax_row, &scale_lanes, &scale_and_dot, &softmax_gradient},
          .lane_product = {&multiply_lanes},
          .norm = {&forward_strip, &normalise_strip, &normalise_row, &backward_strip},
          .loss = {&reduce, &probabilities}};
}

}  // namespace espalier::models
