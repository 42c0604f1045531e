// SPDX-License-Identifier: Apache-2.0
// Files of a run that were cut short or altered: cut at every byte, and every bit turned over. What
// reads them refuses them and names the file, or shows exactly what it shows of the sound run; a
// run that goes on from them does too. (Those of checkpoints:
// tests/models/checkpoints/checkpoint_test.cpp.)
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include <espalier/experiments/results/topology_report.h>
#include <espalier/schedules/update/edit_log.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/sequences/prepared_corpus.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/faults/support/cases.h"
#include "tests/faults/support/study.h"
#include "tests/training/small_study.h"

namespace espalier::faults {
namespace {

namespace fs = std::filesystem;
using testing::read_bytes;
using training::RunConfig;

void write_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// What `table`, `pareto` and `topology` show of a run, as text.
std::string shown(const fs::path& run) {
  training::RunSummary summary = training::summarise_run(run);
  const fs::path file = run.parent_path() / "summary.csv";
  training::write_summary(file, {summary});
  std::string text = read_bytes(file);
  const experiments::TopologyRun topology =
      experiments::read_topology_run(run, experiments::initial_patterns(run));
  for (const auto& entry : topology.log.entries) text += schedules::format_edit(entry) + '\n';
  for (const auto& weight : topology.initial) {
    const auto end = schedules::replay(weight.pattern, topology.log.entries, weight.name);
    text += weight.name + ' ' + std::to_string(end->blocks()) + '\n';
  }
  for (const nlohmann::json& record : training::read_metrics(run / "metrics.jsonl"))
    text += record.dump() + '\n';
  return text;
}

/// Calls `look` with `file` as it is after each damage, and puts it back. What is wrong is what
/// `look` does not refuse by the name of the file and that is not what it is for the sound file.
void damage(const fs::path& file, Cases& cases, const std::function<std::string()>& look,
            Index every = 1) {
  const std::string sound_bytes = read_bytes(file);
  const std::string sound = look();
  const std::string path = file.filename();
  const auto try_bytes = [&](const std::string& name, const std::string& bytes) {
    write_bytes(file, bytes);
    std::string wrong;
    try {
      const std::string now = look();
      if (now != sound) wrong = "shows something else: " + now;
    } catch (const Error& error) {
      const std::string message = error.what();
      if (message.find(path) == std::string::npos) wrong = "names no file: " + message;
      if (message.find('\n') != std::string::npos) wrong = "more than a line: " + message;
    }
    cases.tried(path + name, wrong);
  };
  const auto length = static_cast<Index>(sound_bytes.size());
  for (Index bytes = 0; bytes < length; bytes += every * stride())
    try_bytes(" cut after byte " + std::to_string(bytes),
              sound_bytes.substr(0, static_cast<std::size_t>(bytes)));
  for (Index bit = 0; bit < 8 * length; bit += every * stride()) {
    std::string bytes = sound_bytes;
    char& byte = bytes[static_cast<std::size_t>(bit / 8)];
    byte = static_cast<char>(byte ^ 1 << bit % 8);
    try_bytes(" with bit " + std::to_string(bit) + " turned", bytes);
  }
  write_bytes(file, sound_bytes);
}

class Damage : public ::testing::TestWithParam<const char*> {
 protected:
  Damage() {
    if (run(study_.train(study_.folder() / "runs")).code != 0)
      throw std::runtime_error("the run failed");
  }
  Study study_ = Study(Task::kImages, "dynamic");
  const fs::path run_ = study_.folder() / "runs/run";
  Cases cases_;
};

TEST_P(Damage, OfAFileOfARunThatIsDone) {
  damage(run_ / GetParam(), cases_, [this] { return shown(run_); });
}

/// A run that was stopped, to go on with in this process.
class DamageOfAStoppedRun : public ::testing::TestWithParam<const char*> {
 protected:
  DamageOfAStoppedRun() {
    const fs::path runs = study_.fresh("runs");
    config_ = study_.config(runs);
    for (int session = 0; session < 3; ++session) train(true);
    fs::copy(runs / "run", kept_, fs::copy_options::recursive);
  }

  void train(bool stop_after_a_step) const {
    const std::atomic<bool> stop = stop_after_a_step;
    training::TrainingRunOptions options;
    options.quiet = true;
    options.stop = &stop;
    training::run_training(config_, options);
  }

  Study study_ = Study(Task::kImages, "dynamic");
  RunConfig config_;
  const fs::path kept_ = study_.folder() / "kept";
  Cases cases_;
};

TEST_P(DamageOfAStoppedRun, WhichGoesOn) {
  const fs::path run = fs::path(config_.run.folder) / "run";
  // The folder as it was stopped, with the file as it is now.
  const fs::path damaged = study_.folder() / GetParam();
  fs::copy_file(kept_ / GetParam(), damaged);
  damage(
      damaged, cases_,
      [&] {
        fs::remove_all(run);
        fs::copy(kept_, run, fs::copy_options::recursive);
        fs::copy_file(damaged, run / GetParam(), fs::copy_options::overwrite_existing);
        train(false);
        return difference(outcome_of(run), study_.sound());
      },
      5);
}

constexpr const char* kFiles[] = {"manifest.json", "config.toml", "metrics.jsonl", "edits.log",
                                  "summary.json"};
std::string file_name(const ::testing::TestParamInfo<const char*>& tested) {
  return fs::path(tested.param).stem();
}
INSTANTIATE_TEST_SUITE_P(Files, Damage, ::testing::ValuesIn(kFiles), file_name);
INSTANTIATE_TEST_SUITE_P(Files, DamageOfAStoppedRun, ::testing::ValuesIn(kFiles), file_name);

// A table for spreadsheets has no checksum: what can be promised is that it is refused by name or
// read as it stands.
TEST(DamageOfATable, IsReadOrRefusedByName) {
  const Study study(Task::kImages, "dynamic");
  ASSERT_EQ(run(study.train(study.folder() / "runs")).code, 0);
  const fs::path table = study.folder() / "summary.csv";
  training::write_summary(table, {training::summarise_run(study.folder() / "runs/run")});
  Cases cases;
  damage(table, cases, [&] {
    training::read_summary(table);
    return std::string();
  });
}

TEST(DamageOfACache, IsNoticedAndTheTextIsReadAnew) {
  const testing::TemporaryFolder folder(scratch());
  text::DataOptions options;
  options.corpus = folder.write("text.txt", training::small_text().substr(0, 4000)).string();
  options.vocabulary_size = 64;
  options.sequence_length = 16;
  options.validation_fraction = 0.2;
  options.cache_folder = (folder.path() / "cache").string();
  const auto look = [&] {
    const text::PreparedData data = text::prepare_corpus(options);
    std::string text = data.corpus.facts.corpus.hash + data.corpus.facts.vocabulary_hash;
    for (const auto* part : {&data.corpus.train, &data.corpus.validation})
      for (const auto token : part->tokens) text += std::to_string(token) + ' ';
    return text;
  };
  look();
  Cases cases;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(options.cache_folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  ASSERT_FALSE(files.empty());
  for (const fs::path& file : files) damage(file, cases, look, 7);
}

}  // namespace
}  // namespace espalier::faults
