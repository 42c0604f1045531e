// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include <espalier/text/tokenizer/byte_level_bpe.h>
#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// What divides the texts of a model into tokens: words of BERT, or bytes of GPT-2.
using AnyTokenizer = std::variant<Tokenizer, ByteLevelBpe>;

/// How many tokens its vocabulary has.
std::int64_t size_of(const AnyTokenizer& tokenizer);
/// For messages: "vocabulary 'vocab.txt'", "tokenizer 'tokenizer.json'".
const std::string& name_of(const AnyTokenizer& tokenizer);

/// Whether an id stands for the same piece in both: both are of words, or both of bytes, and have
/// the same pieces in the same order.
bool have_same_ids(const AnyTokenizer& one, const AnyTokenizer& other);

/// The piece that begins a text, and the one that ends it: [CLS] and [SEP] of words, of bytes one
/// for both. Nothing: there is none.
std::optional<std::int32_t> begin_of_text(const AnyTokenizer& tokenizer);
std::optional<std::int32_t> end_of_text(const AnyTokenizer& tokenizer);

/// The tokenizer of a folder of Hugging Face or of a run. Throws as `read_hugging_face_bpe` if it
/// has such a one, else as `read_hugging_face_tokenizer`.
AnyTokenizer read_any_tokenizer(const std::filesystem::path& folder);

}  // namespace espalier::text
// Tested by tests/text/tokenizer/hugging_face_bpe_test.cpp
