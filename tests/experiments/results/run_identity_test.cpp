// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_identity.h>

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

#include <espalier/training/runs/metrics_file.h>
#include <espalier/training/runs/run_store.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/run_with_losses.h"

namespace espalier::experiments {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class RunIdentity : public espalier::testing::FolderTest {
 protected:
  /// A run with these losses of training steps, and others of validations.
  training::RunSummary run(const std::string& study, const std::string& name,
                           const std::vector<double>& losses, double validation) {
    const auto folder =
        training::run_with_losses(folder_ / study, name, 4, 1, {6, 5, 4, validation});
    training::MetricsLog metrics(folder / "metrics.jsonl");
    for (std::size_t i = 0; i < losses.size(); ++i)
      metrics.append({{training::field::kEvent, training::event::kTrain},
                      {training::field::kStep, 10 * (i + 1)},
                      {training::field::kLoss, losses[i]}});
    training::RunSummary summary;
    summary.name = name;
    summary.folder = folder.string();
    return summary;
  }
};

TEST_F(RunIdentity, IsWhatTrainingComputedAndNothingElse) {
  const auto a = run("first", "a", {5, 4.5, 4}, 3.5);
  const auto validated_otherwise = run("second", "b", {5, 4.5, 4}, 3.6);
  const auto last_bit = run("second", "c", {5, 4.5, std::nextafter(4.0, 5.0)}, 3.5);
  const auto shorter = run("second", "d", {5, 4.5}, 3.5);
  EXPECT_EQ(run_identity(a), run_identity(validated_otherwise));
  EXPECT_NE(run_identity(a), run_identity(last_bit));
  EXPECT_NE(run_identity(a), run_identity(shorter));
}

TEST_F(RunIdentity, OfARunThatRecordedNothingIsNobodyElses) {
  EXPECT_NE(run_identity(run("first", "a", {}, 3)), run_identity(run("second", "a", {}, 3)));
}

TEST_F(RunIdentity, OfARunInATableIsWhatTheTableSays) {
  training::RunSummary summarised;
  summarised.name = "of a table";
  summarised.folder = "runs/not-here";
  summarised.metrics.set(training::metric::kValidationLoss, 3);
  training::RunSummary other = summarised;
  EXPECT_EQ(run_identity(summarised), run_identity(other));
  other.metrics.set(training::metric::kValidationLoss, 3.1);  // another study has the name too
  EXPECT_NE(run_identity(summarised), run_identity(other));
}

TEST_F(RunIdentity, NamesRunsThatAreOneAndKeepsTheFirst) {
  const auto a = run("first", "a", {5, 4}, 3);
  const auto other = run("first", "other", {5, 3}, 3);
  const auto again = run("second", "again", {5, 4}, 3);
  const SameRuns same = same_runs({a, other, again});
  EXPECT_EQ(same.runs, 3);
  EXPECT_EQ(same.distinct.size(), 2u);
  EXPECT_EQ(same_runs_markdown(same),
            "3 runs, 2 of them distinct. Each line is one run:\n\n- `first/a`, `second/again`\n");
  EXPECT_EQ(same_runs_markdown(same_runs({a, other})), "2 runs, 2 of them distinct.\n");
  std::vector<std::string> notes;
  const auto kept = without_repetitions({a, other, again}, notes);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].name, "a");
  EXPECT_THAT(notes, ElementsAre(HasSubstr("second/again: left out, it is the run first/a")));
}

}  // namespace
}  // namespace espalier::experiments
