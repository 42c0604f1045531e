// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/byte_level_bpe.h>

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <limits>
#include <queue>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/code_point.h>

namespace espalier::text {
namespace {

/// Characters that GPT-2 writes for bytes: printable ones of Latin-1 for themselves, and those from
/// U+0100 on for the others, in their order.
struct ByteCharacters {
  static constexpr int kFirstOther = 256;

  ByteCharacters() {
    int other = kFirstOther;
    for (int byte = 0; byte < 256; ++byte) {
      const bool printable = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte != 0xAD);
      const int character = printable ? byte : other++;
      character_of[static_cast<std::size_t>(byte)] = character;
      byte_of[static_cast<std::size_t>(character)] = byte;
    }
  }

  std::array<utf8proc_int32_t, 256> character_of{};
  std::array<int, 324> byte_of = [] {
    std::array<int, 324> none;
    none.fill(-1);
    return none;
  }();
};

const ByteCharacters& byte_characters() {
  static const ByteCharacters characters;
  return characters;
}

enum class Sort : std::uint8_t { kLetter, kNumber, kSpace, kOther };

bool is_white_space(utf8proc_int32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

Sort sort_of(utf8proc_int32_t c) {
  if (is_white_space(c)) return Sort::kSpace;
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return Sort::kLetter;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return Sort::kNumber;
    default:
      return Sort::kOther;
  }
}

/// A character of a text: its sort and its bytes.
struct Character {
  Sort sort;
  std::size_t bytes;
};

Character character_at(std::string_view text, std::size_t at) {
  const CodePoint c = code_point_at(text, at);
  return {c.is_valid() ? sort_of(c.value) : Sort::kOther, c.bytes};
}

std::size_t end_of_run(std::string_view text, std::size_t at, Sort sort) {
  while (at < text.size()) {
    const Character next = character_at(text, at);
    if (next.sort != sort) break;
    at += next.bytes;
  }
  return at;
}

/// Where the part that begins at `at` ends, by the expression of GPT-2.
std::size_t end_of_part(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
    if (rest.starts_with(ending)) return at + ending.size();
  // Letters, numbers or signs, with one space before them.
  const std::size_t begin = text[at] == ' ' && rest.size() > 1 ? at + 1 : at;
  const Sort sort = character_at(text, begin).sort;
  if (sort != Sort::kSpace) return end_of_run(text, begin, sort);
  // Spaces, but for the last of several where something follows, which is its.
  std::size_t last = at, end = at;
  while (end < text.size()) {
    const Character next = character_at(text, end);
    if (next.sort != Sort::kSpace) break;
    last = end;
    end += next.bytes;
  }
  return end < text.size() && last > at ? last : end;
}

std::uint64_t pair_of(std::int32_t left, std::int32_t right) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
         static_cast<std::uint32_t>(right);
}

/// Two neighbours that may be joined.
struct PairToMerge {
  std::int32_t rank;
  std::size_t left;
  std::int32_t id;

  /// For a queue that gives the largest first.
  bool operator<(const PairToMerge& other) const {
    return rank != other.rank ? rank > other.rank : left > other.left;
  }
};

/// A piece of a word while its neighbours are being joined.
struct PieceOfWord {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::int32_t id;
  std::size_t begin, end;  ///< bytes; equal: it was joined to the one before
  std::size_t previous, next;
};

}  // namespace

std::optional<std::string> bytes_of_piece(std::string_view piece) {
  const ByteCharacters& characters = byte_characters();
  std::string bytes;
  for (std::size_t at = 0; at < piece.size();) {
    const CodePoint c = code_point_at(piece, at);
    if (!c.is_valid() || static_cast<std::size_t>(c.value) >= characters.byte_of.size()) return {};
    const int byte = characters.byte_of[static_cast<std::size_t>(c.value)];
    if (byte < 0) return {};
    bytes += static_cast<char>(byte);
    at += c.bytes;
  }
  return bytes;
}

std::string piece_of_bytes(std::string_view bytes) {
  std::string piece;
  for (const char byte : bytes) {
    std::array<utf8proc_uint8_t, 4> encoded;
    const auto character = byte_characters().character_of[static_cast<unsigned char>(byte)];
    const utf8proc_ssize_t length = utf8proc_encode_char(character, encoded.data());
    piece.append(reinterpret_cast<const char*>(encoded.data()), static_cast<std::size_t>(length));
  }
  return piece;
}

