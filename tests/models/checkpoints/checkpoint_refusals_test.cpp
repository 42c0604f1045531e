// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/checkpoint.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include <espalier/files/safetensors.h>
#include <espalier/models/optimizers/lamb.h>
#include <espalier/sparse/core/error.h>
#include "tests/models/checkpoints/checkpoint_damage.h"
#include "tests/models/checkpoints/checkpoint_fixture.h"

namespace espalier::models::checkpoint_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Every one of them is tried by checkpoint_faults_test.
TEST(CheckpointDamage, IsRefusedOrHarmless) {
  const DamageCount count = damage_every(41);
  EXPECT_GT(count.tried, 300);
  EXPECT_GT(count.refused, count.tried * 9 / 10);
}

TEST_F(Checkpoint, NeitherSavesNorLoadsWhatTrainingNeverLeaves) {
  const float infinity = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Model model;
  save(model, 1);
  const auto fault = [&](AlignedVector<float>& values, std::size_t i, float wrong) {
    const float right = std::exchange(values[i], wrong);
    const std::string what = fault_of<Error>([&] { save(model, 2); });
    values[i] = right;
    EXPECT_EQ(names(), (std::set<std::string>{"step_1"}));
    EXPECT_THAT(what, HasSubstr("checkpoint: parameter " + model.sparse.name));
    return what;
  };
  StateBuffers& moments = model.adamw->begin_restore(0)[2];
  for (const std::size_t i : {0, 15}) {
    EXPECT_THAT(fault(model.sparse.values, i, nan), HasSubstr("values that are not finite"));
    EXPECT_THAT(fault(model.sparse.values, i, -infinity), HasSubstr("values that are not finite"));
    EXPECT_THAT(fault(moments[0], i, infinity), HasSubstr("exp_avg that is not finite"));
    EXPECT_THAT(fault(moments[1], i, -1e-30f), HasSubstr("exp_avg_sq that is negative"));
    EXPECT_THAT(fault(moments[1], i, -nan), HasSubstr("exp_avg_sq that is not finite"));
  }
  moments[1][0] = -0.0f;
  save(model, 2);

  // The same in a file whose hashes agree.
  const fs::path path = save(model, 3);
  std::vector<float> second(12, 1.0f);
  const auto refused = [&](const std::string& file, const char* name, const std::string& what) {
    const files::TensorFile whole = files::read_safetensors(path / file);
    std::vector<files::TensorView> tensors = whole.tensors();
    for (files::TensorView& tensor : tensors) {
      if (tensor.name == name) tensor.bytes = files::tensor_view<float>("", {12}, second).bytes;
    }
    files::Metadata metadata = whole.metadata();
    metadata.erase("xxh3");
    forge(path, file, tensors, metadata);
    const auto before = state_of(model);
    EXPECT_THAT(fault_of<FormatError>(
                    [&] { load_checkpoint(path, model.parameters(), model.adamw.get(), nullptr); }),
                HasSubstr(std::string("tensor ") + name + " has " + what));
    EXPECT_EQ(state_of(model), before);
    EXPECT_EQ(latest_checkpoint(folder_).step, 2);  // the one before it
    save(model, 3);
  };
  second[11] = nan;
  refused("model.safetensors", "layer.0.dense.weight", "values that are not finite");
  refused("optimizer.safetensors", "layer.0.dense.weight.exp_avg", "values that are not finite");
  second[11] = -1;
  refused("optimizer.safetensors", "layer.0.dense.weight.exp_avg_sq", "negative values");
}

TEST_F(Checkpoint, RefusesTheStateOfAnotherOptimizer) {
  Model model;
  const fs::path path = save(model, 1);
  const auto before = state_of(model);
  Lamb lamb(model.parameters(), {});  // whose state has the same names
  EXPECT_THAT(
      fault_of<FormatError>([&] { load_checkpoint(path, model.parameters(), &lamb, nullptr); }),
      HasSubstr("optimizer.safetensors: state of optimizer 'adamw', expected that of 'lamb'"));
  EXPECT_EQ(state_of(model), before);
}

