// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/pareto_figure.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <espalier/experiments/results/pareto_text.h>

namespace espalier::experiments {
namespace {

template <typename Key>
bool all_equal(const std::vector<const ParetoRow*>& rows, const Key& key) {
  return std::ranges::all_of(rows,
                             [&](const ParetoRow* row) { return key(*row) == key(*rows.front()); });
}

std::string density_label(const ParetoRow& row) {
  return fmt::format("density {:.3g}", row.density);
}

std::string block_name(const ParetoRow& row) {
  return "block " + block_label(row.policy, row.block);
}

std::vector<const ParetoRow*> sparse_rows(const ParetoTable& table, const ParetoTable& overlay) {
  std::vector<const ParetoRow*> rows;
  for (const ParetoTable* part : {&table, &overlay}) {
    for (const ParetoRow& row : part->rows) {
      if (row.policy != "dense") rows.push_back(&row);
    }
  }
  return rows;
}

/// What tells sparse curves and their points apart.
struct Sparsity {
  bool one_block = false;    ///< all have one, which the subtitle names
  bool one_density = false;  ///< likewise
  /// One model in several densities: a curve runs through them, and its points have their names.
  bool across = false;
};

Sparsity sparsity_of(const std::vector<const ParetoRow*>& sparse) {
  Sparsity sparsity;
  sparsity.one_block = all_equal(sparse, [](const ParetoRow& row) { return row.block; });
  sparsity.one_density = all_equal(sparse, [](const ParetoRow& row) { return row.density; });
  const bool one_model = all_equal(sparse, [](const ParetoRow& row) { return row.model; });
  sparsity.across = one_model && !sparsity.one_density;
  return sparsity;
}

std::string curve_name(const ParetoRow& row, const Sparsity& sparsity) {
  std::string name = row.policy;
  if (row.policy == "dense") return name;
  if (sparsity.across)
    name += ", " + row.model;
  else if (!sparsity.one_density)
    name += ", " + density_label(row);
  if (!sparsity.one_block) name += ", " + block_name(row);
  return name;
}

/// Adds one curve for each policy; if the rows differ in density, block or budget, for each of
/// these.
void add_curves(const ParetoTable& table, const Sparsity& sparsity, const std::string& suffix,
                bool overlay, const CostAxes::CostsOf& costs, Figure& figure) {
  const bool one_budget = std::ranges::all_of(table.rows, [&](const ParetoRow& row) {
    return row.budget() == table.rows.front().budget();
  });
  for (const ParetoRow& row : table.rows) {
    const bool dense = row.policy == "dense";
    const bool across = sparsity.across && !dense;
    std::string name = curve_name(row, sparsity);
    if (!one_budget) name += ", " + budget_label(row);
    name += suffix;
    auto curve = std::ranges::find(figure.curves, name, &FigureCurve::name);
    if (curve == figure.curves.end()) {
      figure.curves.push_back({.name = name,
                               .policy = row.policy,
                               .overlay = overlay,
                               .points = {},
                               .block = dense ? 0 : row.block,
                               .density = dense || across ? 0 : row.density});
      curve = figure.curves.end() - 1;
    }
    const std::string label = across ? density_label(row) : row.model;
    curve->points.push_back({label, costs(row), row.loss,
                             std::isfinite(row.loss_spread) ? row.loss_spread : 0,
                             row.trained_enough().value_or(true)});
  }
  for (FigureCurve& curve : figure.curves)
    std::ranges::stable_sort(curve.points, {}, [](const FigurePoint& p) { return p.costs[0]; });
}

std::string seeds_label(const ParetoTable& table) {
  const auto [low, high] = std::ranges::minmax(table.rows, {}, &ParetoRow::seeds);
  if (high.seeds == 1) return "one seed each";
  std::string text = low.seeds == high.seeds ? fmt::format("{} seeds each", high.seeds)
                                             : fmt::format("{} to {} seeds", low.seeds, high.seeds);
  return text + ", bars: one standard deviation";
}

}  // namespace

Figure pareto_figure(const ParetoTable& table, const ParetoTable& overlay,
                     const ParetoOptions& options, const CostAxes& axes) {
  Figure figure;
  figure.name = axes.figure;
  figure.panels = axes.titles;
  figure.title = options.title;
  figure.loss_name = loss_name(table.tested);
  const ParetoRow& first = table.rows.front();
  const std::vector<const ParetoRow*> sparse = sparse_rows(table, overlay);
  const Sparsity sparsity = sparsity_of(sparse);
  if (!sparse.empty() && (sparsity.one_density || sparsity.one_block)) {
    figure.subtitle = "sparse: ";
    if (sparsity.one_density) figure.subtitle += density_label(*sparse[0]);
    if (sparsity.one_density && sparsity.one_block) figure.subtitle += ", ";
    if (sparsity.one_block) figure.subtitle += block_name(*sparse[0]);
    figure.subtitle += "; ";
  }
  figure.subtitle += budget_label(first) + " per run; " + seeds_label(table);
  if (first.metrics.has(training::metric::kUnigramEntropy)) {
    const double entropy = first.metrics.at(training::metric::kUnigramEntropy);
    figure.subtitle += fmt::format("; unigram entropy {:.2f} nats", entropy);
    if (options.show_unigram) figure.unigram_entropy = entropy;
  }
  add_curves(table, sparsity, "", false, axes.costs, figure);
  if (!overlay.rows.empty()) {
    const ParetoRow& over = overlay.rows.front();
    const std::string budget = over.budget() == first.budget() ? "" : ", " + budget_label(over);
    const std::string suffix = fmt::format(" ({}{})", options.overlay_name, budget);
    add_curves(overlay, sparsity, suffix, true, axes.costs, figure);
  }
  return figure;
}

}  // namespace espalier::experiments
