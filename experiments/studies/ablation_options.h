// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace espalier::experiments {

/// What an ablation compares, as `espalier ablation` and a study ask for it. Keys are paths of a
/// configuration's keys, such as "model.block", or "run.seed".
struct AblationOptions {
  /// Empty: all that differ but `columns`, and but those whose values follow from policy, density,
  /// block and learning rate.
  std::vector<std::string> rows = {};
  std::string columns = {};  ///< empty: of those the number of most values
  std::string metric = "validation_loss";
  std::vector<std::string> where = {};  ///< as `keep_where`: other runs are left out
  std::string pair = {};                ///< of `rows`: paired differences of its values
  std::string against = {};             ///< which value others are held against; empty: one of two
  std::string title = {};               ///< of the figure; empty: the metric
};

}  // namespace espalier::experiments
