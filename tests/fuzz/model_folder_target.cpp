// SPDX-License-Identifier: Apache-2.0
// An input is a config.json, an index of shards and weights, with a zero byte behind each of the
// first two. Without an index the weights are those of either kind of folder; with one, of the
// shard a.safetensors.
#include <espalier/models/checkpoints/model_folder.h>

#include <filesystem>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

namespace {

void require_same(const models::StoredModel& a, const models::StoredModel& b) {
  require(a.config == b.config && a.head == b.head && a.labels == b.labels,
          "a model that is written comes back");
  require(a.parameters.size() == b.parameters.size(), "so do all its parameters");
  for (const auto& [name, tensor] : a.parameters)
    require(tensor.values == b.at(name, tensor.shape).values, "with their values");
}

}  // namespace

ESPALIER_FUZZ_TARGET(model_folder)(std::string_view bytes) {
  const std::string_view config = take(bytes, '\0'), index = take(bytes, '\0');
  const std::filesystem::path folder = scratch_folder() / "model";
  std::filesystem::remove_all(scratch_folder());
  std::filesystem::create_directories(folder);
  scratch_file("model/config.json", with_repetitions(config));
  if (!index.empty()) scratch_file("model/model.safetensors.index.json", with_repetitions(index));
  for (const char* name : {"a.safetensors", "model.safetensors", "espalier.safetensors"})
    if ((name[0] == 'a') == !index.empty()) scratch_file(std::string("model/") + name, bytes);

  may_refuse([&] {
    const models::StoredModel model = models::read_model_folder(folder);
    const std::filesystem::path own = scratch_folder() / "own", dense = scratch_folder() / "dense";
    must_accept([&] {
      models::write_model_folder(own, model, {.ours = true});
      require_same(model, models::read_model_folder(own));
      return true;
    });
    models::write_model_folder(dense, model);  // which Hugging Face may not have
    must_accept([&] { return models::read_model_folder(dense); });
  });
}

}  // namespace espalier::fuzz
