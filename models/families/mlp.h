// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/layers/classification_loss.h>
#include <espalier/models/layers/linear.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// How the standard deviation of an initial weight is chosen.
enum class InitialScale {
  kInputs,        ///< sqrt(2 / inputs), whatever is stored (He et al. 2015)
  kStoredInputs,  ///< sqrt(2 / (inputs * density)): the same variance of each unit at any density
};

/// Settings of a multi-layer perceptron.
struct MlpOptions {
  std::vector<Index> widths = {784, 512, 256, 10};  ///< inputs, hidden units, classes
  Index block = 4;                                  ///< block size of the sparse layers
  double density = 1.0;                             ///< of every layer but the last
  bool dense_output = true;                         ///< false: the last layer is sparse too
  InitialScale initial_scale = InitialScale::kInputs;
  /// Gives each weight its starting pattern in place of block, density and dense_output.
  PatternSource patterns = {};
};

/// What a perceptron keeps of a batch from forward to backward. Reuse it, so that memory is
/// allocated once.
struct MlpRecord {
  /// Output of each layer, after ReLU; the last one holds the logits, and their gradient once
  /// `train` has run.
  std::vector<sparse::Activations> outputs;
  std::vector<sparse::Activations> gradients;  ///< of the outputs of all layers but the last
  ClassificationRecord loss;
};

/// Multi-layer perceptron for classification:
///   h_0 = x      h_l = ReLU(W_l h_(l-1) + b_l)      logits = W_L h_(L-1) + b_L
/// Shapes: x [widths.front(), samples], logits [widths.back(), samples] in panels. Parameters are
/// "layer0.weight", "layer0.bias", ... Weights start from a normal truncated at two deviations,
/// biases at zero. The fast testbed of the sparse-training literature (Mocanu et al. 2018,
/// "Scalable training of artificial neural networks with adaptive sparse connectivity").
class Mlp {
 public:
  /// Throws ConfigError if there are fewer than two widths, and as `Linear` does.
  Mlp(const MlpOptions& options, const Context& context);
  Mlp(const MlpOptions& options, const Context&& context) = delete;
  Mlp(const Mlp&) = delete;
  Mlp& operator=(const Mlp&) = delete;

  Index inputs() const { return layers_.front()->in(); }
  Index classes() const { return layers_.back()->out(); }
  /// Every parameter, in a fixed order, inputs first.
  ParameterList parameters();

  /// The logits, [classes, samples]; they live in `record`. Throws ShapeError, which begins with
  /// the name of the weight, if x has not as many features as there are inputs.
  const sparse::Activations& forward(const sparse::Activations& x, MlpRecord& record) const;
  /// Loss and hits, without touching gradients. Throws as `forward` and `classification_loss` do.
  PredictionLoss evaluate(const sparse::Activations& x, std::span<const std::int32_t> labels,
                          MlpRecord& record) const;
  /// Forward and backward: adds gradient_scale * d(sum of cross-entropy) to all gradients. Throws
  /// as `evaluate`; then none has changed. The padding of x must be finite.
  PredictionLoss train(const sparse::Activations& x, std::span<const std::int32_t> labels,
                       double gradient_scale, MlpRecord& record);

 private:
  void backward(const sparse::Activations& x, MlpRecord& record);

  const Context* context_;
  std::vector<std::unique_ptr<Linear>> layers_;
};

/// Prefix of the parameters of a layer: "layer0".
std::string mlp_layer_name(std::size_t layer);

/// The family "mlp". Its shapes have `ModelConfig::widths`.
ModelFamily mlp_family();

/// The shape of a perceptron with these widths and the name "mlp_784-512-256-10".
ModelConfig mlp_config(std::vector<Index> widths);

}  // namespace espalier::models
