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

/// The records of a run's topology.
struct TopologyRun {
  std::string name;
  std::vector<training::NamedPattern> initial;  ///< of each sparse weight, when training began
  schedules::EditLog log;
  std::vector<training::TopologyPoint> points;  ///< one for each update
};

/// The patterns from which the sparse weights of the run in `folder` started, by its configuration.
/// Throws as `load_run_config` and `initial_topology`, and ConfigError if the encoder or the files
/// of patterns that it names are not those that the run began with, as far as a checkpoint or the
/// manifest tells.
std::vector<training::NamedPattern> initial_patterns(const std::filesystem::path& folder);
/// The same for a caller that has manifest and configuration.
std::vector<training::NamedPattern> initial_patterns(const std::filesystem::path& folder,
                                                     const training::Manifest& manifest,
                                                     const training::RunConfig& config);

/// The edits of the run in `folder`; the first update has number 1, in a branch too. Empty if the
/// run has no log. Throws IoError, or FormatError naming the file if the log has changed since the
/// end of the last session.
schedules::EditLog read_run_edits(const std::filesystem::path& folder,
                                  const training::Manifest& manifest);

/// Reads metrics and edit log of the run in `folder`, which started from the patterns `initial` and
/// may still be training. Throws IoError, or FormatError naming the file if a record is not valid.
TopologyRun read_topology_run(const std::filesystem::path& folder,
                              std::vector<training::NamedPattern> initial);

/// The pattern of a weight at the start and after its updates, each with the changes since the one
/// before. If there are more than `most_frames` - 1 updates, evenly spaced ones with the last.
/// Throws FormatError if the log does not fit the pattern.
std::vector<PatternImage> animation_frames(const TopologyRun& run,
                                           const training::NamedPattern& weight, Index most_frames);

struct TopologyReportOptions {
  std::string weight = {};  ///< the weight to animate; empty: the first of each run
  Index frames = 60;        ///< the most frames of an animation
};

/// The files of a report.
struct TopologyReport {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> notes;  ///< one line for each part that is left out, with the reason
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
