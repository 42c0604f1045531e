// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/matrix_io.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/partial_file.h>
#include <espalier/sparse/format/convert.h>

namespace espalier::sparse {
namespace {

namespace fs = std::filesystem;

/// Two arrays of offsets of this length take 16 MiB: a file of any size may ask for that much.
constexpr Index kExtentOfAnyFile = Index{1} << 20;
/// Longest piece of a file that an error repeats: its line stays readable in a terminal.
constexpr std::size_t kQuotedBytes = 40;
/// No number and no word of a header is nearly as long.
constexpr std::size_t kLongestToken = 4096;
/// What is read at once: a system call costs nothing beside parsing so much.
constexpr std::size_t kPieceBytes = std::size_t{1} << 16;

/// A piece of a file as it can stand in an error of one line.
std::string quoted(std::string_view piece) {
  std::string text(piece.substr(0, kQuotedBytes));
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  return "'" + text + (piece.size() > kQuotedBytes ? "...'" : "'");
}

/// Walks through a text line by line and token by token. Blanks and tabs part tokens. The text lies
/// in memory, or in a file, of which only a piece is in memory at a time: a line may be as long as
/// the file, a token may not.
class TextReader {
 public:
  TextReader(std::string_view text, const std::string& origin)
      : length_(text.size()), rest_(text), origin_(origin) {}
  /// Reads no more of `file` than `length` bytes, also if it grows meanwhile.
  TextReader(std::FILE* file, std::uintmax_t length, const std::string& origin)
      : length_(length), file_(file), unread_(length), buffer_(kPieceBytes), origin_(origin) {}

  /// Length of the text in bytes.
  std::uintmax_t length() const { return length_; }

  /// From here on lines that begin with a percent sign are passed over.
  void skip_comments() { comments_ = true; }
  /// Goes to the next line; false at the end of the text.
  bool next_line() {
    do {
      if (line_ > 0) skip_line();
      look_ahead();
      if (rest_.empty()) return false;
      ++line_;
      skip_blanks();
    } while (comments_ && at('%'));
    return true;
  }
  /// Goes to the next line that is not blank. Fails at the end of the text.
  void require_line(const std::string& expected) {
    do {
      if (!next_line()) {
        ++line_;
        fail("the file ends here; expected " + expected);
      }
    } while (at_line_end());
  }

  bool at_line_end() const { return rest_.empty() || at('\n') || at_carriage_return(0); }
  bool at(char c) const { return rest_.starts_with(c); }
  void skip(char c) {
    if (!at(c)) return;
    rest_.remove_prefix(1);
    skip_blanks();
  }
  /// The next token of the line; empty at its end and before a comma. Valid until the next call of
  /// any other function.
  std::string_view take_token() {
    look_ahead();
    const std::size_t most = std::min(rest_.size(), kLongestToken);
    std::size_t end = 0;
    while (end < most && !ends_token(rest_[end])) ++end;
    if (end == kLongestToken)
      fail("found " + quoted(rest_) + "; expected words of less than " +
           std::to_string(kLongestToken) + " bytes");
    if (end > 0 && at_carriage_return(end - 1)) --end;
    const std::string_view token = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return token;
  }
  Index take_integer(const char* name, Index lowest, Index highest) {
    const std::string_view token = take_token();
    Index value = 0;
    if (parse(token, value) != std::errc() || value < lowest || value > highest)
      fail_token(name, token,
                 "an integer from " + std::to_string(lowest) + " to " + std::to_string(highest));
    skip_blanks();
    return value;
  }
  /// A decimal number, rounded to the nearest float once: by way of double it would round twice.
  float take_real() {
    const std::string_view token = take_token();
    std::string_view digits = token;
    if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
    float value = 0;
    std::errc error = parse(digits, value);
    if (error == std::errc::result_out_of_range && is_below_one(digits)) {
      value = digits.starts_with('-') ? -0.0f : 0.0f;  // however small, its nearest float
      error = std::errc();
    }
    if (error != std::errc() || !std::isfinite(value))
      fail_token("value", token, "a finite decimal number that a float can hold");
    skip_blanks();
    return value;
  }
  /// A word that has to be one of `choices`; upper and lower case are not told apart.
  std::string take_choice(const char* name, std::span<const char* const> choices) {
    const std::string_view token = take_token();
    std::string word(token);
    for (char& c : word)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (std::find(choices.begin(), choices.end(), word) == choices.end()) {
      std::string expected;
      for (const char* choice : choices)
        expected += (expected.empty() ? "" : " or ") + quoted(choice);
      fail_token(name, word, expected);
    }
    skip_blanks();
    return word;
  }

