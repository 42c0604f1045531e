// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// A question with a part of its context: [CLS] question [SEP] part [SEP].
struct AnswerWindow {
  std::vector<std::int32_t> tokens = {};
  std::int64_t context_begin = 0;  ///< in `tokens`: of the part of the context, segment 1
  /// [tokens of the part]: what each stands for in the context.
  std::vector<TextRange> ranges = {};

  std::int64_t length() const { return static_cast<std::int64_t>(tokens.size()); }
  /// One past the last token of the part.
  std::int64_t context_end() const { return context_begin + std::ssize(ranges); }
};

/// First and last token of an answer in a window; 0 and 0, [CLS]: it is not there.
struct TokenSpan {
  std::int32_t start = 0;
  std::int32_t end = 0;

  bool operator==(const TokenSpan&) const = default;
};

/// How a context is cut.
struct WindowOptions {
  std::int64_t sequence_length = 384;  ///< of a window
  std::int64_t stride = 128;  ///< tokens of the context that a window has in common with the next
  std::int64_t longest_question =
      64;  ///< in tokens; what is longer is cut. Source: run_squad.py of BERT
};

/// Tokens of a question that stay in windows of this length: `WindowOptions::longest_question`, or
/// what leaves half of a shorter sequence to the context, and at least one.
std::int64_t longest_question(std::int64_t sequence_length);

/// Tokens that are left to the context, whatever the question.
std::int64_t least_context(const WindowOptions& options);

/// The windows of a question: the whole context in one, or as many as it takes. White space ahead
/// of the question is dropped. Where the room for the context is no longer than the stride, windows
/// go on by one token. Throws ConfigError if the sequence has no room for question and context, or
/// the stride is negative. Source: the question answering example of Hugging Face.
std::vector<AnswerWindow> answer_windows(const Tokenizer& tokenizer, std::string_view question,
                                         std::string_view context, const WindowOptions& options);

/// Where an answer, a part of the context, lies in a window: from the last token that begins at or
/// ahead of it to the first that ends at or behind it, with all tokens of the characters at both
/// ends (a syllable of Hangul is two or three). Not there if the window lacks either end.
TokenSpan span_of(const AnswerWindow& window, const TextRange& answer);

}  // namespace espalier::text
