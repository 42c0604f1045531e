// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <espalier/text/answers/answer_windows.h>
#include <espalier/text/answers/squad.h>
#include <espalier/text/tokenizer/tokenizer.h>
#include <espalier/text/tokenizer/unknown_words.h>

namespace espalier::text {

/// What question answering is trained on.
struct QuestionOptions {
  std::filesystem::path train;       ///< a file of `read_squad`
  std::filesystem::path validation;  ///< another; empty: a share of the contexts of the first
  double validation_fraction = 0.05;
  /// A vocab.txt, or a folder with a tokenizer (`read_tokenizer`); empty: learnt from the contexts
  /// and questions to train on.
  std::filesystem::path vocabulary = {};
  std::int64_t vocabulary_size = 8192;
  WindowOptions windows = {};
};

/// Questions with their windows.
struct WindowedQuestions {
  QuestionSet set;
  std::vector<AnswerWindow> windows;
  std::vector<TokenSpan> spans;  ///< [windows]: of the first answer
  std::vector<std::size_t> first = {
      0};  ///< [questions + 1]: where each question starts in `windows`
};

struct QuestionData {
  WindowedQuestions train;  ///< without the ranges of windows, which only answers need
  WindowedQuestions validation;
  std::string hash;  ///< of the files, and of how they were divided
  Tokenizer tokenizer;
};

/// Reads the files and cuts every context into windows. Without a file to validate on, contexts are
/// divided by a hash of their text. Throws as `read_squad`, `read_tokenizer` and `answer_windows`;
/// FormatError naming the file if a side has no question or nothing but [UNK]; ConfigError for
/// options outside their domain, and for a stride with which the windows of some question would go
/// on by one token. Memory: the files, 4 bytes for each token to train on and 20 for each to
/// validate on.
QuestionData load_questions(const QuestionOptions& options);

/// How much of the windows is [UNK]; what two of them share counts in both.
UnknownTokens count_unknown(const WindowedQuestions& questions, const SpecialTokens& special);

/// Windows side by side, each as long as the longest may be.
struct WindowBatch {
  std::vector<std::int32_t> tokens;  ///< [windows][sequence_length], [PAD] behind each
  std::vector<std::int64_t> lengths;
  std::vector<std::int32_t> segments;  ///< [windows][sequence_length]: 1 of the context
  std::vector<std::int32_t> starts, ends;
};

WindowBatch window_batch(const WindowedQuestions& questions, std::span<const std::int64_t> indices,
                         std::int64_t sequence_length, std::int32_t pad);

}  // namespace espalier::text
// Tested by tests/training/tasks/question_answering_task_test.cpp
