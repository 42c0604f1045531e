// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/checkpoint.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include <espalier/files/content_hash.h>
#include <espalier/files/safetensors.h>
#include <espalier/models/optimizers/lamb.h>
#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/block_norms.h>
#include "tests/models/checkpoints/checkpoint_damage.h"

namespace espalier::models::checkpoint_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

void fill_normal(AlignedVector<float>& values, const std::string& stream, std::uint64_t counter) {
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
auto state_of(Model& model) {
  std::vector<AlignedVector<float>> values;
  for (const Parameter* parameter : model.parameters()) {
    values.push_back(parameter->values);
    values.push_back(model.adamw->state(*parameter, "exp_avg"));
    values.push_back(model.adamw->state(*parameter, "exp_avg_sq"));
  }
  return std::make_tuple(model.adamw->steps(), values, model.sparse.pattern->coordinates());
}

std::string bytes_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write_bytes(const fs::path& path, const std::string& bytes) {
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
void vouch(const fs::path& path, const std::string& file, const std::string& before) {
  const std::string after = bytes_of(path / file);
  std::string done = bytes_of(path / "DONE");
  const std::string old_hash = files::hex(files::content_hash(before));
  done.replace(done.find(old_hash), old_hash.size(), files::hex(files::content_hash(after)));
  const std::string entry = "\"" + file + "\": {\n      \"bytes\": ";
  const std::size_t at = done.find(entry) + entry.size();
  done.replace(at, done.find(',', at) - at, std::to_string(after.size()));
  write_bytes(path / "DONE", done);
}

/// Writes a tensor file anew and makes DONE agree, so that only the content is wrong.
void forge(const fs::path& path, const std::string& file,
           const std::vector<files::TensorView>& tensors, const files::Metadata& metadata) {
  const std::string before = bytes_of(path / file);
  files::write_safetensors(path / file, tensors, metadata);
  vouch(path, file, before);
}

class Checkpoint : public ::testing::Test {
 protected:
  void SetUp() override {
    // In memory where that is possible: each save syncs a dozen times, which a disk makes slow.
    const std::string memory = "/dev/shm/";
    std::string pattern =
        (access(memory.c_str(), W_OK) == 0 ? memory : ::testing::TempDir()) + "checkpoint_XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

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

  fs::path folder_;
  CheckpointExtras extras_{.trainer_state = R"({"step": 7, "text": "é"})",
                           .bits = {{"w", {~std::uint64_t{0}, 5}}, {"none", {}}}};
};

const std::vector<std::string> kAllFiles = {"model.safetensors", "optimizer.safetensors",
                                            "topology.safetensors", "trainer_state.json", "DONE"};

TEST_F(Checkpoint, RoundTripIsExact) {
  Model trained;
  for (int step = 1; step <= 7; ++step) trained.train(step);
  trained.dense.values[0] = -0.0f;
  trained.dense.values[1] = 1e-42f;  // subnormal
  const fs::path path = save(trained, 7);
  EXPECT_EQ(path, folder_ / "step_7");

  Model fresh({{1, 1}});  // another pattern with another number of blocks
  fresh.sparse.gradient[0] = 1;
  CheckpointExtras extras;
  load_checkpoint(path, fresh.parameters(), fresh.adamw.get(), &extras);
  EXPECT_EQ(state_of(fresh), state_of(trained));
  EXPECT_TRUE(std::signbit(fresh.dense.values[0]));
  EXPECT_EQ(fresh.changes, 1);
  EXPECT_EQ(fresh.sparse.gradient, AlignedVector<float>(fresh.sparse.values.size()));
  EXPECT_EQ(extras.trainer_state, extras_.trainer_state);
  EXPECT_EQ(extras.bits, extras_.bits);

  // Parameters alone, as an evaluation wants them.
  Model weights_only({{1, 1}});
  fs::remove(path / "optimizer.safetensors");
  load_checkpoint(path, weights_only.parameters(), nullptr, nullptr);
  EXPECT_EQ(weights_only.sparse.values, trained.sparse.values);
}

TEST_F(Checkpoint, ResumeEqualsNoInterruptionByteForByte) {
  Model whole;
  for (int step = 1; step <= 20; ++step) {
    whole.train(step);
    if (step == 8) save(whole, 8);
  }
  save(whole, 20);

  Model resumed({{1, 1}, {0, 0}});
  load_checkpoint(folder_ / "step_8", resumed.parameters(), resumed.adamw.get(), nullptr);
  for (int step = 9; step <= 20; ++step) resumed.train(step);
  EXPECT_EQ(state_of(resumed), state_of(whole));
  save_checkpoint(folder_ / "resumed", 20, resumed.parameters(), *resumed.adamw, extras_);
  for (const std::string& file : kAllFiles) {
    EXPECT_EQ(bytes_of(folder_ / "resumed" / "step_20" / file),
              bytes_of(folder_ / "step_20" / file))
        << file;
  }
}

TEST_F(Checkpoint, StoresSparseWeightsAsPyTorchNamesThem) {
  Model model;
  const files::TensorFile file = files::read_safetensors(save(model, 1) / "model.safetensors");
  const std::string name = model.sparse.name;
  EXPECT_EQ(copy_elements<std::vector<std::int64_t>>(
                file.require(name + ".crow_indices", files::DataType::kI64, {5})),
            (std::vector<std::int64_t>{0, 2, 2, 3, 4}));
  EXPECT_EQ(copy_elements<std::vector<std::int32_t>>(
                file.require(name + ".col_indices", files::DataType::kI32, {4})),
            (std::vector<std::int32_t>{1, 5, 0, 3}));
  file.require(name + ".values", files::DataType::kF32, {4, 2, 2});
  EXPECT_EQ(file.metadata().at(name + ".bsr"), R"({"block":[2,2],"shape":[8,12]})");
  EXPECT_EQ(file.find(name), nullptr);
}

TEST_F(Checkpoint, KeepsTheLastOnes) {
  Model model;
  for (const Index step : {1, 2, 10, 9}) save(model, step);
  // 9 is saved after 10, as by a run that went back: later checkpoints are not its business.
  EXPECT_EQ(names(), (std::set<std::string>{"step_10", "step_2", "step_9"}));
  save(model, 11, 1);
  EXPECT_EQ(names(), (std::set<std::string>{"step_11"}));
  EXPECT_THROW(save(model, 12, 0), ConfigError);
  EXPECT_THROW(save(model, -1), ConfigError);
}

// Three steps in a row were not applied: the last good checkpoint is that of step 4.
TEST_F(Checkpoint, KeepsThoseFromBeforeAStreakOfBadSteps) {
  Model model;
  for (const Index step : {3, 4}) save(model, step);
  for (const Index step : {5, 6, 7}) {
    save_checkpoint(folder_, step, model.parameters(), *model.adamw, extras_,
                    {.keep = 2, .sound_step = 4});
  }
  EXPECT_EQ(names(), (std::set<std::string>{"step_3", "step_4", "step_6", "step_7"}));
  save(model, 8);  // all is well again
  EXPECT_EQ(names(), (std::set<std::string>{"step_7", "step_8"}));
}

// One that DONE or a length shows to be damaged neither counts nor goes; one of the same step is
// moved aside, where the next finds another name.
TEST_F(Checkpoint, NeverRemovesADamagedOne) {
  Model model;
  for (const Index step : {1, 2, 3}) save(model, step, 9);
  fs::remove(folder_ / "step_1" / "DONE");
  fs::resize_file(folder_ / "step_2" / "model.safetensors", 100);
  save(model, 4);
  save(model, 5);
  EXPECT_EQ(names(), (std::set<std::string>{"step_1", "step_2", "step_4", "step_5"}));
  save(model, 2);
  EXPECT_EQ(bytes_of(folder_ / "damaged-step_2" / "model.safetensors").size(), 100u);
  fs::remove(folder_ / "step_2" / "DONE");
  save(model, 2);
  EXPECT_EQ(names(), (std::set<std::string>{"step_1", "step_2", "step_4", "step_5",
                                            "damaged-step_2", "damaged-step_2.2"}));
}

TEST_F(Checkpoint, SetsAsideWhatReadingShowsToBeDamaged) {
  Model model;
  for (const Index step : {1, 2, 3}) save(model, step, 9);
  for (const char* name : {"step_2", "step_3"}) {  // of the right length
    std::string bytes = bytes_of(folder_ / name / "optimizer.safetensors");
    bytes.back() ^= 1;
    write_bytes(folder_ / name / "optimizer.safetensors", bytes);
  }
  const LatestCheckpoint latest = latest_checkpoint(folder_);
  EXPECT_EQ(latest.step, 1);
  EXPECT_THAT(latest.damaged, ElementsAre(folder_ / "step_3", folder_ / "step_2"));
  EXPECT_THAT(set_aside_damaged(latest),
              ElementsAre(folder_ / "damaged-step_3", folder_ / "damaged-step_2"));
  save(model, 2);
  save(model, 3);
  EXPECT_EQ(names(),
            (std::set<std::string>{"step_2", "step_3", "damaged-step_2", "damaged-step_3"}));
  EXPECT_THAT(latest_checkpoint(folder_).skipped, IsEmpty());
}

TEST_F(Checkpoint, ReplacesTheSameStep) {
  Model model;
  save(model, 3);
  model.train(1);
  const fs::path path = save(model, 3);
  Model fresh;
  load_checkpoint(path, fresh.parameters(), fresh.adamw.get(), nullptr);
  EXPECT_EQ(state_of(fresh), state_of(model));
  EXPECT_EQ(names(), (std::set<std::string>{"step_3"}));
}

TEST_F(Checkpoint, LatestSkipsWhatIsNotUsableAndSaysWhy) {
  EXPECT_FALSE(latest_checkpoint(folder_ / "none").path.has_value());
  EXPECT_FALSE(latest_checkpoint(folder_).path.has_value());

  Model model;
  for (const Index step : {1, 2, 3, 4, 5}) save(model, step, 9);
  EXPECT_EQ(latest_checkpoint(folder_).path, folder_ / "step_5");
  EXPECT_THAT(latest_checkpoint(folder_).skipped, IsEmpty());

  fs::remove(folder_ / "step_5" / "DONE");
  fs::remove(folder_ / "step_4" / "optimizer.safetensors");
  fs::resize_file(folder_ / "step_3" / "model.safetensors", 100);
  fs::create_directory(folder_ / ".tmp-step_9");
  fs::create_directory(folder_ / "step_x");
  fs::copy(folder_ / "step_1", folder_ / "step_6");
  const LatestCheckpoint latest = latest_checkpoint(folder_);
  EXPECT_EQ(latest.path, folder_ / "step_2");
  EXPECT_EQ(latest.step, 2);
  EXPECT_THAT(latest.skipped,
              ElementsAre(HasSubstr("step_6: holds step 1"),
                          HasSubstr("step_5: incomplete checkpoint: DONE is missing"),
                          HasSubstr("step_4/optimizer.safetensors: cannot open"),
                          HasSubstr("step_3/model.safetensors: truncated: 100 bytes")));
}

TEST_F(Checkpoint, SweepsWhatAnInterruptedSaveLeft) {
  fs::create_directories(folder_ / ".tmp-step_9");
  write_bytes(folder_ / ".tmp-step_9" / "model.safetensors", "half");
  Model model;
  save(model, 1);
  EXPECT_EQ(names(), (std::set<std::string>{"step_1"}));
}

// On a file system that cannot exchange two names, a save that is killed between its two steps
// leaves the old checkpoint and the new one under other names.
TEST_F(Checkpoint, FindsWhatAKilledSaveMovedOutOfTheWay) {
  Model model;
  save(model, 3);
  fs::rename(save(model, 4), folder_ / ".tmp-step_4.old");
  fs::create_directories(folder_ / ".tmp-step_4");
  EXPECT_EQ(latest_checkpoint(folder_).path, folder_ / ".tmp-step_4.old");
  sweep_unfinished_saves(folder_);
  EXPECT_EQ(names(), (std::set<std::string>{"step_3", "step_4"}));
  EXPECT_EQ(latest_checkpoint(folder_).path, folder_ / "step_4");

  fs::create_directories(folder_ / ".tmp-step_4.old");  // the new one is in its place
  sweep_unfinished_saves(folder_);
  EXPECT_EQ(names(), (std::set<std::string>{"step_3", "step_4"}));
  sweep_unfinished_saves(folder_ / "none");
}

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
    EXPECT_TRUE(bytes_of(saved / file) == bytes_of(path / file)) << file;
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

// Squares are what an optimizer keeps: a parameter may be called so and be negative.
TEST_F(Checkpoint, AParameterMayBeCalledASquare) {
  Parameter gain;
  gain.name = "gain_sq";
  gain.make_dense({3});
  std::ranges::fill(gain.values, -1.0F);
  AdamW optimizer({&gain}, {});
  const fs::path saved =
      save_checkpoint(folder_ / "squares", 1, {&gain}, optimizer, CheckpointExtras());
  EXPECT_EQ(latest_checkpoint(folder_ / "squares").path, saved);
  std::ranges::fill(gain.values, 0.0F);
  load_checkpoint(saved, {&gain}, &optimizer, nullptr);
  EXPECT_THAT(gain.values, ::testing::Each(-1.0F));
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

// Whatever an optimizer keeps: nothing, a momentum, two moments.
TEST_F(Checkpoint, BringsBackTheStateOfEveryOptimizer) {
  for (const OptimizerInfo& info : optimizers()) {
    std::vector<SettingValues> cases{{}};
    if (info.name == "sgd") cases.push_back({{"momentum", 0.0}});
    for (const SettingValues& settings : cases) {
      SCOPED_TRACE(info.name);
      const auto train = [](Model& model, Optimizer& optimizer, int step) {
        for (Parameter* parameter : model.parameters())
          fill_normal(parameter->gradient, parameter->name, static_cast<std::uint64_t>(step));
        ASSERT_TRUE(optimizer.step(0.01).applied);
      };
      Model whole;
      const auto uninterrupted = make_optimizer(info.name, whole.parameters(), settings);
      train(whole, *uninterrupted, 1);
      const fs::path path =
          save_checkpoint(folder_, 1, whole.parameters(), *uninterrupted, CheckpointExtras());
      train(whole, *uninterrupted, 2);
      Model resumed({{0, 0}});
      const auto other = make_optimizer(info.name, resumed.parameters(), settings);
      load_checkpoint(path, resumed.parameters(), other.get(), nullptr);
      EXPECT_EQ(other->steps(), 1);
      train(resumed, *other, 2);
      for (std::size_t i = 0; i < 3; ++i) {
        const Parameter& expected = *whole.parameters()[i];
        const Parameter& found = *resumed.parameters()[i];
        EXPECT_EQ(found.values, expected.values);
        for (const std::string& name : other->state())
          EXPECT_EQ(other->state(found, name), uninterrupted->state(expected, name));
      }
    }
  }
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
  const std::string done = bytes_of(save(model, 1) / "DONE");
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
  std::string done = bytes_of(path / "DONE");
  done.replace(done.find("\"format\": 2"), 11, "\"format\": 3");
  write_bytes(path / "DONE", done);
  EXPECT_THAT(fault_of<FormatError>([&] { (void)trainer_state(path); }),
              HasSubstr("checkpoint format is 3, written by a newer version"));
}

// A gate sees everything before anything has changed, and its refusal leaves it so.
TEST_F(Checkpoint, AGateMayRefuse) {
  Model saved;
  saved.train(1);
  const fs::path path = save(saved, 7);
  Model model({{1, 1}});
  const auto before = state_of(model);
  const auto refuse = [&](CheckpointContents& contents) {
    EXPECT_EQ(contents.step, 7);
    EXPECT_EQ(contents.format, kCheckpointFormat);
    EXPECT_EQ(contents.optimizer_steps, 1);
    EXPECT_EQ(contents.patterns[0], nullptr);
    EXPECT_EQ(*contents.patterns[2], *saved.sparse.pattern);
    EXPECT_EQ(contents.extras.bits, extras_.bits);
    throw ConfigError("no");
  };
  EXPECT_THROW(load_checkpoint(path, model.parameters(), model.adamw.get(), refuse), ConfigError);
  EXPECT_EQ(state_of(model), before);
  EXPECT_EQ(model.changes, 0);
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
  EXPECT_THROW(save(model, 2), Error);
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
  const std::string before = bytes_of(path / "trainer_state.json");
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
    const std::string bytes = bytes_of(path / file);
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
  const std::string bytes = bytes_of(path / "DONE");
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
  EXPECT_THAT(fault_of<FormatError>([&] { inspect_checkpoint(path); }), HasSubstr("block columns"));
}

TEST_F(Checkpoint, Inspects) {
  Model model;
  const std::vector<ParameterSummary> summaries = inspect_checkpoint(save(model, 1));
  ASSERT_EQ(summaries.size(), 3u);
  EXPECT_EQ(summaries[0].name, "layer.0.dense.bias");
  EXPECT_EQ(summaries[0].pattern, nullptr);
  EXPECT_EQ(summaries[1].shape, (std::vector<Index>{4, 3}));
  const ParameterSummary& weight = summaries[2];
  ASSERT_NE(weight.pattern, nullptr);
  EXPECT_EQ(*weight.pattern, *model.sparse.pattern);
  EXPECT_EQ(weight.shape, (std::vector<Index>{8, 12}));
  EXPECT_EQ(weight.density, 4.0 / 24);
  EXPECT_EQ(weight.block_norms, sparse::block_norms(*model.sparse.pattern, model.sparse.values,
                                                    sparse::BlockNorm::kL1));
  EXPECT_EQ(
      weight.values_hash,
      files::hex(files::content_hash({reinterpret_cast<const char*>(model.sparse.values.data()),
                                      model.sparse.values.size() * sizeof(float)})));
}

TEST_F(Checkpoint, TellsWhatElseItHolds) {
  Model model;
  const CheckpointExtras extras = checkpoint_extras(save(model, 1));
  EXPECT_EQ(extras.trainer_state, extras_.trainer_state);
  EXPECT_EQ(extras.bits, extras_.bits);
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

/// Runs `action` in a child process that sees what its limits do to it; returns its exit code.
int run_in_child(const std::function<int()>& action) {
  const pid_t child = fork();
  if (child == 0) _exit(action());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(Checkpoint, AFailedSaveLeavesTheEarlierOnes) {
  Model model;
  save(model, 1);
  save(model, 2);
  // A limit on the size of files fails writes as a full disk does. At each size another file fails.
  for (const rlim_t bytes : {0, 30, 150, 300, 700}) {
    EXPECT_EQ(run_in_child([&] {
                std::signal(SIGXFSZ, SIG_IGN);
                const rlimit limit{bytes, bytes};
                setrlimit(RLIMIT_FSIZE, &limit);
                try {
                  save(model, 3);
                } catch (const IoError&) {
                  return 3;
                }
                return 4;
              }),
              3);
    EXPECT_EQ(names(), (std::set<std::string>{"step_1", "step_2"})) << bytes;
    EXPECT_EQ(latest_checkpoint(folder_).step, 2);
  }
}

/// Runs `action` in a child and kills it when it enters its system call number `last`. False if the
/// child ended before.
bool kill_at_system_call(int last, const std::function<void()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    raise(SIGSTOP);
    action();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  for (int stop = 0; WIFSTOPPED(status); ++stop) {
    if (stop == 2 * last) {  // each call stops on entry and on return
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return true;
    }
    if (ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) != 0) break;
    waitpid(child, &status, 0);
  }
  return false;
}

TEST_F(Checkpoint, AKilledSaveLeavesTheOldOrTheNewCheckpoint) {
  if (run_in_child([] { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1; }) != 0) {
    GTEST_SKIP() << "this machine does not allow a process to trace its child";
  }
  Model old;
  Model trained;
  trained.train(1);
  const auto old_state = state_of(old);
  const auto new_state = state_of(trained);
  int with_old = 0;
  int with_new = 0;
  // With the same step (replaced in place) and with the next one (added, the first removed).
  for (const Index step : {1, 2}) {
    save(old, 1, 1);
    for (int last = 1;; ++last) {
      if (!kill_at_system_call(last, [&] { save(trained, step, 1); })) break;
      const LatestCheckpoint latest = latest_checkpoint(folder_);
      ASSERT_TRUE(latest.path.has_value()) << "killed at system call " << last;
      ASSERT_THAT(latest.skipped, IsEmpty()) << "killed at system call " << last;
      Model model({{1, 1}});
      load_checkpoint(*latest.path, model.parameters(), model.adamw.get(), nullptr);
      const bool is_new = state_of(model) == new_state;
      ASSERT_TRUE(is_new || state_of(model) == old_state) << "killed at system call " << last;
      ++(is_new ? with_new : with_old);
      if (is_new) {
        fs::remove_all(folder_ / "step_2");
        save(old, 1, 1);
      }
    }
    fs::remove_all(folder_ / "step_2");
  }
  // Both sides of the moment of change were met: the test did kill saves where it meant to.
  EXPECT_GT(with_old, 20);
  EXPECT_GT(with_new, 5);
}

}  // namespace
}  // namespace espalier::models::checkpoint_test
