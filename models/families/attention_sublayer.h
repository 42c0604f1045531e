// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/sublayer.h>
#include <espalier/models/layers/attention.h>

namespace espalier::models {

/// Self-attention as a sub-layer:
///   f(x) = Output(Attention(Query(x), Key(x), Value(x)))
/// Parameters have the names of Hugging Face BERT; the norm is attention.output.LayerNorm or,
/// pre-norm, attention.LayerNorm, as in its RoBERTa-PreLayerNorm. Source: Vaswani et al. 2017,
/// "Attention is all you need", section 3.2; Devlin et al. 2019, section 3.
class AttentionSublayer final : public Sublayer {
 public:
  /// Throws as `Linear` does, and ShapeError if the heads do not divide `hidden`. Forward passes
  /// throw as `attention_pattern` too.
  AttentionSublayer(const EncoderLayerOptions& options, const Context& context);

  std::unique_ptr<SublayerRecord> make_record() const override;

  static void declare(const std::string& name, Index hidden, ModelDeclaration& model);
  /// Of the norm, after the layer's name.
  static std::string norm_name(NormPlacement placement);

 private:
  struct Record;

  ParameterList own_parameters() override;
  void compute(const sparse::Activations& x, const TokenBatch& batch, SublayerRecord& record,
               sparse::Activations& y) const override;
  void compute_gradients(const sparse::Activations& x, const SublayerRecord& record,
                         const sparse::Activations& dy, sparse::Activations& dx, bool accumulate,
                         EncoderLayerScratch& scratch) override;

  std::string name_;
  Index heads_;
  bool causal_;
  AttentionLayout layout_;
  Linear query_, key_, value_;
  Dropout probability_dropout_;
  Linear output_;
};

}  // namespace espalier::models
