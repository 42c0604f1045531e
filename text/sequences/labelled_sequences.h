// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// Sequences of different lengths, each with a class or a number.
struct LabelledSequences {
  std::vector<std::int32_t> tokens;       ///< of all sequences, one after the other
  std::vector<std::int64_t> first = {0};  ///< [count + 1]: where each sequence starts in `tokens`
  std::vector<std::int64_t> second;       ///< [count]: tokens ahead of its second text
  std::vector<std::int32_t> classes;      ///< [count]; empty if labels are numbers
  std::vector<float> numbers;             ///< [count]; empty if labels are classes

  std::int64_t count() const { return static_cast<std::int64_t>(second.size()); }
  std::span<const std::int32_t> sequence(std::int64_t index) const {
    const std::int64_t begin = first[static_cast<std::size_t>(index)];
    return std::span(tokens).subspan(
        static_cast<std::size_t>(begin),
        static_cast<std::size_t>(first[static_cast<std::size_t>(index) + 1] - begin));
  }
};

/// What a model that says something of texts is trained on.
struct LabelledOptions {
  std::filesystem::path train;       ///< a file of labelled texts, which may be compressed
  std::filesystem::path validation;  ///< another; empty: a share of the lines of the first
  std::filesystem::path test = {};   ///< another; empty: there is none
  std::string glue = {};  ///< a set of GLUE, whose files are in the folder `train`; empty: none
  double validation_fraction = 0.05;
  /// A vocab.txt, or a folder with a tokenizer (`read_tokenizer`); empty: learnt from the training
  /// texts.
  std::filesystem::path vocabulary = {};
  std::int64_t vocabulary_size = 8192;
  std::int64_t sequence_length = 128;  ///< longer texts are cut
  bool numbers = false;                ///< labels are numbers, not classes
};

struct LabelledData {
  std::vector<std::string> labels;  ///< of the classes, in the order of their bytes
  bool pairs = false;               ///< every text has a second one
  LabelledSequences train, validation;
  LabelledSequences test;      ///< of none: there is none
  std::int64_t cut_texts = 0;  ///< that were longer than a sequence
  std::int64_t left_out = 0;   ///< lines that lack columns or a text, of both files of a set
  std::string hash;            ///< of the files, and of how they were divided
  /// Label of the first line of the file to train on if no other line has it, as a header's; or
  /// empty.
  std::string first_line_label;
  Tokenizer tokenizer;
};

/// Reads the files and encodes every text as `[CLS] text [SEP]`, a pair as `[CLS] text [SEP] second
/// [SEP]`, cut to a sequence (`longest_first`). Without a file to validate on, lines are divided by
/// a hash of their bytes, so that equal ones are on one side.
///
/// Throws IoError if a file cannot be read; FormatError naming the file, and the line where there
/// is one, if a file is not as `read_labelled_texts` or `read_glue_file` wants it, has fewer than
/// two labels or more than kMostClasses, or a label that is no finite number where numbers are
/// wanted, if one to validate or test on has a label that none to train on has, or pairs where the
/// other has none, or if a side has no line or nothing but [UNK]; ConfigError for options outside
/// their domain. Memory: the files and four bytes for each token.
LabelledData load_labelled_texts(const LabelledOptions& options);

inline constexpr std::size_t kMostClasses = 1000;  ///< more are columns that were swapped

/// How many tokens of two texts stay if there is room for so many: one that fits in half of the
/// room stays whole, else each has half, the longer one, or the second of equals, the odd token. It
/// is how `longest_first` of Hugging Face's tokenizers cuts.
std::pair<std::int64_t, std::int64_t> longest_first(std::int64_t first, std::int64_t second,
                                                    std::int64_t room);

/// Appends `[CLS] text [SEP]`, and `second [SEP]` unless that is empty, of at most
/// `sequence_length` tokens. Returns how many tokens are ahead of the second text, and in `cut`
/// whether any was left out.
std::int64_t append_texts(const Tokenizer& tokenizer, std::string_view text,
                          std::string_view second, std::int64_t sequence_length,
                          std::vector<std::int32_t>& tokens, bool& cut);

/// A batch of them, each as long as the longest may be.
struct PaddedBatch {
  std::vector<std::int32_t> tokens;  ///< [sequences][sequence_length], [PAD] behind each text
  std::vector<std::int64_t> lengths;
  std::vector<std::int32_t> segments;  ///< [sequences][sequence_length]: 1 of a second text
  std::vector<std::int32_t> classes;
  std::vector<float> numbers;
};

PaddedBatch padded_batch(const LabelledSequences& sequences, std::span<const std::int64_t> indices,
                         std::int64_t sequence_length, std::int32_t pad);

}  // namespace espalier::text
