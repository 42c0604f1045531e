// SPDX-License-Identifier: Apache-2.0
#include "experiments/run_store.h"

#include <gmock/gmock.h>

#include <cmath>

#include "models/atomic_file.h"
#include "models/flops.h"
#include "sparse/core/error.h"
#include "tests/support/peak_memory.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;

using nlohmann::json;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class RunStore : public FolderTest {
 protected:
  static RunConfig dynamic_config() {
    RunConfig config;
    config.model.name = "mini";
    config.model.density = 0.1;
    config.topology.policy = "dynamic";
    config.run.seed = 5;
    return config;
  }

  static json step_record(Index step) {
    return {{field::kEvent, event::kTrain}, {field::kStep, step}, {field::kLoss, 1.5}};
  }

  /// A finished run of the dynamic configuration.
  std::filesystem::path finished_run() const {
    const RunConfig config = dynamic_config();
    const RunFolder run = RunFolder::create(folder_, run_name(config));
    Manifest manifest = new_manifest(config);
    manifest.status = RunStatus::kDone;
    manifest.corpus_hash = "abc";
    run.write_config(config);
    run.write_manifest(manifest);
    run.append_metrics(step_record(1));
    RunResult result;
    result.steps = 10;
    result.sequences = 640;
    result.tokens = 81920;
    result.vocabulary = 5000;
    result.masked_per_sequence = 18.5;
    result.attention_density = 0.125;
    result.feed_forward_density = 0.1;
    result.peak_learning_rate = 0.0064;
    result.validation_loss = 4.25;
    result.unigram_entropy = 6.5;
    result.seconds = 12.5;
    run.append_metrics(end_record(result));
    return run.path();
  }
};

TEST_F(RunStore, AtomicWriteReplacesTheWholeFileAndLeavesNothingBeside) {
  const auto path = write("f", "old and long");
  models::write_file_atomically(path, "new");
  EXPECT_EQ(read(path), "new");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
  EXPECT_THAT(
      message_of<IoError>([&] { models::write_file_atomically(folder_ / "no" / "f", "x"); }),
      HasSubstr("no/f"));
  EXPECT_THAT(message_of<FormatError>([&] { (void)models::read_file(path, 2); }),
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

TEST_F(RunStore, RecordsAreLinesAndNumbersThatAreNotFiniteAreNull) {
  const RunFolder run = RunFolder::create(folder_, "a");
  run.append_metrics({{"step", 1}, {"loss", kUnknown}});
  run.append_metrics({{"step", 2}, {"text", "line\nbreak"}});
  EXPECT_EQ(read(run.metrics_path()),
            "{\"loss\":null,\"step\":1}\n{\"step\":2,\"text\":\"line\\nbreak\"}\n");
  EXPECT_EQ(read_metrics(run.metrics_path()).size(), 2u);
}

TEST_F(RunStore, ResumingCutsLaterRecordsAndATornLine) {
  {
    const RunFolder run = RunFolder::create(folder_, "a");
    run.write_manifest(Manifest());
    for (Index step = 1; step <= 4; ++step) run.append_metrics(step_record(step));
    run.append_metrics(end_record(RunResult()));
  }
  const auto path = folder_ / "a" / "metrics.jsonl";
  const std::string whole = read(path);
  write("a/metrics.jsonl", whole + "{\"event\":\"tra");
  EXPECT_EQ(read_metrics(path).size(), 5u);  // the torn line is left out

  const RunFolder run = RunFolder::open(folder_ / "a");
  EXPECT_EQ(read(path), whole);
  run.cut_metrics(3);
  const auto records = read_metrics(path);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records.back().at(field::kStep), 3);
  run.append_metrics(step_record(4));
  EXPECT_EQ(read_metrics(path).size(), 4u);
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
  EXPECT_EQ(run.mode, "dynamic");
  EXPECT_EQ(run.model, "mini");
  EXPECT_EQ(run.density, 0.1);
  EXPECT_EQ(run.block, 4);
  EXPECT_EQ(run.seed, 5);
  EXPECT_EQ(run.learning_rate, 0.0064);
  EXPECT_EQ(run.validation_loss, 4.25);
  EXPECT_EQ(run.below_unigram(), 2.25);
  EXPECT_EQ(run.corpus_hash, "abc");
  EXPECT_TRUE(std::isnan(run.explored));
  models::ModelConfig model = models::model_by_name("mini");
  model.vocabulary = 5000;
  const models::EncoderDensity density(0.125, 0.1);
  EXPECT_EQ(run.encoder_flops_per_sequence, models::training_flops(model, density, 128));
  EXPECT_EQ(run.encoder_training_flops, 640 * run.encoder_flops_per_sequence);
  EXPECT_EQ(
      run.total_training_flops,
      640 * models::count_flops(model, density, 128, 18.5, models::Pass::kTraining, 64).total());
}

TEST_F(RunStore, SummaryOfARunThatIsNotDone) {
  const RunFolder run = RunFolder::create(folder_, "a");
  run.write_config(dynamic_config());
  run.write_manifest(new_manifest(dynamic_config()));
  run.append_metrics({{field::kEvent, event::kValidation}, {field::kStep, 7}, {field::kLoss, 5.5}});
  const RunSummary summary = summarise_run(run.path());
  EXPECT_EQ(summary.status, "running");
  EXPECT_EQ(summary.steps, 7);
  EXPECT_EQ(summary.tokens, 7 * 64 * 128);
  EXPECT_EQ(summary.validation_loss, 5.5);
  EXPECT_TRUE(std::isnan(summary.unigram_entropy));
}

TEST_F(RunStore, SummaryFileReadsBackEqual) {
  RunSummary run = summarise_run(finished_run());
  run.name = "a, \"b\"\nc";
  run.validation_loss = 1.0 / 3;
  const auto path = folder_ / "summary.csv";
  write_summary(path, {run, RunSummary()});
  const std::string once = read(path);
  const auto back = read_summary(path);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].name, run.name);
  EXPECT_EQ(back[0].validation_loss, run.validation_loss);
  EXPECT_EQ(back[0].tokens, run.tokens);
  EXPECT_EQ(back[0].total_training_flops, run.total_training_flops);
  EXPECT_TRUE(std::isnan(back[1].validation_loss));
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
              HasSubstr("none: cannot read"));
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
       {"", "{", "[]", "null", "\xff\xfe", "{\"seed\": \"one\"}", "{\"status\": \"lost\"}"}) {
    write(name + "/manifest.json", bad);
    EXPECT_THAT(error(), HasSubstr("manifest.json")) << bad;
  }
  write(name + "/manifest.json", manifest);
  const std::string metrics = read(run / "metrics.jsonl");
  write(name + "/metrics.jsonl", "{\"step\":\n" + metrics);
  EXPECT_THAT(error(), HasSubstr("metrics.jsonl:1: expected a JSON object"));
  write(name + "/metrics.jsonl", "{\"event\":\"end\",\"tokens\":\"all\"}\n");
  EXPECT_THAT(error(), HasSubstr("metrics.jsonl"));
  write(name + "/metrics.jsonl", "{\"event\":\"end\",\"attention_density\":7}\n");
  EXPECT_THAT(error(), HasSubstr("attention density is 7"));
  write(name + "/metrics.jsonl", "{\"event\":\"validation\",\"loss\":1}\n");
  EXPECT_THAT(error(), HasSubstr("without a step"));
  write(name + "/metrics.jsonl", metrics);
  EXPECT_NO_THROW((void)summarise_run(run));
  write(name + "/config.toml", "[model]\nwidth = 3\n");
  EXPECT_THAT(error(), HasSubstr("config.toml:2: model.width"));
}

