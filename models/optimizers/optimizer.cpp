// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/optimizer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <espalier/models/optimizers/optimizer_kernels.h>
#include <espalier/models/parameters/value_chunks.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>
#include <espalier/sparse/core/profile.h>

namespace espalier::models {
namespace {

constexpr auto kValuesOfTask = static_cast<std::size_t>(kChunkValues);

}  // namespace

Optimizer::Optimizer(std::string name, ParameterList parameters, const Common& common,
                     std::vector<std::string> state, const Context* context)
    : name_(std::move(name)),
      parameters_(std::move(parameters)),
      common_(common),
      state_names_(std::move(state)),
      context_(context) {
  buffers_.resize(parameters_.size());
  begins_.resize(parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& parameter = *parameters_[i];
    if (!positions_.emplace(&parameter, i).second)
      throw ConfigError(name_ + ": parameter " + parameter.name + " is listed twice; list it once");
    require_length(parameter, "gradients", parameter.gradient.size(), parameter.values.size());
    buffers_[i].resize(state_names_.size());
    for (AlignedVector<float>& buffer : buffers_[i]) buffer.resize(parameter.values.size());
  }
}

void Optimizer::require_length(const Parameter& parameter, const std::string& what,
                               std::size_t found, std::size_t expected) const {
  if (found == expected) return;
  throw ShapeError(name_ + ": " + parameter.name + " has " + std::to_string(found) + " " + what +
                   ", expected one for each of " + std::to_string(expected) + " values");
}

void Optimizer::require_lengths(std::size_t position, const StateBuffers& buffers) const {
  const Parameter& parameter = *parameters_[position];
  if (buffers.size() != state_names_.size())
    throw ShapeError(name_ + ": " + parameter.name + " has " + std::to_string(buffers.size()) +
                     " buffers of state, expected " + std::to_string(state_names_.size()));
  const std::size_t expected = kept_range(position, parameter.values.size()).size();
  for (std::size_t i = 0; i < buffers.size(); ++i)
    if (buffers[i].size() != expected)  // the text costs an allocation
      require_length(parameter, "values of " + state_names_[i], buffers[i].size(), expected);
}

Optimizer::Chunks Optimizer::chunks() const {
  Chunks result;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const std::size_t size = parameters_[i]->values.size();
    require_length(*parameters_[i], "gradients", parameters_[i]->gradient.size(), size);
    for (std::size_t begin = 0; begin < size; begin += kValuesOfTask)
      result.all.push_back({result.all.size(), i, begin, std::min(kValuesOfTask, size - begin)});
  }
  if (!slice_) {
    result.borders = {0, result.all.size()};
    return result;
  }
  result.slice = static_cast<std::size_t>(slice_->own);
  // Chunks lie in the order of their values, and no border cuts one.
  std::size_t at = 0, values = 0;
  for (const std::size_t border : slice_->slices.borders(parameters_)) {
    while (values < border) values += result.all[at++].count;
    result.borders.push_back(at);
  }
  return result;
}

OptimizerKernels Optimizer::kernels() const { return optimizer_kernels(context_); }

double Optimizer::gradient_norm() const { return gradient_norm(chunks()); }

double Optimizer::gradient_norm(const Chunks& chunks) const {
  std::vector<double> sums(chunks.all.size());
  const auto squares = kernels().sum_of_squares;
  for_each(chunks, [&](const Chunk& chunk) {
    sums[chunk.index] = squares(parameter(chunk).gradient.data() + chunk.begin, chunk.count);
  });
  gather(chunks, sums);
  return std::sqrt(total_of(chunks, sums));
}

double Optimizer::total_of(const Chunks& chunks, const std::vector<double>& sums) const {
  if (total_) {
    std::vector<std::vector<double>> squares(parameters_.size());
    for (const Chunk& chunk : chunks.all) squares[chunk.parameter].push_back(sums[chunk.index]);
    return total_(squares);
  }
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

StepResult Optimizer::step(double learning_rate, double gradient_scale) {
  if (!(learning_rate >= 0 && std::isfinite(learning_rate)))
    throw ConfigError(name_ + ": learning rate of a step is " + number_text(learning_rate) +
                      ", expected a finite number, at least 0");
  if (!std::isfinite(gradient_scale))
    throw ConfigError(name_ + ": gradient scale of a step is " + number_text(gradient_scale) +
                      ", expected a finite number");
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    require_lengths(i, buffers_[i]);
    begins_[i] = kept_range(i, parameters_[i]->values.size()).begin;
  }
  const Chunks work = chunks();
  const ProfileSection section(context_ == nullptr ? nullptr : context_->profile(), name_,
                               "update");

  StepResult result;
  result.gradient_norm = gradient_norm(work) * std::abs(gradient_scale);
  double scale = gradient_scale;
  double norm = result.gradient_norm;
  if (common_.gradient_clip > 0 && norm > common_.gradient_clip && std::isfinite(norm)) {
    scale *= common_.gradient_clip / norm;
    norm = common_.gradient_clip;
    // A subnormal factor is taken for zero where subnormal numbers are.
    result.applied = std::abs(scale) >= double{std::numeric_limits<float>::min()};
  }
  // The square of one gradient must be a finite float; false for NaN.
  result.applied &= norm * norm <= double{std::numeric_limits<float>::max()};
  if (!result.applied) {
    skip();
    return result;
  }

  ++steps_;
  if (common_.group_lasso > 0) shrink_blocks(learning_rate);
  update(work, learning_rate, scale);
  if (slice_) skip();  // the others' gradients, which no formula has cleared
  return result;
}

