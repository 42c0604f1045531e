// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// The tokenizer of a folder of Hugging Face, as `save_pretrained` writes it, or of a run.
///
/// The vocabulary is that of vocab.txt or of tokenizer.json; where there are both they must agree.
/// The normalisation is what tokenizer_config.json says (do_lower_case, strip_accents,
/// tokenize_chinese_chars), else the normalizer of tokenizer.json, else BERT's uncased one; where
/// tokenizer_class is TokenizersBackend or PreTrainedTokenizerFast, the normalizer alone decides.
/// Where both files say something, `transformers` 5 takes the same. Only
/// WordPiece as BERT has it is implemented. Whatever else changes how a text becomes pieces is
/// refused by name: another model, normalizer, pre-tokenizer, order of [CLS] and [SEP], names of
/// special pieces, limit of a word's length, or pieces that were added. Keys that change nothing of
/// that are passed over.
///
/// Files are hostile. Throws IoError if the folder has no vocabulary or a file cannot be read;
/// FormatError, naming file, key, what was found and what was expected, as above, if a file is no
/// JSON or longer than kMaximumTokenizerBytes, ids are not those of lines from 0, or the vocabulary
/// is none (`Tokenizer::from_file`). Memory: some 40 times tokenizer.json.
Tokenizer read_hugging_face_tokenizer(const std::filesystem::path& folder);

/// Whether a folder has a vocabulary: vocab.txt or tokenizer.json.
bool has_tokenizer(const std::filesystem::path& folder);

/// From a vocab.txt, with BERT's uncased normalisation, or as above if `path` is a folder.
Tokenizer read_tokenizer(const std::filesystem::path& path);

/// The tokenizer_config.json that goes with `tokenizer.vocabulary_text()` as vocab.txt: the
/// function above reads it, and so does `transformers`, which cuts texts to `longest` tokens where
/// it is asked to cut them.
std::string hugging_face_tokenizer_config(const Tokenizer& tokenizer,
                                          std::optional<std::int64_t> longest = std::nullopt);

/// Five times the tokenizer.json of the largest BERT that is published, the multilingual one.
inline constexpr std::size_t kMaximumTokenizerBytes = std::size_t{16} << 20;

}  // namespace espalier::text