  void require_line_end() {
    if (!at_line_end()) fail("found " + quoted(rest_of_line()) + "; expected the end of the line");
  }
  /// Blank lines may follow, nothing else.
  void require_end() {
    while (next_line())
      if (!at_line_end())
        fail("found " + quoted(rest_of_line()) + "; expected the end of the file");
  }

  /// Fails unless the lines ahead have room for `count` things of `tokens` tokens each: a token
  /// takes a byte and, except the last, a separator. To be called at the end of a line, before
  /// memory for so many is allocated.
  void require_room(Index count, Index tokens, const char* things) const {
    const std::uintmax_t line_break = at('\n') ? 1 : std::min<std::uintmax_t>(rest_.size(), 2);
    const Index room = static_cast<Index>((rest_.size() + unread_ - line_break + 1) / 2) / tokens;
    if (count > room)
      fail("announces " + std::to_string(count) + " " + things + "; expected at most the " +
           std::to_string(room) + " that fit into the rest of the file");
  }
  Index line() const { return line_; }

  [[noreturn]] void fail(const std::string& what) const { fail_at(line_, what); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const {
    throw FormatError(origin_ + ":" + std::to_string(line) + ": " + what);
  }

 private:
  [[noreturn]] void fail_token(const char* name, std::string_view token,
                               const std::string& expected) {
    const bool missing = token.empty() && (skip_blanks(), at_line_end());
    const std::string found =
        missing ? "is missing" : "is " + quoted(token.empty() ? rest_of_line() : token);
    fail(std::string(name) + " " + found + "; expected " + expected);
  }

  /// Converts the whole of `token`.
  template <typename Number>
  static std::errc parse(std::string_view token, Number& number) {
    const char* const last = token.data() + token.size();
    const auto [end, error] = std::from_chars(token.data(), last, number);
    return end != last ? std::errc::invalid_argument : error;
  }
  /// Of a decimal number other than 0: whether its first digit stands behind the point once the
  /// exponent, which may be as long as the token, has moved that.
  static bool is_below_one(std::string_view number) {
    if (number.starts_with('-')) number.remove_prefix(1);
    const std::size_t end = std::min(number.find_first_of("eE"), number.size());
    std::string_view power = number.substr(std::min(end + 1, number.size()));
    if (power.starts_with('+')) power.remove_prefix(1);
    Index exponent = 0;
    if (!power.empty() && parse(power, exponent) != std::errc()) return power.starts_with('-');
    const std::string_view digits = number.substr(0, end);
    const auto point = static_cast<Index>(std::min(digits.find('.'), digits.size()));
    const auto first = static_cast<Index>(digits.find_first_of("123456789"));
    // So many digits stand ahead of the point, or fewer than none: zeros behind it.
    const Index ahead = first < point ? point - first : point + 1 - first;
    constexpr Index kFar = 2 * static_cast<Index>(kLongestToken);
    return ahead + std::clamp(exponent, -kFar, kFar) <= 0;
  }
  static bool ends_token(char c) { return c == ' ' || c == '\n' || c == '\t' || c == ','; }

  /// Whether a carriage return that belongs to a line break stands `offset` bytes ahead, where the
  /// byte behind it lies in memory too, unless the text ends there.
  bool at_carriage_return(std::size_t offset) const {
    return offset < rest_.size() && rest_[offset] == '\r' &&
           (offset + 1 == rest_.size() || rest_[offset + 1] == '\n');
  }
  /// As much of the line as lies in memory.
  std::string_view rest_of_line() const {
    std::string_view line = rest_.substr(0, rest_.find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  /// Leaves two bytes at least in memory, or all that is left: a carriage return alone does not
  /// show whether a line ends.
  void skip_blanks() {
    do {
      look_ahead();
      rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
    } while (rest_.size() < 2 && unread_ > 0);
  }
  void skip_line() {
    std::size_t line_break = rest_.find('\n');
    while (line_break == std::string_view::npos && unread_ > 0) {
      rest_ = {};
      look_ahead();
      line_break = rest_.find('\n');
    }
    rest_.remove_prefix(line_break == std::string_view::npos ? rest_.size() : line_break + 1);
  }

  /// Brings the longest token and what ends it into memory, or all that is left.
  void look_ahead() {
    while (rest_.size() < kLongestToken + 2 && unread_ > 0) read_more();
  }
  void read_more() {
    if (!rest_.empty()) std::memmove(buffer_.data(), rest_.data(), rest_.size());
    char* const end = buffer_.data() + rest_.size();
    const std::size_t room = buffer_.size() - rest_.size();
    const std::size_t wanted = unread_ < room ? static_cast<std::size_t>(unread_) : room;
    const std::size_t count = std::fread(end, 1, wanted, file_);
    if (count == 0 && std::ferror(file_) != 0)
      throw IoError(origin_ + ": cannot read: " + std::strerror(errno));
    unread_ = count == 0 ? 0 : unread_ - count;  // a file may have been cut meanwhile
    rest_ = {buffer_.data(), rest_.size() + count};
  }

  std::uintmax_t length_;
  std::FILE* file_ = nullptr;
  std::uintmax_t unread_ = 0;  ///< bytes of the file that are not in `rest_` yet
  std::vector<char> buffer_;
  std::string_view rest_;  ///< what is ahead, as far as it lies in memory
  const std::string& origin_;
  Index line_ = 0;
  bool comments_ = false;
};

/// Largest extent that a file of this many bytes may announce.
Index largest_extent(std::uintmax_t file_bytes) {
  constexpr std::uintmax_t kLargest = std::numeric_limits<BlockIndex>::max();
  return std::max(kExtentOfAnyFile, static_cast<Index>(std::min(file_bytes, kLargest)));
}

/// Entry of a .mtx file.
struct Entry {
  BlockCoordinate at;
  float value = 1;
  Index line = 0;
};

/// First line of a .mtx file.
struct MtxKind {
  std::string field;
  bool symmetric = false;
};

MtxKind take_mtx_kind(TextReader& in) {
  static constexpr std::array kBanner = {"%%matrixmarket"};
  static constexpr std::array kObject = {"matrix"};
  static constexpr std::array kFormat = {"coordinate"};
  static constexpr std::array kField = {"real", "integer", "pattern"};
  static constexpr std::array kSymmetry = {"general", "symmetric"};
  if (!in.next_line())
    in.fail_at(1, "the file is empty; expected '%%MatrixMarket matrix coordinate ...'");
  in.take_choice("banner", kBanner);
  in.take_choice("object", kObject);
  in.take_choice("format", kFormat);
  MtxKind kind;
  kind.field = in.take_choice("field", kField);
  kind.symmetric = in.take_choice("symmetry", kSymmetry) == "symmetric";
  in.require_line_end();
  return kind;
}

float take_mtx_value(TextReader& in, const std::string& field) {
  if (field == "real") return in.take_real();
  constexpr Index kLargest = std::numeric_limits<Index>::max();
  if (field == "integer") return static_cast<float>(in.take_integer("value", -kLargest, kLargest));
  return 1;
}

/// Calls `parse` with a reader of the file.
template <typename Parse>
auto read_in_pieces(const fs::path& path, const Parse& parse) {
  const std::string origin = path.string();
  const auto fail = [&](const std::string& what) {
    throw IoError(origin + ": cannot read: " + what);
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) fail("not a regular file");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  if (!file) fail(std::strerror(errno));
  const std::uintmax_t length = fs::file_size(path, error);
  if (error) fail(error.message());
  TextReader in(file.get(), length, origin);
  return parse(in);
}

/// Refuses to write what the readers would not read: a text of few bytes with a large extent.
void require_readable(Index rows, Index cols, const std::string& text) {
  const Index largest = largest_extent(text.size());
  if (rows <= largest && cols <= largest) return;
  throw FormatError("matrix of " + std::to_string(rows) + "x" + std::to_string(cols) +
                    " is a text of " + std::to_string(text.size()) +
                    " bytes; expected extents of at most " + std::to_string(largest) +
                    ", as readers refuse longer ones in it");
}

/// Writes beside a file and renames over it: if it fails, what was there still is. What is no file,
/// such as a device, is written in place.
void write_whole(const fs::path& path, const std::string& text) {
  std::error_code ignored;
  const fs::file_status there = fs::status(path, ignored);
  const bool beside = !fs::exists(there) || fs::is_regular_file(there);
  const fs::path file_path = beside ? behind_links(path) : path;
  const fs::path target = beside ? partial_of(file_path) : path;
  // What a killed writer left aside may have become a link to another file, or a pipe.
  std::FILE* file = nullptr;
  if (!beside || ::unlink(target.c_str()) == 0 || errno == ENOENT)
    file = std::fopen(target.c_str(), beside ? "wbx" : "wb");
  bool written = file != nullptr;
  if (written) {
    if (fs::is_regular_file(there)) fs::permissions(target, there.permissions(), ignored);
    written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const int write_error = errno;
    const bool closed = std::fclose(file) == 0;  // the last bytes are written here
    if (!written) errno = write_error;
    written = written && closed;
  }
  if (written && beside) written = std::rename(target.c_str(), file_path.c_str()) == 0;
  if (written) return;
  const int reason = errno;
  if (beside && file != nullptr) std::remove(target.c_str());
  throw IoError(path.string() + ": cannot write: " + std::strerror(reason));
}

/// Appends a number in the fewest characters that read back to it.
template <typename Number>
void append_number(std::string& text, Number number) {
  std::array<char, 32> buffer;  // a 64-bit integer takes at most 20, a float 15
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  text.append(buffer.data(), end);
}

template <typename Number>
void append_line(std::string& text, std::span<const Number> numbers) {
  for (const Number& number : numbers) {
    if (&number != numbers.data()) text += ' ';
    append_number(text, number);
  }
  text += '\n';
}

PatternPtr take_smtx(TextReader& in) {
  in.skip_comments();
  if (!in.next_line()) in.fail_at(1, "the file is empty; expected 'rows, cols, stored values'");
  const Index largest = largest_extent(in.length());
  const Index rows = in.take_integer("number of rows", 0, largest);
  in.skip(',');
  const Index cols = in.take_integer("number of columns", 0, largest);
  in.skip(',');
  const Index stored = in.take_integer("number of stored values", 0, rows * cols);
  in.require_line_end();
  in.require_room(rows + 1 + stored, 1, "row offsets and column indices");

  in.require_line("the row offsets");
  std::vector<Index> row_offsets;
  Index previous = 0;
  for (Index r = 0; r <= rows; ++r) {
    previous = in.take_integer("row offset", r == rows ? stored : previous, r == 0 ? 0 : stored);
    row_offsets.push_back(previous);
  }
  in.require_line_end();

  std::vector<BlockIndex> columns;
  if (stored > 0) in.require_line("the column indices");
  for (Index r = 0; r < rows; ++r) {
    previous = -1;
    while (static_cast<Index>(columns.size()) < row_offsets[static_cast<std::size_t>(r) + 1]) {
      const Index column = in.take_integer("column index", 0, cols - 1);
      if (column <= previous)
        in.fail("column index " + std::to_string(column) + " follows " + std::to_string(previous) +
                " in row " + std::to_string(r) + "; expected ascending indices in each row");
      columns.push_back(static_cast<BlockIndex>(column));
      previous = column;
    }
  }
  in.require_line_end();
  in.require_end();
  row_offsets.shrink_to_fit();
  columns.shrink_to_fit();
  return std::make_shared<const BlockPattern>(rows, cols, BlockShape{1, 1}, std::move(row_offsets),
                                              std::move(columns));
}

BlockCsrMatrix<float> take_mtx(TextReader& in) {
  const MtxKind kind = take_mtx_kind(in);
  do in.require_line("rows, columns and number of entries");
  while (in.at('%'));
  const Index largest = largest_extent(in.length());
  const Index rows = in.take_integer("number of rows", 0, largest);
  const Index cols = kind.symmetric ? in.take_integer("number of columns", rows, rows)
                                    : in.take_integer("number of columns", 0, largest);
  const Index announced = in.take_integer("number of entries", 0, rows * cols);
  in.require_line_end();
  in.require_room(announced, kind.field == "pattern" ? 2 : 3, "entries");

  std::vector<Entry> entries;
  for (Index i = 0; i < announced; ++i) {
    in.require_line("entry " + std::to_string(i + 1) + " of " + std::to_string(announced));
    Entry entry;
    entry.line = in.line();
    entry.at.row = static_cast<BlockIndex>(in.take_integer("row", 1, rows) - 1);
    // Of a symmetric matrix the file holds the lower triangle.
    const Index last_col = kind.symmetric ? entry.at.row + 1 : cols;
    entry.at.col = static_cast<BlockIndex>(in.take_integer("column", 1, last_col) - 1);
    entry.value = take_mtx_value(in, kind.field);
    in.require_line_end();
    entries.push_back(entry);
    if (kind.symmetric && entry.at.row != entry.at.col) {
      std::swap(entry.at.row, entry.at.col);
      entries.push_back(entry);
    }
  }
  in.require_end();

  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.at, a.line) < std::tie(b.at, b.line);
  });
  const auto twin = std::adjacent_find(entries.begin(), entries.end(),
                                       [](const Entry& a, const Entry& b) { return a.at == b.at; });
  if (twin != entries.end())
    in.fail_at(std::next(twin)->line, "repeats the position of line " + std::to_string(twin->line) +
                                          "; expected each position at most once");

