// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/run_index.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <espalier/experiments/results/run_list.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/runs/summary_columns.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/run_with_losses.h"

namespace espalier::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// All of a summary as text, as exact as it is.
std::string text_of(const RunSummary& run) {
  std::string text;
  for (const SummaryColumn& column : summary_column_list())
    text += *summary_value(run, column.name) + '\n';
  for (const auto& [key, value] : run.settings) text += key + '=' + value + '\n';
  for (const auto& [key, value] : run.metrics) text += key + '=' + std::to_string(value) + '\n';
  return text;
}

class RunIndexTest : public espalier::testing::FolderTest {
 protected:
  RunIndexTest() {
    // No test may write to the cache of whoever runs it.
    ::setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
  }

  std::filesystem::path make_run(const std::string& name, Index block, double loss,
                                 RunStatus status = RunStatus::kDone) const {
    const std::vector<double> losses =
        status == RunStatus::kDone ? std::vector<double>{6, 5.5, 5, loss} : std::vector<double>{6};
    const auto run = run_with_losses(folder_ / "runs", name, block, 1, losses, status);
    settle(run);
    return run;
  }

  /// As if the files had been written a while ago.
  static void settle(const std::filesystem::path& run) {
    for (const char* file : {"config.toml", "manifest.json", "metrics.jsonl"})
      std::filesystem::last_write_time(
          run / file, std::filesystem::last_write_time(run / file) - std::chrono::minutes(1));
  }

  std::filesystem::path runs() const { return folder_ / "runs"; }
  std::filesystem::path file() const { return runs() / "index.sqlite"; }

  /// Reads all runs through the index, and says how many it knew. Each must be what it is without.
  Index read_all(RunIndex::Make make = RunIndex::Make::kAlways) {
    RunIndex index(runs(), make);
    for (const auto& folder : index.folders())
      EXPECT_EQ(text_of(index.summarise(folder)), text_of(summarise_run(folder)));
    index.save();
    notes_ = index.notes();
    used_ = index.file();
    return index.known();
  }

  /// Runs SQL on the index, as another program would.
  void sql(const std::string& text) const {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
  }

  std::vector<std::string> notes_;
  std::filesystem::path used_;
};

TEST_F(RunIndexTest, KnowsWhatHasNotChangedAndNothingElse) {
  make_run("a", 4, 3.5);
  const auto b = make_run("b", 16, 1.0 / 3);
  make_run("c", 16, 4, RunStatus::kStopped);
  EXPECT_EQ(read_all(), 0);
  EXPECT_EQ(used_, file());
  EXPECT_EQ(read_all(), 3);
  EXPECT_THAT(notes_, IsEmpty());

  // Another result of one; a new run; one that is gone.
  std::filesystem::remove_all(b);
  make_run("b", 16, 0.3333);
  make_run("d", 4, 2);
  EXPECT_EQ(read_all(), 2);
  EXPECT_EQ(read_all(), 4);
  std::filesystem::remove_all(b);
  EXPECT_EQ(read_all(), 3);
  EXPECT_EQ(read_all(RunIndex::Make::kAnew), 0);
  EXPECT_EQ(read_all(), 3);

  // A file of equal length and time, but another one.
  const auto time = std::filesystem::last_write_time(runs() / "a/metrics.jsonl");
  std::filesystem::remove_all(runs() / "a");
  make_run("a", 4, 7.5);
  std::filesystem::last_write_time(runs() / "a/metrics.jsonl", time);
  EXPECT_EQ(read_all(), 2);
}

TEST_F(RunIndexTest, HasNoRowOfWhatMayChange) {
  make_run("a", 4, 3.5, RunStatus::kRunning);
  const auto b = make_run("b", 4, 3.5);
  std::filesystem::last_write_time(b / "manifest.json",
                                   std::filesystem::file_time_type::clock::now());
  EXPECT_EQ(read_all(), 0);
  EXPECT_EQ(read_all(), 0);
}

TEST_F(RunIndexTest, IsUsedByListsAndComparisonsOfManyRuns) {
  make_run("a", 4, 3.5);
  make_run("b", 16, 4.5);
  const auto plain = run_list_csv(experiments::list_runs({runs()}, {}));
  EXPECT_FALSE(std::filesystem::exists(file())) << "two runs are not many";
  read_all();
  EXPECT_EQ(run_list_csv(experiments::list_runs({runs()}, {})), plain);
  write_summary(folder_ / "with.csv", read_runs({runs()}));
  std::filesystem::remove(file());
  write_summary(folder_ / "without.csv", read_runs({runs()}));
  EXPECT_EQ(read(folder_ / "with.csv"), read(folder_ / "without.csv"));

  // An error is told of as without an index, before and after there is one.
  write("runs/b/config.toml", "[model]\n");
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(experiments::list_runs({runs()}, {}).unreadable,
                ElementsAre(HasSubstr("b/config.toml")));
    RunIndex index(runs(), RunIndex::Make::kAlways);
    (void)index.summarise(runs() / "a");
    index.save();
  }
}

