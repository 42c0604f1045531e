// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/checkpoint.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include <espalier/files/safetensors.h>
#include <espalier/sparse/core/error.h>
#include "tests/models/checkpoints/checkpoint_fixture.h"

namespace espalier::models::checkpoint_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A model of which two processes have parts, each with an optimizer of its own.
struct PartedModel {
  Model model{{{1, 1}}};
  const ParameterList first = {&model.dense};
  const ParameterList second = {&model.bias, &model.sparse};
  AdamW of_first{first, {}};
  AdamW of_second{second, {}};

  /// As a save sees it that has room for one buffer alone.
  SavedModel saved() {
    SavedModel whole = saved_model(first, of_first);
    for (SavedParameter& parameter : saved_model(second, of_second).parameters)
      whole.parameters.push_back(std::move(parameter));
    const auto read = [this](std::span<const float> values) -> std::span<const float> {
      ++reads;
      std::ranges::fill(room, std::numeric_limits<float>::quiet_NaN());
      room.assign(values.begin(), values.end());
      return room;
    };
    for (SavedParameter& parameter : whole.parameters) {
      parameter.values = [read, of = parameter.values] { return read(of()); };
      parameter.state = [read, of = parameter.state](std::size_t i) { return read(of(i)); };
    }
    return whole;
  }

  std::vector<float> room;
  int reads = 0;
};

/// With something of the caller for two of the parameters.
CheckpointExtras extras_of_parts() {
  return {.trainer_state = R"({"step": 7})",
          .bits = {{"explored:layer.0.dense.weight", {1, 2}},
                   {"explored:layer.1.sparse.weight", {3}},
                   {"explored:another:layer.0.dense.weight", {4}},
                   {"layer.0.dense.weight", {5}},
                   {"explored:", {6}}},
          .values = {{"momentum:layer.1.sparse.weight", {7, 8}}},
          .blocks = {{"grown:layer.1.sparse.weight", {{0, 1}}}}};
}

TEST_F(Checkpoint, LoadsInPartsAndSavesFromThem) {
  Model trained;
  for (int step = 1; step <= 7; ++step) trained.train(step);
  extras_ = extras_of_parts();
  const fs::path path = save(trained, 7);

  PartedModel parts;
  CheckpointContents of_first, of_second;
  const auto keep = [](CheckpointContents& kept) {
    return [&kept](CheckpointContents& contents) { kept = std::move(contents); };
  };
  load_checkpoint(path, parts.first, &parts.of_first, keep(of_first), LoadScope::kPart);
  EXPECT_EQ(parts.model.changes, 0);
  load_checkpoint(path, parts.second, &parts.of_second, keep(of_second), LoadScope::kPart);
  EXPECT_EQ(parts.model.changes, 1);

  EXPECT_EQ(of_first.patterns, std::vector<sparse::PatternPtr>{nullptr});
  ASSERT_EQ(of_second.patterns.size(), 2u);
  EXPECT_EQ(*of_second.patterns[1], *trained.sparse.pattern);
  EXPECT_THAT(of_first.others, ElementsAre("layer.0.dense.bias", "layer.1.sparse.weight"));
  EXPECT_THAT(of_second.others, ElementsAre("layer.0.dense.weight"));
  for (const CheckpointContents* contents : {&of_first, &of_second}) {
    EXPECT_EQ(contents->step, 7);
    EXPECT_EQ(contents->optimizer_steps, 7);
    EXPECT_EQ(contents->extras.trainer_state, extras_.trainer_state);
  }
  using Bits = std::map<std::string, std::vector<std::uint64_t>>;
  EXPECT_EQ(of_first.extras.bits, (Bits{{"explored:layer.0.dense.weight", {1, 2}},
                                        {"explored:another:layer.0.dense.weight", {4}}}));
  EXPECT_THAT(of_first.extras.values, IsEmpty());
  EXPECT_THAT(of_first.extras.blocks, IsEmpty());
  EXPECT_EQ(of_second.extras.bits, (Bits{{"explored:layer.1.sparse.weight", {3}}}));
  EXPECT_EQ(of_second.extras.values, extras_.values);
  EXPECT_EQ(of_second.extras.blocks, extras_.blocks);

  const fs::path saved = save_checkpoint(folder_ / "parts", 7, parts.saved(), extras_);
  for (const std::string& file : kAllFiles)
    EXPECT_TRUE(read_bytes(saved / file) == read_bytes(path / file)) << file;
  EXPECT_EQ(parts.reads, 3 * 9) << "of three parameters, and of two moments of each";
}

