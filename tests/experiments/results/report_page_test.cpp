// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/report_page.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/experiments/results/topology_report.h>
#include <espalier/schedules/update/edit_log.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/runs/summary_columns.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments::report_page_test {
namespace {

using espalier::testing::message_of;
using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

TEST(ThinnedCurve, KeepsEndsAndPeaks) {
  Curve curve;
  for (int i = 0; i < 10000; ++i) curve.emplace_back(i, i % 7);
  curve[1234].second = 50;
  curve[7777].second = -50;
  const Curve thin = thinned(curve, 240);
  EXPECT_LE(thin.size(), 240u);
  EXPECT_GT(thin.size(), 200u);
  EXPECT_EQ(thin.front(), curve.front());
  EXPECT_EQ(thin.back(), curve.back());
  EXPECT_THAT(thin, Contains(curve[1234]));
  EXPECT_THAT(thin, Contains(curve[7777]));
  EXPECT_TRUE(std::ranges::is_sorted(thin, {}, &Curve::value_type::first));

  curve.resize(240);
  EXPECT_EQ(thinned(curve, 240), curve);
  EXPECT_THAT(thinned(Curve(300, {1, 2}), 240), SizeIs(2 + 119)) << "equal values count once";
}

class ReportPageTest : public espalier::testing::FolderTest {
 protected:
  static training::RunConfig config(const std::string& name, Index block) {
    training::RunConfig config;
    config.run.name = name;
    config.model.name = "nano";
    config.model.density = 0.1;
    config.model.block = block;
    config.topology.policy = "dynamic";
    config.training.steps = 40;
    config.topology.updates = 4;
    return config;
  }

  /// A run with losses after each ten of 40 steps, and one edit of its first weight.
  std::filesystem::path make_run(const std::string& root, const std::string& name, Index block,
                                 training::RunStatus status = training::RunStatus::kDone) const {
    const training::RunConfig config = this->config(name, block);
    const training::RunFolder run = training::RunFolder::create(folder_ / root, name);
    run.write_config(config);
    training::Manifest manifest = new_manifest(config);
    manifest.status = status;
    run.write_manifest(manifest);
    training::MetricsLog metrics(run.metrics_path());
    for (const Index step : {10, 20, 30, 40}) {
      const double loss = 6 - 0.05 * static_cast<double>(step);
      metrics.append({{training::field::kEvent, training::event::kTrain},
                      {training::field::kStep, step},
                      {training::field::kLoss, loss}});
      metrics.append({{training::field::kEvent, training::event::kValidation},
                      {training::field::kStep, step},
                      {training::field::kLoss, loss + 0.125}});
    }
    if (status == training::RunStatus::kDone) {
      training::RunResult result = {.steps = 40, .sequences = 40 * config.training.batch};
      result.tokens = result.sequences * config.data.sequence;
      result.vocabulary = 500;
      result.masked_per_sequence = 18;
      result.metrics.set(training::metric::kValidationLoss, 4.125);
      metrics.append(end_record(result));
    }
    const training::NamedPattern first = initial_patterns(run.path()).front();
    const sparse::BlockPattern& pattern = *first.pattern;
    sparse::TopologyEdit edit = {.drop = {0}, .grow = {}};
    for (BlockIndex col = 0; edit.grow.empty(); ++col)
      if (const sparse::BlockCoordinate c = {0, col}; pattern.find(c) < 0) edit.grow = {c};
    write(root + '/' + name + "/edits.log",
          schedules::format_edit({10, 1, first.name, edit}) + '\n');
    return run.path();
  }

  static json data_of(const ReportPage& page) {
    const std::string open = "id=\"data\">";
    const std::size_t begin = page.html.find(open) + open.size();
    return json::parse(page.html.substr(begin, page.html.find("</script>", begin) - begin));
  }

