// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/pareto_figure.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <espalier/experiments/figures/curve_colours.h>
#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/pareto_text.h>
#include <espalier/experiments/results/run_keys.h>
#include <espalier/models/families/family_registry.h>

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

/// "128", the width in a model's name such as "nano_L2_H128", and "128 (1 layer)" if that has not
/// as many layers as `base`; empty if it differs from `base` in more, or does not say.
std::string size_in(const std::string& model, const std::string& base) {
  const auto preset = models::find_model(base);
  if (!preset) return {};
  if (model == base) return std::to_string(preset->hidden);
  const auto found = size_in_name(model);
  if (!found || found->base != base || !found->rest.empty()) return {};
  std::string size = std::to_string(found->hidden);
  if (found->layers != preset->layers)
    size += fmt::format(" ({} layer{})", found->layers, found->layers == 1 ? "" : "s");
  return size;
}

/// What the models of several widths and layers have in common; empty if they differ in more, or in
/// nothing.
std::string base_of_widths(const ParetoTable& table, const ParetoTable& overlay) {
  std::set<std::string> names;
  for (const ParetoTable* part : {&table, &overlay})
    for (const ParetoRow& row : part->rows) names.insert(row.model);
  // The shortest name begins all others.
  const std::string first = *names.begin();
  const std::string base = first.substr(0, first.find('_'));
  const bool widths = std::ranges::none_of(
      names, [&](const std::string& name) { return size_in(name, base).empty(); });
  return widths && names.size() > 1 ? base : "";
}

/// "128" where rows are known by their widths, else the model's name.
std::string point_name(const std::string& model, const std::string& base) {
  return base.empty() ? model : size_in(model, base);
}

/// The point's name, and what tells its model from another of that name: "64 (1 layer, feed-forward
/// width 64)". A setting of 0 is the model's own and is not named.
std::string distinct_name(const ParetoRow& row, const ParetoTable& table, const std::string& base) {
  std::string name = point_name(row.model, base);
  std::set<std::string> keys;
  for (const ParetoRow& other : table.rows) {
    if (other.model != row.model || other.policy != row.policy || other.density != row.density ||
        other.block != row.block || other.runs.empty() || row.runs.empty())
      continue;
    for (const std::string& key : differing_keys(row.runs.front(), other.runs.front()))
      if (key.starts_with("model.")) keys.insert(key);
  }
  for (const std::string& key : keys) {
    const std::string value = key_value(row.runs.front(), key);
    if (value == "0" || value == "-") continue;
    const std::string words = in_words(key) + ' ' + in_words(key, value) + ')';
    if (name.ends_with(')'))
      name.replace(name.size() - 1, 1, ", " + words);
    else
      name += " (" + words;
  }
  return name;
}

/// The tasks of all runs: those of an overlay may have another.
std::set<std::string> tasks_of(const ParetoTable& table, const ParetoTable& overlay) {
  std::set<std::string> tasks;
  for (const ParetoTable* part : {&table, &overlay})
    for (const ParetoRow& row : part->rows)
      for (const training::RunSummary& run : row.runs) tasks.insert(run.task);
  return tasks;
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
  /// The models' common name if they differ in width and layers alone, by which they are then
  /// known.
  std::string base;
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
  std::string name = in_words("topology.policy", row.policy);
  if (row.policy == "dense") return name;
  if (sparsity.across)
    name += ", " +
            (sparsity.base.empty() ? row.model : "width " + point_name(row.model, sparsity.base));
  else if (!sparsity.one_density)
    name += ", " + density_label(row);
  if (!sparsity.one_block) name += ", " + block_name(row);
  return name;
}

struct CostPoint {
  std::string label;
  std::vector<double> costs;  // one for each axis
  double loss = 0;
  double spread = 0;
  bool trained_enough = true;
};

struct CostCurve {
  std::string name;
  std::string policy;
  bool overlay = false;
  std::vector<CostPoint> points = {};  // by ascending cost
  Index block = 0;                     // 0: of a dense model
  double density = 0;                  // 0: of a dense model, or through several
  bool by_width = false;               // its points are known by their widths
};

