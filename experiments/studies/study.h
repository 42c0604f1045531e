// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <espalier/experiments/studies/ablation_options.h>
#include <espalier/training/config/run_config.h>

namespace espalier::experiments {

/// The kind of figure for a study's runs.
enum class StudyFigure {
  kPareto,    ///< loss against FLOPs, as `espalier pareto`
  kTable,     ///< accuracy by policy, density and block, as `espalier table`
  kAblation,  ///< any metric over any keys, as `espalier ablation`
  kCurves,    ///< loss over training beside the floors of the data, as `espalier runs curves`
};

/// The start of a run that goes on from another run of its scale.
struct RunOrigin {
  std::string run;  ///< name of the other run
  Index step = 0;   ///< of its checkpoint

  bool operator==(const RunOrigin&) const = default;
};

/// The runs that a study makes at one scale, in the order in which they start.
struct StudyScale {
  std::string name;                       ///< such as "smoke"
  std::string about;                      ///< its description, one line
  AblationOptions ablation;               ///< the study's, with a `where` of its own if it has one
  std::vector<training::RunConfig> runs;  ///< each with its name and on one thread
  std::map<std::string, RunOrigin> origins;  ///< starts of the runs that go on from others, by name
};

/// The name of the study in a file: that of its folder and, unless the file is study.toml, of the
/// file behind it. So two studies in one folder have folders of runs of their own.
std::string study_name(const std::filesystem::path& file);

/// A question with the runs that answer it, at every scale, and the figure that shows them.
struct Study {
  std::string name;  ///< as `study_name` says
  std::string title;
  StudyFigure figure = StudyFigure::kPareto;
  AblationOptions ablation;           ///< for kAblation; the study's title is its title
  std::filesystem::path over;         ///< summary of a figure to draw over; empty: none
  std::filesystem::path data_folder;  ///< where the packages of the data are unpacked
  std::vector<std::string> data_packages;
  std::vector<StudyScale> scales;  ///< in the order of the file

  /// The scale with this name. Throws ConfigError that lists the names.
  const StudyScale& scale(const std::string& name) const;
  /// Default folder of the runs: "runs/NAME-SCALE".
  std::filesystem::path folder(const std::string& scale_name) const;
};

/// Reads a study and checks every run of every scale:
///
///   [study]
///   title = "Validation loss against FLOPs"
///   figure = "pareto"                                # or "table", "ablation", "curves"
///   over = "../../results/summary.csv"               # optional, from this file's folder
///   ablation = { rows = ["model.block"], columns = "training.tokens" }   # of figure "ablation"
///   data = { folder = ".cache/corpus", packages = ["dict-gcide"] }   # optional
///   [base]                                           # what all runs have in common
///   data.sequence = 16
///   [row.tiny_dense]                                 # what a row changes in it
///   model.name = "tiny"
///   [row.moved]                                      # optional: goes on from a row, whose keys it
///   from = "tiny_dense@2000"                         # has: its run whose values it shares
///   topology.policy = "dynamic"
///   [scale.smoke]
///   about = "the path and nothing else"              # optional; told when it starts
///   where = []                                       # optional: in place of the ablation's
///   runs = [ { row = "tiny_dense", "training.learning_rate" = 0.001 } ]
///   [[scale.paper.grid]]                             # or every combination, as in a sweep
///   row = "tiny_dense"                               # optional, here too
///   "run.seed" = [1, 2, 3]
///
/// A run of a list is named "tiny_dense-training.learning_rate_0.001", one of a grid as in a sweep,
/// behind its row. `path` is the file, or the folder of a study.toml. Throws IoError if it cannot
/// be read, or `over` is not there, and ConfigError with source and line for an unknown key (with
/// the nearest known one), a row named logs, trials, slurm or figure, as folders beside the runs
/// are, two runs of one name in a scale, more than 10,000 runs, a run that goes on from none or
/// from several of its scale, or from one that keeps no such checkpoint or that it cannot go on
/// from (`require_continuation`, `require_patterns_of`, `require_step_left`), or as
/// `load_run_config` does.
Study load_study(const std::filesystem::path& path);

/// The row with this name or, from any scale, the run with this name, with overrides as
/// `load_run_config` takes them. A row has no run name of its own and no number of threads. Throws
/// as `load_study`, and ConfigError if there is no such row or run, or it goes on from another.
training::RunConfig load_study_run(const std::filesystem::path& path, const std::string& name,
                                   const std::vector<std::string>& overrides = {});

}  // namespace espalier::experiments
