// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/files/checked_call.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/hugging_face_config.h>
#include <espalier/models/checkpoints/hugging_face_tensors.h>
#include <espalier/models/checkpoints/model_folder.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// A name of some bytes for each of 65536 classes, twice.
constexpr std::size_t kLargestConfigBytes = std::size_t{8} << 20;
/// A name of a hundred bytes for each of as many tensors as a safetensors file may have.
constexpr std::size_t kLargestIndexBytes = std::size_t{16} << 20;
/// All are open at once, and a process may have a thousand. Shards have gigabytes.
constexpr std::size_t kMostShards = 256;

/// Which tensors lie in which file of the folder.
using TensorFiles = std::map<std::string, std::set<std::string>>;

TensorFiles files_of_index(const fs::path& path) {
  const Json json =
      files::parse_json_object(files::read_file(path, kLargestIndexBytes), path.string());
  const Json map = json.value("weight_map", Json());
  if (!map.is_object() || map.empty())
    throw FormatError(path.string() + ": weight_map is no object, expected a file for each tensor");
  TensorFiles result;
  for (const auto& [tensor, file] : map.items()) {
    const std::string name = file.is_string() ? file.get<std::string>() : "";
    if (!name.ends_with(".safetensors") || name.find('/') != std::string::npos)
      throw FormatError(path.string() + ": weight_map: file of " + files::printable(tensor) +
                        " is '" + files::printable(name) +
                        "', expected the name of a .safetensors file beside it");
    result[name].insert(tensor);
  }
  if (result.size() > kMostShards)
    throw FormatError(path.string() + ": names " + std::to_string(result.size()) +
                      " files, expected at most " + std::to_string(kMostShards));
  return result;
}

bool is_there(const fs::path& path) {
  return files::checked(path, "look for",
                        [&](std::error_code& error) { return fs::exists(path, error); });
}

/// The files with the tensors of a folder of Hugging Face's, with what the index says is in them.
TensorFiles tensor_files(const fs::path& folder) {
  if (is_there(folder / kDenseWeightsFile)) return {{kDenseWeightsFile, {}}};
  if (is_there(folder / kWeightsIndexFile)) return files_of_index(folder / kWeightsIndexFile);
  for (const char* pickle : {"pytorch_model.bin", "pytorch_model.bin.index.json"})
    if (is_there(folder / pickle))
      throw FormatError((folder / pickle).string() +
                        ": is of a pickle, which may run code and is never read; expected " +
                        kDenseWeightsFile + ", as save_pretrained of transformers writes it");
  throw FormatError(folder.string() + ": has no " + kDenseWeightsFile);
}

/// A tensor of one of the files.
struct FoundTensor {
  const VouchedTensors* file = nullptr;
  const files::TensorEntry* entry = nullptr;
};

/// Reads the tensors of a folder of Hugging Face's.
class FolderReader {
 public:
  FolderReader(const fs::path& folder, const HuggingFaceConfig& config)
      : folder_(folder), config_(config) {
    open_files();
    list_tensors();
    model_.origin = folder.string();
    model_.config = config.model;
    model_.head = head();
    model_.bounds = config.bounds;
    if (model_.head == HeadKind::kClassification || model_.head == HeadKind::kRegression)
      model_.labels = config.labels;
  }

  StoredModel read() {
    require_layers();
    places_ = tensor_places(config_.model, model_.head, config_.outputs);
    drop_absent_pooler();
    find_places();
    refuse_unknown();
    for (const VouchedTensors& file : files_) {
      Destinations here;
      for (const auto& [name, bytes] : destinations_)
        if (tensors_.at(name).file == &file) here[tensors_.at(name).entry->name] = bytes;
      check_tensors(file, here);
    }
    require_tied();
    for (const TensorPlace& place : places_) take_share(place);
    return std::move(model_);
  }

 private:
  void open_files() {
    const TensorFiles named = tensor_files(folder_);
    files_.reserve(named.size());  // so that they stay where they are
    for (const auto& [name, tensors] : named) {
      files_.push_back(steady_tensors(folder_ / name));
      for (const std::string& tensor : tensors)
        if (files_.back().index().find(tensor) == nullptr)
          files_.back().index().refuse(
              tensor, std::string("is missing, expected as ") + kWeightsIndexFile + " says");
    }
  }

  void list_tensors() {
    for (const VouchedTensors& file : files_)
      for (const files::TensorEntry& entry : file.index().tensors()) {
        const std::string name = full_tensor_name(entry.name, config_.model);
        if (!name.empty() && !tensors_.insert({name, {&file, &entry}}).second)
          file.index().refuse(entry.name, "is there twice, as " + name);
      }
  }

  bool has(const std::string& name) const { return tensors_.contains(name); }

  HeadKind head() const {
    const bool tells_next = has("cls.seq_relationship.weight") && has("bert.pooler.dense.weight");
    if (config_.head && (config_.head != HeadKind::kMaskedLm || !tells_next)) return *config_.head;
    if (config_.model.family == "gpt") return HeadKind::kCausalLm;
    if (has("qa_outputs.weight")) return HeadKind::kSpans;
    if (has("classifier.weight"))
      return config_.numbers ? HeadKind::kRegression : HeadKind::kClassification;
    if (!has("cls.predictions.transform.dense.weight")) return HeadKind::kNone;
    return tells_next ? HeadKind::kPretraining : HeadKind::kMaskedLm;
  }

