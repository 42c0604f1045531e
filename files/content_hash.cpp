// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/content_hash.h>

// The hash is compiled in, so that the installed library needs no other.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace espalier::files {

struct ContentHash::State {
  XXH3_state_t xxh3;
};

ContentHash::ContentHash() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->xxh3); }

ContentHash::~ContentHash() = default;

ContentHash& ContentHash::update(std::string_view bytes) {
  if (!bytes.empty()) XXH3_64bits_update(&state_->xxh3, bytes.data(), bytes.size());
  return *this;
}

ContentHash& ContentHash::update_field(std::string_view bytes) {
  std::string length(8, '\0');
  for (unsigned i = 0; i < 8; ++i) {
    length[i] = static_cast<char>(static_cast<std::uint64_t>(bytes.size()) >> (8 * i) & 0xff);
  }
  return update(length).update(bytes);
}

std::uint64_t ContentHash::value() const { return XXH3_64bits_digest(&state_->xxh3); }

std::uint64_t content_hash(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::string hex(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

}  // namespace espalier::files
