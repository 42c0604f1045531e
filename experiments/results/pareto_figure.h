// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <espalier/experiments/figures/figure.h>
#include <espalier/experiments/results/pareto.h>

namespace espalier::experiments {

/// What the rows of a figure cost.
struct CostAxes {
  using CostsOf = std::function<std::vector<double>(const ParetoRow& row)>;

  std::string figure;               ///< name of its files
  std::vector<std::string> titles;  ///< of the axes, one for each panel
  CostsOf costs;                    ///< of a row, one for each axis
};

/// Loss against cost with a curve for each policy and, if the rows differ in density, block or
/// budget, for each of these; of one sparse model in several densities a curve runs through them,
/// as in Figure 4 of Dietrich et al. 2021. The rows of `overlay` are drawn over the others.
Figure pareto_figure(const ParetoTable& table, const ParetoTable& overlay,
                     const ParetoOptions& options, const CostAxes& axes);

}  // namespace espalier::experiments