  /// Before memory is taken for each layer.
  void require_layers() const {
    if (config_.model.layers > static_cast<Index>(tensors_.size()))
      throw FormatError((folder_ / kConfigFile).string() + ": has " +
                        std::to_string(config_.model.layers) +
                        " layers, expected fewer: the files have " +
                        std::to_string(tensors_.size()) + " tensors");
  }

  void drop_absent_pooler() {
    const bool absent = std::ranges::none_of(
        places_, [&](const TensorPlace& place) { return place.optional && has(place.tensor); });
    if (absent) std::erase_if(places_, [](const TensorPlace& place) { return place.optional; });
  }

  /// Finds the tensor of every place, checks its shape and says where its values go.
  void find_places() {
    for (const auto& [name, found] : tensors_)
      if (const std::string source = tied_to(name); !source.empty() && !has(source))
        sources_[source] = name;
    for (TensorPlace& place : places_) {
      const auto other = sources_.find(place.tensor);
      if (other != sources_.end()) place.tensor = other->second;
      const auto at = tensors_.find(place.tensor);
      if (at == tensors_.end())
        throw FormatError(folder_.string() + ": tensor " + place.tensor + " is missing");
      const auto& [file, entry] = at->second;
      file->index().require(entry->name, files::DataType::kF32, place.tensor_shape());
      used_.insert(place.tensor);
      if (place.parts > 1 || place.transposed) {
        make_raw(place.tensor);
        continue;
      }
      StoredTensor& tensor = model_.parameters[place.parameter.name];
      tensor.shape = place.parameter.shape;
      tensor.values.resize(static_cast<std::size_t>(entry->elements()));
      destinations_[place.tensor] = bytes_of(tensor.values);
    }
    for (const auto& [name, found] : tensors_)
      if (is_repeated(name)) {
        const files::TensorEntry& source = *tensors_.at(tied_to(name)).entry;
        found.file->index().require(found.entry->name, files::DataType::kF32, source.shape);
        make_raw(name);
      }
  }

  /// Whether a decoder of the model has this tensor, which repeats one that the model has.
  bool is_repeated(const std::string& name) const {
    const bool decodes = model_.head == HeadKind::kMaskedLm ||
                         model_.head == HeadKind::kPretraining ||
                         model_.head == HeadKind::kCausalLm;
    const std::string source = tied_to(name);
    return decodes && !source.empty() && used_.contains(source);
  }

  void make_raw(const std::string& name) {
    auto& values = raw_[name];
    values.resize(static_cast<std::size_t>(tensors_.at(name).entry->elements()));
    destinations_[name] = bytes_of(values);
  }

  void refuse_unknown() const {
    for (const auto& [name, found] : tensors_)
      if (!used_.contains(name) && !is_of_a_head(name))
        found.file->index().refuse(found.entry->name, "is not in the model");
  }

  void require_tied() const {
    for (const auto& [name, values] : raw_) {
      if (!is_repeated(name)) continue;
      const std::span<char> source = destinations_.at(tied_to(name));
      const std::span<char> own = destinations_.at(name);
      if (!std::ranges::equal(own, source))
        tensors_.at(name).file->index().refuse(
            tensors_.at(name).entry->name,
            "differs from " + tied_to(name) + ", expected it to be tied to that");
    }
  }

  /// Copies the share of a place out of a tensor that holds more, or lies otherwise.
  void take_share(const TensorPlace& place) {
    const auto found = raw_.find(place.tensor);
    if (found == raw_.end()) return;
    const std::vector<Index>& shape = place.parameter.shape;
    const Index outputs = shape.front(), inputs = shape.size() == 1 ? 1 : shape.back();
    StoredTensor tensor = {.shape = shape};
    tensor.values.resize(static_cast<std::size_t>(outputs * inputs));
    const float* from = found->second.data() + place.part * outputs;
    for (Index o = 0; o < outputs; ++o)
      for (Index i = 0; i < inputs; ++i)
        tensor.values[static_cast<std::size_t>(o * inputs + i)] =
            from[i * place.parts * outputs + o];
    model_.parameters[place.parameter.name] = std::move(tensor);
  }

  const fs::path& folder_;
  const HuggingFaceConfig& config_;
  std::vector<VouchedTensors> files_;
  std::map<std::string, FoundTensor> tensors_;  // by full name
  StoredModel model_;
  std::vector<TensorPlace> places_;
  std::map<std::string, std::string> sources_;       // what stands in for a missing tensor
  std::set<std::string> used_;                       // full names
  std::map<std::string, AlignedVector<float>> raw_;  // of what is compared or rearranged
  Destinations destinations_;                        // by full name
};

/// A folder of ours. Of families that Hugging Face has too, all tensors must be there.
StoredModel read_own(const fs::path& folder, const HuggingFaceConfig& config) {
  StoredModel model = read_weights_model(folder / kOwnWeightsFile, config.model);
  model.head = *config.head;
  model.bounds = config.bounds;
  if (model.head == HeadKind::kClassification || model.head == HeadKind::kRegression)
    model.labels = config.labels;
  require_parameters(model, config.outputs);
  return model;
}

}  // namespace

StoredModel read_model_folder(const fs::path& folder) {
  const fs::path path = folder / kConfigFile;
  const HuggingFaceConfig config =
      parse_hugging_face_config(files::read_file(path, kLargestConfigBytes), path.string());
  return config.is_ours ? read_own(folder, config) : FolderReader(folder, config).read();
}

}  // namespace espalier::models
