// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/sealed_summary.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/experiments/results/run_list.h>
#include <espalier/files/content_hash.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/run_with_losses.h"
#include "tests/training/summary_text.h"

namespace espalier::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SealedSummary : public espalier::testing::FolderTest {
 protected:
  /// A run whose session has ended, with its summary.
  std::filesystem::path make_run(const std::string& name, double loss = 3.5,
                                 RunStatus status = RunStatus::kDone) const {
    const std::vector<double> losses =
        status == RunStatus::kDone ? std::vector<double>{6, 5.5, 5, loss} : std::vector<double>{6};
    const auto run = run_with_losses(runs(), name, 4, 1, losses, status);
    if (status == RunStatus::kStopped) edit_manifest(run, "a signal");
    seal(run);
    return run;
  }
  static void seal(const std::filesystem::path& run) {
    write_sealed_summary(run, read(run / "manifest.json"));
  }
  static void edit_manifest(const std::filesystem::path& run, const std::string& message) {
    const RunFolder folder = RunFolder::open(run);
    Manifest manifest = folder.read_manifest();
    manifest.message = message;
    folder.write_manifest(manifest);
  }
  /// The kept summary with some of it changed, and a checksum that holds.
  static std::string forged(const std::filesystem::path& run, const std::string& pointer,
                            const nlohmann::json& value) {
    nlohmann::json kept = nlohmann::json::parse(read(run / "summary.json"));
    kept[nlohmann::json::json_pointer(pointer)] = value;
    return sealed_text(kept);
  }

  std::filesystem::path runs() const { return folder_ / "runs"; }

  /// Does that of the run count? Whatever is the case, the run shows what its other files say.
  bool counts(const std::filesystem::path& run) {
    notes_.clear();
    const auto shown = [](const auto& make) {
      try {
        return text_of(make());
      } catch (const Error& error) {
        return std::string(error.what());
      }
    };
    EXPECT_EQ(shown([&] { return summarise_run(run); }),
              shown([&] { return read_run(run).summary; }));
    return read_sealed_summary(run, &notes_).has_value();
  }

  std::vector<std::string> notes_;
};

