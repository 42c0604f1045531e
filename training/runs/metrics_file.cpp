// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/metrics_file.h>

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/json_text.h>
#include <espalier/files/lines.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {
namespace {

/// A record of a hundred weights has some 50 KB; a parsed one takes some 40 times its text.
constexpr std::size_t kLongestRecordBytes = std::size_t{8} << 20;

constexpr std::string_view kSealKey = ",\"xxh3\":\"";
constexpr std::string_view kSealEnd = "\"}";
constexpr std::size_t kSealDigits = 16;
constexpr std::size_t kSealBytes = kSealKey.size() + kSealDigits + kSealEnd.size();

/// A line taken apart: `text` + key + `seal` + end.
struct SealedLine {
  std::string_view text;
  std::string_view seal;  ///< empty: it has none
};

SealedLine split_seal(std::string_view line) {
  if (line.size() < kSealBytes) return {line, {}};
  const std::string_view tail = line.substr(line.size() - kSealBytes);
  if (!tail.starts_with(kSealKey) || !tail.ends_with(kSealEnd)) return {line, {}};
  return {line.substr(0, line.size() - kSealBytes), tail.substr(kSealKey.size(), kSealDigits)};
}

std::string seal_of(std::string_view before, std::string_view text) {
  return files::hex(files::ContentHash().update_field(before).update(text).value());
}

/// The record's line with its line feed; `seal`, that of the line before, becomes its own.
std::string sealed_line(const nlohmann::json& record, std::string& seal) {
  // Invalid UTF-8 in a message must not stop a run.
  std::string text = files::json_text(record);
  text.pop_back();
  seal = seal_of(seal, text);
  return text + std::string(kSealKey) + seal + std::string(kSealEnd) + '\n';
}

/// Calls `visit(line, where)` for each whole line of a file.
template <typename Visit>
void for_each_whole_line(const std::filesystem::path& path, const Visit& visit) {
  files::for_each_line(path, kLongestRecordBytes, [&](const files::Line& line) {
    const std::string where = fmt::format("{}:{}", path.string(), line.number);
    if (line.too_long)
      throw FormatError(fmt::format("{}: longer than {} bytes, the most that a record can be",
                                    where, kLongestRecordBytes));
    if (line.ended) visit(line.text, where);
  });
}

/// Bytes of the whole lines of a file.
Index whole_lines(const std::filesystem::path& path) {
  Index bytes = 0;
  for_each_whole_line(path, [&](std::string_view line, const std::string&) {
    bytes += static_cast<Index>(line.size()) + 1;
  });
  return bytes;
}

/// Cuts off a line that a crash left incomplete, and returns the path.
const std::filesystem::path& without_torn_line(const std::filesystem::path& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return path;  // not there, or for the log to say
  const auto whole = static_cast<std::uintmax_t>(whole_lines(path));
  if (whole < size) std::filesystem::resize_file(path, whole, error);
  if (error) throw IoError(path.string() + ": cannot cut: " + error.message());
  return path;
}

}  // namespace

std::string for_each_record(const std::filesystem::path& path, Seals seals,
                            const RecordVisitor& visit, std::string_view skipped_event) {
  std::string seal;
  bool first = true;
  // No string of a record has this text: quotation marks in it have a backslash before them.
  const std::string unwanted =
      skipped_event.empty() ? "" : fmt::format("\"event\":\"{}\"", skipped_event);
  for_each_whole_line(path, [&](std::string_view line, const std::string& where) {
    const SealedLine parts = split_seal(line);
    if (std::exchange(first, false) && !parts.seal.empty()) seals = Seals::kRequired;
    if (seals == Seals::kRequired || !parts.seal.empty()) {
      const std::string expected = seal_of(seal, parts.text);
      if (parts.seal != expected)
        throw FormatError(where +
                          ": the line was altered, or lines before it are missing: its "
                          "checksum is not " +
                          expected);
      seal = expected;
    }
    if (!unwanted.empty() && parts.text.find(unwanted) != std::string_view::npos) return;
    const std::string text = parts.seal.empty() ? std::string(line) : std::string(parts.text) + '}';
    visit(files::parse_json_object(text, where), where);
  });
  return seal;
}

std::vector<nlohmann::json> read_metrics(const std::filesystem::path& path, Seals seals) {
  std::vector<nlohmann::json> records;
  for_each_record(path, seals, [&](nlohmann::json record, const std::string&) {
    records.push_back(std::move(record));
  });
  return records;
}

namespace {

std::string last_seal(const std::filesystem::path& path) {
  return for_each_record(path, Seals::kOptional, [](const auto&, const auto&) {});
}

}  // namespace

MetricsLog::MetricsLog(const std::filesystem::path& path)
    : log_(without_torn_line(path)), seal_(last_seal(path)) {}

MetricsLog::MetricsLog(const std::filesystem::path& path, const files::LogMark& mark) : log_(path) {
  log_.cut(mark);
  seal_ = last_seal(path);
}

void MetricsLog::append(const nlohmann::json& record) {
  std::string seal = seal_;
  log_.append(sealed_line(record, seal));
  seal_ = std::move(seal);
}

void cut_metrics(const std::filesystem::path& path, Index step) {
  if (!std::filesystem::exists(path)) return;
  std::string kept;
  std::string seal;
  for_each_record(path, Seals::kOptional, [&](const nlohmann::json& record, const std::string&) {
    const auto found = record.find(field::kStep);
    const bool later = found != record.end() && found->is_number() &&
                       found->get<double>() > static_cast<double>(step);
    if (later || is_event(record, event::kEnd)) return;
    kept += sealed_line(record, seal);
  });
  files::write_file_atomically(path, kept);
}

}  // namespace espalier::training
