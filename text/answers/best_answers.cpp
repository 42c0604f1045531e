// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/answers/best_answers.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::text {
namespace {

/// A logit as it is compared. A model that has diverged gives some that are no numbers, which have
/// no order.
float ordered(float logit) {
  constexpr float kMost = std::numeric_limits<float>::max();
  return std::isnan(logit) ? -kMost : std::clamp(logit, -kMost, kMost);
}

/// The tokens of the context with the greatest logits, of equals the first.
std::vector<std::int64_t> greatest(std::span<const float> logits, const AnswerWindow& window,
                                   std::int64_t count) {
  std::vector<std::int64_t> order(window.ranges.size());
  std::iota(order.begin(), order.end(), window.context_begin);
  const auto end = order.begin() + std::min<std::ptrdiff_t>(count, std::ssize(order));
  std::partial_sort(order.begin(), end, order.end(), [&](std::int64_t a, std::int64_t b) {
    const float x = ordered(logits[static_cast<std::size_t>(a)]);
    const float y = ordered(logits[static_cast<std::size_t>(b)]);
    return x != y ? x > y : a < b;
  });
  order.erase(end, order.end());
  return order;
}

void check_logits(std::span<const AnswerWindow> windows, std::span<const WindowLogits> logits) {
  if (windows.empty() || windows.size() != logits.size())
    throw ShapeError(
        fmt::format("answers: {} windows with the logits of {}, expected as many, and "
                    "one at least",
                    windows.size(), logits.size()));
  for (std::size_t w = 0; w < windows.size(); ++w)
    for (const std::span<const float> found : {logits[w].starts, logits[w].ends})
      if (found.size() != windows[w].tokens.size())
        throw ShapeError(
            fmt::format("answers: window {} has {} tokens and {} logits, expected as many", w,
                        windows[w].tokens.size(), found.size()));
}

void set_probabilities(std::vector<Answer>& candidates) {
  double sum = 0;
  for (const Answer& answer : candidates) sum += std::exp(answer.score - candidates.front().score);
  for (Answer& answer : candidates)
    answer.probability = std::exp(answer.score - candidates.front().score) / sum;
}

}  // namespace

BestAnswers best_answers(std::span<const AnswerWindow> windows,
                         std::span<const WindowLogits> logits, const AnswerOptions& options) {
  check_logits(windows, logits);
  std::vector<Answer> candidates;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> known;  // by the part of the context
  double none = std::numeric_limits<double>::infinity();
  const auto logit = [](std::span<const float> of, std::int64_t token) {
    return static_cast<double>(ordered(of[static_cast<std::size_t>(token)]));
  };
  for (std::size_t w = 0; w < windows.size(); ++w) {
    const AnswerWindow& window = windows[w];
    none = std::min(none, logit(logits[w].starts, 0) + logit(logits[w].ends, 0));
    const std::vector<std::int64_t> ends = greatest(logits[w].ends, window, options.n_best);
    for (const std::int64_t start : greatest(logits[w].starts, window, options.n_best))
      for (const std::int64_t end : ends) {
        if (end < start || end - start >= options.longest) continue;
        const auto range_at = [&](std::int64_t token) {
          return window.ranges[static_cast<std::size_t>(token - window.context_begin)];
        };
        const Answer answer = {
            .range = {range_at(start).begin, range_at(end).end},
            .score = logit(logits[w].starts, start) + logit(logits[w].ends, end)};
        const auto [at, is_new] =
            known.emplace(std::pair(answer.range.begin, answer.range.end), candidates.size());
        if (is_new)
          candidates.push_back(answer);
        else
          candidates[at->second].score = std::max(candidates[at->second].score, answer.score);
      }
  }
  const auto better = [](const Answer& a, const Answer& b) { return a.score > b.score; };
  std::stable_sort(candidates.begin(), candidates.end(), better);
  candidates.resize(std::min(candidates.size(), static_cast<std::size_t>(options.n_best)));

  BestAnswers best;
  const bool has_answer = !candidates.empty();
  if (has_answer) best.none_difference = none - candidates.front().score;
  const bool is_none =
      !has_answer || (options.may_have_none && best.none_difference > options.none_threshold);
  const Answer first = has_answer ? candidates.front() : Answer{};
  if (options.may_have_none || !has_answer)
    candidates.insert(std::ranges::upper_bound(candidates, none, std::greater<>(), &Answer::score),
                      Answer{.range = {}, .score = none});
  set_probabilities(candidates);
  best.candidates = std::move(candidates);
  for (const Answer& candidate : best.candidates)
    if (is_none ? candidate.is_none() : candidate.range == first.range) best.answer = candidate;
  return best;
}

}  // namespace espalier::text
