// SPDX-License-Identifier: Apache-2.0
// The first byte of an input says which file of a sound checkpoint the rest replaces; DONE vouches
// for the replaced file, so that hashes do not keep inputs away from what is behind them.
#include <espalier/models/checkpoints/checkpoint.h>

#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include <espalier/files/content_hash.h>
#include <espalier/models/optimizers/adamw.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {
namespace {

constexpr std::array<const char*, 5> kFiles = {"DONE", "model.safetensors", "optimizer.safetensors",
                                               "topology.safetensors", "trainer_state.json"};

/// A sparse and a dense parameter.
struct Model {
  models::Parameter weight;
  models::Parameter bias;
  models::ParameterList parameters = {&weight, &bias};

  Model() {
    weight.name = "weight";
    weight.shape = {4, 6};
    weight.pattern = sparse::BlockPattern::from_coordinates(4, 6, {2, 2}, {{0, 1}, {1, 0}});
    weight.values.resize(8, 1.0f);
    weight.gradient.resize(8);
    bias.name = "bias";
    bias.shape = {4};
    bias.values.resize(4, 2.0f);
    bias.gradient.resize(4);
  }
};

/// The sound checkpoint: bytes by name of file.
std::map<std::string, std::string> save_sound_checkpoint() {
  Model model;
  const models::AdamW optimizer(model.parameters, {});
  const std::filesystem::path folder =
      models::save_checkpoint(scratch_folder() / "sound", 3, model.parameters, optimizer,
                              models::CheckpointExtras{.trainer_state = "{}",
                                                       .bits = {{"weight", {1, 2}}},
                                                       .values = {{"weight values", {1, 2}}},
                                                       .blocks = {{"weight blocks", {{0, 1}}}}});
  std::map<std::string, std::string> files;
  for (const char* name : kFiles) {
    std::ifstream file(folder / name, std::ios::binary);
    files[name] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

void require_whole(const Model& model) {
  for (const models::Parameter* parameter : model.parameters) {
    const Index stored =
        parameter->is_sparse() ? parameter->pattern->values() : parameter->positions();
    require(static_cast<Index>(parameter->values.size()) == stored &&
                static_cast<Index>(parameter->gradient.size()) == stored,
            "a parameter is whole, loaded or not");
  }
}

}  // namespace

ESPALIER_FUZZ_TARGET(checkpoint)(std::string_view bytes) {
  static const std::map<std::string, std::string> sound = save_sound_checkpoint();
  if (bytes.empty()) return;
  const std::string replaced = kFiles[static_cast<unsigned char>(bytes[0]) % kFiles.size()];
  std::map<std::string, std::string> files = sound;
  files[replaced] = bytes.substr(1);
  if (replaced != "DONE") {
    nlohmann::json done = nlohmann::json::parse(files["DONE"]);
    done["files"][replaced] = {{"bytes", files[replaced].size()},
                               {"xxh3", files::hex(files::content_hash(files[replaced]))}};
    files["DONE"] = done.dump();
  }
  const std::filesystem::path folder = scratch_folder() / "checkpoints" / "step_3";
  std::filesystem::create_directories(folder);
  for (const auto& [name, content] : files) scratch_file("checkpoints/step_3/" + name, content);

  may_refuse([&] { models::latest_checkpoint(folder.parent_path()); });
  may_refuse([&] { models::inspect_checkpoint(folder); });
  may_refuse([&] { models::checkpoint_extras(folder); });
  Model model;
  models::AdamW optimizer(model.parameters, {});
  models::CheckpointExtras extras;
  bool whole = false;
  may_refuse([&] {
    models::load_checkpoint(folder, model.parameters, &optimizer, &extras);
    whole = true;
  });
  require_whole(model);
  Model other;
  const models::ParameterList part = {&other.weight};
  models::AdamW optimizer_of_part(part, {});
  bool loaded = false;
  may_refuse([&] {
    models::load_checkpoint(folder, part, &optimizer_of_part, &extras, models::LoadScope::kPart);
    loaded = true;
  });
  require_whole(other);
  require(loaded || !whole, "a part loads of what loads as a whole");
}

}  // namespace espalier::fuzz
