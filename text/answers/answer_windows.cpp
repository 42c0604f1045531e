// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/answers/answer_windows.h>

#include <fmt/format.h>

#include <algorithm>

#include <espalier/sparse/core/error.h>

namespace espalier::text {
namespace {

constexpr std::int64_t kSpecial = 3;  // [CLS] and two [SEP]

}  // namespace

std::int64_t longest_question(std::int64_t sequence_length) {
  return std::clamp<std::int64_t>(sequence_length / 2 - kSpecial, 1,
                                  WindowOptions{}.longest_question);
}

std::int64_t least_context(const WindowOptions& options) {
  return options.sequence_length - options.longest_question - kSpecial;
}

std::vector<AnswerWindow> answer_windows(const Tokenizer& tokenizer, std::string_view question,
                                         std::string_view context, const WindowOptions& options) {
  const std::int64_t least = options.longest_question + kSpecial + 1;
  if (options.sequence_length < least || options.longest_question < 1 || options.stride < 0)
    throw ConfigError(fmt::format(
        "windows of {} tokens with a stride of {}, expected at least {} and a stride of 0 or more",
        options.sequence_length, options.stride, least));
  std::vector<std::int32_t> head = tokenizer.encode(question);
  head.resize(std::min(head.size(), static_cast<std::size_t>(options.longest_question)));
  head.insert(head.begin(), tokenizer.special().cls);
  head.push_back(tokenizer.special().sep);
  const EncodedText encoded = tokenizer.encode_with_offsets(context);

  const std::int64_t count = std::ssize(encoded.ids);
  const std::int64_t room = options.sequence_length - std::ssize(head) - 1;
  const std::int64_t advance = std::max<std::int64_t>(1, room - options.stride);
  std::vector<AnswerWindow> windows;
  for (std::int64_t first = 0;; first += advance) {
    const std::int64_t last = std::min(first + room, count);
    AnswerWindow& window = windows.emplace_back();
    window.tokens = head;
    window.context_begin = std::ssize(head);
    window.tokens.insert(window.tokens.end(), encoded.ids.begin() + first,
                         encoded.ids.begin() + last);
    window.tokens.push_back(tokenizer.special().sep);
    window.ranges.assign(encoded.ranges.begin() + first, encoded.ranges.begin() + last);
    if (last == count) return windows;
  }
}

TokenSpan span_of(const AnswerWindow& window, const TextRange& answer) {
  const std::vector<TextRange>& ranges = window.ranges;
  if (ranges.empty() || ranges.front().begin > answer.begin || ranges.back().end < answer.end)
    return {};
  const auto behind_start = std::ranges::upper_bound(ranges, answer.begin, {}, &TextRange::begin);
  const auto first_end = std::ranges::lower_bound(ranges, answer.end, {}, &TextRange::end);
  // Pieces of one character have the same range: the first of those at the start, the last at the
  // end.
  const auto start =
      std::ranges::lower_bound(ranges, (behind_start - 1)->begin, {}, &TextRange::begin);
  const auto behind_end = std::ranges::upper_bound(ranges, first_end->end, {}, &TextRange::end);
  const auto place = [&](auto at) {
    return static_cast<std::int32_t>(window.context_begin + (at - ranges.begin()));
  };
  return {place(start), place(behind_end - 1)};
}

}  // namespace espalier::text