ByteLevelBpe::ByteLevelBpe(const BytePieces& parts, std::string name)
    : name_(std::move(name)),
      as_written_(added_pieces(parts.added, false)),
      normalized_(added_pieces(parts.added, true)),
      is_added_(parts.pieces.size()),
      is_listed_(parts.pieces.size()),
      add_prefix_space_(parts.add_prefix_space),
      trimmed_(parts.trimmed) {
  const auto fail = [this](const std::string& what) { throw FormatError(name_ + ": " + what); };
  const auto shown = [](std::string_view piece) { return files::printable(piece); };
  const auto count = std::max(parts.pieces.size(), std::size_t{1});
  if (parts.pieces.size() > static_cast<std::size_t>(Tokenizer::kMaximumPieces))
    fail(fmt::format("has more than {} pieces", Tokenizer::kMaximumPieces));
  bytes_.resize(parts.pieces.size());
  for (const AddedPiece& one : parts.added) {
    const bool fits = !one.content.empty() && one.id >= 0 &&
                      static_cast<std::size_t>(one.id) < bytes_.size() &&
                      bytes_[static_cast<std::size_t>(one.id)].empty();
    if (!fits)
      fail(
          fmt::format("added piece '{}' has id {}, expected a name, and an id from 0 to {} that no "
                      "other has",
                      shown(one.content), one.id, count - 1));
    bytes_[static_cast<std::size_t>(one.id)] = one.content;
    is_added_[static_cast<std::size_t>(one.id)] = true;
    if (one.special) special_.push_back(one.id);
    if (one.content == parts.end_of_text) end_of_text_ = one.id;
  }
  std::ranges::sort(special_);
  std::unordered_map<std::string_view, std::int32_t> ids;
  for (std::size_t id = 0; id < parts.pieces.size(); ++id) {
    const std::string& piece = parts.pieces[id];
    if (piece.empty()) continue;
    const auto number = static_cast<std::int32_t>(id);
    if (!ids.emplace(piece, number).second) fail(fmt::format("has '{}' twice", shown(piece)));
    // A piece that was added may have any name.
    if (bytes_[id] == piece) {
      is_listed_[id] = true;
      continue;
    }
    std::optional<std::string> bytes = bytes_of_piece(piece);
    if (!bytes)
      fail(fmt::format("has the piece '{}', expected characters that stand for bytes",
                       shown(piece)));
    if (!bytes_[id].empty())
      fail(fmt::format("has the pieces '{}' and '{}' with id {}, expected one", shown(piece),
                       shown(bytes_[id]), id));
    bytes_[id] = *std::move(bytes);
  }
  if (const auto none = std::ranges::find(bytes_, std::string()); none != bytes_.end())
    fail(fmt::format("has no piece with id {}, expected one for each id from 0 to {}",
                     none - bytes_.begin(), count - 1));
  if (!parts.end_of_text.empty() && !end_of_text_)
    fail(fmt::format("has no piece '{}', expected it, since it ends a text",
                     shown(parts.end_of_text)));
  for (int byte = 0; byte < 256; ++byte) {
    const auto piece = ids.find(piece_of_bytes(std::string(1, static_cast<char>(byte))));
    if (piece == ids.end())
      fail(fmt::format("has no piece for the byte {:#04x}, expected one for each of 256", byte));
    of_byte_[static_cast<std::size_t>(byte)] = piece->second;
  }
  if (parts.merges.size() > static_cast<std::size_t>(Tokenizer::kMaximumPieces))
    fail(fmt::format("has more than {} merges", Tokenizer::kMaximumPieces));
  merges_.reserve(parts.merges.size());
  for (std::size_t rank = 0; rank < parts.merges.size(); ++rank) {
    const auto& [left, right] = parts.merges[rank];
    const auto first = ids.find(left), second = ids.find(right), whole = ids.find(left + right);
    if (first == ids.end() || second == ids.end() || whole == ids.end())
      fail(fmt::format("merge {} is of '{}' and '{}', expected pieces that make a piece", rank + 1,
                       shown(left), shown(right)));
    const Merge merge = {static_cast<std::int32_t>(rank), whole->second};
    if (!merges_.emplace(pair_of(first->second, second->second), merge).second)
      fail(fmt::format("merge {} of '{}' and '{}' is there twice", rank + 1, shown(left),
                       shown(right)));
  }
}

