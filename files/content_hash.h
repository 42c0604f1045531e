// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace espalier::files {

/// Running 64-bit XXH3 hash of bytes. It finds damage and names content; it does not resist
/// forgery. Source: https://xxhash.com, XXH3_64bits with the default seed. Depends only on the
/// bytes, not on how they are divided among calls. Cost: memory bandwidth.
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
  struct State;
  std::unique_ptr<State> state_;
};

/// The hash of one piece of content.
std::uint64_t content_hash(std::string_view bytes);

/// Sixteen lower-case hexadecimal digits, most significant first.
std::string hex(std::uint64_t value);

}  // namespace espalier::files
