// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::text {

/// An answer as the official scores of SQuAD compare it: in small letters, without ASCII
/// punctuation and without the words a, an and the, divided by single spaces. Letters are lowered
/// one by one. Source: Rajpurkar et al. 2016, evaluate-v1.1.py and evaluate-v2.0.py.
std::string comparable_answer(std::string_view answer);

/// How well an answer agrees with those that are true.
struct AnswerScore {
  double exact = 0;  ///< 1 if it is one of them
  double f1 = 0;     ///< of its words
};

/// The best over the true answers; an empty answer is none, and of no true answer none is true.
/// Where nothing remains of an answer it agrees with such another, as in version 2.0.
AnswerScore score_of(std::string_view answer, std::span<const std::string> truth);

}  // namespace espalier::text
