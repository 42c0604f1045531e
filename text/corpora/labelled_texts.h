// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// A line of a file of labelled texts.
struct LabelledText {
  std::string_view label;
  std::string_view text;
};

/// Reads lines of the form `label<TAB>text`. A label is any text without a tab, of at most
/// kLongestLabelBytes; there is one tab in a line. Blank lines at the end are none. `origin` names
/// the file. Throws FormatError "FILE:LINE: ..." for any other line, such as a header, and if there
/// is none. The views are into `tsv`.
std::vector<LabelledText> parse_labelled_texts(std::string_view tsv, const std::string& origin);

inline constexpr std::size_t kLongestLabelBytes = 100;
inline constexpr std::size_t kMostClasses = 1000;  ///< more are columns that were swapped
inline constexpr std::int64_t kMostLabelledBytes = std::int64_t{1} << 30;

/// Sequences of different lengths with a class each.
struct LabelledSequences {
  std::vector<std::int32_t> tokens;       ///< of all sequences, one after the other
  std::vector<std::int64_t> first = {0};  ///< [count + 1]: where each sequence starts in `tokens`
  std::vector<std::int32_t> classes;

  std::int64_t count() const { return static_cast<std::int64_t>(classes.size()); }
  std::span<const std::int32_t> sequence(std::int64_t index) const {
    const std::int64_t begin = first[static_cast<std::size_t>(index)];
    return std::span(tokens).subspan(
        static_cast<std::size_t>(begin),
        static_cast<std::size_t>(first[static_cast<std::size_t>(index) + 1] - begin));
  }
};

/// What sequence classification is trained on.
struct LabelledOptions {
  std::filesystem::path train;       ///< a file of labelled texts, which may be compressed
  std::filesystem::path validation;  ///< another; empty: a share of the lines of the first
  double validation_fraction = 0.05;
  std::filesystem::path vocabulary = {};  ///< a vocab.txt; empty: learnt from the training texts
  std::int64_t vocabulary_size = 8192;
  std::int64_t sequence_length = 128;  ///< longer texts are cut
};

struct LabelledData {
  std::vector<std::string> labels;  ///< of the classes, in the order of their bytes
  LabelledSequences train;
  LabelledSequences validation;
  std::int64_t cut_texts = 0;  ///< that were longer than a sequence
  std::string hash;            ///< of the files, and of how they were divided
  /// Label of the first line of the file to train on if no other line has it, as a header's; or
  /// empty.
  std::string first_line_label;
  Tokenizer tokenizer;
};

/// Reads the files and encodes every text as `[CLS] text [SEP]`, cut to a sequence. Without a file
/// to validate on, lines are divided by a hash of their bytes, so that equal ones are on one side.
/// Throws IoError if a file cannot be read; FormatError naming the file, and the line where there
/// is one, if a file is not as above, not UTF-8 or longer than kMostLabelledBytes, has fewer than
/// two labels or more than kMostClasses, if one to validate on has a label that none to train on
/// has, or if either side has no line or nothing but [UNK]; ConfigError for options outside their
/// domain. Memory: the files and four bytes for each token.
LabelledData load_labelled_texts(const LabelledOptions& options);

/// A batch of them, each as long as the longest may be.
struct PaddedBatch {
  std::vector<std::int32_t> tokens;  ///< [sequences][sequence_length], [PAD] behind each text
  std::vector<std::int64_t> lengths;
  std::vector<std::int32_t> classes;
};

PaddedBatch padded_batch(const LabelledSequences& sequences, std::span<const std::int64_t> indices,
                         std::int64_t sequence_length, std::int32_t pad);

}  // namespace espalier::text
