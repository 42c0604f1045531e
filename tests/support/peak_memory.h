// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <fstream>

namespace espalier::testing {

/// By how much the most memory that this process has rises while this lives. Many tests share a
/// process, so that what earlier ones took is forgotten first, where the kernel lets one. Under a
/// sanitizer, which takes memory of its own, always 0.
class PeakMemory {
 public:
  PeakMemory() {
    std::ofstream("/proc/self/clear_refs") << 5;  // see proc(5)
    before_ = peak_bytes();
  }

  std::int64_t rise_bytes() const {
#if defined(ESPALIER_SANITIZED)
    return 0;
#else
    return peak_bytes() - before_;
#endif
  }

 private:
  static std::int64_t peak_bytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
  }

  std::int64_t before_ = 0;
};

}  // namespace espalier::testing
