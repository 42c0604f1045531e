// SPDX-License-Identifier: Apache-2.0
#include "models/content_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cstdio>

namespace espalier::models {

std::string content_hash(std::span<const std::string_view> pieces) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  for (const std::string_view piece : pieces) {
    XXH3_64bits_update(&state, piece.data(), piece.size());
  }
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(XXH3_64bits_digest(&state)));
  return digits.data();
}

std::string content_hash(std::string_view bytes) { return content_hash({&bytes, 1}); }

}  // namespace espalier::models
