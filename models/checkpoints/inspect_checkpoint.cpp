// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/checkpoint.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/files/content_hash.h>
#include <espalier/models/checkpoints/checkpoint_reader.h>
#include <espalier/models/checkpoints/model_tensors.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/sparse/ops/block_norms.h>

namespace espalier::models {
namespace {

/// The parameters of a checkpoint without a model to compare them with.
class Inspector {
 public:
  explicit Inspector(const CheckpointReader& checkpoint) : file_(checkpoint.open(kModelFile)) {}

  std::vector<ParameterSummary> inspect() {
    read_patterns();
    for (const files::TensorEntry& tensor : index().tensors()) {
      if (!owners_.contains(tensor.name)) {
        owners_[tensor.name] = tensor.name;
        summaries_[tensor.name] = {.name = tensor.name, .shape = tensor.shape};
      }
    }
    file_.read([&](const files::TensorEntry& tensor, std::uint64_t offset, std::string_view bytes) {
      add(tensor, offset, bytes);
    });
    std::vector<ParameterSummary> result;
    result.reserve(summaries_.size());
    for (auto& [name, summary] : summaries_) result.push_back(std::move(summary));
    return result;
  }

 private:
  const files::TensorIndex& index() const { return file_.index(); }

  /// The first time: the patterns.
  void read_patterns() {
    for (auto& [name, pattern] : models::read_patterns(file_)) {
      for (const char* part : kSparseParts) owners_[name + part] = "";
      owners_[name + ".values"] = name;
      summaries_[name] = {.name = name,
                          .shape = {pattern->rows(), pattern->cols()},
                          .density = pattern->density(),
                          .pattern = pattern};
    }
  }

  /// The second time: what is said of the values, one tensor after the other.
  void add(const files::TensorEntry& tensor, std::uint64_t offset, std::string_view bytes) {
    const std::string& name = owners_.at(tensor.name);
    if (name.empty()) return;
    if (offset == 0) hash_ = std::make_unique<files::ContentHash>();
    hash_->update(bytes);
    ParameterSummary& summary = summaries_.at(name);
    if (summary.pattern != nullptr) {
      if (offset == 0) values_.clear();
      values_.insert(values_.end(), floats_of(bytes).begin(), floats_of(bytes).end());
    }
    if (offset + bytes.size() < tensor.bytes) return;
    summary.values_hash = files::hex(hash_->value());
    if (summary.pattern != nullptr) {
      summary.block_norms = sparse::block_norms(*summary.pattern, values_, sparse::BlockNorm::kL1);
    }
  }

  VouchedTensors file_;
  std::map<std::string, ParameterSummary> summaries_;
  std::map<std::string, std::string> owners_;  // of a tensor's values; empty: of a pattern
  std::unique_ptr<files::ContentHash> hash_;   // of the tensor that is being read
  AlignedVector<float> values_;
};

}  // namespace

std::vector<ParameterSummary> inspect_checkpoint(const std::filesystem::path& checkpoint) {
  const CheckpointReader reader(checkpoint);
  return Inspector(reader).inspect();
}

}  // namespace espalier::models