TEST_F(Checkpoint, RefusesNumbersOfStepsThatCannotBe) {
  Model model;
  EXPECT_THROW(save(model, kLargestStep + 1), ConfigError);
  const fs::path path = save(model, 1);
  for (const char* steps : {"9223372036854775807", "9007199254740993", "-1", "", "1x"}) {
    const files::TensorFile whole = files::read_safetensors(path / "optimizer.safetensors");
    forge(path, "optimizer.safetensors", whole.tensors(),
          {{"optimizer", "adamw"}, {"steps", steps}});
    EXPECT_THAT(fault_of<FormatError>(
                    [&] { load_checkpoint(path, model.parameters(), model.adamw.get(), nullptr); }),
                HasSubstr("step count"));
  }
  const std::string done = read_bytes(save(model, 1) / "DONE");
  for (const char* step : {"9223372036854775808", "9007199254740993", "-1", "1.5"}) {
    std::string wrong = done;
    wrong.replace(wrong.find("\"step\": 1"), 9, std::string("\"step\": ") + step);
    write_bytes(path / "DONE", wrong);
    EXPECT_THAT(fault_of<FormatError>([&] { (void)checkpoint_extras(path); }),
                HasSubstr("step is not"));
  }
}

TEST_F(Checkpoint, SaysThatANewerVersionWroteIt) {
  Model model;
  const fs::path path = save(model, 1);
  std::string done = read_bytes(path / "DONE");
  done.replace(done.find("\"format\": 2"), 11, "\"format\": 3");
  write_bytes(path / "DONE", done);
  EXPECT_THAT(fault_of<FormatError>([&] { (void)trainer_state(path); }),
              HasSubstr("checkpoint format is 3, written by a newer version"));
}

// The gate is where a test can change a file between the two times that it is read.
TEST_F(Checkpoint, AFileThatChangesWhileItIsReadSpoilsTheModelLoudly) {
  Model model;
  const fs::path path = save(model, 1);
  const auto change = [&](CheckpointContents&) {
    std::fstream file(path / "optimizer.safetensors", std::ios::in | std::ios::out);
    file.seekp(-1, std::ios::end);
    file.put('\7');
  };
  EXPECT_THROW(load_checkpoint(path, model.parameters(), model.adamw.get(), change), FormatError);
  for (const Parameter* parameter : model.parameters()) {
    for (const float value : parameter->values) EXPECT_TRUE(std::isnan(value));
  }
  EXPECT_THAT(fault_of<Error>([&] { save(model, 2); }),
              HasSubstr("has values that are not finite; nothing was saved"));
}

TEST_F(Checkpoint, RefusesATopologyThatNoSuchModelCanHave) {
  Model model;
  extras_.values["momentum:w"].resize(400000);
  const fs::path path = save(model, 1);
  CheckpointExtras extras;
  EXPECT_THAT(
      fault_of<FormatError>([&] { load_checkpoint(path, model.parameters(), nullptr, &extras); }),
      HasSubstr("topology.safetensors: 1600016 bytes of tensors, expected at most"));
}

TEST_F(Checkpoint, RefusesALongTrainerState) {
  Model model;
  const std::string text = R"({"a": ")" + std::string(1 << 20, 'x') + "\"}";
  EXPECT_THAT(fault_of<FormatError>([&] {
                save_checkpoint(folder_, 1, model.parameters(), *model.adamw,
                                CheckpointExtras{.trainer_state = text, .bits = {}});
              }),
              HasSubstr("bytes, expected at most 1048576"));
  const fs::path path = save(model, 1);
  const std::string before = read_bytes(path / "trainer_state.json");
  write_bytes(path / "trainer_state.json", text);
  vouch(path, "trainer_state.json", before);
  EXPECT_THAT(fault_of<FormatError>([&] { (void)trainer_state(path); }),
              HasSubstr("longer than 1048576 bytes"));
}

// Cuts and flipped bits all over each file (safetensors_test has every one): refused, and nothing
// of the model has moved.
TEST_F(Checkpoint, RefusesDamage) {
  Model saved;
  saved.train(1);
  const fs::path path = save(saved, 1);
  Model model({{1, 1}});
  const auto before = state_of(model);
  CheckpointExtras extras{.trainer_state = "before", .bits = {}};
  const auto refused = [&] {
    try {
      load_checkpoint(path, model.parameters(), model.adamw.get(), &extras);
    } catch (const FormatError& error) {
      return std::string(error.what()).find('\n') == std::string::npos;
    }
    return false;
  };
  for (const std::string& file : kAllFiles) {
    if (file == "DONE") continue;
    const std::string bytes = read_bytes(path / file);
    for (std::size_t i = 0; i < bytes.size(); i += 1 + bytes.size() / 100) {
      write_bytes(path / file, bytes.substr(0, i));
      ASSERT_TRUE(refused()) << file << " cut at " << i;
      std::string flipped = bytes;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << i % 8));
      write_bytes(path / file, flipped);
      ASSERT_TRUE(refused()) << file << " flipped at " << i;
    }
    write_bytes(path / file, bytes + "x");
    ASSERT_TRUE(refused()) << file << " with a byte more";
    write_bytes(path / file, bytes);
    ASSERT_EQ(state_of(model), before);
    ASSERT_EQ(extras.trainer_state, "before");
  }
  ASSERT_FALSE(refused());  // all is as it was: it loads
}

