// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/config_hash.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>

#include <gmock/gmock.h>

#include <cmath>

#include <espalier/files/atomic_file.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/lm_head.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/peak_memory.h"
#include "tests/training/runs/finished_run.h"

namespace espalier::training {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using RunStore = FinishedRun;

TEST_F(RunStore, AtomicWriteReplacesTheWholeFileAndLeavesNothingBeside) {
  const auto path = write("f", "old and long");
  files::write_file_atomically(path, "new");
  EXPECT_EQ(read(path), "new");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
  EXPECT_THAT(message_of<IoError>([&] { files::write_file_atomically(folder_ / "no" / "f", "x"); }),
              HasSubstr("no/f"));
  EXPECT_THAT(message_of<FormatError>([&] { (void)files::read_file(path, 2); }),
              HasSubstr("longer than 2 bytes"));
}

TEST_F(RunStore, ManifestReadsBackEqual) {
  const RunConfig config = dynamic_config();
  const RunFolder run = RunFolder::create(folder_, "a");
  Manifest manifest = new_manifest(config);
  manifest.status = RunStatus::kStopped;
  manifest.message = "stopped by a signal";
  manifest.dirty = true;
  manifest.threads = 2;
  run.write_manifest(manifest);
  const Manifest back = run.read_manifest();
  EXPECT_EQ(back.status, RunStatus::kStopped);
  EXPECT_EQ(back.message, manifest.message);
  EXPECT_EQ(back.seed, 5);
  EXPECT_EQ(back.threads, 2);
  EXPECT_TRUE(back.dirty);
  EXPECT_EQ(back.config_hash, config_hash(config));
  EXPECT_EQ(back.started.size(), std::string("2024-05-01T12:00:00Z").size());
  run.write_config(config);
  EXPECT_EQ(run.read_config(), config);
}

TEST_F(RunStore, OneProcessWritesARun) {
  const RunFolder run = RunFolder::create(folder_, "a");
  run.write_manifest(Manifest());
  EXPECT_THAT(message_of<IoError>([&] { (void)RunFolder::open(folder_ / "a"); }),
              HasSubstr("another process is writing this run"));
}

TEST_F(RunStore, LockEndsWithItsOwner) {
  {
    RunFolder run = RunFolder::create(folder_, "a");
    run.write_manifest(Manifest());
    const RunFolder moved = std::move(run);
    EXPECT_EQ(message_of<IoError>([&] { (void)RunFolder::open(folder_ / "a"); }).empty(), false);
  }
  EXPECT_NO_THROW((void)RunFolder::open(folder_ / "a"));
}

TEST_F(RunStore, CreateRefusesExistingRunsAndNamesThatArePaths) {
  { RunFolder::create(folder_, "a").write_manifest(Manifest()); }
  EXPECT_THAT(message_of<ConfigError>([&] { (void)RunFolder::create(folder_, "a"); }),
              HasSubstr("a run of this name exists"));
  for (const char* name : {"", "..", ".hidden", "a/b", "a\nb"}) {
    EXPECT_THAT(message_of<ConfigError>([&] { (void)RunFolder::create(folder_, name); }),
                HasSubstr("run.name"))
        << name;
  }
  EXPECT_THAT(message_of<IoError>([&] { (void)RunFolder::open(folder_ / "b"); }),
              HasSubstr("no run here"));
}

TEST_F(RunStore, RecordsAreSealedLinesAndNumbersThatAreNotFiniteAreNull) {
  MetricsLog log(folder_ / "metrics.jsonl");
  log.append({{"step", 1}, {"loss", kUnknown}});
  log.append({{"step", 2}, {"text", "line\nbreak"}});
  const std::string text = read(folder_ / "metrics.jsonl");
  EXPECT_THAT(text, StartsWith("{\"loss\":null,\"step\":1,\"xxh3\":\""));
  EXPECT_THAT(text, HasSubstr("{\"step\":2,\"text\":\"line\\nbreak\",\"xxh3\":\""));
  const auto records = read_metrics(folder_ / "metrics.jsonl", Seals::kRequired);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0], json({{"step", 1}, {"loss", nullptr}}));
}

