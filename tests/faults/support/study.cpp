// SPDX-License-Identifier: Apache-2.0
#include "tests/faults/support/study.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include <espalier/schedules/update/edit_log.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include "tests/training/small_images.h"
#include "tests/training/small_study.h"

namespace espalier::faults {
namespace {

namespace fs = std::filesystem;
using testing::read_bytes;
using training::RunConfig;

/// What no two sessions agree on.
constexpr const char* kTimes[] = {"seconds", "tokens_per_second", "images_per_second"};

std::string without_times(nlohmann::json record) {
  for (const char* time : kTimes) record.erase(time);
  return record.dump();
}

std::string row(const fs::path& run) {
  training::RunSummary summary = training::summarise_run(run);
  summary.seconds = 0;
  summary.folder.clear();
  const fs::path file = run.parent_path() / "row.csv";
  training::write_summary(file, {summary});
  std::string text = read_bytes(file);
  fs::remove(file);
  return text;
}

RunConfig tiny_config(Task task, const std::string& policy,
                      const testing::TemporaryFolder& folder) {
  RunConfig config;
  if (task != Task::kText) {
    config = training::small_image_config(training::small_images(folder), policy);
    config.training.batch = 16;
  } else {
    const fs::path text = folder.write("text.txt", training::small_text());
    config = training::small_config(text.string(), policy);
  }
  config.training.steps = 6;
  config.training.checkpoint_every = 2;
  config.training.validate_every = 3;
  config.topology.updates = 3;
  if (task == Task::kWideImages) {
    config.model.widths = "64-512-512-4";
    config.training.batch = 128;
    config.training.steps = 12;
    config.run.threads = 2;
  }
  return config;
}

/// The first line in which two texts differ, with the line of the first text.
std::string first_difference(const std::vector<std::string>& found,
                             const std::vector<std::string>& sound) {
  const auto [a, b] = std::ranges::mismatch(found, sound);
  if (a == found.end() && b == sound.end()) return "";
  return (a == found.end() ? "lacks" : "has \"" + *a + "\", expected") +
         (b == sound.end() ? " nothing" : " \"" + *b + '"');
}

}  // namespace

Outcome outcome_of(const fs::path& run) {
  Outcome outcome;
  const training::RunSummary summary = training::summarise_run(run);
  outcome.status = summary.status;
  outcome.summary = row(run);
  for (const auto& entry : schedules::parse_edit_log(read_bytes(run / "edits.log")).entries)
    outcome.edits.push_back(schedules::format_edit(entry));
  for (const nlohmann::json& record : training::read_metrics(run / "metrics.jsonl"))
    outcome.metrics.push_back(without_times(record));
  for (const auto& entry : fs::recursive_directory_iterator(run)) {
    const std::string path = entry.path().lexically_relative(run);
    // A summary that could not be written is missed by nobody.
    if (!path.starts_with("checkpoints/step_") && path != "summary.json")
      outcome.files.push_back(path);
  }
  std::ranges::sort(outcome.files);
  const fs::path last = run / "checkpoints" / ("step_" + std::to_string(summary.steps));
  if (!fs::is_directory(last)) throw IoError(last.string() + ": no checkpoint of the last step");
  for (const char* file : {"model.safetensors", "optimizer.safetensors", "topology.safetensors"})
    outcome.checkpoint[file] = read_bytes(last / file);
  return outcome;
}

std::string difference(const Outcome& found, const Outcome& sound) {
  if (found.status != sound.status) return "status " + found.status + ", expected " + sound.status;
  for (const auto& [name, bytes] : sound.checkpoint) {
    const auto other = found.checkpoint.find(name);
    if (other == found.checkpoint.end() || other->second != bytes)
      return "the last checkpoint's " + name + " differs";
  }
  if (found.metrics != sound.metrics)
    return "metrics: " + first_difference(found.metrics, sound.metrics);
  if (found.edits != sound.edits) return "edit log: " + first_difference(found.edits, sound.edits);
  if (found.summary != sound.summary)
    return "the summary differs: has\n" + found.summary + "expected\n" + sound.summary;
  if (found.files != sound.files) return "files: " + first_difference(found.files, sound.files);
  return "";
}

Study::Study(Task task, const std::string& policy) {
  const RunConfig config = tiny_config(task, policy, temporary_);
  config_ = temporary_.write("run.toml", training::to_toml(config));
  const fs::path runs = fresh("sound");
  const Ended ended = run(train(runs));
  if (ended.code != 0) throw std::runtime_error("the sound run failed: " + told(ended));
  sound_ = outcome_of(runs / "run");
  for (const nlohmann::json& record : training::read_metrics(runs / "run/metrics.jsonl"))
    if (record.at("event") == "validation") losses_.push_back(record.at("loss"));
}

fs::path Study::fresh(const std::string& name) const {
  const fs::path runs = temporary_.path() / name;
  fs::remove_all(runs);
  fs::create_directories(runs);
  return runs;
}

Command Study::train(const fs::path& runs) const {
  return {.arguments = {"train", "--config", config_.string(), "--out", runs.string(), "--name",
                        "run", "--quiet", "--set",
                        "data.cache='" + (runs / "cache").string() + "'"}};
}

RunConfig Study::config(const fs::path& runs) const {
  RunConfig config = training::load_run_config(config_);
  config.run.name = "run";
  config.run.folder = runs.string();
  config.data.cache = (runs / "cache").string();
  return config;
}

Command Study::train_with_faults(const fs::path& runs,
                                 const std::vector<std::string>& settings) const {
  Command command = train(runs);
  command.environment = {"LD_PRELOAD=" + built("tests/faults/libfault_shim.so").string(),
                         "FAULT_FOLDER=" + runs.string()};
  command.environment.insert(command.environment.end(), settings.begin(), settings.end());
  return command;
}

std::string Study::finish(const fs::path& runs) const {
  const Ended ended = run(train(runs));
  std::string wrong;
  if (ended.code == 0) {
    try {
      wrong = difference(outcome_of(runs / "run"), sound_);
    } catch (const Error& error) {
      wrong = error.what();
    }
  } else {
    wrong = "the same command does not go on: " + told(ended);
  }
  fs::remove_all(runs);
  return wrong;
}

std::string Study::status(const fs::path& runs) {
  try {
    return training::summarise_run(runs / "run").status;
  } catch (const Error& error) {
    return error.what();
  }
}

std::string Study::wrong_figures(const fs::path& runs) const {
  if (!training::RunFolder::exists(runs / "run")) return "";
  try {
    const training::RunSummary summary = training::summarise_run(runs / "run");
    if (summary.status == "done") return difference(outcome_of(runs / "run"), sound_);
    const double loss = summary.validation_loss();
    if (std::isnan(loss)) return "";
    return std::ranges::find(losses_, loss) != losses_.end()
               ? ""
               : "shows a loss of " + std::to_string(loss) + ", which was never computed";
  } catch (const Error&) {
    return "";  // refused
  }
}

std::string told(const Ended& ended) {
  return (ended.timed_out ? "took too long" : "exit code " + std::to_string(ended.code)) + ", \"" +
         ended.err + '"';
}

bool is_one_line(const std::string& err) {
  return err.starts_with("espalier: ") && std::ranges::count(err, '\n') == 1 && err.back() == '\n';
}

}  // namespace espalier::faults