/// Adds one curve for each policy; if the rows differ in density, block or budget, for each of
/// these.
void add_curves(const ParetoTable& table, const Sparsity& sparsity, const std::string& suffix,
                bool overlay, const CostAxes::CostsOf& costs, std::vector<CostCurve>& curves) {
  const bool one_budget = std::ranges::all_of(table.rows, [&](const ParetoRow& row) {
    return row.budget() == table.rows.front().budget();
  });
  for (const ParetoRow& row : table.rows) {
    const bool dense = row.policy == "dense";
    const bool across = sparsity.across && !dense;
    std::string name = curve_name(row, sparsity);
    if (!one_budget) name += ", " + budget_label(row);
    name += suffix;
    auto curve = std::ranges::find(curves, name, &CostCurve::name);
    if (curve == curves.end()) {
      curves.push_back({.name = name,
                        .policy = row.policy,
                        .overlay = overlay,
                        .block = dense ? 0 : row.block,
                        .density = dense || across ? 0 : row.density,
                        .by_width = !across && !sparsity.base.empty()});
      curve = curves.end() - 1;
    }
    const std::string label =
        across ? density_label(row) : distinct_name(row, table, sparsity.base);
    curve->points.push_back({label, costs(row), row.loss,
                             std::isfinite(row.loss_spread) ? row.loss_spread : 0,
                             row.trained_enough().value_or(true)});
  }
  for (CostCurve& curve : curves)
    std::ranges::stable_sort(curve.points, {}, [](const CostPoint& p) { return p.costs[0]; });
}

std::string seeds_label(const ParetoTable& table) {
  const auto [low, high] = std::ranges::minmax(table.rows, {}, &ParetoRow::seeds);
  if (high.seeds == 1) return "one seed each";
  std::string text = low.seeds == high.seeds ? fmt::format("{} seeds each", high.seeds)
                                             : fmt::format("{} to {} seeds", low.seeds, high.seeds);
  return text + ", bars: one standard deviation";
}

/// Where there are several blocks, each has its marker, in every colour and every figure; else each
/// policy has one. Of curves that share colour and marker each has dashes of its own.
std::vector<drawing::Look> looks_of(const std::vector<CostCurve>& curves) {
  // The square is that of dense models; blocks of 1, 2, 4, 8 and 16 have the others in turn.
  constexpr std::array kMarkers = {drawing::kSquare,  drawing::kCircle,       drawing::kTriangle,
                                   drawing::kDiamond, drawing::kTriangleDown, drawing::kPentagon};
  constexpr std::array kDashes = {1, 2, 4, 5};
  constexpr int kOverlayDash = 3;
  std::set<Index> blocks;
  std::vector<std::string> policies = {"dense", "dynamic", "static"};
  for (const CostCurve& curve : curves) {
    if (curve.block > 0) blocks.insert(curve.block);
    if (std::ranges::find(policies, curve.policy) == policies.end())
      policies.push_back(curve.policy);
  }
  std::map<std::string, std::string> colours = curve_colours(policies);
  std::vector<drawing::Look> looks;
  for (const CostCurve& curve : curves) {
    const bool by_block = curve.block > 0 && blocks.size() > 1;
    const auto place = static_cast<std::size_t>(
        by_block ? std::bit_width(static_cast<std::size_t>(curve.block))
                 : std::ranges::find(policies, curve.policy) - policies.begin());
    const int marker = kMarkers[place % kMarkers.size()];
    drawing::Look look = {.colour = colours.at(curve.policy),
                          .marker = curve.overlay ? marker - 1 : marker,
                          .width = curve.overlay ? 1.2 : 2.2,
                          .size = curve.overlay ? 2.0 : 1.3};
    // It shows around what lies upon it.
    if (curve.policy == "dense") look.size = 1.6;
    for (const int dash : kDashes) {
      look.dash = curve.overlay ? kOverlayDash : dash;
      if (std::ranges::find(looks, look) == looks.end()) break;
    }
    looks.push_back(look);
  }
  return looks;
}