TEST_F(RunIndexTest, IsTablesForSql) {
  make_run("a", 4, 3.5);
  make_run("b", 16, 4.5);
  read_all();
  sql("CREATE TEMP TABLE found AS SELECT run FROM runs WHERE block = 16 AND validation_loss > 4 "
      "AND "
      "json_extract(settings, '$.\"model.block\"') = '16' AND "
      "json_extract(metrics, '$.validation_loss') = validation_loss;"
      "CREATE TEMP TABLE one (n CHECK (n = 1)); INSERT INTO one SELECT count(*) FROM found;");
}

TEST_F(RunIndexTest, IsReadWhileItIsWritten) {
  make_run("a", 4, 3.5);
  for (const RunIndex::Make make : {RunIndex::Make::kAlways, RunIndex::Make::kAnew}) {
    read_all(make);
    // The mode is the file's: whoever opens it has it.
    sql("CREATE TEMP TABLE mode (name CHECK (name = 'wal'));"
        "INSERT INTO mode SELECT journal_mode FROM pragma_journal_mode;");
  }
}

TEST_F(RunIndexTest, AlteredRowsCountForNothing) {
  make_run("a", 4, 3.5);
  make_run("b", 16, 4.5);
  read_all();
  sql("UPDATE runs SET validation_loss = 0.1 WHERE run = 'a'");
  EXPECT_EQ(read_all(), 1);
  EXPECT_EQ(read_all(), 2);
  sql("UPDATE runs SET program = 'another'");
  EXPECT_EQ(read_all(), 0);
  sql("UPDATE runs SET settings = '[' || settings");
  EXPECT_EQ(read_all(), 0);
  sql("CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM runs; END");
  EXPECT_EQ(read_all(), 0);
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("made anew")));
  EXPECT_EQ(read_all(), 2);
}

TEST_F(RunIndexTest, DamageIsNoticedAndMendedWhereverItIs) {
  make_run("a", 4, 3.5);
  make_run("b", 16, 4.5);
  read_all();
  const std::string good = read(file());
  ASSERT_GT(good.size(), 8000u);
  for (std::size_t at = 0; at < good.size(); at += 1597) {
    for (const bool cut : {false, true}) {
      std::string bad = good;
      if (cut)
        bad.resize(at);
      else
        for (std::size_t i = at; i < std::min(at + 40, bad.size()); ++i) bad[i] = '\x5a';
      write("runs/index.sqlite", bad);
      read_all();  // equal, whatever was known
      EXPECT_EQ(read_all(), 2) << at;
    }
  }
}

TEST_F(RunIndexTest, AFileOfSomeoneElseIsLeftAlone) {
  make_run("a", 4, 3.5);
  write("runs/index.sqlite", "a list of mine");
  EXPECT_EQ(read_all(), 0);
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("no index of runs, so it is left alone")));
  EXPECT_EQ(read_all(), 1) << "from the cache";
  EXPECT_THAT(used_.string(), HasSubstr("cache/espalier/runs-"));
  EXPECT_EQ(read(file()), "a list of mine");
  std::filesystem::remove(file());
  sql("CREATE TABLE mine (a)");
  const std::string mine = read(file());
  EXPECT_EQ(read_all(RunIndex::Make::kAnew), 0);
  EXPECT_EQ(read(file()), mine);
}

TEST_F(RunIndexTest, ALockedOneIsNotWaitedForLong) {
  make_run("a", 4, 3.5);
  read_all();
  make_run("b", 16, 4.5);
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &handle), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(handle, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_EQ(read_all(), 1) << "reading goes on";
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("index not written")));
  sqlite3_close(handle);
  read_all();
  EXPECT_EQ(read_all(), 2);
}

TEST_F(RunIndexTest, SeveralAtOnceAreSafe) {
  for (const char* name : {"a", "b", "c", "d"}) make_run(name, 4, 3.5);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([this] {
      for (int round = 0; round < 5; ++round) {
        RunIndex index(runs(), round == 2 ? RunIndex::Make::kAnew : RunIndex::Make::kAlways);
        for (const auto& folder : index.folders()) EXPECT_EQ(index.summarise(folder).block, 4);
        index.save();
      }
    });
  for (std::thread& thread : threads) thread.join();
  read_all();
  EXPECT_EQ(read_all(), 4);
}

}  // namespace
}  // namespace espalier::training
