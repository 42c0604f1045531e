// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <espalier/serving/answers.h>
#include <espalier/serving/predictor.h>
#include <espalier/sparse/core/types.h>

namespace espalier::serving {

/// What a configuration of Triton (config.pbtxt, as the JSON that the server makes of it) says of a
/// model. Parameters, all of them texts: task, threads, precision, int8, longest, top_k, no_answer.
/// Those that begin with a capital are Triton's own.
struct ModelSettings {
  std::optional<Task> task = {};  ///< none: what the head of the model is for
  PredictorOptions predictor = {};
  Index top_k = 0;  ///< labels, words or answers of each; 0: all labels, 5 words, 1 answer
  bool may_have_none = false;  ///< "the context has no answer" is one
  bool takes_ids = false;      ///< an input is INPUT_IDS: token ids instead of texts
  bool streams = false;        ///< model_transaction_policy is decoupled: a text comes in pieces
};

/// Throws ConfigError or FormatError naming config.pbtxt and the parameter.
ModelSettings model_settings(const std::string& config);

/// Values that a tensor has.
enum class TensorType {
  kText,   ///< TYPE_STRING, BYTES for clients
  kWhole,  ///< TYPE_INT64
  kFloat,  ///< TYPE_FP32
};

/// A tensor as a configuration declares it.
struct TensorSpec {
  std::string name;
  TensorType type = TensorType::kText;
  std::vector<Index> dims = {};  ///< without the rows of a request; -1: any extent
  bool optional = false;
  bool ragged = false;  ///< requests of different extents may share a batch
};

/// The inputs and outputs of a model.
struct ModelInterface {
  std::vector<TensorSpec> inputs;
  std::vector<TensorSpec> outputs;
};

/// The configuration with what it lacks: inputs, outputs, max_batch_size and a dynamic batcher.
/// Throws ConfigError naming the tensor if it declares inputs or outputs that the model has not,
/// with another type or other extents, or lacks an input without which there is no answer.
std::string completed_config(const std::string& config, const ModelInterface& interface);

/// Throws as `completed_config`, and if that would add tensors or a max_batch_size: for servers
/// that want configurations as they are.
void require_complete(const std::string& config, const ModelInterface& interface);

}  // namespace espalier::serving
