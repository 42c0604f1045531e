// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_csr_matrix.h>
#include <espalier/sparse/ops/linear_plain.h>
#include <espalier/sparse/ops/product_plan.h>

namespace espalier::models {

/// Settings of a linear layer.
struct LinearOptions {
  /// Prefix of the parameters' names; also seeds their streams. One for each layer of a model: two
  /// of one name and shape start from the same pattern and values.
  std::string name = "linear";
  Index in = 0;   ///< input features
  Index out = 0;  ///< output features
  /// Number of groups into which inputs and outputs are cut; outputs see the inputs of their group
  /// only.
  Index groups = 1;
  Index block = 16;      ///< block size of a sparse layer: 1, 2, 4, 8 or 16
  double density = 1.0;  ///< stored / total in (0, 1]; exactly 1 makes a dense layer
  /// The pattern to start from, which may be full; it replaces block and density. Null: a random
  /// one of `density`, or a dense layer.
  sparse::PatternPtr pattern = nullptr;
  bool bias = true;
  double initial_deviation = 0.02;  ///< of the truncated normal that weights start from
};

/// Gives the starting pattern of the weight with this name and shape; null for a dense weight.
using PatternSource =
    std::function<sparse::PatternPtr(const std::string& weight, Index out, Index in)>;

/// A copy of activations in bfloat16 or float16. The first sparse layer that reads the activations
/// makes it, and all others that are given it use it, forward and backward. It stays empty in
/// float32 and where only dense layers read the activations. The owner clears it when they change.
struct RoundedInput {
  sparse::Panels<BFloat16> bfloat16;
  sparse::Activations float16;  ///< as floats
  bool made = false;

  void clear() { made = false; }
};

/// Linear layer y = W x + b whose weight is dense or block-sparse.
///   forward          y[o, t]  = b[o] + sum over i of W[o, i] x[i, t]
///   input gradient   dx[i, t] = sum over o of W[o, i] dy[o, t]
///   weight gradient  dW[o, i] += sum over t of dy[o, t] x[i, t]   at stored positions only
///   bias gradient    db[o]    += sum over t of dy[o, t]
/// Shapes: W [out, in], x [in, tokens], y [out, tokens].
///
/// The W of a grouped layer is block-diagonal, and only its diagonal exists: the weight is [out, in
/// / groups], whose row o belongs to the inputs from floor(o groups / out) in / groups on, as in
/// PyTorch's Conv1d of kernel 1. Density, pattern and every move of a pattern concern this smaller
/// matrix: no pattern can grow what a dense grouped layer does not have. Its blocks are 16 or
/// smaller and divide out / groups and in / groups.
///
/// If the precision of the context is bfloat16 or float16, the operands W, x and dy of the three
/// products are rounded to it, each value once. Products are exact in float; sums, results, the
/// weights themselves and all gradients are float. The bias and its gradient are not rounded.
/// torch.autocast differs in one point: it rounds the results too. Values too large for float16
/// become infinite, and the gradients with them (see LossScaler). Source: Micikevicius et al. 2018,
/// "Mixed precision training"; Kalamkar et al. 2019, "A study of BFLOAT16 for deep learning
/// training".
///
/// Weights start from a normal truncated at two deviations, whatever the density (Dietrich et al.
/// 2021, Fig. 9: correcting for it gives no gain); biases start at zero. A sparse layer starts from
/// a random pattern of exact size unless it is given one. Both are pure functions of
/// (context.seed(), name). The layer keeps a reference to `context`, which must outlive it. The
/// layer must not move, since optimizers refer to its parameters.
class Linear {
 public:
  /// Throws ConfigError if density is not in (0, 1] or the deviation is negative or not finite,
  /// ShapeError if an extent is not positive, the groups do not divide the extents, the block does
  /// not divide those of a group or has no kernel, a given pattern is not [out, in / groups], or no
  /// array can have so many values.
  Linear(const LinearOptions& options, const Context& context);
  Linear(const LinearOptions& options, const Context&& context) = delete;
  Linear(const Linear&) = delete;
  Linear& operator=(const Linear&) = delete;

  Linear(Linear&&) = delete;

  Index in() const { return weight_.shape[1] * groups_; }
  Index out() const { return weight_.shape[0]; }
  Index groups() const { return groups_; }
  bool is_sparse() const { return weight_.is_sparse(); }
  /// Stored / total of the weight; 1 for a dense layer.
  double density() const;

  Parameter& weight() { return weight_; }
  const Parameter& weight() const { return weight_; }
  /// Weight and, if there is one, bias.
  ParameterList parameters();

  /// Replaces the weight by a dense matrix [out, in / groups]; a sparse layer keeps its pattern and
  /// takes the values at stored positions. Clears its gradient. Throws ShapeError, and changes
  /// nothing, if the extents differ or any value is not finite.
  void set_weight(MatrixView<const float> weight);
  /// Replaces pattern and values of a sparse layer; clears the gradient. An optimizer that was made
  /// for the old pattern, or a view of it, must be made anew. Throws ShapeError, and changes
  /// nothing, if the layer is dense, the extents differ, the block has no kernel or any value is
  /// not finite.
  void set_weight(const sparse::BlockCsrMatrix<float>& weight);

