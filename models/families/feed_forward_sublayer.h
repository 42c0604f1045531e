// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/sublayer.h>

namespace espalier::models {

/// Which of a layer's feed-forward sub-layers: BERT has one, GroupBERT two, which are grouped.
enum class FeedForwardKind { kWhole, kFirstGrouped, kSecondGrouped };

/// Groups of the second half of GroupBERT's feed-forward layers (its G).
inline constexpr Index kFeedForwardGroups = 4;

/// Feed-forward layer as a sub-layer:
///   f(x) = Output(a(Intermediate(x)))      with the activation a, GELU by default
/// If grouped, the second half is cut into four groups and a mixer joins their outputs:
///   f(x) = Mixer(Grouped(a(Intermediate(x))))
/// Parameters have the names of Hugging Face BERT (intermediate.dense, output.dense) and of Optimum
/// Graphcore's GroupBERT (intermediate_first.dense, output_first.grouped_matmul,
/// output_first.dense_output_projection, and the same with second). The norm is output.LayerNorm
/// or, pre-norm, intermediate.LayerNorm. Source: Devlin et al. 2019, section 3; Chelombiev et al.
/// 2021, "GroupBERT: enhanced transformer architecture with efficient grouped structures".
class FeedForwardSublayer final : public Sublayer {
 public:
  /// Throws as `Linear` does.
  FeedForwardSublayer(FeedForwardKind kind, const EncoderLayerOptions& options,
                      const Context& context);

  std::unique_ptr<SublayerRecord> make_record() const override;

  static void declare(FeedForwardKind kind, const std::string& name, Index hidden,
                      Index intermediate, ModelDeclaration& model);
  /// Of the layer that widens, after the layer's name.
  static std::string intermediate_name(FeedForwardKind kind);
  /// Of the norm, after the layer's name.
  static std::string norm_name(FeedForwardKind kind, NormPlacement placement);

 private:
  struct Record;

  ParameterList own_parameters() override;
  void compute(const sparse::Activations& x, const TokenBatch& batch, SublayerRecord& record,
               sparse::Activations& y) const override;
  void compute_gradients(const sparse::Activations& x, const SublayerRecord& record,
                         const sparse::Activations& dy, sparse::Activations& dx, bool accumulate,
                         EncoderLayerScratch& scratch) override;

  Linear intermediate_;
  Linear output_;
  Activation activation_;
  std::optional<Linear> mixer_;
};

}  // namespace espalier::models
