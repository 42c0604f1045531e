// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

struct ReportPageOptions {
  std::string title = "Runs";
  std::string weight = {};  ///< to animate; empty, or none of a run's: its first sparse one
  Index frames = 30;        ///< at most so many in an animation
};

/// A page about runs.
struct ReportPage {
  std::string html;
  std::vector<std::string> notes;  ///< what is left out, and why; one line each
};

/// One page of HTML, which needs nothing else, about the runs at `paths`: runs, folders of runs,
/// summary files. Its reader filters them, sees curves of what they recorded, quality against cost,
/// the columns of summary.csv, and of each run configuration, origin, patterns and how those moved.
/// Runs may be training. One that cannot be read is left out, and told of; of one in a summary file
/// there is its row alone. Text of runs may be hostile: it can neither run nor end the page's
/// script, the page loads nothing (its content security policy allows its own script and style by
/// their hashes), and bytes that are no UTF-8 become U+FFFD. A curve has at most 240 points
/// (`thinned`), 24000 / runs of over 100 runs and no less than 40; of a run up to 12 weights are
/// pictured, in cells of several blocks each where there are many; of over 200 runs the first 200.
/// So a page of 100 runs has some megabytes. Throws IoError for a path without runs, ConfigError
/// for less than two frames.
ReportPage report_page(const std::vector<std::filesystem::path>& paths,
                       const ReportPageOptions& options);

/// Writes it as `folder`/report.html, whole or not at all, and returns that. Throws IoError too.
std::filesystem::path write_report_page(const ReportPage& page,
                                        const std::filesystem::path& folder);

/// A curve as (x, y), by ascending x.
using Curve = std::vector<std::pair<double, double>>;

/// At most `most` points of a curve, which look alike: the first and the last, and between them of
/// each of equally many neighbours the lowest and the highest, so that no peak is lost. One of no
/// more points stays as it is. Precondition: `most` >= 4.
Curve thinned(const Curve& curve, std::size_t most);

}  // namespace espalier::experiments