TEST_F(RunStore, ReadsSummariesWithoutTheLaterColumns) {
  const auto runs = read_summary(ESPALIER_SOURCE_DIR "/paper_results/pareto_s90/summary.csv");
  ASSERT_FALSE(runs.empty());
  EXPECT_EQ(runs.front().task, "mlm");
  EXPECT_TRUE(std::isnan(runs.front().accuracy));
  EXPECT_GT(runs.front().validation_loss, 0);
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
  EXPECT_THAT(error(""), HasSubstr("summary.csv:1: 0 columns"));
  EXPECT_THAT(error("name,colour\n"), EndsWith("summary.csv:1: unknown column \"colour\""));
  EXPECT_THAT(error("\"two\nlines\"\n"), EndsWith("summary.csv:1: unknown column \"two?lines\""));
  EXPECT_THAT(error("name\nx\n"), HasSubstr("summary.csv:1: 0 columns \"folder\", expected one"));
  EXPECT_THAT(error("name," + good), HasSubstr("summary.csv:1: 2 columns \"name\""));
  EXPECT_THAT(error(good + "x\n"), HasSubstr("summary.csv:3: 1 cells, expected 30"));
  EXPECT_THAT(error(good + "\"x\n"), HasSubstr("summary.csv:3: a quote that is not closed"));
  std::string bad = good;
  bad.replace(bad.rfind(",0,\n"), 3, ",zero,");
  EXPECT_THAT(error(bad), EndsWith("summary.csv:2: update_flops: \"zero\", expected a number"));
}

// Taken apart whole, cells and rows of a byte took up to 56 times the length of the file.
TEST_F(RunStore, ASummaryTakesNoMemoryForCellsOfNoUse) {
  const auto error = [&](const std::string& text) {
    return message_of<FormatError>([&] { (void)read_summary(write("summary.csv", text)); });
  };
  const auto before = espalier::testing::peak_bytes();
  constexpr std::size_t kBytes = std::size_t{16} << 20;
  EXPECT_THAT(error(std::string(kBytes, ',')), EndsWith("summary.csv:1: more than 1000 cells"));
  std::string rows(kBytes, 'a');
  for (std::size_t i = 1; i < kBytes; i += 2) rows[i] = '\n';
  EXPECT_THAT(error(rows), EndsWith("summary.csv:1: unknown column \"a\""));
  EXPECT_LT(espalier::testing::peak_bytes() - before, std::int64_t{128} << 20);
  EXPECT_THAT(error(rows + "a"), HasSubstr("longer than 16777216 bytes"));
}

}  // namespace
}  // namespace espalier::experiments