TEST_F(RunStore, ATornLineIsDroppedAndTheSealsGoOn) {
  const auto path = folder_ / "metrics.jsonl";
  for (Index step = 1; step <= 2; ++step) MetricsLog(path).append(step_record(step));
  const std::string whole = read(path);
  write("metrics.jsonl", whole + "{\"event\":\"tra");
  EXPECT_EQ(read_metrics(path).size(), 2u);  // the torn line is left out
  MetricsLog(path).append(step_record(3));
  EXPECT_EQ(read_metrics(path, Seals::kRequired).size(), 3u);
  EXPECT_THAT(read(path), StartsWith(whole));
}

TEST_F(RunStore, WhatAPowerCutToreBehindAMarkIsCutOff) {
  const auto path = folder_ / "metrics.jsonl";
  MetricsLog(path).append(step_record(1));
  const std::string whole = read(path);
  const files::LogMark mark = files::mark_of(path);
  for (const std::string& torn : {std::string("\0\0\0\n\0", 5), "\"step\":2}\n" + whole, whole})
    for (const bool twice : {false, true}) {
      write("metrics.jsonl", whole + torn + (twice ? torn : ""));
      MetricsLog(path, mark).append(step_record(2));
      EXPECT_EQ(read_metrics(path, Seals::kRequired).size(), 2u);
      EXPECT_THAT(read(path), StartsWith(whole));
    }
}

TEST_F(RunStore, LinesThatWereAlteredMovedOrLeftOutAreRefused) {
  const auto path = folder_ / "metrics.jsonl";
  for (Index step = 1; step <= 3; ++step) MetricsLog(path).append(step_record(step));
  const std::string text = read(path);
  const std::size_t one = text.find('\n') + 1, two = text.find('\n', one) + 1;
  const std::string a = text.substr(0, one), b = text.substr(one, two - one), c = text.substr(two);
  const auto error = [&](const std::string& bad) {
    write("metrics.jsonl", bad);
    return message_of<FormatError>([&] { (void)read_metrics(path); });
  };
  EXPECT_THAT(error(a + c), HasSubstr("metrics.jsonl:2: the line was altered"));
  EXPECT_THAT(error(b + c), HasSubstr("metrics.jsonl:1: "));
  EXPECT_THAT(error(a + c + b), HasSubstr("metrics.jsonl:2: "));
  EXPECT_THAT(error(a + a + b + c), HasSubstr("metrics.jsonl:2: "));
  EXPECT_THAT(error(a + "{\"step\":2}\n" + c), HasSubstr("metrics.jsonl:2: "));
  EXPECT_THAT(error(a + std::string(9 << 20, ' ')), HasSubstr("metrics.jsonl:2: longer than"));
  EXPECT_THAT(error(std::string(300000, '[') + '\n'), HasSubstr("metrics.jsonl:1: nested deeper"));
}

TEST_F(RunStore, RecordsOfAnEventThatIsSkippedAreSealedStill) {
  const auto path = folder_ / "metrics.jsonl";
  MetricsLog log(path);
  log.append({{field::kEvent, event::kTrain}, {field::kStep, 1}});
  log.append({{field::kEvent, event::kTopology}, {field::kStep, 2}});
  log.append({{field::kEvent, event::kEnd}, {"text", R"("event":"topology")"}});
  const auto events = [&] {
    std::vector<std::string> found;
    for_each_record(
        path, Seals::kRequired,
        [&](const json& record, const std::string& where) {
          found.push_back(where.back() + std::string(": ") + record.at(field::kEvent).dump());
        },
        event::kTopology);
    return found;
  };
  EXPECT_THAT(events(), ElementsAre("1: \"train\"", "3: \"end\""));
  std::string text = read(path);
  text.replace(text.find("\"step\":2"), 8, "\"step\":3");
  write("metrics.jsonl", text);
  EXPECT_THAT(message_of<FormatError>([&] { (void)events(); }),
              HasSubstr("metrics.jsonl:2: the line was altered"));
}

