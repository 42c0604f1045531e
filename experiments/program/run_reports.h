// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <espalier/experiments/results/ablation.h>
#include <espalier/experiments/results/forest.h>
#include <espalier/experiments/results/frontier.h>
#include <espalier/experiments/results/report_page.h>
#include <espalier/files/folder_lock.h>
#include <espalier/training/config/run_config.h>

namespace espalier::experiments {

/// The common part of the verbs that compare runs, once the runs are known: each writes tables and
/// figures into a folder, prints the table and the files to stdout, and notes on stderr. They throw
/// as `write_pareto`, `write_frontier`, `write_policy_table`, `write_ablation`, `write_forest`,
/// `write_loss_curves` and `report_page`.

/// A line on stderr that begins with "note: ".
void note(const std::string& text);

/// Makes the folder of tables and figures, and waits until no other verb writes into it: two that
/// write one file at a time could put half of it in place. Nothing where there are no locks. Throws
/// IoError if there is no such folder and none can be made.
std::optional<files::FolderLock> turn_to_write(const std::filesystem::path& folder);

/// If a dry run could not check all data because they are too long, prints a note that says what is
/// unchecked.
void note_check(bool complete);

struct ParetoReport {
  std::vector<std::filesystem::path> runs;
  std::filesystem::path out;
  std::vector<std::filesystem::path> over;
  std::string title;  ///< empty: the usual one
};

void report_pareto(const ParetoReport& report);

void report_frontier(const std::vector<std::filesystem::path>& runs, const FrontierOptions& options,
                     const std::filesystem::path& out);

void report_policy_table(const std::vector<std::filesystem::path>& runs,
                         const std::filesystem::path& out);

/// Which runs the summary.csv of an ablation has.
enum class Summarised {
  kAll,     ///< as those of a study, which is drawn from it again
  kChosen,  ///< those that `AblationOptions::where` leaves
};

void report_ablation(const std::vector<std::filesystem::path>& runs, const AblationOptions& options,
                     const std::filesystem::path& out, Summarised summarised = Summarised::kAll);

void report_forest(const std::vector<std::filesystem::path>& runs, const ForestOptions& options,
                   const std::filesystem::path& out);

/// Uses the runs that are done; `title` may be empty.
void report_loss_curves(const std::vector<std::filesystem::path>& runs, const std::string& title,
                        const std::vector<std::string>& labels, const std::filesystem::path& out);

/// Differences over training in place of losses.
void report_loss_gaps(const std::vector<std::filesystem::path>& runs, const PairOptions& options,
                      const std::string& title, const std::filesystem::path& out);

/// Measures a training step of each run's model (`training::measure_step_times`) and writes
/// step_times.csv into `out`. Prints progress on stderr unless `quiet`, and the times on stdout.
/// Throws as `measure_step_times`, and IoError, before anything is measured where that can be
/// known.
void report_step_times(const std::vector<training::RunConfig>& runs, Index rounds,
                       const std::filesystem::path& out, bool quiet);

void report_as_page(const std::vector<std::filesystem::path>& runs,
                    const ReportPageOptions& options, const std::filesystem::path& out);

}  // namespace espalier::experiments
