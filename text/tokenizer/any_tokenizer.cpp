// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/any_tokenizer.h>

#include <espalier/text/tokenizer/hugging_face_bpe.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>

namespace espalier::text {

std::int64_t size_of(const AnyTokenizer& tokenizer) {
  return std::visit([](const auto& one) { return one.size(); }, tokenizer);
}

const std::string& name_of(const AnyTokenizer& tokenizer) {
  return std::visit([](const auto& one) -> const std::string& { return one.name(); }, tokenizer);
}

bool have_same_ids(const AnyTokenizer& one, const AnyTokenizer& other) {
  if (one.index() != other.index()) return false;
  if (const auto* words = std::get_if<Tokenizer>(&one))
    return words->vocabulary_text() == std::get<Tokenizer>(other).vocabulary_text();
  return std::get<ByteLevelBpe>(one).has_pieces_of(std::get<ByteLevelBpe>(other));
}

std::optional<std::int32_t> begin_of_text(const AnyTokenizer& tokenizer) {
  if (const auto* words = std::get_if<Tokenizer>(&tokenizer)) return words->special().cls;
  return std::get<ByteLevelBpe>(tokenizer).end_of_text();
}

std::optional<std::int32_t> end_of_text(const AnyTokenizer& tokenizer) {
  if (const auto* words = std::get_if<Tokenizer>(&tokenizer)) return words->special().sep;
  return std::get<ByteLevelBpe>(tokenizer).end_of_text();
}

AnyTokenizer read_any_tokenizer(const std::filesystem::path& folder) {
  if (has_byte_level_bpe(folder)) return read_hugging_face_bpe(folder);
  return read_hugging_face_tokenizer(folder);
}

}  // namespace espalier::text