TEST_F(Checkpoint, RefusesToSaveWhatReadersDoNotGive) {
  Model trained;
  trained.train(1);
  save(trained, 1);
  const auto refuses = [&]<typename E>(const E&, const auto& change) {
    PartedModel parts;
    SavedModel model = parts.saved();
    change(model.parameters[2]);
    EXPECT_THROW(save_checkpoint(folder_, 2, model, extras_), E);
    EXPECT_EQ(names(), (std::set<std::string>{"step_1"}));
  };
  const std::vector<float> values(4, std::numeric_limits<float>::infinity());
  const std::vector<float> longer(5), negative(4, -1.0F);
  const auto give = [](const std::vector<float>& numbers) {
    return [&numbers](auto...) { return std::span<const float>(numbers); };
  };
  refuses(Error(""), [&](SavedParameter& of) { of.values = give(values); });
  refuses(Error(""), [&](SavedParameter& of) { of.state = give(negative); });
  refuses(FormatError(""), [&](SavedParameter& of) { of.values = give(longer); });
  refuses(FormatError(""), [&](SavedParameter& of) { of.state = give(longer); });
  refuses(ConfigError(""), [](SavedParameter& of) { of.values = nullptr; });
  refuses(ConfigError(""), [](SavedParameter& of) { of.state = nullptr; });
  // A reader may fail at any call: none of what was half written stays.
  for (int call = 1; call <= 3; ++call)
    refuses(IoError(""), [&](SavedParameter& of) {
      of.values = [right = of.values, call, made = 0]() mutable {
        if (++made == call) throw IoError("the owner is gone");
        return right();
      };
    });
}

TEST_F(Checkpoint, APartRefusesWhatTheWholeRefuses) {
  Model trained;
  trained.train(1);
  extras_ = extras_of_parts();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::string loads = "no such error";
  const auto fault = [&](const fs::path& path, const std::function<void(PartedModel&)>& change) {
    PartedModel parts;
    change(parts);
    const AlignedVector<float> before = parts.model.dense.values;
    CheckpointExtras extras;
    const std::string what = fault_of<FormatError>(
        [&] { load_checkpoint(path, parts.first, &parts.of_first, &extras, LoadScope::kPart); });
    EXPECT_EQ(parts.model.dense.values, what == loads ? trained.dense.values : before);
    return what;
  };
  const auto nothing = [](PartedModel&) {};
  // The model's own tensors.
  const fs::path sound = save(trained, 1);
  EXPECT_EQ(fault(sound, nothing), loads);
  EXPECT_THAT(fault(sound, [](PartedModel& parts) { parts.model.dense.name = "other"; }),
              HasSubstr("tensor other is missing, but the model has it"));
  EXPECT_THAT(fault(sound,
                    [](PartedModel& parts) {
                      parts.model.dense.shape = {3, 4};
                    }),
              HasSubstr("layer.0.dense.weight is dense [4,3], expected dense [3,4]"));
  // Those of others hold what no checkpoint may hold.
  const auto forged = [&](const std::string& file, const std::string& name,
                          const std::vector<float>& values) {
    const fs::path path = save(trained, 1);
    const files::TensorFile whole = files::read_safetensors(path / file);
    std::vector<files::TensorView> tensors = whole.tensors();
    for (files::TensorView& tensor : tensors)
      if (tensor.name == name) tensor.bytes = files::tensor_view<float>("", {4}, values).bytes;
    files::Metadata metadata = whole.metadata();
    metadata.erase("xxh3");
    forge(path, file, tensors, metadata);
    return path;
  };
  EXPECT_THAT(fault(forged("model.safetensors", "layer.0.dense.bias", {0, 0, 0, nan}), nothing),
              HasSubstr("tensor layer.0.dense.bias has values that are not finite"));
  EXPECT_THAT(fault(forged("optimizer.safetensors", "layer.0.dense.bias.exp_avg_sq", {0, 0, 0, -1}),
                    nothing),
              HasSubstr("tensor layer.0.dense.bias.exp_avg_sq has negative values"));
  // An own tensor is missing in the optimizer's file.
  const fs::path without = save(trained, 1);
  const files::TensorFile state = files::read_safetensors(without / "optimizer.safetensors");
  std::vector<files::TensorView> tensors = state.tensors();
  std::erase_if(tensors, [](const files::TensorView& tensor) {
    return tensor.name == "layer.0.dense.weight.exp_avg";
  });
  forge(without, "optimizer.safetensors", tensors, {{"optimizer", "adamw"}, {"steps", "1"}});
  EXPECT_THAT(fault(without, nothing), HasSubstr("layer.0.dense.weight.exp_avg"));
  // More of the caller's than such a parameter can have: whose it is refuses it.
  extras_.values["momentum:layer.0.dense.weight"].resize(400000);
  EXPECT_THAT(fault(save(trained, 1), nothing), HasSubstr("bytes of tensors, expected at most"));
  extras_ = extras_of_parts();
  extras_.values["momentum:layer.1.sparse.weight"].resize(400000);
  EXPECT_EQ(fault(save(trained, 1), nothing), loads);
  // What is of no kind that the caller has.
  const fs::path odd = save(trained, 1);
  const std::vector<double> wrong(2);
  forge(odd, "topology.safetensors", {files::tensor_view<double>("of nobody", {2}, wrong)}, {});
  EXPECT_THAT(fault(odd, nothing), HasSubstr("of nobody"));
}

}  // namespace
}  // namespace espalier::models::checkpoint_test
