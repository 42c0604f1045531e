// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/results/pareto.h>

namespace espalier::experiments {

/// The costs of the rows of a figure.
struct CostAxes {
  using CostsOf = std::function<std::vector<double>(const ParetoRow& row)>;

  std::string figure;               ///< name of its files
  std::vector<std::string> titles;  ///< of the axes, one for each panel
  CostsOf costs;                    ///< of a row, one for each axis
};

/// Loss against cost on logarithmic axes, with a panel for each cost. There is a curve for each
/// policy and, if the rows differ in density, block or budget, for each of these; if there is one
/// sparse model in several densities, a curve joins its densities, as in Figure 4 of Dietrich et
/// al. 2021. The rows of `overlay` are drawn over the others. Colours show the policy, markers the
/// block (or the policy if there is one block only), and dashes any other difference; the legend
/// names the points of a curve. If there are more than six curves in several densities, each
/// density has a row of panels of its own, with the dense curves in all; in several blocks of one
/// density, each block.
drawing::Chart pareto_chart(const ParetoTable& table, const ParetoTable& overlay,
                            const ParetoOptions& options, const CostAxes& axes);

}  // namespace espalier::experiments
