// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// What the memory of training is used for, as this process's allocator reports it.
struct MemoryUse {
  struct Part {
    std::string kind;
    double bytes = 0;
  };
  /// Bytes that the allocator held more after each phase than before it, by kind. They add up to
  /// all that it came to hold.
  std::vector<Part> parts;
  double resident_before = 0;  ///< bytes of this process in memory before the data were read
  double resident = 0;         ///< the same after the steps

  /// Sum of the parts.
  double allocated() const;
};

/// Loads the data, builds the model and its optimizer, trains it for two steps and validates it
/// once, without a folder, and asks the allocator what each of these took. Blocks count with the
/// size that the allocator gave them. Code that libraries generate at run time is not memory of the
/// allocator; it shows in `resident`. Nothing else may allocate in this process meanwhile. `say`
/// and errors as for `estimate_training`. Throws ConfigError unless the C library is glibc.
MemoryUse measure_memory(const RunConfig& config,
                         const std::function<void(const std::string&)>& say);

/// The report as a table for the user.
std::string to_text(const MemoryUse& use);

}  // namespace espalier::training
