// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <espalier/text/tokenizer/byte_level_bpe.h>

namespace espalier::text {

/// Whether a folder of Hugging Face has a tokenizer whose pieces are made by merges: a vocab.json
/// with merges.txt, or a tokenizer.json whose model is BPE. Throws as the function below if
/// tokenizer.json is no JSON.
bool has_byte_level_bpe(const std::filesystem::path& folder);

/// The tokenizer of a GPT-2 of Hugging Face, as `save_pretrained` writes it.
///
/// Pieces and merges are those of tokenizer.json, or of vocab.json and merges.txt; where there are
/// both they must agree. What is added to them comes from tokenizer.json, or from
/// tokenizer_config.json and added_tokens.json, whose pieces are special if tokenizer_config.json
/// or special_tokens_map.json names them. The piece that ends a text is the eos_token of these two,
/// else "<|endoftext|>" if it is there. Whatever else changes how a text becomes pieces is refused
/// by name: another expression, a normalizer, dropout, pieces that take the spaces beside them,
/// pieces put before or behind a text.
///
/// Files are hostile. Throws IoError if a file is missing or cannot be read; FormatError, naming
/// file, key, what was found and what was expected, as above and as the constructor of
/// `ByteLevelBpe`, or if a file is longer than kMaximumTokenizerBytes.
ByteLevelBpe read_hugging_face_bpe(const std::filesystem::path& folder);

}  // namespace espalier::text
