// SPDX-License-Identifier: Apache-2.0
// Weights and checkpoints of the espalier program, as dicts of patterns and arrays.
#include <espalier/python/src/checkpoints.h>

#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/checkpoints/model_tensors.h>
#include <espalier/models/checkpoints/weights_file.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/python/src/arrays.h>
#include <espalier/python/src/pattern.h>

namespace py = pybind11;
namespace fs = std::filesystem;

namespace espalier::python {
namespace {

/// Parameters that belong to no layer.
class Parameters {
 public:
  models::Parameter& add(const std::string& name) {
    owned_.push_back(std::make_unique<models::Parameter>());
    list_.push_back(owned_.back().get());
    owned_.back()->name = name;
    return *owned_.back();
  }
  const models::ParameterList& list() const { return list_; }

  /// By name: (pattern, values) where it is sparse, else an array.
  py::dict arrays() const {
    py::dict result;
    for (const models::Parameter* parameter : list_) {
      const std::vector<Index> extents =
          models::values_shape(parameter->shape, parameter->pattern.get());
      const py::array_t<float> values =
          array_of(std::span<const float>(parameter->values), {extents.begin(), extents.end()});
      if (parameter->is_sparse())
        result[py::str(parameter->name)] = py::make_tuple(shared(parameter->pattern), values);
      else
        result[py::str(parameter->name)] = values;
    }
    return result;
  }

 private:
  std::vector<std::unique_ptr<models::Parameter>> owned_;
  models::ParameterList list_;
};

/// A weight of no blocks yet, to be replaced by that of a file.
void make_sparse(models::Parameter& parameter, const std::vector<Index>& shape,
                 sparse::BlockShape block) {
  parameter.shape = shape;
  parameter.pattern = sparse::BlockPattern::from_coordinates(shape[0], shape[1], block, {});
}

py::dict load_weights(const fs::path& path) {
  const files::TensorReader reader(path);
  const files::TensorIndex& index = reader.index();
  Parameters parameters;
  for (const files::TensorEntry& tensor : index.tensors()) {
    std::string name = tensor.name;
    bool is_part = false;
    for (const std::string_view part : models::kSparseParts)
      if (name.ends_with(part) &&
          index.metadata().contains(models::bsr_key(name.substr(0, name.size() - part.size())))) {
        name.resize(name.size() - part.size());
        is_part = true;
        break;
      }
    if (!is_part)
      parameters.add(name).make_dense(tensor.shape);
    else if (tensor.name.ends_with(models::kSparseParts.back()))
      if (const std::optional<models::BsrInfo> info = models::bsr_info(index, name))
        make_sparse(parameters.add(name), {info->shape[0], info->shape[1]}, info->block);
  }
  models::load_weights(path, parameters.list());
  return parameters.arrays();
}

py::dict load_checkpoint(const fs::path& folder) {
  Parameters parameters;
  for (const models::ParameterSummary& summary : models::inspect_checkpoint(folder)) {
    models::Parameter& parameter = parameters.add(summary.name);
    if (summary.pattern == nullptr)
      parameter.make_dense(summary.shape);
    else
      make_sparse(parameter, summary.shape, summary.pattern->block());
  }
  py::dict result;
  models::load_checkpoint(folder, parameters.list(), nullptr,
                          [&](models::CheckpointContents& contents) {
                            result["step"] = contents.step;
                            result["trainer_state"] = contents.extras.trainer_state;
                          });
  result["weights"] = parameters.arrays();
  return result;
}

void save_weights(const fs::path& path, const py::dict& weights) {
  Parameters parameters;
  for (const auto& [name, weight] : weights) {
    const auto text = name.cast<std::string>();
    models::Parameter& parameter = parameters.add(text);
    py::handle values = weight;
    if (py::isinstance<py::tuple>(weight)) {
      const auto parts = py::reinterpret_borrow<py::tuple>(weight);
      parameter.pattern = parts[0].cast<const Pattern&>().ptr();
      parameter.shape = {parameter.pattern->rows(), parameter.pattern->cols()};
      values = parts[1];
    } else {
      const auto array = py::reinterpret_borrow<py::array>(weight);
      parameter.shape.assign(array.shape(), array.shape() + array.ndim());
    }
    const std::span<const float> found = elements<const float>(values, "weight " + text);
    parameter.values.assign(found.begin(), found.end());
    parameter.gradient.resize(found.size());
  }
  models::save_weights(path, parameters.list());
}

}  // namespace

void bind_checkpoints(py::module_& module) {
  module.def("load_weights", &load_weights, py::arg("path"));
  module.def("load_checkpoint", &load_checkpoint, py::arg("folder"));
  module.def("save_weights", &save_weights, py::arg("path"), py::arg("weights"));
}

}  // namespace espalier::python