TEST_F(RunStore, RecordsOfEarlierVersionsAreCutByStepAndSealed) {
  const auto path =
      write("metrics.jsonl", "{\"step\":1}\n{\"step\":3}\n{\"step\":4}\n{\"event\":\"end\"}\n");
  cut_metrics(path, 3);
  const auto records = read_metrics(path, Seals::kRequired);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records.back().at(field::kStep), 3);
}

TEST_F(RunStore, NamesSayWhatDiffers) {
  RunConfig config = dynamic_config();
  EXPECT_EQ(run_name(config), "mini-dynamic-d0.1-b4-lr0.001-s5");
  EXPECT_EQ(run_name(RunConfig()), "tiny-dense-lr0.001-s1");
  config.run.name = "mine";
  EXPECT_EQ(run_name(config), "mine");
  config.run.name = "../mine";
  EXPECT_THROW((void)run_name(config), ConfigError);
}

TEST_F(RunStore, SummaryOfAFinishedRun) {
  const RunSummary run = summarise_run(finished_run());
  EXPECT_EQ(run.status, "done");
  EXPECT_EQ(run.policy, "dynamic");
  EXPECT_EQ(run.model, "mini");
  EXPECT_EQ(run.density, 0.1);
  EXPECT_EQ(run.block, 4);
  EXPECT_EQ(run.seed, 5);
  EXPECT_EQ(run.learning_rate, 0.0064);
  EXPECT_EQ(run.validation_loss(), 4.25);
  EXPECT_EQ(run.below_unigram(), 2.25);
  EXPECT_EQ(run.corpus_hash, "abc");
  EXPECT_TRUE(std::isnan(run.metrics.value(metric::kExplored)));
  models::ModelConfig shape = models::model_by_name("mini");
  shape.vocabulary = 5000;
  models::ModelDeclaration model = models::declare(shape);
  models::LmHead::declare(shape.hidden, shape.vocabulary, model);
  const models::EncoderDensity density(0.125, 0.1);
  EXPECT_EQ(run.encoder_flops_per_sequence, models::training_flops(model, density, 128));
  EXPECT_EQ(run.encoder_training_flops, 640 * run.encoder_flops_per_sequence);
  EXPECT_EQ(run.total_training_flops,
            640 * models::count_flops(model, density, 128, 18.5, models::Pass::kTraining, {16, 64})
                      .total());
}

TEST_F(RunStore, SummaryOfARunThatIsNotDone) {
  const RunFolder run = RunFolder::create(folder_, "a");
  run.write_config(dynamic_config());
  run.write_manifest(new_manifest(dynamic_config()));
  MetricsLog(run.metrics_path())
      .append({{field::kEvent, event::kValidation}, {field::kStep, 7}, {field::kLoss, 5.5}});
  const RunSummary summary = summarise_run(run.path());
  EXPECT_EQ(summary.status, "running");
  EXPECT_EQ(summary.steps, 7);
  EXPECT_EQ(summary.tokens, 7 * 64 * 128);
  EXPECT_EQ(summary.validation_loss(), 5.5);
  EXPECT_TRUE(std::isnan(summary.metrics.value(metric::kUnigramEntropy)));
}

// Not the density of the end times the sequences: it falls, and attention may be dense.
TEST_F(RunStore, TheCostOfARunThatIsNotDoneIsThatOfItsLastValidation) {
  const RunFolder run = RunFolder::create(folder_, "a");
  run.write_config(dynamic_config());
  run.write_manifest(new_manifest(dynamic_config()));
  RunResult so_far;
  so_far.vocabulary = 5000;
  so_far.masked_per_sequence = 18.5;
  so_far.attention_density = 1;
  so_far.feed_forward_density = 0.5;
  so_far.training_flops = 1e12;
  so_far.update_flops = 3e9;
  nlohmann::json record = {
      {field::kEvent, event::kValidation}, {field::kStep, 7}, {field::kLoss, 5.5}};
  const nlohmann::json costs = end_record(so_far);
  for (const char* name : kCostFields) record[name] = costs.at(name);
  MetricsLog(run.metrics_path()).append(record);
  const RunSummary summary = summarise_run(run.path());
  EXPECT_EQ(summary.steps, 7);
  EXPECT_EQ(summary.validation_loss(), 5.5);
  EXPECT_EQ(summary.encoder_training_flops, 1e12);
  EXPECT_EQ(summary.update_flops, 3e9);
  models::ModelConfig shape = models::model_by_name("mini");
  shape.vocabulary = 5000;
  models::ModelDeclaration model = models::declare(shape);
  models::LmHead::declare(shape.hidden, shape.vocabulary, model);
  const models::EncoderDensity density(1, 0.5);
  const double rest =
      models::count_flops(model, density, 128, 18.5, models::Pass::kTraining, {16, 64}).total() -
      models::training_flops(model, density, 128);
  EXPECT_DOUBLE_EQ(summary.total_training_flops, 1e12 + 7 * 64 * rest + 3e9);
}

