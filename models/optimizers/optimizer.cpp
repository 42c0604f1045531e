// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/optimizer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <espalier/models/optimizers/adamw_kernel.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

// Values that one task updates: four arrays of 64 KiB, which a core's second-level cache holds, and
// enough work (some microseconds) to hide the cost of a task. A multiple of every vector length, so
// that chunks start on cache lines.
constexpr std::size_t kChunk = 16384;

[[noreturn]] void bad_option(const std::string& name, double found, const std::string& expected) {
  throw ConfigError("AdamW: " + name + " is " + std::to_string(found) + ", expected " + expected);
}

void require_rate(const std::string& name, double value) {
  if (!(value >= 0 && std::isfinite(value))) bad_option(name, value, "a finite number, at least 0");
}

void require_beta(const std::string& name, double value) {
  if (!(value >= 0 && value < 1)) bad_option(name, value, "a number in [0, 1)");
}

void require_length(const Parameter& parameter, const char* what, std::size_t found) {
  if (found == parameter.values.size()) return;
  throw ShapeError("AdamW: " + parameter.name + " has " + std::to_string(found) + " " + what +
                   ", expected one for each of its " + std::to_string(parameter.values.size()) +
                   " values");
}

void require_lengths(const Parameter& parameter, const Moments& moments) {
  require_length(parameter, "first moments", moments.first.size());
  require_length(parameter, "second moments", moments.second.size());
}

void require_step_count(Index steps) {
  if (steps < 0) {
    throw ShapeError("AdamW: step count is " + std::to_string(steps) + ", expected at least 0");
  }
}

}  // namespace

AdamW::AdamW(ParameterList parameters, const AdamWOptions& options, const Context* context)
    : parameters_(std::move(parameters)), options_(options), context_(context) {
  require_rate("learning_rate", options.learning_rate);
  require_beta("beta1", options.beta1);
  require_beta("beta2", options.beta2);
  if (!(static_cast<float>(options.epsilon) > 0 && std::isfinite(options.epsilon))) {
    bad_option("epsilon", options.epsilon, "a positive finite number");
  }
  require_rate("weight_decay", options.weight_decay);
  require_rate("max_gradient_norm", options.max_gradient_norm);
  require_rate("group_lasso", options.group_lasso);

  moments_.resize(parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& parameter = *parameters_[i];
    if (!positions_.emplace(&parameter, i).second) {
      throw ConfigError("AdamW: parameter " + parameter.name + " is listed twice, expected once");
    }
    require_length(parameter, "gradients", parameter.gradient.size());
    moments_[i].first.resize(parameter.values.size());
    moments_[i].second.resize(parameter.values.size());
  }
}

std::vector<AdamW::Chunk> AdamW::chunks() const {
  std::vector<Chunk> result;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    require_length(*parameters_[i], "gradients", parameters_[i]->gradient.size());
    const std::size_t size = parameters_[i]->values.size();
    for (std::size_t begin = 0; begin < size; begin += kChunk) {
      result.push_back({i, begin, std::min(kChunk, size - begin)});
    }
  }
  return result;
}

template <typename Body>
void AdamW::for_each(const std::vector<Chunk>& chunks, const Body& body) const {
  const auto count = static_cast<Index>(chunks.size());
  if (context_ != nullptr) return context_->parallel_for(count, body);
  // As a context computes: moments that fade away would pass through slow subnormals.
  const FloatMode mode(true);
  for (Index i = 0; i < count; ++i) body(i);
}

double AdamW::gradient_norm() const { return gradient_norm(chunks()); }

double AdamW::gradient_norm(const std::vector<Chunk>& chunks) const {
  std::vector<double> sums(chunks.size());
  for_each(chunks, [&](Index i) {
    const Chunk& chunk = chunks[static_cast<std::size_t>(i)];
    sums[static_cast<std::size_t>(i)] =
        sum_of_squares(parameters_[chunk.parameter]->gradient.data() + chunk.begin, chunk.count);
  });
  double total = 0;
  for (const double sum : sums) total += sum;
  return std::sqrt(total);
}

