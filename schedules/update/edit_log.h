// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/topology/topology_edit.h>

namespace espalier::schedules {

/// One edit of one weight: what a line of an edit log says.
struct EditLogEntry {
  Index completed_steps = 0;
  Index update = 0;  ///< number of the update, from 1
  std::string weight;
  sparse::TopologyEdit edit;

  bool operator==(const EditLogEntry&) const = default;
};

/// One line, without the line break. Six fields between tabs:
///   completed steps, update, weight, dropped positions "3,7,8", grown blocks "0:5,2:1", hash
/// The hash is 16 hexadecimal digits over what stands before the last tab, so that a line that was
/// torn, or joined to another, cannot pass for a whole one. Throws FormatError if the name of the
/// weight is empty or has a control character.
std::string format_edit(const EditLogEntry& entry);

/// All lines of one update, each ended by a line break, ready to be appended to a log. They begin
/// with an empty line, which separates them from a line that a crash may have left torn.
std::string format_edits(const UpdateReport& report);

/// The entry of one line (without line break), or nothing if the line is damaged. Does not check
/// whether the edit fits a pattern; `apply_edit` does.
std::optional<EditLogEntry> parse_edit(std::string_view line);

/// The content of a log.
struct EditLog {
  std::vector<EditLogEntry> entries;  ///< in the order of the text
  Index damaged_lines = 0;            ///< torn or altered; left out
};

/// Reads the text of a log. Lines that are damaged, as by a crash in the middle of a write, are
/// counted and left out. A resumed run writes the updates after its checkpoint again: an entry
/// replaces those of the same weight with the same or a later update number.
EditLog parse_edit_log(std::string_view text);
/// Reads a log line by line. A line of more than 256 MiB counts as damaged and takes no memory.
/// Throws IoError naming a file that cannot be read. Cost: memory is what the whole lines hold, at
/// most some eight times as much as they take in the file.
EditLog read_edit_log(const std::filesystem::path& path);

/// Receives an edit and the pattern after it.
using ReplayVisitor = std::function<void(const EditLogEntry&, const sparse::EditResult&)>;

/// The pattern of `weight` after all its edits up to and including `completed_steps`, starting from
/// the one that the run started from. Calls `visit`, unless it is empty, after each edit. Throws
/// ShapeError if `initial` is null, FormatError if an update is missing or an edit does not fit the
/// pattern. Cost: O(blocks) for each edit.
sparse::PatternPtr replay(sparse::PatternPtr initial, std::span<const EditLogEntry> entries,
                          std::string_view weight,
                          Index completed_steps = std::numeric_limits<Index>::max(),
                          const ReplayVisitor& visit = {});

}  // namespace espalier::schedules
