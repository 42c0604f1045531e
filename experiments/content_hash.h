// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace espalier::experiments {

/// Running 64-bit XXH3 hash of bytes. It finds damage and names content; it does not resist
/// forgery. Depends only on the bytes, not on how they are divided among calls. Cost: memory
/// bandwidth.
class ContentHash {
 public:
  ContentHash();
  ~ContentHash();
  ContentHash(const ContentHash&) = delete;
  ContentHash& operator=(const ContentHash&) = delete;

  ContentHash& update(std::string_view bytes);

  /// Hashes the length and then the bytes, so that ("ab", "c") and ("a", "bc") differ.
  ContentHash& update_field(std::string_view bytes);

  std::uint64_t value() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

/// The hash of one piece of content.
std::uint64_t content_hash(std::string_view bytes);

/// Sixteen lower-case hexadecimal digits, most significant first.
std::string hex(std::uint64_t value);

}  // namespace espalier::experiments
