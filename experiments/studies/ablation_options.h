// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace espalier::experiments {

/// What an ablation compares, by the options of `espalier ablation` or the file of a study. Keys
/// are paths such as "model.block", or "run.seed".
struct AblationOptions {
  /// Row keys. Empty: all keys that differ, except `columns` and keys whose values follow from
  /// policy, density, block and learning rate.
  std::vector<std::string> rows = {};
  std::string columns = {};  ///< empty: the numeric key with most values
  std::string metric = "validation_loss";
  std::vector<std::string> where = {};  ///< as `keep_where`; other runs are left out
  /// Each cell at its best learning rate (`at_best_rate`); runs at other rates are left out.
  bool best_rate = false;
  std::string pair = {};     ///< one of `rows`; its values are compared in pairs
  std::string against = {};  ///< the value that others are compared with; empty: one of two
  std::string title = {};    ///< of the figure; empty: the metric
};

}  // namespace espalier::experiments