ByteLevelBpe::AddedPieces ByteLevelBpe::added_pieces(const std::vector<AddedPiece>& added,
                                                     bool normalized) {
  AddedPieces pieces;
  std::vector<std::string> contents;
  for (const AddedPiece& one : added) {
    if (one.normalized != normalized) continue;
    pieces.list.push_back(one);
    pieces.all_special &= one.special;
    contents.push_back(one.content);
  }
  pieces.finder = StringFinder(contents);
  return pieces;
}

bool ByteLevelBpe::has_merges_of(const ByteLevelBpe& other) const {
  return of_byte_ == other.of_byte_ && merges_ == other.merges_;
}

BytePieces ByteLevelBpe::parts() const {
  const auto piece = [this](std::uint64_t id) {
    const auto at = static_cast<std::size_t>(id);
    return is_added_[at] ? bytes_[at] : piece_of_bytes(bytes_[at]);
  };
  BytePieces parts;
  parts.pieces.resize(bytes_.size());
  for (std::size_t id = 0; id < bytes_.size(); ++id)
    if (!is_added_[id] || is_listed_[id]) parts.pieces[id] = piece(id);
  parts.merges.resize(merges_.size());
  for (const auto& [pair, merge] : merges_)
    parts.merges[static_cast<std::size_t>(merge.rank)] = {
        piece(pair >> 32), piece(pair & std::numeric_limits<std::uint32_t>::max())};
  for (const AddedPieces* added : {&as_written_, &normalized_})
    parts.added.insert(parts.added.end(), added->list.begin(), added->list.end());
  parts.add_prefix_space = add_prefix_space_;
  if (end_of_text_) parts.end_of_text = bytes(*end_of_text_);
  parts.trimmed = trimmed_;
  return parts;
}

const ByteLevelBpe::Merge* ByteLevelBpe::merge_of(std::int32_t left, std::int32_t right) const {
  const auto found = merges_.find(pair_of(left, right));
  return found == merges_.end() ? nullptr : &found->second;
}

void ByteLevelBpe::encode_word(std::string_view word, std::size_t offset,
                               const Visit& visit) const {
  constexpr std::size_t kNone = PieceOfWord::kNone;
  std::vector<PieceOfWord> pieces;
  for (std::size_t i = 0; i < word.size(); ++i)
    pieces.push_back({of_byte_[static_cast<unsigned char>(word[i])], i, i + 1,
                      i == 0 ? kNone : i - 1, i + 1 < word.size() ? i + 1 : kNone});
  std::priority_queue<PairToMerge> queue;
  const auto consider = [&](std::size_t left) {
    if (left == kNone || pieces[left].next == kNone) return;
    if (const Merge* merge = merge_of(pieces[left].id, pieces[pieces[left].next].id))
      queue.push({merge->rank, left, merge->id});
  };
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) consider(i);
  while (!queue.empty()) {
    const PairToMerge pair = queue.top();
    queue.pop();
    PieceOfWord& left = pieces[pair.left];
    // It may have been joined to another since.
    if (left.begin == left.end || left.next == kNone) continue;
    PieceOfWord& right = pieces[left.next];
    const Merge* merge = merge_of(left.id, right.id);
    if (merge == nullptr || merge->id != pair.id) continue;
    left.id = pair.id;
    left.end = right.end;
    right.begin = right.end;
    left.next = right.next;
    if (right.next != kNone) pieces[right.next].previous = pair.left;
    consider(left.previous);
    consider(pair.left);
  }
  for (const PieceOfWord& piece : pieces)
    if (piece.begin < piece.end) visit(piece.id, offset + piece.begin, offset + piece.end);
}

void ByteLevelBpe::encode_part(std::string_view part, const Visit& visit) const {
  for (std::size_t at = 0; at < part.size();) {
    const std::size_t end = end_of_part(part, at);
    encode_word(part.substr(at, end - at), at, visit);
    at = end;
  }
}

