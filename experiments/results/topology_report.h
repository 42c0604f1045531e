// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <espalier/experiments/figures/pattern_figure.h>
#include <espalier/schedules/update/edit_log.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/topology_record.h>

namespace espalier::experiments {

/// What a run's folder tells of its topology.
struct TopologyRun {
  std::string name;
  std::vector<training::NamedPattern> initial;  ///< of each sparse weight, when training began
  schedules::EditLog log;
  std::vector<training::TopologyPoint> points;  ///< one for each update
};

/// The patterns of the sparse weights that the run in `folder` started from, by its configuration.
/// Throws as `load_run_config` and `initial_topology`.
std::vector<training::NamedPattern> initial_patterns(const std::filesystem::path& folder);
/// The same by who has read manifest and configuration.
std::vector<training::NamedPattern> initial_patterns(const std::filesystem::path& folder,
                                                     const training::Manifest& manifest,
                                                     const training::RunConfig& config);

/// The edits of the run in `folder`, whose first update is number 1 in a branch too; none of one
/// without a log. Throws IoError, or FormatError naming the file if a sitting has ended and the log
/// is not what it was then.
schedules::EditLog read_run_edits(const std::filesystem::path& folder,
                                  const training::Manifest& manifest);

/// Reads metrics and edit log of the run in `folder`, which started from the patterns `initial`; it
/// may still be training. Throws IoError, or FormatError naming the file if there is a record that
/// cannot be used.
TopologyRun read_topology_run(const std::filesystem::path& folder,
                              std::vector<training::NamedPattern> initial);

/// The pattern of a weight at the start and after its updates, each with what has changed since the
/// one before; evenly spaced where the updates are more than `most_frames` - 1, the last among
/// them. Throws FormatError if the log does not fit the pattern.
std::vector<PatternImage> animation_frames(const TopologyRun& run,
                                           const training::NamedPattern& weight, Index most_frames);

struct TopologyReportOptions {
  std::string weight = {};  ///< to animate; empty: the first of each run
  Index frames = 60;        ///< at most so many in an animation
};

/// What a report consists of.
struct TopologyReport {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> notes;  ///< what is left out, and why; one line each
};

/// Draws how the patterns of runs moved. Into `out`, of all runs together:
///   topology.csv   every statistic of every weight after each update
///   explored       share of positions ever stored against updates, with its expectation by chance
///   overlap        share of the blocks of the start that are still stored
///   survival       share of grown blocks that are stored so many updates later
/// and into a folder of its name for each run:
///   density        stored share of each weight
///   patterns       pictures of each weight at start and end
///   animation.gif  the pattern of one weight, update by update
/// each as .svg and .png with its numbers in .csv and its script in .gp. What takes updates is left
/// out where there are none. Throws ConfigError without runs, if two have one name, one has no
/// sparse weight, or none has the weight to animate; FormatError naming the run if its edit log
/// does not fit its patterns; IoError.
TopologyReport write_topology_report(std::span<const TopologyRun> runs,
                                     const std::filesystem::path& out,
                                     const TopologyReportOptions& options = {});

}  // namespace espalier::experiments
