// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/serving/answers.h>
#include <espalier/serving/text_generation.h>

namespace espalier::serving {

// Answers to one request as one line, with its line feed. Columns are divided by tabs, and control
// characters of words and texts are question marks; JSON keeps them, escaped. Numbers have as many
// digits as tell them apart.

/// Columns: for each mask its words, each before its probability.
///   {"masks": [{"position": 3, "words": [{"word": "sea", "id": 812, "probability": 0.41}]}]}
std::string line_of(const std::vector<FilledMask>& masks, bool json);

/// Columns: labels, each before its score, at most `best`.
///   {"labels": [{"label": "good", "score": 0.98}]}
std::string line_of(const std::vector<LabelScore>& labels, std::size_t best, bool json);

/// Columns: answer, score, begin, end, of each.
///   {"answers": [{"text": "a shell", "score": 0.72, "begin": 14, "end": 21}]}
std::string line_of(const std::vector<Answer>& answers, bool json);

/// Columns: the values of a vector.
///   {"embedding": [0.1, -0.2]}
std::string line_of(std::span<const float> embedding, bool json);

/// A text that was written, as JSON; bytes of the prompt that are no UTF-8 are U+FFFD.
///   {"prompt": "the", "text": " sea", "prompt_tokens": 2, "tokens": 1, "end": "max_tokens"}
std::string line_of(const GeneratedText& written, std::string_view prompt);

}  // namespace espalier::serving
// Tested by tests/serving/predictor_test.cpp
