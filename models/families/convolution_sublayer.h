// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/sublayer.h>
#include <espalier/models/layers/convolution.h>

namespace espalier::models {

/// Features of a group of GroupBERT's convolution, and the tokens that an output of it sees.
inline constexpr Index kConvolutionGroup = 16, kConvolutionKernel = 7;

/// GroupBERT's convolution module as a sub-layer:
///   f(x) = Output(SiLU(LayerNorm(Convolution(GLU(Gates(x))))))
/// where Gates has twice as many outputs as inputs, the gates before the values. The two linear
/// layers may be sparse, the grouped convolution is dense. Parameters have the names of Optimum
/// Graphcore's GroupBERT: convolution.{prenorm, glu, groupconv, conv_norm, output_projection}.
/// Source: Chelombiev et al. 2021, "GroupBERT: enhanced transformer architecture with efficient
/// grouped structures"; the module, with another norm, is that of Gulati et al. 2020, "Conformer".
class ConvolutionSublayer final : public Sublayer {
 public:
  /// Throws as `Linear` and `GroupedConvolution` do.
  ConvolutionSublayer(const EncoderLayerOptions& options, const Context& context);

  std::unique_ptr<SublayerRecord> make_record() const override;

  static void declare(const std::string& name, Index hidden, ModelDeclaration& model);

 private:
  struct Record;

  ParameterList own_parameters() override;
  void compute(const sparse::Activations& x, const TokenBatch& batch, SublayerRecord& record,
               sparse::Activations& y) const override;
  void compute_gradients(const sparse::Activations& x, const SublayerRecord& record,
                         const sparse::Activations& dy, sparse::Activations& dx, bool accumulate,
                         EncoderLayerScratch& scratch) override;

  Linear gates_;
  GroupedConvolution convolution_;
  LayerNorm convolution_norm_;
  Linear output_;
};

}  // namespace espalier::models