TEST_F(RunStore, SummaryFileReadsBackEqual) {
  RunSummary run = summarise_run(finished_run());
  run.name = "a, \"b\" c";
  run.metrics.set(metric::kValidationLoss, 1.0 / 3);
  const auto path = folder_ / "summary.csv";
  write_summary(path, {run, RunSummary()});
  const std::string once = read(path);
  const auto back = read_summary(path);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].name, run.name);
  EXPECT_EQ(back[0].validation_loss(), run.validation_loss());
  EXPECT_EQ(back[0].tokens, run.tokens);
  EXPECT_EQ(back[0].total_training_flops, run.total_training_flops);
  EXPECT_TRUE(std::isnan(back[1].validation_loss()));
  EXPECT_TRUE(back[0].is_of_summaries && !run.is_of_summaries);
  write_summary(path, back);
  EXPECT_EQ(read(path), once);
}

TEST_F(RunStore, ReadsRunsFromFoldersAndSummaries) {
  const auto run = finished_run();
  write_summary(folder_ / "summary.csv", {RunSummary()});
  EXPECT_EQ(read_runs({run}).size(), 1u);
  EXPECT_EQ(read_runs({folder_, folder_ / "summary.csv", run}).size(), 3u);
  std::filesystem::create_directory(folder_ / "empty");
  EXPECT_THAT(message_of<IoError>([&] { (void)read_runs({folder_ / "empty"}); }),
              HasSubstr("no runs here"));
  EXPECT_THAT(message_of<IoError>([&] { (void)read_runs({folder_ / "none"}); }),
              HasSubstr("none: cannot read: No such file or directory; expected a run, a folder "
                        "of runs or a .csv"));
  EXPECT_THAT(message_of<IoError>([&] { (void)run_folders(folder_ / "summary.csv"); }),
              HasSubstr("summary.csv: cannot read: Not a directory; expected a run or a folder of "
                        "runs"));
  for (const char* name : {"empty", "none"})
    EXPECT_EQ(message_of<IoError>([&] { (void)read_manifest(folder_ / name); }),
              (folder_ / name).string() +
                  ": no run here; expected a run's folder, which has manifest.json");
}

// A link to itself is to everybody what a folder without permissions is to all but root.
TEST_F(RunStore, AFolderThatCannotBeLookedIntoIsReadAsARun) {
  const auto run = finished_run();
  std::filesystem::create_symlink("loop", folder_ / "loop");
  EXPECT_THAT(run_folders(folder_), ::testing::UnorderedElementsAre(run, folder_ / "loop"));
  EXPECT_THAT(message_of<IoError>([&] { (void)read_runs({folder_}); }),
              HasSubstr("loop/manifest.json"));
}

