// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::serving {

/// What a model is asked.
enum class Task {
  kEmbed,     ///< a vector for a text
  kFillMask,  ///< the words at [MASK]
  kClassify,  ///< the class of a text or of two, or numbers that say something of them
  kAnswer,    ///< where in a text the answer to a question stands
  kGenerate,  ///< what comes after a text
};

/// "embed", "fill-mask", "classify", "qa" or "generate".
std::string to_string(Task task);
/// Throws ConfigError that lists the names if there is no such one.
Task task_by_name(const std::string& name);

/// What is set for some tasks, and means nothing to the others.
enum class TaskOption {
  kBest,         ///< how many words, labels or answers
  kLongest,      ///< tokens of a sequence, which longer texts are cut to
  kStride,       ///< tokens that windows of a context share
  kMayHaveNone,  ///< "the context has no answer" is an answer
};
/// Throws ConfigError "NAME: ..." that lists the tasks which have a use for the option, unless
/// `task` is one of them. `name` is how whoever set it calls the option.
void require_use(Task task, TaskOption option, const std::string& name);

/// A word for a mask.
struct WordScore {
  std::string word;  ///< a piece of the vocabulary; "##" before one that goes on with a word
  std::int32_t id = 0;
  double probability = 0;
};

/// What could stand at one [MASK].
struct FilledMask {
  Index position = 0;            ///< of its token, counted from [CLS]
  std::vector<WordScore> words;  ///< the most probable first; of equal ones, the lower id
};

/// A class, or a number of a regression.
struct LabelScore {
  std::string label;
  double score = 0;  ///< a probability; of a regression the number itself
};

/// A stretch of the context.
struct Answer {
  std::string text;  ///< empty: there is none, of a context that may have none or has no tokens
  Index begin = 0;   ///< in code points of the context
  Index end = 0;
  double score = 0;  ///< a probability among the candidates
};

}  // namespace espalier::serving
// Tested by tests/serving/predictor_test.cpp
