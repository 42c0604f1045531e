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
  std::string weight = {};  ///< the weight to animate; empty, or not in a run: its first sparse one
  Index frames = 30;        ///< the most frames of an animation
};

/// A page about runs.
struct ReportPage {
  std::string html;
  std::vector<std::string>
      notes;  ///< one line for each run or part that is left out, with the reason
};

/// One page of HTML, complete in itself, about the runs at `paths`: runs, folders of runs, summary
/// files. Its reader can filter the runs, and sees the curves of their records, quality against
/// cost, the columns of summary.csv, and for each run its configuration, origin, patterns and how
/// these moved. Runs may still be training. A run that cannot be read is left out, with a note; of
/// a run in a summary file there is only its row.
///
/// Text of runs may be hostile. It can neither run nor end the page's script; the page loads
/// nothing (its content security policy allows its own script and style by their hashes); bytes
/// that are not UTF-8 become U+FFFD.
///
/// A curve has at most 240 points (`thinned`); with more than 100 runs 24000 / runs, but at least
/// 40. Each run shows up to 12 weights as pictures, whose cells stand for several blocks where
/// there are many; with more than 200 runs only the first 200 have pictures. So a page of 100 runs
/// has some megabytes. Throws IoError for a path without runs, ConfigError for less than two
/// frames.
ReportPage report_page(const std::vector<std::filesystem::path>& paths,
                       const ReportPageOptions& options);

/// Writes the page as `folder`/report.html, atomically, and returns it. Throws IoError too.
std::filesystem::path write_report_page(const ReportPage& page,
                                        const std::filesystem::path& folder);

/// A curve as (x, y), by ascending x.
using Curve = std::vector<std::pair<double, double>>;

/// Reduces a curve to at most `most` points without changing its look: the first and the last
/// point, and between them the lowest and the highest of each group of equally many neighbours, so
/// that no peak is lost. A curve with no more points stays as it is. Precondition: `most` >= 4.
Curve thinned(const Curve& curve, std::size_t most);

}  // namespace espalier::experiments
