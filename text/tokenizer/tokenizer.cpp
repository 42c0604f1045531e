// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/tokenizer.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <espalier/files/content_hash.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/code_point.h>
#include <espalier/text/reading/text_file.h>
#include <espalier/text/tokenizer/word_splitter.h>

namespace espalier::text {
namespace {

constexpr std::string_view kContinuation = "##";

/// A vocabulary of the largest size with pieces of 60 bytes, far more than real ones have.
constexpr std::int64_t kMaximumVocabularyBytes = std::int64_t{64} << 20;

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

}  // namespace

std::string_view part_of(std::string_view text, const TextRange& range) {
  std::size_t at = 0;
  // A byte that is no part of a character counts as one, as where ranges are made.
  const auto walk = [&](std::int64_t characters) {
    for (; characters > 0 && at < text.size(); --characters) at += code_point_at(text, at).bytes;
    return at;
  };
  const std::size_t begin = walk(range.begin);
  return text.substr(begin, walk(range.end - range.begin) - begin);
}

std::array<std::int32_t, 5> SpecialTokens::sorted() const {
  std::array<std::int32_t, 5> ids = all();
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::size_t Tokenizer::Hash::operator()(std::string_view text) const {
  return files::content_hash(text);
}

Tokenizer::Tokenizer(std::vector<std::string> pieces, std::string name,
                     const Normalisation& normalisation)
    : name_(std::move(name)), normalisation_(normalisation), pieces_(std::move(pieces)) {
  const auto fail = [this](const std::string& what) { throw FormatError(name_ + ": " + what); };
  if (static_cast<std::int64_t>(pieces_.size()) > kMaximumPieces) {
    fail("holds more than " + std::to_string(kMaximumPieces) + " pieces");
  }
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const std::string& piece = pieces_[i];
    const std::string line = "line " + std::to_string(i + 1) + ": ";
    if (piece.empty()) fail(line + "is empty, expected a piece");
    if (piece.size() > kMaximumPieceBytes) {
      fail(line + "has " + std::to_string(piece.size()) + " bytes, expected at most " +
           std::to_string(kMaximumPieceBytes));
    }
    const bool goes_on = continues(static_cast<std::int32_t>(i));
    Ids& ids = goes_on ? continuation_ : first_;
    const std::string key = goes_on ? piece.substr(kContinuation.size()) : piece;
    longest_piece_bytes_ = std::max(longest_piece_bytes_, key.size());
    const auto [entry, is_new] = ids.emplace(key, static_cast<std::int32_t>(i));
    if (!is_new) {
      fail(fmt::format("{}repeats '{}' of line {}", line, piece, entry->second + 1));
    }
  }
  std::int32_t* const ids[] = {&special_.pad, &special_.unknown, &special_.cls, &special_.sep,
                               &special_.mask};
  for (std::size_t i = 0; i < std::size(ids); ++i) {
    const auto entry = first_.find(kSpecialPieces[i]);
    if (entry == first_.end()) {
      fail(fmt::format("has no {}, expected it on a line of its own", kSpecialPieces[i]));
    }
    *ids[i] = entry->second;
  }
  // Text cannot spell them: brackets are words of their own.
  for (const std::string_view piece : kSpecialPieces) first_.erase(first_.find(piece));
}

Tokenizer Tokenizer::from_file(const std::filesystem::path& path,
                               const Normalisation& normalisation) {
  const TextFile file = read_text_file(path, kMaximumVocabularyBytes);
  if (file.invalid_bytes > 0) {
    throw FormatError("vocabulary '" + path.string() + "': holds " +
                      std::to_string(file.invalid_bytes) + " bytes that are not valid UTF-8");
  }
  return from_text(file.text, path.string(), normalisation);
}

Tokenizer Tokenizer::from_text(std::string_view text, const std::string& origin,
                               const Normalisation& normalisation) {
  std::vector<std::string> pieces;
  // An editor's blank lines at the end are none.
  while (text.ends_with("\n\n")) text.remove_suffix(1);
  // One more than there may be is refused; many more would take 32 times the memory of the text.
  constexpr auto kEnough = static_cast<std::size_t>(kMaximumPieces) + 1;
  for (std::size_t at = 0; at < text.size() && pieces.size() < kEnough;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    pieces.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return {std::move(pieces), "vocabulary '" + origin + "'", normalisation};
}

Tokenizer Tokenizer::learn(const WordCounts& counts, std::int64_t size) {
  if (size < kMinimumLearntPieces || size > kMaximumPieces) {
    throw ConfigError("data.vocabulary_size: found " + std::to_string(size) +
                      ", expected between " + std::to_string(kMinimumLearntPieces) + " and " +
                      std::to_string(kMaximumPieces));
  }
  std::vector<std::string> pieces(std::begin(kSpecialPieces), std::end(kSpecialPieces));
  std::vector<std::string> learnt =
      learn_pieces(counts, size - static_cast<std::int64_t>(pieces.size()));
  pieces.insert(pieces.end(), std::make_move_iterator(learnt.begin()),
                std::make_move_iterator(learnt.end()));
  return {std::move(pieces), "vocabulary learnt from the corpus", Normalisation{}};
}

Tokenizer Tokenizer::learn(std::span<const std::string_view> texts, std::int64_t size) {
  WordCounts counts;
  for (const std::string_view text : texts) counts.add_text(text);
  return learn(counts, size);
}

std::vector<std::int32_t> Tokenizer::encode(std::string_view text) const {
  std::vector<std::int32_t> ids;
  encode(text, ids);
  return ids;
}

void Tokenizer::encode(std::string_view text, std::vector<std::int32_t>& ids) const {
  for_each_word(
      text, [&](std::string_view word) { encode_word(word, ids); }, normalisation_);
}

EncodedText Tokenizer::encode_with_offsets(std::string_view text, SpecialText special) const {
  EncodedText encoded;
  std::int64_t position = 0;  // of the text's first byte, in code points
  std::size_t at = special == SpecialText::kPieces ? text.find('[') : std::string_view::npos;
  while (at != std::string_view::npos) {
    const auto piece = std::ranges::find_if(
        kSpecialPieces, [&](std::string_view name) { return text.substr(at).starts_with(name); });
    if (piece == kSpecialPieces.end()) {
      at = text.find('[', at + 1);
      continue;
    }
    position = encode_placed(text.substr(0, at), position, encoded);
    encoded.ids.push_back(special_.all()[static_cast<std::size_t>(piece - kSpecialPieces.begin())]);
    const std::int64_t end = position + static_cast<std::int64_t>(piece->size());
    encoded.ranges.push_back({position, end});
    position = end;
    text.remove_prefix(at + piece->size());
    at = text.find('[');
  }
  encode_placed(text, position, encoded);
  return encoded;
}

std::int64_t Tokenizer::encode_placed(std::string_view text, std::int64_t first,
                                      EncodedText& encoded) const {
  std::vector<std::size_t> ends;
  return for_each_placed_word(text, normalisation_, first, [&](const PlacedWord& word) {
    ends.clear();
    encode_word(word.text, encoded.ids, &ends);
    std::size_t byte = 0, character = 0;
    for (const std::size_t end : ends) {
      const std::size_t begin = character;
      for (; byte < end; ++character) byte += utf8_sequence_length(word.text[byte]);
      encoded.ranges.push_back({word.origins[begin], word.origins[character - 1] + 1});
    }
  });
}

bool Tokenizer::is_too_long(std::string_view word) {
  return word.size() > kMaximumWordCharacters &&
         std::ranges::count_if(word, starts_character) >
             static_cast<std::ptrdiff_t>(kMaximumWordCharacters);
}

void Tokenizer::encode_word(std::string_view word, std::vector<std::int32_t>& ids,
                            std::vector<std::size_t>* ends) const {
  const std::size_t before = ids.size();
  const auto is_unknown = [&] {
    ids.resize(before);
    ids.push_back(special_.unknown);
    if (ends != nullptr) ends->assign(1, word.size());
  };
  if (is_too_long(word)) return is_unknown();
  for (std::size_t at = 0; at < word.size();) {
    const Ids& pieces = at == 0 ? first_ : continuation_;
    std::size_t length = std::min(word.size() - at, longest_piece_bytes_);
    auto match = pieces.end();
    for (; length > 0; --length) {
      if (at + length < word.size() && !starts_character(word[at + length])) continue;
      match = pieces.find(word.substr(at, length));
      if (match != pieces.end()) break;
    }
    if (match == pieces.end()) return is_unknown();
    ids.push_back(match->second);
    at += length;
    if (ends != nullptr) ends->push_back(at);
  }
}

bool Tokenizer::continues(std::int32_t id) const {
  const std::string& text = piece(id);
  return text.starts_with(kContinuation) && text.size() > kContinuation.size();
}

std::string Tokenizer::decode(std::span<const std::int32_t> ids) const {
  std::string text;
  for (const std::int32_t id : ids) {
    if (id < 0 || id >= size()) {
      throw ShapeError("token id: found " + std::to_string(id) + ", expected in [0, " +
                       std::to_string(size()) + ")");
    }
    const std::string& piece = pieces_[static_cast<std::size_t>(id)];
    if (piece.starts_with(kContinuation) && piece.size() > kContinuation.size()) {
      text += std::string_view(piece).substr(kContinuation.size());
    } else {
      if (!text.empty()) text += ' ';
      text += piece;
    }
  }
  return text;
}

std::string Tokenizer::vocabulary_text() const {
  std::string text;
  for (const std::string& piece : pieces_) text += piece + '\n';
  return text;
}

std::string Tokenizer::hash() const {
  const std::string text = vocabulary_text();
  if (normalisation_ == Normalisation{}) return files::hex(files::content_hash(text));
  files::ContentHash hash;
  hash.update_field(text);
  hash.update_field(fmt::format("{} {} {}", normalisation_.lower_case,
                                normalisation_.strips_accents(), normalisation_.split_chinese));
  return files::hex(hash.value());
}

}  // namespace espalier::text
