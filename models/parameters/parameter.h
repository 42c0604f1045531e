// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/topology/gradient_operands.h>

namespace espalier::models {

/// One trainable tensor, its gradient and, if it is sparse, its pattern. Owned by a layer;
/// optimizers and checkpoints refer to it by address, so it neither moves nor is copied.
///
/// A dense parameter holds its values row-major. A sparse one holds the values of the stored blocks
/// in pattern order; `shape` is that of the dense matrix either way. Gradients are *added to* by
/// every backward pass and cleared by the optimizer after its step.
struct Parameter {
  Parameter() = default;
  Parameter(const Parameter&) = delete;
  Parameter& operator=(const Parameter&) = delete;

  std::string name;          ///< as Hugging Face BERT names it, such as "...query.weight"
  std::vector<Index> shape;  ///< extents of the dense tensor
  AlignedVector<float> values;
  AlignedVector<float> gradient;  ///< as long as `values`
  sparse::PatternPtr pattern;     ///< null: dense
  /// Operands of the gradient that a linear layer keeps during a step, on request.
  sparse::GradientOperands operands;
  double initial_deviation = 0;  ///< of the distribution that the values started from
  bool weight_decay = true;      ///< false for biases and norms
  bool fixed_pattern = false;    ///< true: topology policies leave it alone (`evolvable`)
  /// Called after a topology edit or a checkpoint has replaced `pattern` and `values`.
  std::function<void()> pattern_changed;

  bool is_sparse() const { return pattern != nullptr; }
  /// Values of the dense tensor, stored or not. Throws ShapeError if no array can have so many.
  Index positions() const;
  /// Gives it this shape, all values and gradients zero. Throws ShapeError if an extent is negative
  /// or no array can have so many values.
  void make_dense(std::vector<Index> extents);
  /// Throws ShapeError unless values and gradient have the length that shape or pattern gives.
  /// Every pass of a layer calls it, since any holder of the parameter can change both.
  void check_lengths() const;
};

/// Gives a buffer another length without ever holding both; its values are then unspecified.
inline void replace_length(AlignedVector<float>& buffer, std::size_t length) {
  if (buffer.size() == length) return;
  AlignedVector<float>().swap(buffer);
  buffer.resize(length);
}

/// The parameters of a model in a fixed order. Names are unique.
using ParameterList = std::vector<Parameter*>;

/// Told how far a backward pass has come: it adds no more to the gradients of `first` and of all
/// that follow it in the model's list.
using BackwardProgress = std::function<void(const Parameter& first)>;

}  // namespace espalier::models
// Tested by tests/models/layers/linear_test.cpp
