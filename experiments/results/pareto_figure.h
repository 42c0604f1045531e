// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/results/pareto.h>

namespace espalier::experiments {

/// What the rows of a figure cost.
struct CostAxes {
  using CostsOf = std::function<std::vector<double>(const ParetoRow& row)>;

  std::string figure;               ///< name of its files
  std::vector<std::string> titles;  ///< of the axes, one for each panel
  CostsOf costs;                    ///< of a row, one for each axis
};

/// Loss against cost on logarithmic axes, a panel for each cost, with a curve for each policy and,
/// if the rows differ in density, block or budget, for each of these; of one sparse model in
/// several densities a curve runs through them, as in Figure 4 of Dietrich et al. 2021. The rows of
/// `overlay` are drawn over the others. A curve has its colour by its policy, its marker by its
/// block, or by its policy too where there is one block only, and its dashes by what else there is;
/// the legend names its points. Of more than six curves of several densities each density has a row
/// of panels of its own, with the dense curves in all.
drawing::Chart pareto_chart(const ParetoTable& table, const ParetoTable& overlay,
                            const ParetoOptions& options, const CostAxes& axes);

}  // namespace espalier::experiments
