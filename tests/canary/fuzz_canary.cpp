// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

// Reads past its copy of an input that begins with four certain bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::unique_ptr<std::uint8_t[]> copy(new std::uint8_t[size]);
  if (size == 0) return 0;
  std::memcpy(copy.get(), data, size);
  const bool found =
      size >= 4 && copy[0] == 'b' && copy[1] == 'u' && copy[2] == 'g' && copy[3] == '!';
  volatile std::uint8_t past = found ? copy[size] : copy[0];
  static_cast<void>(past);
  return 0;
}
