// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/models/families/encoder.h>
#include <espalier/models/families/encoder_stage.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// An encoder that can be one stage of a pipeline (`EncoderOptions::stage`): it then has only the
/// parameters of its stage, under the names that they have in the whole, and offers its passes in
/// parts. The parts of all stages, in the order of the layers, have the results of the whole to the
/// bit. Several groups may be on their way, each with records of its own: that of the embedding may
/// be another than that of the layers.
class StagedEncoder : public Encoder {
 public:
  /// What it has; all of `config().layers` and the ends if it is whole.
  virtual EncoderStage stage() const = 0;
  /// How many of `parameters` come before those of the first layer.
  virtual Index leading_parameters() = 0;
  /// Of hidden states between the layers, which is the same in all stages.
  virtual sparse::PanelShape hidden_shape(const TokenBatch& batch) const = 0;

  /// Embeds the tokens, for the first layer; the result lives in `record`. Throws ConfigError
  /// without ends.
  virtual const sparse::Activations& embed(const TokenBatch& batch,
                                           EncoderRecord& record) const = 0;
  /// Memory in `record` for what the first layer of the stage reads, in its shape. That is where
  /// `embed` writes.
  virtual sparse::Activations& layer_input(const TokenBatch& batch,
                                           EncoderRecord& record) const = 0;
  /// Applies the layers to `layer_input`, then with ends the final norm, if there is one. The
  /// result lives in `record`.
  virtual const sparse::Activations& forward_layers(const TokenBatch& batch,
                                                    EncoderRecord& record) const = 0;
  /// Backward of `forward_layers`: adds to gradients, and replaces the gradient of its result by
  /// that of `layer_input`. Calls `progress`, if there is one, after each layer.
  virtual void backward_layers(const TokenBatch& batch, EncoderRecord& record,
                               sparse::Activations& gradient, const BackwardProgress& progress) = 0;
  /// Backward of `embed`, whose record it is given, from the gradient of its result, whose values
  /// are not specified afterwards.
  virtual void backward_embedding(const TokenBatch& batch, EncoderRecord& record,
                                  sparse::Activations& gradient) = 0;

  /// Throws ConfigError unless the encoder is whole.
  const sparse::Activations& forward(const TokenBatch& batch, EncoderRecord& record) const final;
  void backward(const TokenBatch& batch, EncoderRecord& record, sparse::Activations& gradient,
                const BackwardProgress& progress) final;
};

}  // namespace espalier::models
// Tested by tests/models/families/encoder_stage_test.cpp
