// SPDX-License-Identifier: Apache-2.0
#include <list>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/files/atomic_folder.h>
#include <espalier/files/safetensors.h>
#include <espalier/models/checkpoints/hugging_face_config.h>
#include <espalier/models/checkpoints/hugging_face_tensors.h>
#include <espalier/models/checkpoints/model_folder.h>
#include <espalier/models/checkpoints/model_tensors.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>

namespace espalier::models {
namespace {

namespace fs = std::filesystem;

void require_finite(const StoredModel& model) {
  for (const auto& [name, tensor] : model.parameters)
    if (oddities_of(tensor.values).not_finite)
      throw FormatError(model.origin + ": tensor " + name + " has values that are not finite");
}

/// How many a head that classifies has.
Index outputs_of(const StoredModel& model) {
  const auto bias = model.parameters.find("classifier.bias");
  return bias == model.parameters.end() || bias->second.shape.size() != 1
             ? 2
             : bias->second.shape.front();
}

/// The tensors of a dense file, whose values are the model's where they lie in the same way.
class DenseTensors {
 public:
  explicit DenseTensors(const StoredModel& model) : model_(model) {
    for (const TensorPlace& place : tensor_places(model.config, model.head, outputs_of(model)))
      if (!place.optional || is_written(place)) add(place);
  }

  std::vector<files::TensorView> views() const {
    std::vector<files::TensorView> views;
    for (const auto& [name, shape, values] : tensors_)
      views.push_back(files::tensor_view<float>(name, shape, values));
    return views;
  }

 private:
  struct Tensor {
    std::string name;
    std::vector<Index> shape;
    std::span<const float> values;
  };

  /// Of heads that do not read the pooler only the bare model has one in transformers.
  bool is_written(const TensorPlace& place) const {
    return model_.head == HeadKind::kNone && model_.parameters.contains(place.parameter.name);
  }

  /// Values that stay where they are.
  std::span<float> keep(AlignedVector<float> values) {
    return made_.emplace_back(std::move(values));
  }

  std::span<const float> dense(const StoredTensor& tensor) {
    if (!tensor.is_sparse()) return tensor.values;
    return keep(sparse::to_dense({tensor.pattern, tensor.values}));
  }

  void add(const TensorPlace& place) {
    const std::span<const float> values =
        dense(model_.at(place.parameter.name, place.parameter.shape));
    const std::string name =
        model_.head == HeadKind::kNone ? without_prefix(place.tensor) : place.tensor;
    if (place.parts == 1 && !place.transposed) {
      tensors_.push_back({name, place.tensor_shape(), values});
      return;
    }
    std::span<float>& whole = rearranged_[name];
    if (whole.empty()) {
      whole = keep(AlignedVector<float>(values.size() * static_cast<std::size_t>(place.parts)));
      tensors_.push_back({name, place.tensor_shape(), whole});
    }
    const Index outputs = place.parameter.shape.front();
    const Index inputs = static_cast<Index>(values.size()) / outputs;
    float* to = whole.data() + place.part * outputs;
    for (Index o = 0; o < outputs; ++o)
      for (Index i = 0; i < inputs; ++i)
        to[i * place.parts * outputs + o] = values[static_cast<std::size_t>(o * inputs + i)];
  }

  const StoredModel& model_;
  std::list<AlignedVector<float>> made_;
  std::map<std::string, std::span<float>> rearranged_;
  std::vector<Tensor> tensors_;
};

std::vector<SavedParameter> parameters_of(const StoredModel& model) {
  std::vector<SavedParameter> parameters;
  for (const auto& [name, tensor] : model.parameters)
    parameters.push_back(
        {.name = name,
         .shape = tensor.shape,
         .pattern = tensor.pattern,
         .values = [&values = tensor.values] { return std::span<const float>(values); }});
  return parameters;
}

/// Writes what is in the folder, whose name is not yet the one that others look for.
void write_files(const fs::path& folder, const StoredModel& model,
                 const ModelFolderOptions& options) {
  for (const auto& [name, bytes] : options.files)
    files::write_file_atomically(folder / name, bytes);
  if (options.ours)
    write_model(folder / kOwnWeightsFile, parameters_of(model));
  else
    files::write_safetensors(folder / kDenseWeightsFile, DenseTensors(model).views(),
                             {{"format", "pt"}});  // which transformers wants
  files::write_file_atomically(folder / kConfigFile, hugging_face_config_text(model, options.ours));
}

}  // namespace

void write_model_folder(const fs::path& folder, const StoredModel& model,
                        const ModelFolderOptions& options) {
  require_finite(model);
  static_cast<void>(hugging_face_config_text(model, options.ours));  // which may refuse the model
  if (options.ours) require_parameters(model, outputs_of(model));
  files::write_folder_atomically(
      folder, [&](const fs::path& aside) { write_files(aside, model, options); });
}

}  // namespace espalier::models
