// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::text {

/// A text, or two, and what is said of it: the name of a class, or a number.
struct LabelledText {
  std::string_view label;
  std::string_view text;
  std::string_view second = {};  ///< of a pair; empty: there is none
  std::size_t line = 0;          ///< of the file, from 1
};

/// A file of them in memory. The texts are views of it.
struct LabelledFile {
  std::string origin;                  ///< for messages
  std::string content = {};            ///< of the file
  std::deque<std::string> spelt = {};  ///< what JSON spells otherwise than it reads
  std::vector<LabelledText> lines = {};
  std::int64_t left_out = 0;  ///< lines that lack columns or a text, of a set published so

  LabelledFile() = default;
  LabelledFile(const LabelledFile&) = delete;
  LabelledFile& operator=(const LabelledFile&) = delete;
};

/// Reads lines of the form `label<TAB>text`, or all of them `label<TAB>text<TAB>second text`. A
/// label is any text without a tab, of at most kLongestLabelBytes. Blank lines at the end are none.
/// `origin` names the file. Throws FormatError "FILE:LINE: ..." for any other line, such as a
/// header, and if there is none. The views are into `tsv`.
std::vector<LabelledText> parse_labelled_texts(std::string_view tsv, const std::string& origin);

/// Reads lines of JSON, each an object with "label", a text or a number, "text" and, in all of them
/// or none, "second_text"; "pair" and "text_pair", as requests to a model call that, are refused,
/// and other keys passed over. Fills `file.lines` from `file.content`. Throws as above.
void parse_labelled_json(LabelledFile& file);

/// Fills `file` from a file, which may be compressed: lines of JSON if its name ends in .jsonl,
/// .jsonl.gz, .jsonl.xz or .jsonl.zst, else as `parse_labelled_texts`. Throws IoError if it cannot
/// be read, FormatError as above, or if it is not UTF-8 or longer than kMostLabelledBytes. Memory:
/// the file, and of JSON its texts once more.
void read_labelled_texts(const std::filesystem::path& path, LabelledFile& file);

/// Reads the content alone. Throws as above.
void read_content(const std::filesystem::path& path, LabelledFile& file);

/// Whether a text has nothing but spaces.
bool is_blank_text(std::string_view text);

/// Throws FormatError "FILE:LINE: ..." unless there are a label and a text; `pairs`: two.
void require_texts(const LabelledText& line, bool pairs, const std::string& origin);

/// Throws FormatError "FILE:LINE: WHAT".
[[noreturn]] void refuse_line(const std::string& origin, std::size_t line, const std::string& what);

inline constexpr std::size_t kLongestLabelBytes = 100;
inline constexpr std::int64_t kMostLabelledBytes = std::int64_t{1} << 30;

}  // namespace espalier::text