StepResult AdamW::step(double learning_rate, double gradient_scale) {
  require_rate("learning rate of a step", learning_rate);
  if (!std::isfinite(gradient_scale)) {
    bad_option("gradient scale of a step", gradient_scale, "a finite number");
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    require_lengths(*parameters_[i], moments_[i]);
  }
  const std::vector<Chunk> work = chunks();

  StepResult result;
  result.gradient_norm = gradient_norm(work) * std::abs(gradient_scale);
  double scale = gradient_scale;
  double norm = result.gradient_norm;
  if (options_.max_gradient_norm > 0 && norm > options_.max_gradient_norm && std::isfinite(norm)) {
    scale *= options_.max_gradient_norm / norm;
    norm = options_.max_gradient_norm;
  }
  // The square of one gradient must be a finite float; false for NaN.
  result.applied = norm * norm <= double{std::numeric_limits<float>::max()};
  if (!result.applied) {
    skip();
    return result;
  }

  ++steps_;
  if (options_.group_lasso > 0) shrink_blocks(learning_rate);
  const double correction1 = 1 - std::pow(options_.beta1, static_cast<double>(steps_));
  const double correction2 = 1 - std::pow(options_.beta2, static_cast<double>(steps_));
  AdamWConstants constants{};
  constants.gradient_scale = static_cast<float>(scale);
  constants.first_decay = static_cast<float>(options_.beta1);
  constants.first_rate = static_cast<float>(1 - options_.beta1);
  constants.second_decay = static_cast<float>(options_.beta2);
  constants.second_rate = static_cast<float>(1 - options_.beta2);
  constants.inverse_root = static_cast<float>(1 / std::sqrt(correction2));
  constants.epsilon = static_cast<float>(options_.epsilon);
  constants.step_size = static_cast<float>(learning_rate / correction1);
  const auto decay = static_cast<float>(learning_rate * options_.weight_decay);
  for_each(work, [&](Index i) {
    const Chunk& chunk = work[static_cast<std::size_t>(i)];
    Parameter& parameter = *parameters_[chunk.parameter];
    Moments& moments = moments_[chunk.parameter];
    AdamWConstants own = constants;
    own.decay = parameter.weight_decay ? decay : 0.0f;
    adamw_update(own, parameter.values.data() + chunk.begin,
                 parameter.gradient.data() + chunk.begin, moments.first.data() + chunk.begin,
                 moments.second.data() + chunk.begin, chunk.count);
  });
  return result;
}

void AdamW::shrink_blocks(double learning_rate) {
  constexpr double kEpsilon = 1e-6;  // of the source
  for (Parameter* parameter : parameters_) {
    if (!parameter->is_sparse() || !parameter->weight_decay) continue;
    const sparse::BlockShape shape = parameter->pattern->block();
    const auto block = static_cast<std::size_t>(shape.size());
    const double pull = learning_rate * options_.group_lasso * parameter->initial_deviation *
                        std::sqrt(std::sqrt(static_cast<double>(block)));
    const std::size_t blocks_per_chunk = std::max<std::size_t>(1, kChunk / block);
    const std::size_t blocks = parameter->values.size() / block;
    std::vector<Chunk> work;
    for (std::size_t begin = 0; begin < blocks; begin += blocks_per_chunk)
      work.push_back({0, begin, std::min(blocks_per_chunk, blocks - begin)});
    for_each(work, [&](Index i) {
      const Chunk& chunk = work[static_cast<std::size_t>(i)];
      for (std::size_t b = chunk.begin; b < chunk.begin + chunk.count; ++b) {
        float* const w = parameter->values.data() + b * block;
        double squares = 0;
        for (std::size_t j = 0; j < block; ++j) squares += double{w[j]} * double{w[j]};
        const auto factor =
            static_cast<float>(std::max(0.0, 1 - pull / std::sqrt(squares + kEpsilon)));
        for (std::size_t j = 0; j < block; ++j) w[j] *= factor;
      }
    });
  }
}

void AdamW::skip() {
  for (Parameter* parameter : parameters_) {
    std::fill(parameter->gradient.begin(), parameter->gradient.end(), 0.0f);
  }
}

std::size_t AdamW::position(const Parameter& parameter) const {
  const auto found = positions_.find(&parameter);
  if (found == positions_.end()) {
    throw ConfigError("AdamW: parameter " + parameter.name +
                      " is not one of this optimizer's, expected one that it was made with");
  }
  return found->second;
}

void AdamW::attach(const Parameter& parameter, sparse::EvolvableWeight& weight) {
  Moments& moments = moments_[position(parameter)];
  weight.attach(moments.first);
  weight.attach(moments.second);
}

const Moments& AdamW::moments(const Parameter& parameter) const {
  return moments_[position(parameter)];
}

void AdamW::restore(Index steps, std::vector<Moments> moments) {
  require_step_count(steps);
  if (moments.size() != moments_.size()) {
    throw ShapeError("AdamW: " + std::to_string(moments.size()) + " pairs of moments, expected " +
                     std::to_string(moments_.size()));
  }
  for (std::size_t i = 0; i < moments.size(); ++i) require_lengths(*parameters_[i], moments[i]);
  for (std::size_t i = 0; i < moments.size(); ++i) {
    moments_[i].first.swap(moments[i].first);
    moments_[i].second.swap(moments[i].second);
  }
  steps_ = steps;
}

std::span<Moments> AdamW::begin_restore(Index steps) {
  require_step_count(steps);
  for (std::size_t i = 0; i < moments_.size(); ++i) {
    replace_length(moments_[i].first, parameters_[i]->values.size());
    replace_length(moments_[i].second, parameters_[i]->values.size());
  }
  steps_ = steps;
  return moments_;
}

}  // namespace espalier::models
