// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// Where the memory of training goes, as the allocator of this process has it.
struct MemoryUse {
  struct Part {
    std::string kind;
    double bytes = 0;
  };
  /// What the allocator held more after each phase than before it, divided by kind: they add up to
  /// all that it came to hold.
  std::vector<Part> parts;
  double resident_before = 0;  ///< bytes of this process in memory before the data were read
  double resident = 0;         ///< and after the steps

  /// Sum of the parts.
  double allocated() const;
};

/// Loads the data, builds the model and its optimizer, trains it for two steps and validates it
/// once, without a folder, and reads from the allocator what each of that took. Blocks count with
/// what the allocator gave for them. Code that libraries make while they run is not memory of the
/// allocator; it shows in what is resident. Nothing else may allocate in this process meanwhile.
/// `say` and errors as for `estimate_training`. Only where the C library is glibc: else throws
/// ConfigError.
MemoryUse measure_memory(const RunConfig& config,
                         const std::function<void(const std::string&)>& say);

/// As a table for people.
std::string to_text(const MemoryUse& use);

}  // namespace espalier::training
