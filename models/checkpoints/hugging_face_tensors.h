// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/model_config.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

// How the parameters of BERT and GPT-2 lie in Hugging Face's files. Private to the readers and
// writers of model folders.

/// Where a parameter of ours is among the tensors of a file.
struct TensorPlace {
  NamedShape parameter;  ///< ours
  std::string tensor;    ///< the file's, by its full name
  Index part = 0;        ///< the part'th of `parts` equal shares of the tensor's outputs
  Index parts = 1;
  bool transposed = false;  ///< the tensor is [inputs, outputs]
  bool optional = false;    ///< a file may lack it

  /// Extents of the whole tensor.
  std::vector<Index> tensor_shape() const;
};

/// Every parameter of a BERT or a GPT with this head, in the order of the layers. `outputs` is how
/// many a head that classifies has. The pooler is optional where no head reads it. The extents must
/// have been validated; memory is in proportion to the layers.
std::vector<TensorPlace> tensor_places(const ModelConfig& config, HeadKind head, Index outputs);

/// Throws FormatError naming the tensor if a BERT or a GPT lacks a parameter, has one of other
/// extents, or has one that is none of its head's. Nothing is known of other families.
void require_parameters(const StoredModel& model, Index outputs);

/// The full name of a tensor of a file, as transformers writes it today: with the model's prefix,
/// and a norm's "gamma" and "beta" as "weight" and "bias". Empty for what is no parameter, such as
/// the positions of an embedding.
std::string full_tensor_name(std::string name, const ModelConfig& config);

/// Whether a tensor of this full name belongs to a head, perhaps another than the model's.
bool is_of_a_head(const std::string& full_name);

/// The tensor that repeats another one, to which the model ties it: of the decoder, the table of
/// words. Empty: none.
std::string tied_to(const std::string& full_name);

/// The name without the model's prefix, as models without a head have it in a file.
std::string without_prefix(const std::string& full_name);

}  // namespace espalier::models
// Tested by tests/models/checkpoints/model_folder_test.cpp