TEST_F(RunStore, DamagedFilesAreNamed) {
  const auto run = finished_run();
  const std::string name = run.filename().string();
  const auto error = [&] {
    std::string message = message_of<Error>([&] { (void)summarise_run(run); });
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  };
  const std::string manifest = read(run / "manifest.json");
  for (const char* bad :
       {"", "{", "[]", "null", "\xff\xfe", "{\"seed\": \"one\"}", "{\"status\": \"lost\"}",
        "{\"colour\": 1}", "{\"format\": 3}", "{\"format\": 2}", "{\"name\": \"a\\u001b[2J\"}"}) {
    write(name + "/manifest.json", bad);
    EXPECT_THAT(error(), HasSubstr("manifest.json")) << bad;
  }
  write(name + "/manifest.json", manifest);
  const auto with_record = [&](const json& record) {
    std::filesystem::remove(run / "metrics.jsonl");
    MetricsLog(run / "metrics.jsonl").append(record);
    return error();
  };
  EXPECT_THAT(with_record({{"event", "end"}, {"tokens", "all"}}), HasSubstr("metrics.jsonl:1"));
  EXPECT_THAT(with_record({{"event", "end"}, {"steps", 10}, {"validation_loss", nullptr}}),
              HasSubstr("metrics.jsonl:1: an end without steps or validation_loss"));
  EXPECT_THAT(
      with_record(
          {{"event", "end"}, {"steps", 10}, {"validation_loss", 1.5}, {"attention_density", 7}}),
      HasSubstr("attention density is 7"));
  EXPECT_THAT(with_record({{"event", "validation"}, {"loss", 1}}), HasSubstr("without a step"));
  EXPECT_THAT(with_record({{"event", "train"}, {"step", 1}}), HasSubstr("no end record"));
}

TEST_F(RunStore, NoFlippedBitAndNoCutOfARunsFilesIsAccepted) {
  expect_damage_refused(149);  // of all, which the label faults tries, a sample
}

TEST_F(RunStore, RecordsThatAreNotThoseOfTheManifestAreRefused) {
  const auto run = finished_run();
  const std::string name = run.filename().string();
  write(name + "/edits.log", "edits\n");
  {
    const RunFolder folder = RunFolder::open(run);
    Manifest manifest = folder.read_manifest();
    manifest.files = {{"edits.log", files::mark_of(run / "edits.log")},
                      {"metrics.jsonl", files::mark_of(run / "metrics.jsonl")}};
    folder.write_manifest(manifest);
  }
  EXPECT_NO_THROW((void)summarise_run(run));
  EXPECT_NO_THROW(check_edits(run, read_manifest(run)));
  write(name + "/edits.log", "edit");
  EXPECT_THAT(message_of<FormatError>([&] { check_edits(run, read_manifest(run)); }),
              HasSubstr("edits.log: 4 bytes"));
  // A study that is committed leaves the edits out.
  std::filesystem::remove(run / "edits.log");
  EXPECT_NO_THROW((void)summarise_run(run));
  EXPECT_THAT(message_of<FormatError>([&] { check_edits(run, read_manifest(run)); }),
              HasSubstr("edits.log: not there, expected 6 bytes"));
  MetricsLog(run / "metrics.jsonl").append(step_record(99));
  EXPECT_THAT(message_of<FormatError>([&] { (void)summarise_run(run); }),
              HasSubstr("metrics.jsonl: "));
}