  /// Panels in, panels out; overwrites `y`. Throws ShapeError if shapes disagree, `y` overlaps `x`
  /// or a parameter has lost its length; the message begins with the name of the weight. Safe to
  /// call concurrently, but not with the same `rounded`: if given, a copy of `x` that others share.
  void forward(const sparse::Activations& x, sparse::Activations& y,
               RoundedInput* rounded = nullptr) const;
  /// Adds to the gradients of weight and bias and, unless `dx` is null, writes the input gradient
  /// there, or adds it if `accumulate_dx`. `x` and `rounded` are what forward was given. The
  /// padding of `dy` must be zero and that of `x` finite: gradients are sums over all lanes. Throws
  /// as forward does; then nothing has changed.
  void backward(const sparse::Activations& x, const sparse::Activations& dy,
                sparse::Activations* dx, bool accumulate_dx = false,
                const RoundedInput* rounded = nullptr);
  /// The input gradient alone, to the bit that of `backward`; no gradient of a parameter changes.
  /// Throws as forward does.
  void input_gradient(const sparse::Activations& dy, sparse::Activations& dx) const;

  /// Forward for users without panels: x [in, tokens], result [out, tokens]. The input is kept for
  /// `backward`. A sparse layer packs, multiplies and unpacks a panel at a time (see linear_plain);
  /// a dense one, and any that rounds, all of them first, which costs one pass over x and y.
  Eigen::MatrixXf forward(const Eigen::Ref<const Eigen::MatrixXf>& x) {
    Eigen::MatrixXf y(out(), x.cols());
    forward_plain(tokens_of(x), tokens_of(y));
    return y;
  }
  /// Gradient of the last forward: dy [out, tokens], result [in, tokens]; adds to the parameters'
  /// gradients, whose sums may be rounded in another order than those of panels. Throws ShapeError
  /// if there was no forward or its number of tokens differs.
  Eigen::MatrixXf backward(const Eigen::Ref<const Eigen::MatrixXf>& dy) {
    Eigen::MatrixXf dx(in(), dy.cols());
    backward_plain(tokens_of(dy), tokens_of(dx));
    return dx;
  }

 private:
  // Where Eigen's memory comes from depends on the flags of who compiles it (-march=native): so its
  // matrices are made and freed by the caller's code alone, and the library knows none.
  /// They are column-major, so a token's features are contiguous: [tokens, features].
  static MatrixView<const float> tokens_of(const Eigen::Ref<const Eigen::MatrixXf>& x) {
    return {x.data(), x.cols(), x.rows(), x.outerStride()};
  }
  static MatrixView<float> tokens_of(Eigen::MatrixXf& x) { return {x.data(), x.cols(), x.rows()}; }

  bool has_bias() const { return !bias_.shape.empty(); }
  void check_lengths() const;
  MatrixView<const float> dense_weight() const;
  sparse::ProductPlan plan_of(const sparse::PatternPtr& pattern) const;
  void keep_operands(const sparse::Activations& x, const sparse::Activations& dy);
  bool rounds() const { return context_->precision() != Precision::kFloat32; }
  /// The products of a sparse layer that rounds, with operands of type T: bfloat16 or, as floats,
  /// float16.
  template <typename T>
  void forward_rounded(const sparse::Activations& x, sparse::Activations& y,
                       RoundedInput* rounded) const;
  template <typename T>
  void backward_rounded(const sparse::Activations& x, const sparse::Activations& dy,
                        sparse::Activations* dx, bool accumulate_dx, const RoundedInput* rounded);
  /// The product of the input gradient, of operands that are not rounded beforehand, or are.
  void multiply_transposed(const sparse::Activations& dy, sparse::Activations& dx,
                           bool accumulate) const;
  template <typename T>
  void multiply_transposed_rounded(const RoundedInput& dy, sparse::Activations& dx,
                                   bool accumulate) const;
  void forward_plain(MatrixView<const float> x, MatrixView<float> y);
  void backward_plain(MatrixView<const float> dy, MatrixView<float> dx);

  /// Of a product with so many tokens.
  double flops(Index tokens) const {
    return 2.0 * static_cast<double>(tokens) * static_cast<double>(weight_.values.size());
  }

  const Context* context_;
  std::string kind_;  ///< in profiles
  Index groups_;
  Parameter weight_;
  Parameter bias_;                           // no shape: no bias
  std::optional<sparse::ProductPlan> plan_;  // of the pattern in full
  // Of the Eigen interface.
  AlignedVector<float> kept_input_;  // [kept_tokens_, in]
  Index kept_tokens_ = -1;           // none: there was no forward
  sparse::PlainScratch scratch_;
};

/// Bias gradient of a linear layer.
///   gradient[o] += sum over t of dy[o, t]
/// Shapes: dy [out, tokens] with zeros in its padding, gradient [out]. Throws ShapeError if the
/// extents disagree. Each feature is summed panel by panel, whatever the number of threads. Cost:
/// one pass over dy.
void add_bias_gradient(const sparse::Activations& dy, std::span<float> gradient,
                       const Context& context);

}  // namespace espalier::models
