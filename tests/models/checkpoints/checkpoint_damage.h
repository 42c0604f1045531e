// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::models {

/// A dense and a sparse parameter whose values and moments all differ.
struct SmallModel {
  Parameter dense, sparse;
  ParameterList parameters = {&dense, &sparse};
  std::optional<AdamW> adamw;

  explicit SmallModel(std::vector<sparse::BlockCoordinate> stored) {
    dense.name = "bias";
    dense.shape = {3};
    sparse.name = "weight";
    sparse.shape = {4, 6};
    sparse.pattern = sparse::BlockPattern::from_coordinates(4, 6, {2, 2}, std::move(stored));
    dense.values.resize(3);
    sparse.values.resize(static_cast<std::size_t>(sparse.pattern->values()));
    for (Parameter* parameter : parameters) parameter->gradient.resize(parameter->values.size());
    adamw.emplace(parameters, AdamWOptions{});
  }

  void train() {
    float next = 1;
    for (Parameter* parameter : parameters)
      for (float& g : parameter->gradient) g = next++;
    adamw->step();
  }
};

/// Everything that a checkpoint brings back, bit for bit.
inline std::string bits_of(const SmallModel& model, const CheckpointExtras& extras) {
  std::string bits = extras.trainer_state + std::to_string(model.adamw->steps());
  const auto add = [&](const auto& elements) {
    bits.append(reinterpret_cast<const char*>(elements.data()),
                elements.size() * sizeof elements[0]);
  };
  for (const Parameter* parameter : model.parameters) {
    add(parameter->values);
    add(model.adamw->state(*parameter, "exp_avg"));
    add(model.adamw->state(*parameter, "exp_avg_sq"));
  }
  add(model.sparse.pattern->coordinates());
  for (const auto& [name, words] : extras.bits) bits += name, add(words);
  for (const auto& [name, values] : extras.values) bits += name, add(values);
  for (const auto& [name, blocks] : extras.blocks) bits += name, add(blocks);
  return bits;
}

struct DamageCount {
  int tried = 0;
  int refused = 0;
};

/// Cuts every file of a checkpoint at every `stride`-th byte, and flips every `stride`-th of its
/// bits. Each time the checkpoint is refused, or what is loaded is bit for bit what was saved; one
/// that is refused has changed nothing. Who loads a part of the model refuses the same ones.
inline DamageCount damage_every(std::size_t stride) {
  const espalier::testing::TemporaryFolder folder;
  SmallModel saved({{0, 1}, {1, 0}, {1, 2}});
  saved.train();
  const CheckpointExtras extras{.trainer_state = R"({"completed_steps": 1})",
                                .bits = {{"explored:weight", {63}}},
                                .values = {{"movement:weight", {1, 2, 3}}},
                                .blocks = {{"grown:weight", {{0, 1}, {1, 2}}}}};
  const std::filesystem::path path =
      save_checkpoint(folder.path(), 1, saved.parameters, *saved.adamw, extras);
  const std::string expected = bits_of(saved, extras);

  SmallModel model({{0, 0}});
  CheckpointExtras found;
  const std::string untouched = bits_of(model, found);
  DamageCount count;
  SmallModel of_part({{0, 0}});
  const ParameterList part = {&of_part.sparse};
  AdamW optimizer_of_part(part, {});
  const auto part_refuses = [&] {
    try {
      CheckpointExtras extras_of_part;
      load_checkpoint(path, part, &optimizer_of_part, &extras_of_part, LoadScope::kPart);
    } catch (const FormatError&) {
      return true;
    }
    return false;
  };
  const auto attempt = [&](const std::string& file, const std::string& bytes) {
    folder.write("step_1/" + file, bytes);
    ++count.tried;
    try {
      load_checkpoint(path, model.parameters, &*model.adamw, &found);
    } catch (const FormatError& error) {
      ++count.refused;
      EXPECT_TRUE(part_refuses()) << error.what();
      EXPECT_EQ(bits_of(model, found), untouched) << error.what();
      return;
    }
    EXPECT_EQ(bits_of(model, found), expected);
    EXPECT_FALSE(part_refuses());
    EXPECT_EQ(of_part.sparse.values, saved.sparse.values);
    SmallModel fresh({{0, 0}});  // back to a model that differs from what is saved
    model.sparse.pattern = fresh.sparse.pattern;
    model.sparse.values = fresh.sparse.values;
    model.sparse.gradient = fresh.sparse.gradient;
    model.dense.values = fresh.dense.values;
    const std::span<StateBuffers> state = model.adamw->begin_restore(0);
    for (std::size_t i = 0; i < state.size(); ++i)
      for (std::size_t j = 0; j < state[i].size(); ++j)
        state[i][j] = fresh.adamw->state(*fresh.parameters[i], fresh.adamw->state()[j]);
    found = {};
  };
  for (const std::string file : {"model.safetensors", "optimizer.safetensors",
                                 "topology.safetensors", "trainer_state.json", "DONE"}) {
    const std::string whole = espalier::testing::read_bytes(path / file);
    EXPECT_FALSE(whole.empty());
    for (std::size_t size = 0; size < whole.size(); size += stride)
      attempt(file, whole.substr(0, size));
    attempt(file, whole + '\0');
    for (std::size_t bit = 0; bit < 8 * whole.size(); bit += stride) {
      std::string flipped = whole;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
      attempt(file, flipped);
    }
    folder.write("step_1/" + file, whole);
  }
  return count;
}

}  // namespace espalier::models