TEST_F(Checkpoint, DamagedDoneIsRefusedOrHarmless) {
  Model saved;
  const fs::path path = save(saved, 1);
  const std::string bytes = read_bytes(path / "DONE");
  const auto load = [&](const std::string& damaged) {
    write_bytes(path / "DONE", damaged);
    Model model({{1, 1}});
    try {
      load_checkpoint(path, model.parameters(), model.adamw.get(), nullptr);
    } catch (const FormatError&) {
      return false;
    }
    EXPECT_EQ(state_of(model), state_of(saved));
    return true;
  };
  for (std::size_t size = 0; size + 2 < bytes.size(); size += 7) {  // it ends with "}\n"
    EXPECT_FALSE(load(bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(load(bytes + "x"));
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 7) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    load(flipped);
  }
}

TEST_F(Checkpoint, RefusesFilesOfAnotherGeneration) {
  Model model;
  save(model, 1);
  model.train(1);
  save(model, 2);
  fs::copy_file(folder_ / "step_1" / "optimizer.safetensors",
                folder_ / "step_2" / "optimizer.safetensors", fs::copy_options::overwrite_existing);
  EXPECT_THAT(fault_of<FormatError>([&] {
                load_checkpoint(folder_ / "step_2", model.parameters(), model.adamw.get(), nullptr);
              }),
              HasSubstr("optimizer.safetensors"));
}

TEST_F(Checkpoint, RefusesAnotherModel) {
  Model saved;
  const fs::path path = save(saved, 1);
  const auto fault = [&](const std::function<void(Model&)>& change) {
    Model model;
    change(model);
    const auto before = state_of(model);
    const std::string what = fault_of<FormatError>(
        [&] { load_checkpoint(path, model.parameters(), model.adamw.get(), nullptr); });
    EXPECT_EQ(state_of(model), before);
    EXPECT_THAT(what, HasSubstr("model.safetensors: tensor "));
    return what;
  };
  EXPECT_THAT(fault([](Model& model) { model.dense.name = "other"; }),
              HasSubstr("tensor other is missing, but the model has it"));
  EXPECT_THAT(fault([](Model& model) {
                model.dense.shape = {3, 4};
              }),
              HasSubstr("layer.0.dense.weight is dense [4,3], expected dense [3,4]"));
  EXPECT_THAT(fault([](Model& model) { model.sparse.name = model.dense.name; }),
              HasSubstr("is dense [4,3], expected block-sparse [8,12] with blocks of 2x2"));
  EXPECT_THAT(fault([](Model& model) { model.dense.name = model.sparse.name; }),
              HasSubstr("is block-sparse [8,12] with blocks of 2x2, expected dense [4,3]"));
  EXPECT_THAT(
      fault([](Model& model) {
        model.sparse.pattern = sparse::BlockPattern::from_coordinates(8, 12, {4, 4}, {{0, 0}});
      }),
      HasSubstr("blocks of 2x2, expected block-sparse [8,12] with blocks of 4x4"));
  Model model;
  ParameterList fewer = {&model.dense, &model.sparse};
  EXPECT_THAT(fault_of<FormatError>([&] { load_checkpoint(path, fewer, nullptr, nullptr); }),
              HasSubstr("tensor layer.0.dense.bias is not in the model"));
  EXPECT_THROW(load_checkpoint(path, fewer, model.adamw.get(), nullptr), ConfigError);
}

TEST_F(Checkpoint, RefusesAPatternThatBreaksItsInvariants) {
  Model model;
  const std::string name = model.sparse.name;
  const auto fault = [&](std::vector<std::int64_t> offsets, std::vector<std::int32_t> columns,
                         const std::string& bsr, Index blocks) {
    const fs::path path = save(model, 1);
    const std::vector<float> values(static_cast<std::size_t>(4 * blocks));
    forge(path, "model.safetensors",
          {files::tensor_view<float>(model.dense.name, {4, 3}, model.dense.values),
           files::tensor_view<float>(model.bias.name, {4}, model.bias.values),
           files::tensor_view<std::int64_t>(name + ".crow_indices",
                                            {static_cast<Index>(offsets.size())}, offsets),
           files::tensor_view<std::int32_t>(name + ".col_indices",
                                            {static_cast<Index>(columns.size())}, columns),
           files::tensor_view<float>(name + ".values", {blocks, 2, 2}, values)},
          {{name + ".bsr", bsr}});
    const auto before = state_of(model);
    const std::string what = fault_of<FormatError>(
        [&] { load_checkpoint(path, model.parameters(), model.adamw.get(), nullptr); });
    EXPECT_EQ(state_of(model), before);
    // Inspection knows no model but refuses the same.
    EXPECT_NE(fault_of<FormatError>([&] { inspect_checkpoint(path); }), "no such error");
    return what;
  };
  const std::string bsr = R"({"block":[2,2],"shape":[8,12]})";
  EXPECT_THAT(fault({0, 1, 1, 1}, {0}, bsr, 1),
              HasSubstr("crow_indices is I64 [4], expected I64 [5]"));
  EXPECT_THAT(fault({0, 2, 1, 3, 3}, {0, 1, 2}, bsr, 3), HasSubstr("no valid pattern"));  // falls
  EXPECT_THAT(fault({0, 1, 1, 1, 1}, {6}, bsr, 1), HasSubstr("no valid pattern"));
  EXPECT_THAT(fault({0, 1, 1, 1, 1}, {-1}, bsr, 1), HasSubstr("no valid pattern"));
  EXPECT_THAT(fault({0, 2, 2, 2, 2}, {3, 3}, bsr, 2), HasSubstr("no valid pattern"));
  EXPECT_THAT(fault({0, 2, 2, 2, 2}, {3, 1}, bsr, 2), HasSubstr("no valid pattern"));
  EXPECT_THAT(fault({0, 0, 0, 0, 2}, {1}, bsr, 1), HasSubstr("no valid pattern"));
  EXPECT_THAT(fault({0, 1, 1, 1, 1}, {1}, bsr, 2), HasSubstr("expected F32 [1, 2, 2]"));
  // Nested deeply enough to overflow the stack of whoever follows it.
  const std::string deep = R"({"block":)" + std::string(200000, '[');
  for (const char* wrong :
       {"", "[]", "{}", R"({"block":[2],"shape":[8,12]})", R"({"block":[0,2],"shape":[8,12]})",
        R"({"block":[2,2],"shape":[8,-12]})", R"({"block":[2,2],"shape":[8,18446744073709551615]})",
        R"({"block":[1,1],"shape":[9223372036854775807,8]})", deep.c_str()}) {
    EXPECT_THAT(fault({0, 1, 1, 1, 1}, {1}, wrong, 1), HasSubstr("no usable shape and block"));
  }
}

TEST_F(Checkpoint, InspectionOfAHugeClaimIsCheap) {
  Model model;
  const fs::path path = save(model, 1);
  const std::vector<std::int64_t> offsets = {0, 0};
  forge(path, "model.safetensors",
        {files::tensor_view<std::int64_t>("w.crow_indices", {2}, offsets),
         files::tensor_view<std::int32_t>("w.col_indices", {0}, {}),
         files::tensor_view<float>("w.values", {0, 1, 1}, {})},
        {{"w.bsr", R"({"block":[1,1],"shape":[1,2000000000]})"}});
  EXPECT_THAT(fault_of<FormatError>([&] { inspect_checkpoint(path); }),
              HasSubstr("w has 2000000000 block columns"));
  // Each claims little enough for one weight.
  std::vector<files::TensorView> tensors;
  files::Metadata metadata;
  for (const std::string name : {"a", "b"}) {
    tensors.push_back(files::tensor_view<std::int64_t>(name + ".crow_indices", {2}, offsets));
    tensors.push_back(files::tensor_view<std::int32_t>(name + ".col_indices", {0}, {}));
    tensors.push_back(files::tensor_view<float>(name + ".values", {0, 1, 1}, {}));
    metadata[name + ".bsr"] = R"({"block":[1,1],"shape":[1,10000000]})";
  }
  forge(path, "model.safetensors", tensors, metadata);
  EXPECT_THAT(fault_of<FormatError>([&] { inspect_checkpoint(path); }),
              HasSubstr("b has 10000000 block columns, and weights before it 10000000; expected"));
}

TEST_F(Checkpoint, RefusesATrainerStateThatIsNoObject) {
  Model model;
  for (const char* text : {"", "[]", "{", "1"}) {
    const CheckpointExtras extras{.trainer_state = text, .bits = {}};
    EXPECT_THROW(save_checkpoint(folder_, 1, model.parameters(), *model.adamw, extras),
                 FormatError);
  }
  EXPECT_THAT(names(), IsEmpty());
}

}  // namespace
}  // namespace espalier::models::checkpoint_test
