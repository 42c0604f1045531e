// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/data/held_out.h>

#include <algorithm>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::experiments {

HeldOut divide_held_out(const PackedSequences& held_out, std::int64_t test,
                        std::int32_t separator) {
  const std::int64_t count = held_out.count();
  if (test == 0) return {.validation = {0, count}, .test = {count, count}};
  HeldOut parts = {.validation = {}, .test = {count - test, count}};
  if (test > 0)
    for (std::int64_t i = parts.test.begin; i-- > 0 && parts.validation.end == 0;)
      if (std::ranges::count(held_out.sequence(i), separator) > 0) parts.validation.end = i;
  if (parts.validation.end == 0)
    throw ConfigError("training.test_sequences: found " + std::to_string(test) +
                      ", expected few enough of the " + std::to_string(count) +
                      " held-out sequences that some of other documents are left to validate");
  return parts;
}

}  // namespace espalier::experiments