TEST_F(RunStore, AConfigurationOfAnEarlierVersionThatWasCutDoesNotPassForAnother) {
  const std::filesystem::path committed =
      ESPALIER_SOURCE_DIR "/tests/golden/runs/nano_dynamic-training.learning_rate_0.001";
  std::filesystem::copy(committed, folder_ / "run");
  const std::string good = read(committed / "config.toml");
  const RunSummary whole = summarise_run(folder_ / "run");
  Index refused = 0;
  for (std::size_t end = good.find('\n'); end + 1 < good.size(); end = good.find('\n', end + 1)) {
    write("run/config.toml", good.substr(0, end + 1));
    try {
      const RunSummary cut = summarise_run(folder_ / "run");
      EXPECT_EQ(cut.settings_hash, whole.settings_hash) << end;
      EXPECT_EQ(cut.total_training_flops, whole.total_training_flops) << end;
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 20);
}

TEST_F(RunStore, TellsWhichSessionsDiffer) {
  SessionFacts one;
  one.kernel = "highway (AVX2)";
  one.threads = 1;
  SessionFacts two = one;
  two.threads = 2;
  EXPECT_EQ(what_changed({}), "");
  EXPECT_EQ(what_changed({one, two}), "");
  two.kernel = "highway (AVX3)";
  two.processor = "another";
  EXPECT_EQ(what_changed({one, two, one}), "processor, kernel");
}

TEST_F(RunStore, ANameThatIsAFormulaIsHarmlessInASpreadsheetAndReadsBack) {
  RunSummary run;
  for (const char* name : {"=1+1", "+x", "-x", "@x", "'=x", "'x", "-1", "plain"}) {
    run.name = name;
    write_summary(folder_ / "summary.csv", {run});
    const std::string text = read(folder_ / "summary.csv");
    const char first = text[text.find('\n') + 1];
    EXPECT_EQ(first == '\'', std::string(name) != "-1" && std::string(name) != "plain") << name;
    EXPECT_EQ(read_summary(folder_ / "summary.csv").at(0).name, name);
  }
}

TEST_F(RunStore, RunsOfFormatOneReadAsBefore) {
  const auto folders = run_folders(ESPALIER_SOURCE_DIR "/tests/golden/runs");
  ASSERT_FALSE(folders.empty());
  for (const auto& folder : folders) {
    EXPECT_EQ(read_manifest(folder).format, 1);
    EXPECT_GT(summarise_run(folder).validation_loss(), 0) << folder;
  }
}

TEST_F(RunStore, ReadsSummariesWithoutTheLaterColumns) {
  const auto runs = read_summary(ESPALIER_SOURCE_DIR "/tests/golden/runs/summary.csv");
  ASSERT_FALSE(runs.empty());
  EXPECT_EQ(runs.front().task, "mlm");
  EXPECT_EQ(runs.front().policy, "dense") << "its column was once called mode";
  EXPECT_EQ(summary_value(runs.front(), "mode"), "dense");
  EXPECT_TRUE(std::isnan(runs.front().metrics.value(metric::kAccuracy)));
  EXPECT_GT(runs.front().validation_loss(), 0);
}

TEST_F(RunStore, DamagedSummariesNameLineAndColumn) {
  const auto path = folder_ / "summary.csv";
  write_summary(path, {RunSummary()});
  const std::string good = read(path);
  const auto error = [&](const std::string& text) {
    write("summary.csv", text);
    return message_of<FormatError>([&] { (void)read_summary(path); });
  };
  EXPECT_NO_THROW((void)read_summary(path));
  EXPECT_THAT(error(""), HasSubstr("summary.csv:1: no column \"name\", expected a table of runs"));
  EXPECT_THAT(error("name,colour\n"), EndsWith("summary.csv:1: unknown column \"colour\""));
  EXPECT_THAT(error("\"two\nlines\"\n"), EndsWith("summary.csv:1: unknown column \"two?lines\""));
  EXPECT_THAT(error("name\nx\n"),
              HasSubstr("summary.csv:1: no column \"folder\", expected a table"));
  EXPECT_THAT(error("name," + good), HasSubstr("summary.csv:1: 2 columns \"name\""));
  EXPECT_THAT(error(good + "x\n"), HasSubstr("summary.csv:3: 1 cells, expected 34"));
  EXPECT_THAT(error(good + "\"x\n"), HasSubstr("summary.csv:3: a quote that is not closed"));
  std::string bad = good;
  bad.replace(bad.rfind(",0,,,0,0,\n"), 3, ",zero,");
  EXPECT_THAT(error(bad), EndsWith("summary.csv:2: update_flops: \"zero\", expected a number"));
}

// Taken apart whole, cells and rows of a byte took up to 56 times the length of the file.
TEST_F(RunStore, ASummaryTakesNoMemoryForCellsOfNoUse) {
  const auto error = [&](const std::string& text) {
    return message_of<FormatError>([&] { (void)read_summary(write("summary.csv", text)); });
  };
  const espalier::testing::PeakMemory memory;
  constexpr std::size_t kBytes = std::size_t{16} << 20;
  EXPECT_THAT(error(std::string(kBytes, ',')), EndsWith("summary.csv:1: more than 1000 cells"));
  std::string rows(kBytes, 'a');
  for (std::size_t i = 1; i < kBytes; i += 2) rows[i] = '\n';
  EXPECT_THAT(error(rows), EndsWith("summary.csv:1: unknown column \"a\""));
  EXPECT_LT(memory.rise_bytes(), std::int64_t{128} << 20);
  EXPECT_THAT(error(rows + "a"), HasSubstr("longer than 16777216 bytes"));
}

}  // namespace
}  // namespace espalier::training