/// "static, block 4x4: nano, tiny †", or "static, width 64, 128": its points by ascending cost.
std::string legend_entry(const CostCurve& curve) {
  std::string text = curve.name;
  for (const CostPoint& point : curve.points)
    text += (&point != curve.points.data() ? ", "
             : curve.by_width              ? ", width "
                                           : ": ") +
            point.label + (point.trained_enough ? "" : " †");
  return text;
}

/// The title of the row of panels that a curve belongs to where each density, or each block, has a
/// row of its own; empty: to all.
std::string row_title(const CostCurve& curve, bool by_density) {
  if (by_density) return curve.density > 0 ? fmt::format("density {:.4g}", curve.density) : "";
  return curve.block > 0 ? "block " + block_label(curve.policy, curve.block) : "";
}

/// Rows of panels, where one would have too many curves: by density, or else by block.
struct PanelRows {
  bool by_density = false;
  std::vector<std::string> titles = {""};  ///< empty: one row for all
};

PanelRows panel_rows(const std::vector<CostCurve>& curves) {
  constexpr std::size_t kMostInOne = 6;
  if (curves.size() <= kMostInOne) return {};
  for (const bool by_density : {true, false}) {
    std::vector<std::string> titles;
    for (const CostCurve& curve : curves) {
      const std::string title = row_title(curve, by_density);
      if (!title.empty() && std::ranges::find(titles, title) == titles.end())
        titles.push_back(title);
    }
    if (titles.size() > 1) return {.by_density = by_density, .titles = std::move(titles)};
  }
  return {};
}

/// Do the points go one way along an axis? Where two designs cost the same, or the dearer of one
/// cost is the cheaper of another, a line would turn back.
bool goes_one_way(const CostCurve& curve, std::size_t axis) {
  std::size_t up = 0, down = 0;
  for (std::size_t p = 1; p < curve.points.size(); ++p) {
    up += curve.points[p].costs[axis] > curve.points[p - 1].costs[axis];
    down += curve.points[p].costs[axis] < curve.points[p - 1].costs[axis];
  }
  return std::max(up, down) + 1 >= curve.points.size();
}

constexpr double kMargin = 0.08;  // of an axis, at either end

/// The panels, of which every column has one axis of cost and all have one of loss.
std::vector<drawing::Panel> panels_of(const std::vector<CostCurve>& curves,
                                      const std::vector<std::string>& cost_titles,
                                      drawing::Axis losses, double unigram_entropy) {
  losses.cover(unigram_entropy);
  std::vector<drawing::Axis> costs;
  costs.reserve(cost_titles.size());
  for (const std::string& title : cost_titles)
    costs.push_back({.title = title, .logarithmic = true});
  std::vector<ShownLoss> shown;
  for (const CostCurve& curve : curves)
    for (const CostPoint& point : curve.points) {
      for (std::size_t i = 0; i < costs.size(); ++i) costs[i].cover(point.costs[i]);
      // A bar that reaches zero has no place on a logarithmic axis.
      shown.push_back({.loss = point.loss,
                       .low = std::max(point.loss - point.spread, point.loss / 2),
                       .high = point.loss + point.spread,
                       .trained_enough = point.trained_enough});
    }
  cover_losses(losses, shown);
  losses.pad(kMargin, 1.02);
  for (drawing::Axis& axis : costs) axis.pad(kMargin, 2);
  const std::vector<drawing::Look> looks = looks_of(curves);
  std::vector<drawing::Panel> panels;
  const PanelRows rows = panel_rows(curves);
  for (const std::string& title : rows.titles)
    for (std::size_t i = 0; i < costs.size(); ++i) {
      drawing::Panel panel = {.title = title, .x = costs[i], .y = losses};
      for (std::size_t c = 0; c < curves.size(); ++c) {
        const CostCurve& curve = curves[c];
        const std::string own = row_title(curve, rows.by_density);
        if (!title.empty() && !own.empty() && own != title) continue;
        drawing::Series joined = {.name = legend_entry(curve), .look = looks[c]};
        if (!goes_one_way(curve, i)) joined.look.dash = 0;
        // What proves nothing stands alone, hollow.
        drawing::Series alone = {.look = looks[c], .beyond = true};
        alone.look.dash = 0;
        if (!curve.overlay) alone.look.marker -= 1;
        for (const CostPoint& point : curve.points) {
          drawing::ChartPoint drawn = {.x = point.costs[i], .y = point.loss};
          if (point.spread > 0) {
            drawn.low = point.loss - point.spread;
            drawn.high = point.loss + point.spread;
          }
          (point.trained_enough ? joined : alone).points.push_back(drawn);
        }
        if (joined.points.empty()) alone.name = joined.name;
        for (drawing::Series* series : {&joined, &alone})
          if (!series->points.empty()) panel.series.push_back(std::move(*series));
      }
      if (unigram_entropy > 0)
        panel.series.push_back(
            {.name = "unigram entropy",
             .look = {.colour = "#999999", .dash = 2, .width = 1.5},
             .points = {{costs[i].low, unigram_entropy}, {costs[i].high, unigram_entropy}}});
      panels.push_back(std::move(panel));
    }
  return panels;
}

}  // namespace

