// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/held_out.h>

#include <algorithm>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::text {

HeldOut divide_held_out(const PackedSequences& held_out, std::int64_t test,
                        const SpecialTokens& special) {
  const std::int64_t count = held_out.count();
  if (test == 0) return {.validation = {0, count}, .test = {count, count}};
  HeldOut parts = {.validation = {}, .test = {count - test, count}};
  if (test > 0 && test < count) {
    const bool pairs = held_out.packing == Packing::kSentencePairs;
    // The last sequence after which no document goes on that one before it has.
    const auto divides = [&](std::int64_t i) {
      return pairs ? held_out.sequence(i).front() == special.cls
                   : std::ranges::count(held_out.sequence(i), special.sep) > 0;
    };
    std::int64_t end = parts.test.begin - (pairs ? 0 : 1);
    while (end > 0 && !divides(end)) --end;
    parts.validation.end = end;
  }
  if (parts.validation.end == 0)
    throw ConfigError("training.test_sequences: found " + std::to_string(test) +
                      ", expected few enough of the " + std::to_string(count) +
                      " held-out sequences that some of other documents are left to validate");
  return parts;
}

}  // namespace espalier::text
