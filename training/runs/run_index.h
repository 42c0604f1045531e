// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::training {

/// The runs of a folder, whose summaries are kept in an SQLite file so that those that have not
/// changed need not be read again:
///   index.sqlite   table runs: folder, every column of summary.csv, settings and metrics as JSON
/// It lies beside the runs, or in the user's cache (XDG_CACHE_HOME, ~/.cache) where that folder
/// cannot be written to or has a file of this name that is no index. The run folders are the truth:
/// a summary from the index is that of `summarise_run`, or the run is read. A row counts if sizes
/// and times of the run's config.toml, manifest.json and metrics.jsonl are those of when it was
/// read, its checksum holds, and the same program with the same policies wrote it. A run that says
/// that it is running, or changed in the last seconds, has none.
///
/// An index that is damaged is emptied; one that another process keeps locked, and one that cannot
/// be written, is left as it is; `notes` tells of it in a line. Nothing of this is an error.
/// Several processes may use one (write-ahead log). It may be removed at any time.
class RunIndex {
 public:
  /// Folders of fewer runs have no index unless one was made: reading them takes less than a
  /// second.
  static constexpr std::size_t kManyRuns = 100;

  enum class Make {
    kIfMany,  ///< use an index that is there, make one for `kManyRuns` and more
    kAlways,
    kAnew,  ///< forget what the index has
  };

  /// Of the runs that `run_folders` finds at `path`; one run alone has none. Throws as that.
  explicit RunIndex(const std::filesystem::path& path, Make make = Make::kIfMany);
  ~RunIndex();
  RunIndex(const RunIndex&) = delete;
  RunIndex& operator=(const RunIndex&) = delete;

  /// The runs, ordered by name.
  const std::vector<std::filesystem::path>& folders() const { return folders_; }

  /// The summary of one of them. Throws as `summarise_run`.
  RunSummary summarise(const std::filesystem::path& folder);

  /// Writes what was read, and drops the rows of runs that are gone.
  void save();

  /// Where it lies; empty: there is none.
  const std::filesystem::path& file() const { return file_; }
  /// How many summaries came from it.
  Index known() const { return known_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  class Database;
  struct Row {
    std::string stamp;
    RunSummary summary;
  };

  void open(const std::filesystem::path& path, bool anew);

  std::vector<std::filesystem::path> folders_;
  std::filesystem::path file_;
  std::unique_ptr<Database> database_;
  std::map<std::string, Row> rows_;  ///< by name of the folder
  std::vector<std::string> read_;    ///< those of `rows_` that are to be written
  std::vector<std::string> notes_;
  Index known_ = 0;
};

}  // namespace espalier::training