drawing::Chart pareto_chart(const ParetoTable& table, const ParetoTable& overlay,
                            const ParetoOptions& options, const CostAxes& axes) {
  drawing::Chart chart = {
      .name = axes.figure, .title = options.title, .columns = axes.titles.size()};
  const ParetoRow& first = table.rows.front();
  const std::vector<const ParetoRow*> sparse = sparse_rows(table, overlay);
  Sparsity sparsity = sparsity_of(sparse);
  sparsity.base = base_of_widths(table, overlay);
  if (!sparse.empty() && (sparsity.one_density || sparsity.one_block)) {
    chart.subtitle = "sparse: ";
    if (sparsity.one_density) chart.subtitle += density_label(*sparse[0]);
    if (sparsity.one_density && sparsity.one_block) chart.subtitle += ", ";
    if (sparsity.one_block) chart.subtitle += block_name(*sparse[0]);
    chart.subtitle += "; ";
  }
  chart.subtitle += budgets_label(table.rows) + " per run; " + seeds_label(table);
  double shown_entropy = 0;
  if (first.metrics.has(training::metric::kUnigramEntropy)) {
    const double entropy = first.metrics.at(training::metric::kUnigramEntropy);
    chart.subtitle += fmt::format("; unigram entropy {:.2f} nats", entropy);
    if (options.show_unigram) shown_entropy = entropy;
  }
  std::vector<CostCurve> curves;
  add_curves(table, sparsity, "", false, axes.costs, curves);
  if (!overlay.rows.empty()) {
    const ParetoRow& over = overlay.rows.front();
    const std::string budget = over.budget() == first.budget() ? "" : ", " + budget_label(over);
    const std::string suffix = fmt::format(" ({}{})", options.overlay_name, budget);
    add_curves(overlay, sparsity, suffix, true, axes.costs, curves);
  }
  chart.footnote = "legend: the points of a curve from left to right";
  for (const CostCurve& curve : curves)
    if (!std::ranges::all_of(curve.points, &CostPoint::trained_enough)) {
      chart.footnote += fmt::format("; † not trained long enough: {}", kNotTrainedEnough);
      break;
    }
  std::string loss = loss_axis_title(table.tested, tasks_of(table, overlay));
  loss.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(loss.front())));
  chart.panels =
      panels_of(curves, axes.titles, {.title = loss, .logarithmic = true}, shown_entropy);
  // Of several rows two or three shall be seen at a time.
  if (chart.panels.size() > 2 * chart.columns) chart.panel_height = 240;
  return chart;
}

}  // namespace espalier::experiments
