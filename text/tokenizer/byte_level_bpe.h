// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <espalier/text/tokenizer/string_finder.h>
#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// A piece that is not made by merges: it is found in a text as it is written.
struct AddedPiece {
  std::string content;
  std::int32_t id = 0;
  bool special = true;  ///< stands for no text
  /// Is looked for only where none that is not has been found, as Hugging Face does with pieces
  /// that a normalizer may make. There is no normalizer here.
  bool normalized = false;
};

/// Ranges without the spaces at both ends of a piece, as the post-processor of Hugging Face's GPT-2
/// makes them where its trim_offsets is true.
struct TrimmedRanges {
  /// Of the post-processor, by which the spaces before a piece that begins a text stay in it.
  bool add_prefix_space = false;
};

/// What a `ByteLevelBpe` is made of. Pieces are written as files have them: for each byte the
/// character that stands for it in GPT-2's files.
struct BytePieces {
  std::vector<std::string> pieces;  ///< [ids]; empty where an added piece has the id
  /// Pairs of pieces that become one, the most urgent first.
  std::vector<std::pair<std::string, std::string>> merges;
  std::vector<AddedPiece> added;
  bool add_prefix_space = false;              ///< a text that begins without a space gets one
  std::string end_of_text;                    ///< content of an added piece; empty: there is none
  std::optional<TrimmedRanges> trimmed = {};  ///< none: a range has all characters of its piece
};

/// Byte-level byte-pair encoding as in GPT-2. A text is divided into words, spaces and signs by the
/// expression
///   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
/// and the bytes of each part are joined: always the neighbours whose pair stands first in the list
/// of merges, of equal ones the leftmost. So every text has pieces, and its bytes come back; a byte
/// that is no UTF-8 counts as a sign.
///
/// Immutable; safe to share among threads. Cost: O(n log n) in the bytes of a word, and O(n) in
/// those of a text, however many pieces were added. Source: Radford et al. 2019, section 2.2;
/// byte-pair encoding: Sennrich et al. 2016, "Neural machine translation of rare words with subword
/// units".
class ByteLevelBpe {
 public:
  /// `name` opens messages. Throws FormatError, naming the piece or the merge, if an id has no
  /// piece or two, a piece is empty or no list of bytes, one of the 256 bytes has no piece, a merge
  /// is of pieces that are none or repeats another, or there are more than
  /// Tokenizer::kMaximumPieces.
  ByteLevelBpe(const BytePieces& parts, std::string name);

  /// Ids of the text. With SpecialText::kPieces special pieces, written exactly so, are pieces;
  /// those that were added and are not special always are. They are looked for from left to right,
  /// and where several begin it is the longest, as `StringFinder`; in what they leave, those that
  /// are `normalized` alike.
  std::vector<std::int32_t> encode(std::string_view text,
                                   SpecialText special = SpecialText::kPlain) const;
  /// Appends the ids.
  void encode(std::string_view text, std::vector<std::int32_t>& ids,
              SpecialText special = SpecialText::kPlain) const;
  /// The same ids, each with the characters that its bytes are of, the space before a word too:
  /// pieces of one character have the same range. A space that was put before the text is of its
  /// first character. Equal to the ids and offsets of Hugging Face.
  EncodedText encode_with_offsets(std::string_view text,
                                  SpecialText special = SpecialText::kPlain) const;

  /// The bytes of pieces one after another, which may end within a character. Throws ShapeError for
  /// an id that is none.
  std::string decode(std::span<const std::int32_t> ids) const;
  const std::string& bytes(std::int32_t id) const;

  std::int64_t size() const { return static_cast<std::int64_t>(bytes_.size()); }
  /// The piece that ends a text, and in training begins one; nothing: there is none.
  std::optional<std::int32_t> end_of_text() const { return end_of_text_; }
  /// Ids of special pieces, ascending.
  const std::vector<std::int32_t>& special() const { return special_; }
  /// Whether ranges lack the spaces at both ends of pieces, and may be empty then.
  bool trims_ranges() const { return trimmed_.has_value(); }
  /// Whether each id is the same piece in both, and added in both or in neither.
  bool has_pieces_of(const ByteLevelBpe& other) const {
    return bytes_ == other.bytes_ && is_added_ == other.is_added_;
  }
  /// Whether both divide texts into the same pieces by merges.
  bool has_merges_of(const ByteLevelBpe& other) const;

  /// What it is made of: a tokenizer of these parts gives the same ids and ranges.
  BytePieces parts() const;

  /// For messages: "tokenizer 'tokenizer.json'".
  const std::string& name() const { return name_; }

 private:
  struct Merge {
    std::int32_t rank = 0;
    std::int32_t id = 0;
    bool operator==(const Merge&) const = default;
  };
  /// Is told of each piece, and of the bytes [begin, end) of its part of the text.
  using Visit = std::function<void(std::int32_t id, std::size_t begin, std::size_t end)>;

  /// Pieces that are looked for together.
  struct AddedPieces {
    std::vector<AddedPiece> list;
    StringFinder finder;
    bool all_special = true;
  };
  static AddedPieces added_pieces(const std::vector<AddedPiece>& added, bool normalized);

  const Merge* merge_of(std::int32_t left, std::int32_t right) const;
  void encode_pieces(std::string_view text, SpecialText special, const Visit& visit) const;
  void encode_part(std::string_view part, const Visit& visit) const;
  void encode_word(std::string_view word, std::size_t offset, const Visit& visit) const;
  TextRange trimmed(std::int32_t id, TextRange range, bool is_first) const;

  std::string name_;
  std::vector<std::string> bytes_;  // [ids]
  std::array<std::int32_t, 256> of_byte_{};
  std::unordered_map<std::uint64_t, Merge> merges_;
  AddedPieces as_written_, normalized_;
  std::vector<bool> is_added_;   // [ids]
  std::vector<bool> is_listed_;  // [ids]: an added piece that is one of the others too
  bool add_prefix_space_ = false;
  std::optional<TrimmedRanges> trimmed_;
  std::optional<std::int32_t> end_of_text_;
  std::vector<std::int32_t> special_;
};

/// The bytes that a piece of a file stands for; nothing if it has a character that is none of the
/// 256.
std::optional<std::string> bytes_of_piece(std::string_view piece);
/// Its inverse.
std::string piece_of_bytes(std::string_view bytes);

}  // namespace espalier::text
