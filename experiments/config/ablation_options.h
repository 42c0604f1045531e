// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace espalier::experiments {

/// What an ablation compares, as `espalier ablation` and a study ask for it. Keys are paths of a
/// configuration's keys, such as "model.block".
struct AblationOptions {
  std::vector<std::string> rows = {};  ///< empty: all that differ, but `columns`
  std::string columns = {};            ///< empty: of those that differ the number of most values
  std::string metric = "validation_loss";
  std::vector<std::string> where = {};  ///< as `RunCondition`: other runs are left out
  std::string pair = {};                ///< of `rows`, with two values: their paired difference
  std::string title = {};               ///< of the figure; empty: the metric
};

}  // namespace espalier::experiments
