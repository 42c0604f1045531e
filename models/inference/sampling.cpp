// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/sampling.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <espalier/files/number_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::models {

void check(const SamplingOptions& options) {
  const auto refuse = [](const char* name, double value, const char* expected) {
    throw ConfigError(std::string("generation: ") + name + " is " + files::number_text(value) +
                      "; expected " + expected);
  };
  if (!(options.temperature >= 0) || std::isinf(options.temperature))
    refuse("temperature", options.temperature, "0, for the most probable token, or a number above");
  const auto top_k = static_cast<double>(options.top_k);
  if (options.top_k < 0) refuse("top_k", top_k, "a number of tokens, or 0 for all");
  if (!(options.top_p > 0 && options.top_p <= 1))
    refuse("top_p", options.top_p, "a probability above 0, at most 1");
  if (options.temperature > 0) return;
  constexpr const char* kNeedsTemperature =
      "a temperature above 0 with it, since 0 always takes the most probable token";
  if (options.top_k > 0) refuse("top_k", top_k, kNeedsTemperature);
  if (options.top_p < 1) refuse("top_p", options.top_p, kNeedsTemperature);
}

Sampler::Sampler(const SamplingOptions& options, Index vocabulary,
                 std::span<const std::int32_t> forbidden)
    : options_(options), vocabulary_(vocabulary) {
  check(options);
  forbidden_.resize(static_cast<std::size_t>(vocabulary));
  for (const std::int32_t id : forbidden) {
    if (id < 0 || id >= vocabulary)
      throw ShapeError("generation: forbidden token " + std::to_string(id) + "; expected 0 to " +
                       std::to_string(vocabulary - 1));
    forbidden_[static_cast<std::size_t>(id)] = true;
  }
  if (std::ranges::count(forbidden_, false) == 0)
    throw ShapeError("generation: all of " + std::to_string(vocabulary) +
                     " tokens are forbidden; expected one that may be chosen");
  candidates_.reserve(static_cast<std::size_t>(vocabulary));
}

Index Sampler::needed(Index vocabulary) const {
  if (options_.temperature > 0 && options_.top_k == 0) return 0;
  // Those that may not be chosen may be the largest.
  const auto passed_over =
      static_cast<Index>(std::ranges::count(forbidden_, true)) + vocabulary - vocabulary_;
  const Index wanted = options_.temperature > 0 ? options_.top_k : Index{1};
  // Not the least of `vocabulary` and the sum: top_k may be as large as its type allows.
  return passed_over + std::min(wanted, vocabulary - passed_over);
}

std::int32_t Sampler::choose(std::span<const float> logits, std::uint64_t sequence, Index place) {
  constexpr float kLeast = -std::numeric_limits<float>::infinity();
  candidates_.clear();
  for (std::size_t i = 0; i < static_cast<std::size_t>(vocabulary_); ++i) {
    if (forbidden_[i]) continue;
    const Candidate next = {std::isnan(logits[i]) ? kLeast : logits[i],
                            static_cast<std::int32_t>(i), 1};
    // Only the best is wanted of what is not drawn.
    if (options_.temperature > 0 || candidates_.empty())
      candidates_.push_back(next);
    else if (is_larger(next, candidates_.front()))
      candidates_.front() = next;
  }
  if (options_.temperature == 0) return candidates_.front().id;

  std::span<Candidate> drawn = candidates_;
  if (const auto most = static_cast<std::size_t>(options_.top_k); most > 0 && most < drawn.size()) {
    std::ranges::nth_element(drawn, drawn.begin() + static_cast<std::ptrdiff_t>(most) - 1,
                             is_larger);
    drawn = drawn.first(most);
  }
  const double top = std::ranges::max_element(drawn, {}, &Candidate::logit)->logit;
  double sum = 0;
  for (Candidate& one : drawn) {
    // Where the best logits are infinite their differences are no numbers: none is better.
    const double weight = std::exp((one.logit - top) / options_.temperature);
    one.weight = std::isnan(weight) ? 1 : weight;
    sum += one.weight;
  }
  if (options_.top_p < 1) {
    // The largest comes first out of the heap, and goes to the end.
    const auto is_smaller = [](const Candidate& a, const Candidate& b) { return is_larger(b, a); };
    std::ranges::make_heap(drawn, is_smaller);
    double reached = 0;
    std::size_t left = drawn.size();
    while (left > 0 && reached < options_.top_p * sum) {
      std::ranges::pop_heap(drawn.first(left), is_smaller);
      reached += drawn[--left].weight;
    }
    drawn = drawn.subspan(left);
  }
  // Of those that are left, in order of ids, which top_k and top_p have changed.
  if (options_.top_k > 0 || options_.top_p < 1) std::ranges::sort(drawn, {}, &Candidate::id);
  sum = 0;
  for (const Candidate& one : drawn) sum += one.weight;
  double rest = sum * Random(options_.seed, stream_id("generation", sequence))
                          .uniform(static_cast<std::uint64_t>(place));
  for (const Candidate& one : drawn) {
    rest -= one.weight;
    if (rest < 0) return one.id;
  }
  // What rounding has left over goes to the last that can be drawn.
  const auto last = std::find_if(drawn.rbegin(), drawn.rend(),
                                 [](const Candidate& one) { return one.weight > 0; });
  return last->id;
}

}  // namespace espalier::models
