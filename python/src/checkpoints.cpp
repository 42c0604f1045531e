// SPDX-License-Identifier: Apache-2.0
// Weights and checkpoints of the espalier program, as dicts of patterns and arrays.
#include <espalier/python/src/checkpoints.h>

#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/checkpoints/model_tensors.h>
#include <espalier/models/checkpoints/optimizer_tensors.h>
#include <espalier/models/checkpoints/weights_file.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/python/src/arrays.h>
#include <espalier/python/src/pattern.h>
#include <espalier/sparse/core/error.h>

namespace py = pybind11;
namespace fs = std::filesystem;

namespace espalier::python {
namespace {

/// The entry of a dict that Python has checked to be one. Throws ConfigError if it is missing.
py::object entry(const py::dict& dict, const char* key) {
  if (!dict.contains(key))
    throw ConfigError(std::string("checkpoint: found no '") + key + "'; expected one");
  return dict[key];
}
py::dict dict_of(const py::handle& object, const std::string& what) {
  if (!py::isinstance<py::dict>(object))
    throw py::type_error(what + ": found " + std::string(py::str(py::type::handle_of(object))) +
                         "; expected a dict");
  return py::reinterpret_borrow<py::dict>(object);
}

/// The state of an optimizer of whatever formula.
class KeptState final : public models::Optimizer {
 public:
  KeptState(const std::string& name, const models::ParameterList& parameters,
            const std::vector<std::string>& state)
      : Optimizer(name, parameters, {.learning_rate = 0, .gradient_clip = 0, .group_lasso = 0},
                  state, nullptr) {}
  double flops_per_value() const override { return 0; }

