// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/checkpoint.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <set>

#include <espalier/files/content_hash.h>
#include <espalier/files/safetensors.h>
#include <espalier/models/checkpoints/checkpoint_folder.h>
#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/block_norms.h>
#include "tests/models/checkpoints/checkpoint_fixture.h"

namespace espalier::models::checkpoint_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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
    EXPECT_EQ(read_bytes(folder_ / "resumed" / "step_20" / file),
              read_bytes(folder_ / "step_20" / file))
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
  fs::create_directory(folder_ / "step_008");  // as nobody here writes one
  save(model, 12, 1);
  EXPECT_EQ(names(), (std::set<std::string>{"step_008", "step_12"}));
  EXPECT_THROW(save(model, 13, 0), ConfigError);
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
  EXPECT_EQ(read_bytes(folder_ / "damaged-step_2" / "model.safetensors").size(), 100u);
  fs::remove(folder_ / "step_2" / "DONE");
  save(model, 2);
  EXPECT_EQ(names(), (std::set<std::string>{"step_1", "step_2", "step_4", "step_5",
                                            "damaged-step_2", "damaged-step_2.2"}));
}

TEST_F(Checkpoint, SetsAsideWhatReadingShowsToBeDamaged) {
  Model model;
  for (const Index step : {1, 2, 3}) save(model, step, 9);
  for (const char* name : {"step_2", "step_3"}) {  // of the right length
    std::string bytes = read_bytes(folder_ / name / "optimizer.safetensors");
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

// Of what lies behind a link to itself the system tells nothing, not even that it is not there.
TEST_F(Checkpoint, SaysByAnErrorOfItsOwnWhereTheSystemDoesNotTell) {
  fs::create_symlink("step_5", folder_ / "step_5");
  fs::create_directories(folder_ / ".tmp-step_5.old");
  EXPECT_THAT(fault_of<IoError>([&] { latest_checkpoint(folder_); }),
              HasSubstr("step_5: cannot look into: "));
  fs::create_symlink("circle", folder_ / "circle");
  EXPECT_THAT(fault_of<IoError>([&] { put_in_place(folder_ / "circle", 1); }),
              HasSubstr("circle/step_1: cannot look for: "));
  LatestCheckpoint latest;
  latest.damaged = {folder_ / "circle" / "step_1"};
  EXPECT_THAT(fault_of<IoError>([&] { set_aside_damaged(latest); }),
              HasSubstr("circle/damaged-step_1: cannot look for: "));
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
