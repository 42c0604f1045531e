// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// Column of a run's progress in percent, in addition to the columns of summaries.
inline constexpr const char* kProgressColumn = "progress";

/// Column of the time that a running run will still train, as `format_duration` writes it.
inline constexpr const char* kTimeLeftColumn = "left";

/// Column of the reason why a run failed or stopped.
inline constexpr const char* kMessageColumn = "message";

/// The full name for a short one: "loss" is validation_loss.
std::string full_name(const std::string& name);

/// The value of a run under the name of a column or key, or under "progress", "left", "message" or
/// the seed's; nothing if the name is unknown. Unknown values are an empty text, and those of keys
/// what tables have (`key_value`).
std::optional<std::string> run_value(const training::RunSummary& run, const std::string& name);

/// Keeps the runs that fulfil every condition (`RunCondition`), on any name of `run_value`;
/// conditions on progress are on percent, those on the time left on seconds. Throws ConfigError for
/// a text that is not a condition and for an unknown name, even if there are no runs.
void keep_where(std::vector<training::RunSummary>& runs, const std::vector<std::string>& where);

/// A line that names the folders of runs in `path` beside its own runs, which `run_folders` does
/// not read; nothing if there are none.
std::vector<std::string> notes_of_unread(const std::filesystem::path& path);

/// Which runs and columns a list has. Names are those of a summary's columns ("validation_loss", or
/// "loss"), of keys ("model.block"), "progress", "left" or "message".
struct RunListOptions {
  std::vector<std::string> where = {};    ///< as `RunCondition`; each must hold
  std::string sort = "name";              ///< ascending, numbers before other texts
  bool descending = false;                ///< runs without a value stay last
  std::vector<std::string> columns = {};  ///< empty: name, status, progress, time left and results
                                          ///< that are known, settings in which runs differ, and
                                          ///< messages if a run has one
};

/// Runs in rows of text.
struct RunList {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> unreadable;  ///< a line for each run left out, with the reason
  std::vector<std::string> notes;       ///< for damaged summaries, whose runs were read instead,
                                        ///< and folders of runs beside runs, which were not
  bool any_running = false;
};

/// The runs at `paths`: runs, folders of runs, summary files. A run that says "running" though no
/// process holds it is "interrupted". A run that cannot be read is left out, with a line in
/// `unreadable`. Throws IoError for a path without runs, ConfigError for an unknown name.
RunList list_runs(const std::vector<std::filesystem::path>& paths, const RunListOptions& options);

/// As text with aligned columns and numbers of five digits.
std::string run_list_text(const RunList& list);
std::string run_list_markdown(const RunList& list);
/// As CSV with all digits; so has JSON below.
std::string run_list_csv(const RunList& list);
/// As a JSON array of objects, whose members are texts and numbers.
std::string run_list_json(const RunList& list);

/// Cuts each line of a text (UTF-8) after so many characters.
std::string lines_cut_to(std::size_t width, const std::string& text);

}  // namespace espalier::experiments