 private:
  void update(const Chunks&, double, double) override {
    throw ConfigError(name() + ": found a step of state that was loaded; expected none");
  }
};

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

/// Parameters from what `Parameters::arrays` makes.
void take(const py::dict& weights, Parameters& parameters) {
  for (const auto& [name, weight] : weights) {
    const std::string text = string(name, "weights: name");
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
}

/// By name of the state and of the parameter: an array of the shape of its values.
py::dict state_arrays(const models::Optimizer& optimizer) {
  py::dict result;
  for (const std::string& name : optimizer.state()) {
    py::dict of_state;
    for (const models::Parameter* parameter : optimizer.parameters()) {
      const std::vector<Index> extents =
          models::values_shape(parameter->shape, parameter->pattern.get());
      of_state[py::str(parameter->name)] =
          array_of(std::span<const float>(optimizer.state(*parameter, name)),
                   {extents.begin(), extents.end()});
    }
    result[py::str(name)] = of_state;
  }
  return result;
}

/// A weight of no blocks yet, to be replaced by that of a file.
void make_sparse(models::Parameter& parameter, const std::vector<Index>& shape,
                 sparse::BlockShape block) {
  parameter.shape = shape;
  parameter.pattern = sparse::BlockPattern::from_coordinates(shape[0], shape[1], block, {});
}

/// Tensors of whole numbers that belong to no pattern, in the order of the file.
struct Numbers {
  std::string name;
  std::vector<Index> shape;
  std::vector<std::int64_t> elements;
};

/// The parameters that a file has, without their values, and where its whole numbers go; without
/// a place for them they are parameters like others.
void declare(const files::TensorReader& file, Parameters& parameters,
             std::vector<Numbers>* numbers = nullptr) {
  const files::TensorIndex& index = file.index();
  // Nothing in a file shows how many columns a weight has: as in other files of matrices, more than
  // so many are believed of a large one only.
  const auto most_columns =
      std::max<Index>(Index{1} << 20, static_cast<Index>(std::min<std::uint64_t>(
                                          file.size(), std::numeric_limits<BlockIndex>::max())));
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
    if (!is_part && numbers != nullptr && tensor.type == files::DataType::kI64)
      numbers->push_back({name, tensor.shape,
                          std::vector<std::int64_t>(static_cast<std::size_t>(tensor.elements()))});
    else if (!is_part)
      parameters.add(name).make_dense(tensor.shape);
    else if (tensor.name.ends_with(models::kSparseParts.back()))
      if (const std::optional<models::BsrInfo> info = models::bsr_info(index, name)) {
        if (info->shape[0] % info->block.rows != 0 || info->shape[1] % info->block.cols != 0)
          index.refuse(name, "has blocks that do not divide its shape");
        if (info->shape[1] > most_columns)
          index.refuse(name, "has " + std::to_string(info->shape[1]) +
                                 " columns; expected at most " + std::to_string(most_columns) +
                                 " in a file of " + std::to_string(file.size()) + " bytes");
        // What the header announces must be in the file before memory is taken for it.
        static_cast<void>(models::pattern_parts(index, name, *info));
        make_sparse(parameters.add(name), {info->shape[0], info->shape[1]}, info->block);
      }
  }
}

py::dict load_weights(const fs::path& path) {
  Parameters parameters;
  std::vector<Numbers> numbers;
  without_gil([&] {
    declare(files::TensorReader(path, files::ShortFloats::kAsF32), parameters, &numbers);
    models::WholeNumbers places;
    for (Numbers& tensor : numbers) places[tensor.name] = tensor.elements;
    models::load_weights(path, parameters.list(), places);
  });
  py::dict result = parameters.arrays();
  for (const Numbers& tensor : numbers)
    result[py::str(tensor.name)] = array_of(std::span<const std::int64_t>(tensor.elements),
                                            {tensor.shape.begin(), tensor.shape.end()});
  return result;
}

py::dict load_checkpoint(const fs::path& folder) {
  // In the order of the file, so that saving it makes the same bytes.
  Parameters parameters;
  const models::OptimizerSummary summary = without_gil([&] {
    declare(files::TensorReader(folder / "model.safetensors"), parameters);
    return models::inspect_optimizer(folder / "optimizer.safetensors", parameters.list());
  });
  KeptState optimizer(summary.name, parameters.list(), summary.state);
  Index step = 0;
  models::CheckpointExtras extras;
  without_gil([&] {
    models::load_checkpoint(folder, parameters.list(), &optimizer,
                            [&](models::CheckpointContents& contents) {
                              step = contents.step;
                              extras = std::move(contents.extras);
                            });
  });
  py::dict bits, values, blocks;
  for (const auto& [name, words] : extras.bits)
    bits[py::str(name)] = array_of(std::span<const std::uint64_t>(words));
  for (const auto& [name, numbers] : extras.values)
    values[py::str(name)] = array_of(std::span<const float>(numbers));
  for (const auto& [name, list] : extras.blocks) blocks[py::str(name)] = coordinate_array(list);
  py::dict result;
  result["step"] = step;
  result["trainer_state"] = extras.trainer_state;
  result["topology"] =
      py::dict(py::arg("bits") = bits, py::arg("values") = values, py::arg("blocks") = blocks);
  result["weights"] = parameters.arrays();
  result["optimizer"] =
      py::dict(py::arg("name") = optimizer.name(), py::arg("steps") = optimizer.steps(),
               py::arg("state") = state_arrays(optimizer));
  return result;
}

void save_weights(const fs::path& path, const py::dict& weights) {
  py::dict of_floats;
  std::vector<files::TensorView> numbers;
  std::vector<py::array> kept;  // another thread may empty `weights` while the file is written
  for (const auto& [name, weight] : weights) {
    if (!py::isinstance<py::array_t<std::int64_t>>(weight)) {
      of_floats[name] = weight;
      continue;
    }
    const std::string text = string(name, "weights: name");
    const py::array& array = kept.emplace_back(py::reinterpret_borrow<py::array>(weight));
    numbers.push_back(files::tensor_view(text, {array.shape(), array.shape() + array.ndim()},
                                         elements<const std::int64_t>(weight, "weight " + text)));
  }
  Parameters parameters;
  take(of_floats, parameters);
  without_gil([&] { models::save_weights(path, parameters.list(), numbers); });
}

/// One state of an optimizer, of `count` parameters. Throws naming it if it is none.
py::dict state_at(const py::dict& states, const std::string& name, std::size_t count) {
  const std::string what = "optimizer: state " + name;
  py::dict arrays = dict_of(states[py::str(name)], what);
  if (arrays.size() != count)
    throw ConfigError(what + ": found arrays of " + std::to_string(arrays.size()) +
                      " parameters; expected " + std::to_string(count));
  return arrays;
}

/// The array of one parameter into its buffer.
void take_state(const py::dict& arrays, const std::string& state, const std::string& parameter,
                AlignedVector<float>& buffer) {
  const std::string what = "optimizer: state " + state + " of " + parameter;
  if (!arrays.contains(py::str(parameter))) throw ConfigError(what + ": found none; expected one");
  const std::span<const float> found = elements<const float>(arrays[py::str(parameter)], what);
  if (found.size() != buffer.size())
    throw ShapeError(what + ": found " + std::to_string(found.size()) + " values; expected " +
                     std::to_string(buffer.size()));
  std::copy(found.begin(), found.end(), buffer.begin());
}

/// The reverse of `load_checkpoint`.
std::string save_checkpoint(const fs::path& folder, const py::dict& checkpoint, int keep) {
  Parameters parameters;
  take(dict_of(entry(checkpoint, "weights"), "weights"), parameters);
  const py::dict of_optimizer = dict_of(entry(checkpoint, "optimizer"), "optimizer");
  const py::dict state = dict_of(entry(of_optimizer, "state"), "optimizer: state");
  std::vector<std::string> names;
  for (const auto& [name, arrays] : state) names.push_back(string(name, "optimizer: state"));
  KeptState optimizer(string(entry(of_optimizer, "name"), "optimizer: name"), parameters.list(),
                      names);
  const std::span<models::StateBuffers> buffers =
      optimizer.begin_restore(whole(entry(of_optimizer, "steps"), "optimizer: steps"));
  for (std::size_t j = 0; j < names.size(); ++j) {
    const py::dict arrays = state_at(state, names[j], buffers.size());
    for (std::size_t i = 0; i < buffers.size(); ++i)
      take_state(arrays, names[j], parameters.list()[i]->name, buffers[i][j]);
  }
  models::CheckpointExtras extras;
  extras.trainer_state = string(entry(checkpoint, "trainer_state"), "trainer_state");
  const py::dict topology = dict_of(entry(checkpoint, "topology"), "topology");
  const auto for_each = [&](const char* kind, const auto& body) {
    for (const auto& [name, array] : dict_of(entry(topology, kind), "topology"))
      body(string(name, "topology: name"), array, "topology: " + std::string(kind));
  };
  for_each("bits", [&](const std::string& name, py::handle array, const std::string& what) {
    const std::span<const std::uint64_t> words = elements<const std::uint64_t>(array, what);
    extras.bits[name].assign(words.begin(), words.end());
  });
  for_each("values", [&](const std::string& name, py::handle array, const std::string& what) {
    const std::span<const float> numbers = elements<const float>(array, what);
    extras.values[name].assign(numbers.begin(), numbers.end());
  });
  for_each("blocks", [&](const std::string& name, py::handle array, const std::string& what) {
    const std::span<const BlockIndex> numbers = elements<const BlockIndex>(array, what);
    if (numbers.size() % 2 != 0)
      throw ShapeError(what + " " + name + ": found " + std::to_string(numbers.size()) +
                       " numbers; expected pairs of block row and column");
    auto& list = extras.blocks[name];  // also where it stays empty
    for (std::size_t i = 0; i < numbers.size(); i += 2)
      list.push_back({numbers[i], numbers[i + 1]});
  });
  const Index step = whole(entry(checkpoint, "step"), "step");
  const fs::path saved = without_gil([&] {
    return models::save_checkpoint(folder, step, parameters.list(), optimizer, extras,
                                   {.keep = keep});
  });
  return saved.string();
}

}  // namespace

void bind_checkpoints(py::module_& module) {
  module.def("load_weights", &load_weights, py::arg("path"));
  module.def("load_checkpoint", &load_checkpoint, py::arg("folder"));
  module.def("save_checkpoint", &save_checkpoint, py::arg("folder"), py::arg("checkpoint"),
             py::arg("keep"));
  module.def("save_weights", &save_weights, py::arg("path"), py::arg("weights"));
}

}  // namespace espalier::python
