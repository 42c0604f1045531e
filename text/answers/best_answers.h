// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/text/answers/answer_windows.h>

namespace espalier::text {

/// What a model says of a window: logits of each of its tokens.
struct WindowLogits {
  std::span<const float> starts;
  std::span<const float> ends;
};

struct AnswerOptions {
  std::int64_t n_best = 20;   ///< starts and ends that are tried in a window, answers that are kept
  std::int64_t longest = 30;  ///< tokens of an answer
  bool may_have_none = false;  ///< the context may have no answer, as in SQuAD 2.0
  double none_threshold = 0;   ///< how much better than the best answer none has to be
};

/// A candidate: a part of the context, or none.
struct Answer {
  TextRange range;         ///< of the context, in code points; empty: there is no answer
  double score = 0;        ///< sum of both logits
  double probability = 0;  ///< softmax of the score over all candidates

  bool is_none() const { return range.begin == range.end; }
};

struct BestAnswers {
  /// The answer that counts, none if that is better by more than the threshold, then all
  /// candidates, the best first; at least one.
  Answer answer;
  std::vector<Answer> candidates;
  double none_difference = 0;  ///< score of none less that of the best answer
};

/// The best answers to a question out of all its windows. In each window the n_best greatest starts
/// and ends are put together where both are of the context, in order and not too far apart; equal
/// parts of the context count once, with their best score; none has the least score over the
/// windows of their first tokens. Equal scores keep the order of the windows. A logit that is no
/// number counts as the least there is, an infinite one as the greatest or the least. Throws
/// ShapeError unless there are logits for every token of every window, and one window at least. A
/// pure function. Source: the question answering example of Hugging Face; Devlin et al. 2019,
/// section 4.3.
BestAnswers best_answers(std::span<const AnswerWindow> windows,
                         std::span<const WindowLogits> logits, const AnswerOptions& options);

}  // namespace espalier::text