  static std::string value(const json& data, std::size_t run, const std::string& column) {
    const auto columns = data["columns"].get<std::vector<std::string>>();
    const auto at = std::ranges::find(columns, column) - columns.begin();
    const json& place = data["runs"][run]["cells"].at(static_cast<std::size_t>(at));
    return data["values"].at(static_cast<std::size_t>(at)).at(place.get<std::size_t>());
  }
};

TEST_F(ReportPageTest, HasRowsCurvesOriginAndPatternsOfRuns) {
  make_run("runs", "a", 4);
  make_run("runs", "b", 16);
  const ReportPage page = report_page({folder_ / "runs"}, {.title = "Blocks"});
  EXPECT_THAT(page.notes, ElementsAre());
  const json data = data_of(page);
  EXPECT_EQ(data["title"], "Blocks");
  EXPECT_THAT(data["swept"].get<std::vector<std::string>>(), ElementsAre("model.block"));
  ASSERT_EQ(data["runs"].size(), 2u);
  EXPECT_EQ(value(data, 1, "name"), "b");
  EXPECT_EQ(value(data, 1, "model.block"), "16");
  EXPECT_EQ(value(data, 0, "progress"), "100%");
  // Further metrics have a column where a run has them.
  for (const training::SummaryColumn& column : training::summary_column_list())
    EXPECT_THAT(data["columns"], Contains(column.name)) << column.name;

  const auto columns = data["columns"].get<std::vector<std::string>>();
  const auto block =
      static_cast<std::size_t>(std::ranges::find(columns, "model.block") - columns.begin());
  EXPECT_EQ(data["values"][block], json({"4", "16"}));  // by value, not by letters
  EXPECT_EQ(data["titles"][block], "block size");
  const json& run = data["runs"][0];
  EXPECT_EQ(run["curves"]["validation loss"],
            json::parse("[[10,20,30,40],[5.625,5.125,4.625,4.125]]"));
  EXPECT_EQ(run["curves"]["training loss"][1][0], 5.5);
  EXPECT_EQ(run["config"], to_toml(config("a", 4)));
  EXPECT_THAT(run["facts"], Contains(json({"threads", "0"})));
  EXPECT_THAT(run["facts"].dump(), HasSubstr("espalier train --config '"));

  // One block of the first weight was dropped, one grown: it alone differs at the end.
  const json& pictures = run["patterns"]["pictures"];
  ASSERT_EQ(pictures.size(), 12u);
  EXPECT_EQ(pictures[0]["cells"].size(), 2u);
  EXPECT_EQ(pictures[1]["cells"].size(), 1u);
  const json& film = run["patterns"]["film"];
  ASSERT_EQ(film["frames"].size(), 2u);
  EXPECT_EQ(film["frames"][1][0], "update 1 of 1, step 10");
  // A grid of 16 x 16 blocks, two to a letter; five says grown and six dropped.
  const auto cells = film["frames"][1][1].get<std::string>();
  ASSERT_EQ(cells.size(), 128u);
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::map<std::size_t, int> states;
  for (const char c : cells) {
    ++states[kLetters.find(c) >> 3];
    ++states[kLetters.find(c) & 7];
  }
  EXPECT_EQ(states[5], 1);
  EXPECT_EQ(states[6], 1);
  EXPECT_EQ(states[4] + states[5], 26) << "a tenth of 256 blocks is stored";
}

TEST_F(ReportPageTest, LeavesNothingOfAHostileRunToTheBrowser) {
  // Together the names of the two folders are an end of the script.
  const auto run = make_run("<!--<script>\"'& \xff<", "script>", 4);
  const auto title = "</script><img src=x onerror=alert(1)>\xfe";
  const ReportPage page = report_page({run}, {.title = title});
  const std::string good = report_page({make_run("good", "a", 4)}, {}).html;
  const auto count = [](const std::string& text, const std::string& word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
      ++found;
    return found;
  };
  for (const char* word : {"<", "</script", "<!--"})
    EXPECT_EQ(count(page.html, word), count(good, word)) << word;
  for (const char c : page.html) ASSERT_GE(static_cast<signed char>(c), 0) << "no UTF-8 can break";
  const json data = data_of(page);
  EXPECT_EQ(data["title"], "</script><img src=x onerror=alert(1)>\uFFFD");
  EXPECT_EQ(value(data, 0, "name"), "script>");
  EXPECT_THAT(value(data, 0, "folder"), HasSubstr("\uFFFD</script>"));
}

TEST_F(ReportPageTest, AllowsItsOwnScriptAndStyleAlone) {
  const std::string page = report_page({make_run("runs", "a", 4)}, {}).html;
  EXPECT_THAT(page, HasSubstr("default-src 'none'; script-src 'sha256-"));
  for (const char* loaded : {" src=", "href=", "url(", "@import", "fetch(", "XMLHttpRequest",
                             "innerHTML", "unsafe-inline", "eval("})
    EXPECT_THAT(page, Not(HasSubstr(loaded)));
}

TEST_F(ReportPageTest, TellsOfRunsThatCannotBeReadAndOfThoseThatTrain) {
  make_run("runs", "a", 4);
  const auto open = make_run("runs", "b", 4, training::RunStatus::kRunning);
  make_run("runs", "c", 4);
  write("runs/c/config.toml", "[model]\n");
  {
    const training::RunFolder held = training::RunFolder::open(open);
    // A record that is being written.
    write("runs/b/metrics.jsonl", read(open / "metrics.jsonl") + "{\"event\":\"tra");
    const ReportPage page = report_page({folder_ / "runs"}, {});
    EXPECT_THAT(page.notes, ElementsAre(HasSubstr("left out: ")));
    EXPECT_THAT(page.notes[0], HasSubstr("config.toml"));
    const json data = data_of(page);
    ASSERT_EQ(data["runs"].size(), 2u);
    EXPECT_EQ(value(data, 1, "status"), "running");
    EXPECT_EQ(data["runs"][1]["curves"]["training loss"][0].size(), 4u);
    EXPECT_EQ(data["notes"][0], page.notes[0]);
  }
  EXPECT_EQ(value(data_of(report_page({open}, {})), 0, "status"), "interrupted");
}

TEST_F(ReportPageTest, ShowsARunWhosePatternsItCannot) {
  const auto run = make_run("runs", "a", 4);
  write("runs/a/edits.log",
        schedules::format_edit({10, 2, initial_patterns(run)[0].name, {}}) + '\n');
  json data = data_of(report_page({run}, {}));
  EXPECT_THAT(data["runs"][0]["patterns"]["note"].get<std::string>(), HasSubstr("Not shown: "));
  EXPECT_EQ(data["runs"][0]["curves"].size(), 2u);

  // As committed runs are: without what has every edit.
  training::Manifest manifest = training::read_manifest(run);
  manifest.files["edits.log"] = {.bytes = 10, .xxh3 = "0"};
  training::RunFolder::open(run).write_manifest(manifest);
  std::filesystem::remove(run / "edits.log");
  data = data_of(report_page({run}, {}));
  EXPECT_THAT(data["runs"][0]["patterns"]["note"].get<std::string>(), HasSubstr("only the start"));
  EXPECT_EQ(data["runs"][0]["patterns"]["pictures"].size(), 12u);
}

TEST_F(ReportPageTest, SaysThatNoRunMovesTheWeightThatWasAskedFor) {
  const std::filesystem::path run = make_run("runs", "a", 4);
  const std::string name = initial_patterns(run).front().name;
  EXPECT_THAT(report_page({run}, {.weight = name}).notes, IsEmpty());
  EXPECT_THAT(report_page({run}, {.weight = "nope"}).notes,
              ElementsAre(HasSubstr("no run moves a sparse weight named 'nope'")));
}

TEST_F(ReportPageTest, TakesSummariesAndWritesOneFile) {
  write_summary(folder_ / "summary.csv", training::read_runs({make_run("runs", "a", 4)}));
  const ReportPage page = report_page({folder_ / "summary.csv"}, {});
  const json data = data_of(page);
  EXPECT_EQ(value(data, 0, "validation_loss"), "4.125");
  EXPECT_EQ(data["runs"][0]["curves"].size(), 0u);
  const auto file = write_report_page(page, folder_ / "new/out");
  EXPECT_EQ(file, folder_ / "new/out/report.html");
  EXPECT_EQ(read(file), page.html);
  EXPECT_THAT(
      message_of<ConfigError>([&] { (void)report_page({folder_ / "runs"}, {.frames = 1}); }),
      HasSubstr("1 frames, expected at least 2"));
  EXPECT_THAT(message_of<IoError>([&] { (void)report_page({folder_ / "none"}, {}); }),
              HasSubstr("none"));
}

}  // namespace
}  // namespace espalier::experiments::report_page_test