TEST_F(SealedSummary, IsWhatTheRunSaysOfItselfWhereverItLies) {
  for (const RunStatus status : {RunStatus::kDone, RunStatus::kStopped, RunStatus::kFailed}) {
    const auto run = make_run(to_string(status), 1.0 / 3, status);
    EXPECT_TRUE(counts(run)) << to_string(status);
    EXPECT_EQ(summarise_run(run).folder, run.string());
  }
  EXPECT_EQ(summarise_run(runs() / "stopped").message, "a signal");
  std::filesystem::rename(runs() / "done", runs() / "moved");
  std::filesystem::copy(runs() / "moved", runs() / "copied");
  for (const char* name : {"moved", "copied"}) {
    EXPECT_TRUE(counts(runs() / name));
    EXPECT_EQ(summarise_run(runs() / name).folder, runs() / name);
  }
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(SealedSummary, ChangesNoTable) {
  make_run("a");
  make_run("b", 4.5);
  make_run("c", 0, RunStatus::kStopped);
  make_run("d", 0, RunStatus::kFailed);
  const auto tables = [this] {
    const experiments::RunList list = experiments::list_runs({runs()}, {});
    EXPECT_THAT(list.notes, IsEmpty());
    write_summary(folder_ / "summary.csv", read_runs({runs()}));
    return run_list_text(list) + run_list_json(list) + read(folder_ / "summary.csv");
  };
  const std::string with = tables();
  // Where earlier versions left an index, it is no run and disturbs none.
  for (const char* name : {"index.sqlite", "index.sqlite-wal", "index.sqlite-shm"})
    write(std::string("runs/") + name, "SQLite format 3");
  EXPECT_EQ(tables(), with);
  for (const char* name : {"a", "b", "c", "d"})
    ASSERT_TRUE(std::filesystem::remove(runs() / name / "summary.json"));
  EXPECT_EQ(tables(), with);
  for (const char* name : {"a", "b", "c", "d"})
    EXPECT_FALSE(std::filesystem::exists(runs() / name / "summary.json")) << "reading wrote";
}

TEST_F(SealedSummary, CountsWithTheFilesThatItIsOfAndNoOthers) {
  const auto run = make_run("a");
  make_run("b", 4.5);
  const std::string kept = read(run / "summary.json");
  const auto after = [&](const std::string& file, const std::string& bytes) {
    const bool there = std::filesystem::exists(run / file);
    const std::string path = "runs/a/" + file, before = there ? read(run / file) : "";
    write(path, bytes);
    const bool found = counts(run);
    EXPECT_THAT(notes_, IsEmpty()) << file;
    there ? (void)write(path, before) : (void)std::filesystem::remove(run / file);
    EXPECT_TRUE(counts(run)) << file;
    return found;
  };
  const std::string metrics = read(run / "metrics.jsonl");
  EXPECT_FALSE(after("summary.json", read(runs() / "b/summary.json"))) << "another run's";
  EXPECT_FALSE(after("metrics.jsonl", metrics + "{\"event\":\"train\"}\n"));
  EXPECT_FALSE(after("metrics.jsonl", read(runs() / "b/metrics.jsonl")));
  for (const char* file : {"manifest.json", "config.toml", "metrics.jsonl"}) {
    const std::string good = read(run / file);
    EXPECT_FALSE(after(file, good.substr(0, good.size() / 2))) << file;
    EXPECT_FALSE(after(file, "")) << file;
    std::string other = good;
    other[good.size() / 2] ^= 1;
    EXPECT_FALSE(after(file, other)) << file << " of equal length";
  }
  EXPECT_FALSE(after("config.next.toml", "seed = 1\n"));

  // What is sound, and another: the run goes on, or its configuration is replaced.
  edit_manifest(run, "goes on");
  EXPECT_FALSE(counts(run));
  seal(run);
  EXPECT_TRUE(counts(run));
  RunConfig config = read_run_config(run);
  config.training.steps = 80;
  {
    const RunFolder folder = RunFolder::open(run);
    Manifest manifest = folder.read_manifest();
    manifest.config_hash = new_manifest(config).config_hash;
    folder.replace(config, manifest);
  }
  EXPECT_FALSE(counts(run));
  EXPECT_EQ(summarise_run(run).planned_steps, 80);
  // An earlier one that comes back does not count either.
  write("runs/a/summary.json", kept);
  EXPECT_FALSE(counts(run));
}

TEST_F(SealedSummary, OneThatIsCutOrAlteredIsToldOfAndTheRunIsRead) {
  const auto run = make_run("a");
  const std::string good = read(run / "summary.json");
  for (std::size_t at = 0; at < good.size(); at += 389) {
    std::string altered = good;
    altered[at] ^= 1;
    for (const std::string& bad : {good.substr(0, at), altered}) {
      write("runs/a/summary.json", bad);
      EXPECT_FALSE(counts(run)) << bad;
    }
  }
  const auto told = [&](const std::string& bad) {
    write("runs/a/summary.json", bad);
    EXPECT_FALSE(counts(run)) << bad;
    const experiments::RunList list = experiments::list_runs({runs()}, {});
    EXPECT_EQ(list.rows.size(), 1u);
    EXPECT_THAT(list.unreadable, IsEmpty());
    EXPECT_THAT(notes_,
                ElementsAre(HasSubstr("summary not used: " + (run / "summary.json").string())));
    EXPECT_EQ(list.notes, notes_);
  };
  write("runs/a/summary.json", good);
  const std::vector<std::string> bad = {
      "", "{", "[]", good + good, good.substr(0, good.size() - 1),
      // Of a stranger who makes checksums: whatever it says, nothing breaks.
      forged(run, "/summary/density", 7), forged(run, "/summary/density", "much"),
      forged(run, "/summary/name", "a\x1b[2J"), forged(run, "/summary/steps", nullptr),
      forged(run, "/settings", 1), forged(run, "/metrics/loss", "low"),
      forged(run, "/files/metrics.jsonl", 4), forged(run, "/files", nlohmann::json::object()),
      forged(run, "/summary", nullptr)};
  for (const std::string& bytes : bad) told(bytes);
  // Of another version or with other plug-ins it is sound, and another's.
  for (const char* pointer : {"/format", "/known"}) {
    write("runs/a/summary.json", good);
    write("runs/a/summary.json",
          forged(run, pointer,
                 pointer == std::string("/format") ? nlohmann::json(1) : nlohmann::json("0")));
    EXPECT_FALSE(counts(run));
    EXPECT_THAT(notes_, IsEmpty()) << pointer;
  }
  std::filesystem::remove(run / "summary.json");
  std::filesystem::create_directory(run / "summary.json");
  EXPECT_FALSE(counts(run));
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("summary.json")));
}

// If this fails, the same files make another summary than those that lie in folders: raise
// kSummaryFormat in sealed_summary.cpp, so that they count no more, and put the new hash here. For
// a new column the hash is enough: each summary has one of the columns' names.
TEST_F(SealedSummary, HasANewFormatIfTheSameFilesMakeAnother) {
  std::filesystem::copy(ESPALIER_SOURCE_DIR
                        "/tests/golden/runs/nano_dynamic-training.learning_rate_0.001",
                        folder_ / "run");
  seal(folder_ / "run");
  const nlohmann::json kept = nlohmann::json::parse(read(folder_ / "run/summary.json"));
  const std::string values = kept.at("summary").dump(2) + kept.at("metrics").dump(2);
  EXPECT_EQ(kept.at("format"), 3);
  EXPECT_EQ(files::hex(files::content_hash(values)), "6d3f8ecbe1b3c4f9") << values;
}

}  // namespace
}  // namespace espalier::training
