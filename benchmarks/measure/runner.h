// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace espalier::benchmarks {

/// One product with its operands packed in the layout that suits an implementation best, ready to
/// be run again and again. Packing and planning are not part of a run.
class Runner {
 public:
  virtual ~Runner() = default;
  virtual void run() = 0;
  /// What the last run computed, in the layout that `Problem::verify` expects.
  virtual std::vector<float> result() const = 0;
};

}  // namespace espalier::benchmarks
