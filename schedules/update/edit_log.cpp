// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/update/edit_log.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <espalier/files/content_hash.h>
#include <espalier/files/lines.h>
#include <espalier/files/number_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::schedules {
namespace {

/// One edit of the largest weight that has been trained with single blocks takes a tenth of this.
constexpr std::size_t kLongestLineBytes = std::size_t{256} << 20;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Removes and returns what stands before the first `separator`, or everything if there is none.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return field;
}

std::optional<std::vector<Index>> parse_drop(std::string_view text) {
  std::vector<Index> drop;
  while (!text.empty()) {
    const auto position = files::number_in<Index>(take(text, ','));
    if (!position) return std::nullopt;
    drop.push_back(*position);
  }
  return drop;
}

std::optional<std::vector<sparse::BlockCoordinate>> parse_grow(std::string_view text) {
  std::vector<sparse::BlockCoordinate> grow;
  while (!text.empty()) {
    std::string_view item = take(text, ',');
    const auto row = files::number_in<BlockIndex>(take(item, ':'));
    const auto col = files::number_in<BlockIndex>(item);
    if (!row || !col) return std::nullopt;
    grow.push_back({*row, *col});
  }
  return grow;
}

/// Makes a log of its lines. What later lines replace is marked only and left out at the end:
/// taking it out of a long list at once, each time, would take for ever.
class LogBuilder {
 public:
  void add(std::string_view line) {
    if (line.empty()) return;
    std::optional<EditLogEntry> entry = parse_edit(line);
    if (!entry) return add_damaged();
    std::vector<std::size_t>& places = places_[entry->weight];
    while (!places.empty() && log_.entries[places.back()].update >= entry->update) {
      log_.entries[places.back()] = {};
      places.pop_back();
    }
    places.push_back(log_.entries.size());
    log_.entries.push_back(std::move(*entry));
  }
  void add_damaged() { ++log_.damaged_lines; }

  EditLog finish() && {
    std::erase_if(log_.entries, [](const EditLogEntry& entry) { return entry.weight.empty(); });
    return std::move(log_);
  }

 private:
  EditLog log_;
  /// Of each weight, where its entries are, with ascending numbers of updates.
  std::unordered_map<std::string, std::vector<std::size_t>> places_;
};

}  // namespace

std::string format_edit(const EditLogEntry& entry) {
  if (entry.weight.empty() || std::any_of(entry.weight.begin(), entry.weight.end(), is_control))
    throw FormatError("edit log: weight name '" + entry.weight +
                      "' is empty or has a control character");
  std::string line = std::to_string(entry.completed_steps) + '\t' + std::to_string(entry.update) +
                     '\t' + entry.weight + '\t';
  for (const Index position : entry.edit.drop) {
    if (line.back() != '\t') line += ',';
    line += std::to_string(position);
  }
  line += '\t';
  for (const sparse::BlockCoordinate c : entry.edit.grow) {
    if (line.back() != '\t') line += ',';
    line += std::to_string(c.row) + ':' + std::to_string(c.col);
  }
  return line + '\t' + files::hex(stream_id(line));
}

std::string format_edits(const UpdateReport& report) {
  std::string lines = "\n";
  for (const WeightUpdate& weight : report.weights)
    lines += format_edit({report.completed_steps, report.update, weight.name, weight.edit}) + '\n';
  return lines;
}

std::optional<EditLogEntry> parse_edit(std::string_view line) {
  const std::size_t hash_tab = line.rfind('\t');
  if (hash_tab == std::string_view::npos) return std::nullopt;
  std::string_view fields = line.substr(0, hash_tab);
  if (line.substr(hash_tab + 1) != files::hex(stream_id(fields))) return std::nullopt;
  if (std::count(fields.begin(), fields.end(), '\t') != 4) return std::nullopt;

  const auto completed_steps = files::number_in<Index>(take(fields, '\t'));
  const auto update = files::number_in<Index>(take(fields, '\t'));
  const std::string_view weight = take(fields, '\t');
  auto drop = parse_drop(take(fields, '\t'));
  auto grow = parse_grow(fields);
  if (!completed_steps || *completed_steps < 0 || !update || *update < 1) return std::nullopt;
  if (weight.empty() || !drop || !grow) return std::nullopt;
  return EditLogEntry{
      *completed_steps, *update, std::string(weight), {std::move(*drop), std::move(*grow)}};
}

EditLog parse_edit_log(std::string_view text) {
  LogBuilder log;
  while (!text.empty()) log.add(take(text, '\n'));
  return std::move(log).finish();
}

EditLog read_edit_log(const std::filesystem::path& path) {
  LogBuilder log;
  files::for_each_line(path, kLongestLineBytes, [&](const files::Line& line) {
    line.too_long ? log.add_damaged() : log.add(line.text);
  });
  return std::move(log).finish();
}

sparse::PatternPtr replay(sparse::PatternPtr initial, std::span<const EditLogEntry> entries,
                          std::string_view weight, Index completed_steps,
                          const ReplayVisitor& visit) {
  if (initial == nullptr)
    throw ShapeError("edit log: the pattern that weight " + std::string(weight) +
                     " started from is null");
  sparse::PatternPtr pattern = std::move(initial);
  Index updates = 0;
  for (const EditLogEntry& entry : entries) {
    if (entry.weight != weight || entry.completed_steps > completed_steps) continue;
    if (entry.update != updates + 1)
      throw FormatError("edit log: update " + std::to_string(entry.update) + " of weight " +
                        entry.weight + "; expected update " + std::to_string(updates + 1));
    const sparse::EditResult result = sparse::apply_edit(*pattern, entry.edit);
    if (visit) visit(entry, result);
    pattern = result.pattern;
    updates = entry.update;
  }
  return pattern;
}

}  // namespace espalier::schedules
