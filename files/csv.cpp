// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/csv.h>

#include <utility>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::files {
namespace {

/// No table of ours has nearly as many columns.
constexpr std::size_t kMostCells = 1000;

/// Does a spreadsheet take the text for a formula, or would reading take it for a guarded one?
bool needs_guard(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r'").find(text.front()) != text.npos &&
         !number_in<double>(text);
}

std::string guarded(const std::string& text) { return needs_guard(text) ? '\'' + text : text; }

void remove_guard(std::string& cell) {
  if (cell.starts_with('\'') && needs_guard(std::string_view(cell).substr(1))) cell.erase(0, 1);
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  bool first = true;
  for (const std::string& text : cells) {
    const std::string cell = guarded(text);
    if (!std::exchange(first, false)) line += ',';
    if (cell.find_first_of(",\"\r\n") == std::string::npos) {
      line += cell;
      continue;
    }
    line += '"';
    for (const char c : cell) {
      line += c;
      if (c == '"') line += c;
    }
    line += '"';
  }
  return line + '\n';
}

void for_each_csv_row(std::string_view text, const std::string& file,
                      const std::function<void(const CsvRow&)>& visit) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  CsvRow row{1, {std::string()}};
  bool quoted = false;
  bool closed = false;  // the present cell was quoted and has ended
  Index line = 1;
  const auto fail = [&](Index where, const char* problem) {
    throw FormatError(file + ':' + std::to_string(where) + ": " + problem);
  };
  const auto end_row = [&] {
    const bool empty = row.cells.size() == 1 && row.cells.front().empty() && !closed;
    for (std::string& cell : row.cells) remove_guard(cell);
    if (!empty) visit(row);
    closed = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    std::string& cell = row.cells.back();
    if (quoted) {
      if (c != '"') {
        cell += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        cell += text[++i];
      } else {
        quoted = false;
        closed = true;
      }
    } else if (c == ',') {
      if (row.cells.size() == kMostCells) fail(line, "more than 1000 cells");
      row.cells.emplace_back();
      closed = false;
    } else if (c == '\n') {
      end_row();
      row = {line, {std::string()}};
    } else if (c == '"') {
      if (!cell.empty() || closed) fail(line, "a quote within a cell");
      quoted = true;
    } else if (c != '\r') {
      if (closed) fail(line, "text after a closing quote");
      cell += c;
    }
  }
  if (quoted) fail(row.line, "a quote that is not closed");
  end_row();
}

}  // namespace espalier::files
