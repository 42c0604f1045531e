// SPDX-License-Identifier: Apache-2.0
// Hands the inputs that libFuzzer makes to the one target of this program.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const espalier::fuzz::Run run = espalier::fuzz::targets().begin()->second;
  run({reinterpret_cast<const char*>(data), size});
  return 0;
}
