// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Settings of a grouped convolution.
struct ConvolutionOptions {
  std::string name = "convolution";  ///< prefix of the parameters' names; also seeds their streams
  Index features = 0;                ///< of input and output, which have as many
  Index group = 16;                  ///< features of a group; outputs see the inputs of their group
  Index kernel = 7;  ///< tokens that an output sees, centred on its own: an odd number
  double initial_deviation = 0.02;  ///< of the truncated normal from which weights are drawn
};

/// The sequences or documents whose tokens see each other; spans as in `attention_forward`.
struct TokenLayout {
  Index sequence = 0;
  std::span<const Index> lengths = {};    ///< valid tokens of each sequence; empty: all
  std::span<const Index> documents = {};  ///< not together with lengths; empty: the sequences
};

/// Grouped convolution along the tokens of each sequence, with as many outputs as inputs ("same"
/// padding).
///   y[o, t] = b[o] + sum over i < group, j < kernel of W[o, i, j] x[g(o) + i, t + j - h]
///   input gradient    dx[g(o) + i, t] = sum over o of the group, j of W[o, i, j] dy[o, t - j + h]
///   weight gradient   dW[o, i, j] += sum over t of dy[o, t] x[g(o) + i, t + j - h]
///   bias gradient     db[o] += sum over t of dy[o, t]
/// with h = (kernel - 1) / 2 and g(o) the first feature of o's group. x counts as zero outside its
/// sequence, or its document where a sequence holds several, and past the sequence's length,
/// whatever is there; dx is zero past the length.
/// Shapes: x, y [features, tokens] in panels that fit the sequences (`sequence_panel_width`); the
/// weight is [features, group * kernel], the taps of an input side by side: the values of PyTorch's
/// Conv1d [features, group, kernel] in their order. Always dense: it has group * kernel values for
/// each feature, where a linear layer has as many as there are features.
///
/// Weights start from a normal truncated at two deviations, biases at zero. In bfloat16 the
/// operands of the products are rounded, as in `Linear`. Results do not depend on the number of
/// threads: each panel of a group is computed by one thread, and weight gradients are summed panel
/// by panel. A group's inputs are laid out tap by tap, and the rest are three dense products
/// (`sparse::multiply`), as which they round and do not depend on threads like all others. Cost: 2
/// tokens features group kernel FLOP for each product, and one pass over kernel copies of its
/// operand. The layer keeps a reference to `context`, which must outlive it. Source: Chelombiev et
/// al. 2021, "GroupBERT: enhanced transformer architecture with efficient grouped structures",
/// section 3; PyTorch's Conv1d.
class GroupedConvolution {
 public:
  /// Throws ShapeError unless extents are positive, the group divides the features, the kernel is
  /// odd and an array can have so many values.
  GroupedConvolution(const ConvolutionOptions& options, const Context& context);
  GroupedConvolution(const ConvolutionOptions& options, const Context&& context) = delete;
  GroupedConvolution(const GroupedConvolution&) = delete;
  GroupedConvolution& operator=(const GroupedConvolution&) = delete;

  Index features() const { return weight_.shape[0]; }
  Index group() const { return weight_.shape[1] / kernel_; }
  Index kernel() const { return kernel_; }
  /// Weight and bias.
  ParameterList parameters() { return {&weight_, &bias_}; }

  /// Overwrites `y`. Throws ShapeError, which begins with the name of the weight, if shapes
  /// disagree, `y` overlaps `x`, the tokens are not whole sequences, these do not fit the panels, a
  /// length is outside 1 to the sequence, documents are not all tokens or stand beside lengths, or
  /// a parameter has lost its length. Safe to call concurrently.
  void forward(const sparse::Activations& x, const TokenLayout& layout,
               sparse::Activations& y) const;
  /// Adds to the gradients of weight and bias and overwrites `dx`. `x` and `layout` are what
  /// forward was given; `dx` must overlap neither operand. Throws as forward does.
  void backward(const sparse::Activations& x, const TokenLayout& layout,
                const sparse::Activations& dy, sparse::Activations& dx);

 private:
  class Stretches;

  Index groups() const { return features() / group(); }
  void check(const sparse::Activations& x) const;
  /// FLOPs of one of the three products for so many tokens.
  double flops(Index tokens) const {
    return 2.0 * static_cast<double>(tokens) * static_cast<double>(weight_.values.size());
  }

  const Context* context_;
  std::string kind_;  ///< in profiles
  Index kernel_;
  Parameter weight_;
  Parameter bias_;
};

}  // namespace espalier::models