  std::vector<BlockCoordinate> coordinates;
  AlignedVector<float> values;
  coordinates.reserve(entries.size());
  values.reserve(entries.size());
  for (const Entry& entry : entries) {
    coordinates.push_back(entry.at);
    values.push_back(entry.value);
  }
  return {BlockPattern::from_coordinates(rows, cols, {1, 1}, std::move(coordinates)),
          std::move(values)};
}

}  // namespace

PatternPtr parse_smtx(std::string_view text, const std::string& origin) {
  TextReader in(text, origin);
  return take_smtx(in);
}

BlockCsrMatrix<float> parse_mtx(std::string_view text, const std::string& origin) {
  TextReader in(text, origin);
  return take_mtx(in);
}

PatternPtr read_smtx(const fs::path& path) { return read_in_pieces(path, take_smtx); }

BlockCsrMatrix<float> read_mtx(const fs::path& path) { return read_in_pieces(path, take_mtx); }

std::string smtx_text(const BlockPattern& pattern) {
  const PatternPtr single = reblock(pattern, {1, 1});
  std::string text = std::to_string(single->rows()) + ", " + std::to_string(single->cols()) + ", " +
                     std::to_string(single->blocks()) + "\n";
  append_line(text, single->row_offsets());
  append_line(text, single->columns());
  require_readable(single->rows(), single->cols(), text);
  return text;
}

std::string mtx_text(const BlockCsrMatrix<float>& matrix) {
  const std::vector<Triplet> triplets = to_triplets(matrix);
  std::string text =
      "%%MatrixMarket matrix coordinate real general\n" + std::to_string(matrix.pattern().rows()) +
      " " + std::to_string(matrix.pattern().cols()) + " " + std::to_string(triplets.size()) + "\n";
  for (const Triplet& t : triplets) {
    if (!std::isfinite(t.value))
      throw FormatError("matrix value at (" + std::to_string(t.row) + ", " + std::to_string(t.col) +
                        ") is " + std::to_string(t.value) +
                        "; expected a finite number, as a .mtx file holds no other");
    append_number(text += std::to_string(t.row + 1) + " " + std::to_string(t.col + 1) + " ",
                  t.value);
    text += '\n';
  }
  require_readable(matrix.pattern().rows(), matrix.pattern().cols(), text);
  return text;
}

void write_smtx(const fs::path& path, const BlockPattern& pattern) {
  write_whole(path, smtx_text(pattern));
}

void write_mtx(const fs::path& path, const BlockCsrMatrix<float>& matrix) {
  write_whole(path, mtx_text(matrix));
}

}  // namespace espalier::sparse
