// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/files/append_log.h>
#include <espalier/sparse/core/types.h>

namespace espalier::training {

/// A run's metrics.jsonl: each line is one record, a JSON object. Each line ends with a seal,
///   {"event":"train",...,"xxh3":"0123456789abcdef"}
/// the hash of the seal before it and of the part of its own line before `,"xxh3"`. So a line that
/// was altered, left out, moved or doubled does not fit. Files of earlier versions have no seals.

/// Whether a file must have seals.
enum class Seals {
  kRequired,  ///< in each line
  kOptional,  ///< from the first line on, or in none
};

/// Calls `visit(record, where)` for each record, without its seal; `where` is "file:line". An
/// incomplete last line is left out. Records of `skipped_event` are not visited: their seals are
/// checked, but they are not parsed, which takes most of the time where they are long. Returns the
/// last seal. Throws IoError, or FormatError naming file and line. Memory is that of the longest
/// line.
using RecordVisitor = std::function<void(nlohmann::json, const std::string&)>;
std::string for_each_record(const std::filesystem::path& path, Seals seals,
                            const RecordVisitor& visit, std::string_view skipped_event = {});

/// All records of a metrics file, as above.
std::vector<nlohmann::json> read_metrics(const std::filesystem::path& path,
                                         Seals seals = Seals::kOptional);

/// Writes a metrics file. The file keeps every record after a kill, and after a power cut those
/// before the last `sync`.
class MetricsLog {
 public:
  /// Opens or makes the file and drops a line that a crash left incomplete. Throws IoError, or
  /// FormatError as `for_each_record`.
  explicit MetricsLog(const std::filesystem::path& path);

  /// Opens or makes the file and cuts off everything after `mark`, which a power cut may have left
  /// in any state. Throws as `AppendLog::cut` and `for_each_record`.
  MetricsLog(const std::filesystem::path& path, const files::LogMark& mark);

  /// Numbers that are not finite become null. Throws IoError as `AppendLog::append`.
  void append(const nlohmann::json& record);

  void sync() { log_.sync(); }
  files::LogMark mark() const { return log_.mark(); }

 private:
  files::AppendLog log_;
  std::string seal_;  ///< of the last line
};

/// Cuts off the end record and the records of steps after `step`, so that a run can resume from a
/// checkpoint with `step` completed steps; seals the others. For runs of earlier versions, whose
/// checkpoints do not know how long the file was. Atomic. Throws IoError or FormatError naming file
/// and line.
void cut_metrics(const std::filesystem::path& path, Index step);

}  // namespace espalier::training
