// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// How far a run is, in percent: a column beside those of summaries.
inline constexpr const char* kProgressColumn = "progress";

/// How long a run that is running will train yet, as `format_duration` writes it; beside them too.
inline constexpr const char* kTimeLeftColumn = "left";

/// Why a run failed or stopped; beside them too.
inline constexpr const char* kMessageColumn = "message";

/// The whole of a name that people type: "loss" is validation_loss.
std::string full_name(const std::string& name);

/// The value of a run under the name of a column or key, progress, time left, message and seed too;
/// nothing if there is nothing of that name. What is not known is an empty text.
std::optional<std::string> run_value(const training::RunSummary& run, const std::string& name);

/// Leaves those runs of which each condition holds, as `RunCondition`, on any name of `run_value`;
/// of progress it is one on percent, of the time left on seconds. Throws ConfigError for what is no
/// condition, and for a name that is none, also if there are no runs.
void keep_where(std::vector<training::RunSummary>& runs, const std::vector<std::string>& where);

/// Which runs a list has, and what of them. Names are those of a summary's columns
/// ("validation_loss", or "loss"), of keys ("model.block"), "progress", "left" or "message".
struct RunListOptions {
  std::vector<std::string> where = {};    ///< as `RunCondition`; each must hold
  std::string sort = "name";              ///< ascending, numbers before what is none
  bool descending = false;                ///< what has no number or value stays last
  std::vector<std::string> columns = {};  ///< empty: name, status, progress, time left and results
                                          ///< that are known, settings in which runs differ, and
                                          ///< messages if a run has one
};

/// Runs in rows of text.
struct RunList {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> unreadable;  ///< a line for each run left out, with the reason
  std::vector<std::string> notes;       ///< of summaries that are damaged, for which runs were read
  bool any_running = false;
};

/// The runs at `paths`: runs, folders of runs, summary files. A run that says "running" though no
/// process holds it is "interrupted". One that cannot be read is left out, and told of. Throws
/// IoError for a path without runs, ConfigError for a name that is none.
RunList list_runs(const std::vector<std::filesystem::path>& paths, const RunListOptions& options);

/// In aligned columns, with numbers of five digits.
std::string run_list_text(const RunList& list);
std::string run_list_markdown(const RunList& list);
/// With all digits, as the next.
std::string run_list_csv(const RunList& list);
/// An array of objects; texts and numbers.
std::string run_list_json(const RunList& list);

/// Each line of a text (UTF-8), cut after so many characters.
std::string lines_cut_to(std::size_t width, const std::string& text);

}  // namespace espalier::experiments