void Optimizer::shrink_blocks(double learning_rate) {
  constexpr double kEpsilon = 1e-6;  // of the source
  for (Parameter* parameter : parameters_) {
    if (!parameter->is_sparse() || !parameter->weight_decay) continue;
    const sparse::BlockShape shape = parameter->pattern->block();
    const auto block = static_cast<std::size_t>(shape.size());
    const double pull = learning_rate * common_.group_lasso * parameter->initial_deviation *
                        std::sqrt(std::sqrt(static_cast<double>(block)));
    const std::size_t blocks_per_chunk = std::max<std::size_t>(1, kChunkValues / block);
    const std::size_t blocks = parameter->values.size() / block;
    Chunks work;
    for (std::size_t begin = 0; begin < blocks; begin += blocks_per_chunk)
      work.all.push_back({work.all.size(), 0, begin, std::min(blocks_per_chunk, blocks - begin)});
    work.borders = {0, work.all.size()};  // blocks, which borders of slices may cut
    for_each(work, [&](const Chunk& chunk) {
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

void Optimizer::skip() {
  for (Parameter* parameter : parameters_)
    std::fill(parameter->gradient.begin(), parameter->gradient.end(), 0.0f);
}

std::size_t Optimizer::position(const Parameter& parameter) const {
  const auto found = positions_.find(&parameter);
  if (found == positions_.end())
    throw ConfigError(name_ + ": parameter " + parameter.name +
                      " is not one of this optimizer's; make the optimizer with it");
  return found->second;
}

void Optimizer::attach(const Parameter& parameter, sparse::WeightBuffers& weight) {
  for (AlignedVector<float>& buffer : buffers_[position(parameter)]) weight.attach(buffer);
}

const AlignedVector<float>& Optimizer::state(const Parameter& parameter,
                                             std::string_view name) const {
  if (slice_)
    throw ConfigError(name_ + ": keeps a slice of " + std::string(name) + " alone; gather it");
  const StateBuffers& buffers = buffers_[position(parameter)];
  const auto found = std::find(state_names_.begin(), state_names_.end(), name);
  if (found == state_names_.end())
    throw ConfigError(name_ + ": keeps no " + std::string(name) + " of " + parameter.name);
  return buffers[static_cast<std::size_t>(found - state_names_.begin())];
}

/// Of a parameter that has `length` values, those whose state is here.
ValueRange Optimizer::kept_range(std::size_t position, std::size_t length) const {
  if (!slice_) return {0, length};
  return slice_->slices.range(position, length, slice_->own);
}

void Optimizer::share_norm(TotalOfSquares total) {
  if (slice_ || !total)
    throw ConfigError(name_ + ": the norm is shared by a function, and without slices");
  total_ = std::move(total);
}

void Optimizer::keep_slice(OptimizerSlice slice) {
  if (total_) throw ConfigError(name_ + ": the norm is shared; keep no slice");
  if (slice_) throw ConfigError(name_ + ": keeps a slice already");
  if (slice.own < 0 || slice.own >= slice.slices.count())
    throw ConfigError(name_ + ": slice " + std::to_string(slice.own) + ", expected one of " +
                      std::to_string(slice.slices.count()));
  slice_ = std::move(slice);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const ValueRange kept = kept_range(i, parameters_[i]->values.size());
    for (AlignedVector<float>& buffer : buffers_[i]) {
      const auto first = buffer.begin() + static_cast<std::ptrdiff_t>(kept.begin);
      AlignedVector<float>(first, first + static_cast<std::ptrdiff_t>(kept.size())).swap(buffer);
    }
  }
}

/// Buffer `i` of a parameter that is as long as its state; `room` has what is not here.
std::span<const float> Optimizer::whole_state(std::size_t position, std::size_t i,
                                              AlignedVector<float>& room) const {
  const AlignedVector<float>& kept = buffers_[position][i];
  if (!slice_) return kept;
  const std::size_t length = parameters_[position]->values.size();
  room.resize(length);
  std::vector<std::span<std::byte>> parts;
  for (int s = 0; s < slice_->slices.count(); ++s) {
    const ValueRange range = slice_->slices.range(position, length, s);
    const std::span<float> part = std::span(room).subspan(range.begin, range.size());
    if (s == slice_->own) std::ranges::copy(kept, part.begin());
    parts.push_back(std::as_writable_bytes(part));
  }
  slice_->gather(parts);
  return room;
}

StateBuffers Optimizer::moved_state(const Parameter& parameter,
                                    const sparse::WeightChange& change) const {
  const std::size_t at = position(parameter);
  const ValueRange kept = kept_range(at, change.size());
  StateBuffers result;
  for (std::size_t i = 0; i < state_names_.size(); ++i) {
    AlignedVector<float> room, moved(change.size());
    change.move_moments(whole_state(at, i, room), moved);
    const auto first = moved.begin() + static_cast<std::ptrdiff_t>(kept.begin);
    result.emplace_back(first, first + static_cast<std::ptrdiff_t>(kept.size()));
  }
  return result;
}

void Optimizer::take_state(const Parameter& parameter, StateBuffers&& moved) noexcept {
  buffers_[positions_.find(&parameter)->second].swap(moved);
}

std::span<StateBuffers> Optimizer::begin_restore(Index steps) {
  if (steps < 0)
    throw ShapeError(name_ + ": step count is " + std::to_string(steps) + ", expected at least 0");
  slice_.reset();
  std::ranges::fill(begins_, 0);
  for (std::size_t i = 0; i < buffers_.size(); ++i)
    for (AlignedVector<float>& buffer : buffers_[i])
      replace_length(buffer, parameters_[i]->values.size());
  steps_ = steps;
  return buffers_;
}

}  // namespace espalier::models
