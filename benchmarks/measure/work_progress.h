// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/drawing/progress.h>

namespace espalier::benchmarks {

/// Shows on standard error how far a mode is, and the time left. Its parts differ a hundredfold in
/// length, so each has a weight in proportion to the time that it should take.
class WorkProgress {
 public:
  /// A mode called `label` whose parts weigh `total` together, in any unit.
  WorkProgress(std::string label, double total);
  /// Ends the line.
  ~WorkProgress();
  WorkProgress(const WorkProgress&) = delete;
  WorkProgress& operator=(const WorkProgress&) = delete;

  /// Begins a part, called `name`; the one before is done.
  void begin(const std::string& name, double weight);
  /// So much of the part that has begun is done.
  void reach(double share);

 private:
  drawing::Progress progress_;
  double total_;
  double done_ = 0, weight_ = 0;
  std::string name_;
};

}  // namespace espalier::benchmarks