void ByteLevelBpe::encode_pieces(std::string_view text, SpecialText special,
                                 const Visit& visit) const {
  // A part in which no added piece is.
  const auto encode_rest = [&](std::size_t begin, std::size_t end) {
    const std::string_view part = text.substr(begin, end - begin);
    if (part.empty()) return;
    if (!add_prefix_space_ || part.starts_with(' '))
      return encode_part(part, [&](std::int32_t id, std::size_t from, std::size_t to) {
        visit(id, begin + from, begin + to);
      });
    // Bytes of the longer text lie one further; its first has no place.
    encode_part(' ' + std::string(part), [&](std::int32_t id, std::size_t from, std::size_t to) {
      visit(id, begin + std::max<std::size_t>(from, 1) - 1,
            begin + std::max<std::size_t>(to, 2) - 1);
    });
  };
  const auto divide = [&](const AddedPieces& pieces, std::size_t begin, std::size_t end,
                          const auto& rest) {
    if (pieces.all_special && special == SpecialText::kPlain) return rest(begin, end);
    std::size_t at = begin;
    for (const StringFinder::Found& found : pieces.finder.find(text.substr(begin, end - begin))) {
      const AddedPiece& one = pieces.list[found.string];
      if (one.special && special == SpecialText::kPlain) continue;
      rest(at, begin + found.begin);
      at = begin + found.begin + one.content.size();
      visit(one.id, begin + found.begin, at);
    }
    rest(at, end);
  };
  divide(as_written_, 0, text.size(),
         [&](std::size_t begin, std::size_t end) { divide(normalized_, begin, end, encode_rest); });
}

/// By `process_offsets` of the package tokenizers, which counts the spaces of the piece and not
/// those of the text.
TextRange ByteLevelBpe::trimmed(std::int32_t id, TextRange range, bool is_first) const {
  const auto at = static_cast<std::size_t>(id);
  const std::string_view piece = bytes_[at];
  std::int64_t leading = 0, trailing = 0;
  bool only_spaces = true;
  const auto count = [&](bool is_space) {
    only_spaces &= is_space;
    leading += only_spaces;
    trailing = is_space ? trailing + 1 : 0;
  };
  if (is_added_[at]) {
    constexpr utf8proc_int32_t kSpaceOfPieces = 0x120;  // what pieces of files have for a space
    for (std::size_t byte = 0; byte < piece.size();) {
      const CodePoint c = code_point_at(piece, byte);
      count(c.is_valid() && (is_white_space(c.value) || c.value == kSpaceOfPieces));
      byte += c.bytes;
    }
  } else {
    for (const char byte : piece) count(byte == ' ');
  }
  // One space alone may be the one that was added.
  if ((is_first || range.begin == 0) && trimmed_->add_prefix_space && leading == 1) leading = 0;
  range.begin = std::min(range.begin + leading, range.end);
  if (range.end >= trailing) range.end = std::max(range.end - trailing, range.begin);
  return range;
}

void ByteLevelBpe::encode(std::string_view text, std::vector<std::int32_t>& ids,
                          SpecialText special) const {
  encode_pieces(text, special,
                [&](std::int32_t id, std::size_t, std::size_t) { ids.push_back(id); });
}

std::vector<std::int32_t> ByteLevelBpe::encode(std::string_view text, SpecialText special) const {
  std::vector<std::int32_t> ids;
  encode(text, ids, special);
  return ids;
}

EncodedText ByteLevelBpe::encode_with_offsets(std::string_view text, SpecialText special) const {
  EncodedText encoded;
  // Of the pieces, which come in order, the last byte of one is not before that of the one before.
  std::size_t byte = 0;
  std::int64_t character = 0;  // the one that begins at `byte`
  encode_pieces(text, special, [&](std::int32_t id, std::size_t begin, std::size_t end) {
    const auto next = [&] { return byte + character_at(text, byte).bytes; };
    while (next() <= begin) {
      byte = next();
      ++character;
    }
    const std::int64_t first = character;
    while (next() < end) {
      byte = next();
      ++character;
    }
    const TextRange range = {first, character + 1};
    encoded.ranges.push_back(trimmed_ ? trimmed(id, range, encoded.ids.empty()) : range);
    encoded.ids.push_back(id);
  });
  return encoded;
}

const std::string& ByteLevelBpe::bytes(std::int32_t id) const {
  if (id < 0 || id >= size())
    throw ShapeError(fmt::format("token id: found {}, expected in [0, {})", id, size()));
  return bytes_[static_cast<std::size_t>(id)];
}

std::string ByteLevelBpe::decode(std::span<const std::int32_t> ids) const {
  std::string text;
  for (const std::int32_t id : ids) text += bytes(id);
  return text;
}

}  // namespace espalier::text
