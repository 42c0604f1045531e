// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <espalier/text/tokenizer/normalisation.h>
#include <espalier/text/tokenizer/wordpiece_learner.h>

namespace espalier::text {

/// The pieces that stand for no text.
inline constexpr std::array<std::string_view, 5> kSpecialPieces = {"[PAD]", "[UNK]", "[CLS]",
                                                                   "[SEP]", "[MASK]"};

/// Their ids.
struct SpecialTokens {
  std::int32_t pad = 0;
  std::int32_t unknown = 1;
  std::int32_t cls = 2;
  std::int32_t sep = 3;
  std::int32_t mask = 4;

  /// All five as in kSpecialPieces, and in ascending order.
  std::array<std::int32_t, 5> all() const { return {pad, unknown, cls, sep, mask}; }
  std::array<std::int32_t, 5> sorted() const;
  bool contains(std::int32_t id) const {
    return id == pad || id == unknown || id == cls || id == sep || id == mask;
  }
};

/// A part of a text, in its code points.
struct TextRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;  ///< one past the last

  bool operator==(const TextRange&) const = default;
};

/// That part of a UTF-8 text, as far as the text goes: text[begin:end] in Python. Cost: one pass.
std::string_view part_of(std::string_view text, const TextRange& range);

/// A text as pieces, and where each comes from.
struct EncodedText {
  std::vector<std::int32_t> ids;
  std::vector<TextRange> ranges;  ///< [ids], of the original text
};

/// What "[MASK]" in a text is, and the names of the other special pieces.
enum class SpecialText {
  kPlain,   ///< text as any other: nobody who writes a text can put a special piece into it
  kPieces,  ///< the special piece
};

/// WordPiece as in BERT: words of the normalised text (`for_each_word`), each divided from the left
/// into the longest pieces of the vocabulary, where pieces that go on with a word start with "##".
/// A word of more than kMaximumWordCharacters characters, or one that cannot be divided, is [UNK].
///
/// Immutable; safe to share among threads. Source: Devlin et al. 2019 (BERT); greedy longest match:
/// Wu et al. 2016, section 4.1.
class Tokenizer {
 public:
  /// Reads a vocabulary, one piece to a line; the id is the line's number from 0. Empty lines at
  /// the end are none. Throws IoError if the file cannot be read; FormatError, naming file and
  /// line, for an empty line, a duplicate, a piece that is not UTF-8 or longer than
  /// kMaximumPieceBytes, more than kMaximumPieces pieces, or if [PAD], [UNK], [CLS], [SEP] or
  /// [MASK] is missing.
  static Tokenizer from_file(const std::filesystem::path& path,
                             const Normalisation& normalisation = {});

  /// The same from the text of such a file; `origin` names it in messages.
  static Tokenizer from_text(std::string_view text, const std::string& origin,
                             const Normalisation& normalisation = {});

  /// Learns a vocabulary of at most `size` pieces (see `learn_pieces`): [PAD] [UNK] [CLS] [SEP]
  /// [MASK], then characters, then joins. Throws ConfigError if `size` is outside
  /// [kMinimumLearntPieces, kMaximumPieces].
  static Tokenizer learn(const WordCounts& counts, std::int64_t size);
  static Tokenizer learn(std::span<const std::string_view> texts, std::int64_t size);

  /// Ids of the text, without [CLS] or [SEP].
  std::vector<std::int32_t> encode(std::string_view text) const;

  /// Appends the ids of the text to `ids`.
  void encode(std::string_view text, std::vector<std::int32_t>& ids) const;

  /// The same ids, without [CLS] or [SEP], each with the part of the text that it stands for, from
  /// the first character that its piece has to the last one, whatever was dropped in between: an
  /// accent that stands alone behind the last letter, as U+0301, is not of the part. [UNK] stands
  /// for its whole word. With SpecialText::kPieces the names of special pieces, written exactly so,
  /// are these pieces. Ranges are in ascending order and not empty; those of pieces that come from
  /// one character are the same. Equal to the ids and offsets of Hugging Face's fast BERT tokenizer
  /// where the Unicode of both is the same, but for code points for private use, which that drops,
  /// and the ideographs from U+2B820 to U+2B91F, which it does not divide.
  EncodedText encode_with_offsets(std::string_view text,
                                  SpecialText special = SpecialText::kPlain) const;

  /// Pieces joined into words, words divided by one space. Ids outside the vocabulary throw
  /// ShapeError.
  std::string decode(std::span<const std::int32_t> ids) const;

  std::int64_t size() const { return static_cast<std::int64_t>(pieces_.size()); }
  const std::string& piece(std::int32_t id) const {
    return pieces_.at(static_cast<std::size_t>(id));
  }
  /// Does the piece go on with a word that another one began?
  bool continues(std::int32_t id) const;
  const SpecialTokens& special() const { return special_; }
  const Normalisation& normalisation() const { return normalisation_; }

  /// For messages: "vocabulary 'vocab.txt'", or "vocabulary learnt from the corpus".
  const std::string& name() const { return name_; }

  /// Whether a word has more than kMaximumWordCharacters characters, and so is [UNK].
  static bool is_too_long(std::string_view word);

  /// XXH3 of the vocabulary's text, and of the normalisation if it is not the default;
  /// hexadecimal.
  std::string hash() const;

  /// The vocabulary as the text of a vocab.txt.
  std::string vocabulary_text() const;

  static constexpr std::size_t kMaximumWordCharacters = 100;  ///< as in BERT's published code
  static constexpr std::size_t kMaximumPieceBytes = 400;      ///< a word of that length in UTF-8
  static constexpr std::int64_t kMaximumPieces = std::int64_t{1}
                                                 << 20;     ///< four times mT5's 250 000
  static constexpr std::int64_t kMinimumLearntPieces = 32;  ///< five special ones and an alphabet

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const;
  };
  using Ids = std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>>;

  Tokenizer(std::vector<std::string> pieces, std::string name, const Normalisation& normalisation);
  /// Appends the pieces of a word, and if asked where each ends in it, in bytes.
  void encode_word(std::string_view word, std::vector<std::int32_t>& ids,
                   std::vector<std::size_t>* ends = nullptr) const;
  /// Appends the pieces of a text without special ones, which begins at this code point; returns
  /// where it ends.
  std::int64_t encode_placed(std::string_view text, std::int64_t first, EncodedText& encoded) const;

  std::string name_;
  Normalisation normalisation_;
  std::vector<std::string> pieces_;
  Ids first_;         ///< pieces that start a word
  Ids continuation_;  ///< pieces that go on, without "##"
  std::size_t longest_piece_bytes_ = 0;
  SpecialTokens special_;
};

}  // namespace espalier::text
