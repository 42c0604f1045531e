// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <espalier/files/content_hash.h>
#include <espalier/files/safetensors.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/sparse/core/rng.h>
#include "tests/support/temporary_folder.h"

// A small model to save and load, folders in memory, and files that are forged.
namespace espalier::models::checkpoint_test {

namespace fs = std::filesystem;
using espalier::testing::read_bytes;

inline void fill_normal(AlignedVector<float>& values, const std::string& stream,
                        std::uint64_t counter) {
  const Random random(5, stream_id(stream, counter));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(random.normal(i));
}

/// A dense weight, its bias and a sparse 8x12 weight of 2x2 blocks, trained by gradients that are a
/// function of the step alone.
struct Model {
  Parameter dense, bias, sparse;
  std::unique_ptr<AdamW> adamw;
  sparse::WeightOwners weights;
  int changes = 0;

  explicit Model(std::vector<sparse::BlockCoordinate> stored = {{0, 1}, {0, 5}, {2, 0}, {3, 3}}) {
    dense.name = "layer.0.dense.weight";
    dense.shape = {4, 3};
    bias.name = "layer.0.dense.bias";
    bias.shape = {4};
    bias.weight_decay = false;
    sparse.name = "layer.1.sparse.weight";
    sparse.shape = {8, 12};
    sparse.pattern = sparse::BlockPattern::from_coordinates(8, 12, {2, 2}, std::move(stored));
    sparse.pattern_changed = [this] { ++changes; };
    dense.values.resize(12);
    bias.values.resize(4);
    sparse.values.resize(static_cast<std::size_t>(sparse.pattern->values()));
    for (Parameter* parameter : parameters()) {
      fill_normal(parameter->values, parameter->name, 0);
      parameter->gradient.resize(parameter->values.size());
    }
    adamw = std::make_unique<AdamW>(parameters(), AdamWOptions{.learning_rate = 0.01});
    weights = evolvable(*this, *adamw);
  }

  ParameterList parameters() { return {&dense, &bias, &sparse}; }

  /// One step; every third one also moves a block.
  void train(int step) {
    for (Parameter* parameter : parameters()) {
      fill_normal(parameter->gradient, parameter->name, static_cast<std::uint64_t>(step));
    }
    adamw->step();
    if (step % 3 != 0) return;
    const Index dropped = step % sparse.pattern->blocks();
    sparse::BlockCoordinate grown{static_cast<BlockIndex>(step % 4),
                                  static_cast<BlockIndex>(step % 6)};
    while (sparse.pattern->find(grown) >= 0) grown.col = (grown.col + 1) % 6;
    edit_weight(*weights[0], {.drop = {dropped}, .grow = {grown}});
  }
};

/// Everything that a checkpoint must bring back.
inline auto state_of(Model& model) {
  std::vector<AlignedVector<float>> values;
  for (const Parameter* parameter : model.parameters()) {
    values.push_back(parameter->values);
    values.push_back(model.adamw->state(*parameter, "exp_avg"));
    values.push_back(model.adamw->state(*parameter, "exp_avg_sq"));
  }
  return std::make_tuple(model.adamw->steps(), values, model.sparse.pattern->coordinates());
}

inline void write_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

template <typename E>
std::string fault_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  return "no such error";
}

/// Makes DONE agree with a file that was `before`.
inline void vouch(const fs::path& path, const std::string& file, const std::string& before) {
  const std::string after = read_bytes(path / file);
  std::string done = read_bytes(path / "DONE");
  const std::string old_hash = files::hex(files::content_hash(before));
  done.replace(done.find(old_hash), old_hash.size(), files::hex(files::content_hash(after)));
  const std::string entry = "\"" + file + "\": {\n      \"bytes\": ";
  const std::size_t at = done.find(entry) + entry.size();
  done.replace(at, done.find(',', at) - at, std::to_string(after.size()));
  write_bytes(path / "DONE", done);
}

/// Writes a tensor file anew and makes DONE agree, so that only the content is wrong.
inline void forge(const fs::path& path, const std::string& file,
                  const std::vector<files::TensorView>& tensors, const files::Metadata& metadata) {
  const std::string before = read_bytes(path / file);
  files::write_safetensors(path / file, tensors, metadata);
  vouch(path, file, before);
}

/// In memory where that is possible: each save syncs a dozen times, which a disk makes slow.
inline fs::path fast_folder() {
  const fs::path memory = "/dev/shm";
  return access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
}

class Checkpoint : public ::testing::Test {
  const espalier::testing::TemporaryFolder temporary_{fast_folder()};

 protected:
  fs::path save(Model& model, Index step, int keep = 2) const {
    return save_checkpoint(folder_, step, model.parameters(), *model.adamw, extras_,
                           {.keep = keep});
  }

  std::set<std::string> names() const {
    std::set<std::string> result;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      result.insert(entry.path().filename().string());
    }
    return result;
  }

  const fs::path folder_ = temporary_.path();
  CheckpointExtras extras_{.trainer_state = R"({"step": 7, "text": "é"})",
                           .bits = {{"w", {~std::uint64_t{0}, 5}}, {"none", {}}}};
};

inline const std::vector<std::string> kAllFiles = {"model.safetensors", "optimizer.safetensors",
                                                   "topology.safetensors", "trainer_state.json",
                                                   "DONE"};

}  // namespace espalier::models::checkpoint_test
