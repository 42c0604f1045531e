// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/figures.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sstream>

#include <espalier/benchmarks/measure/density_curve.h>
#include <espalier/benchmarks/measure/required.h>
#include <espalier/drawing/gnuplot.h>
#include <espalier/drawing/style.h>
#include <espalier/files/atomic_file.h>

namespace espalier::benchmarks {
namespace {

struct ProductStyle {
  Product product;
  const char* title;
  const char* colour;
};
constexpr std::array kProductStyles = {
    ProductStyle{Product::kSpmm, "forward", drawing::kBlue},
    ProductStyle{Product::kSpmmTransposed, "input gradient", drawing::kVermilion},
    ProductStyle{Product::kSddmm, "weight gradient", drawing::kGreen},
    ProductStyle{Product::kLayerStep, "whole step", drawing::kDarkGrey}};

struct BlockStyle {
  Index block;
  const char* colour;
  int point;
};
constexpr std::array kBlockStyles = {
    BlockStyle{1, drawing::kBlue, 7}, BlockStyle{2, drawing::kSkyBlue, 5},
    BlockStyle{4, drawing::kGreen, 9}, BlockStyle{8, drawing::kOrange, 11},
    BlockStyle{16, drawing::kVermilion, 13}};

const ProductStyle& style_of(Product product) {
  return *std::find_if(kProductStyles.begin(), kProductStyles.end(),
                       [&](const ProductStyle& s) { return s.product == product; });
}
const BlockStyle& style_of(Index block) {
  const auto* style = std::find_if(kBlockStyles.begin(), kBlockStyles.end(),
                                   [&](const BlockStyle& s) { return s.block == block; });
  return style == kBlockStyles.end() ? kBlockStyles[0] : *style;
}

/// Records of this library's sparse products on random patterns, beside dense ones. (Not the one
/// thread beside several, which has no dense product.)
bool is_drawn(const Results& results, const Record& r) {
  const bool has_style =
      std::any_of(kProductStyles.begin(), kProductStyles.end(),
                  [&](const ProductStyle& s) { return s.product == r.what.product; });
  return r.what.implementation == "espalier" && !r.what.shape.dense() && r.pattern.empty() &&
         has_style && speed_up(results, r) > 0;
}

std::string extents_of(const Shape& s) {
  return std::to_string(s.out) + " x " + std::to_string(s.in) + ", " + std::to_string(s.tokens) +
         " tokens";
}

/// A curve of a panel: a data block and how it is drawn.
struct Curve {
  std::vector<std::pair<double, double>> points;
  std::string style;
};

struct Panel {
  std::string title;
  std::vector<Curve> curves;
  std::string extra = {};  ///< further commands
};

struct LegendEntry {
  std::string title;
  std::string style;
};

/// Panels side by side with common axes and a legend below, as SVG and PNG.
struct Sheet {
  std::string name;
  std::string title;
  std::string subtitle;
  std::string x_label;
  std::string y_label;
  std::string axes;  ///< commands of all panels
  std::vector<Panel> panels;
  std::vector<LegendEntry> legend;
};

std::string script_of(const Sheet& sheet) {
  std::ostringstream text;
  text << "# Draw again with: gnuplot " << sheet.name << ".gp\nset encoding utf8\n";
  for (std::size_t p = 0; p < sheet.panels.size(); ++p)
    for (std::size_t c = 0; c < sheet.panels[p].curves.size(); ++c) {
      text << "$data_" << p << '_' << c << " << EOD\n";
      for (const auto& [x, y] : sheet.panels[p].curves[c].points) text << x << ' ' << y << '\n';
      text << "EOD\n";
    }
  for (const auto& [name, suffix] : {std::pair{"svg", ".svg"}, {"pngcairo", ".png"}}) {
    text << "reset\n"
         << drawing::gnuplot_terminal(name, sheet.panels.size() == 1 ? 860 : 1280, 620)
         << "set output '" << sheet.name << suffix << "'\nset multiplot\n"
         << drawing::kAxes << "set tics font ',11'\nunset mxtics\nunset mytics\nunset key\n"
         << "set label 1 " << drawing::gnuplot_quoted(sheet.title)
         << " at screen 0.5,0.955 center font ',17' noenhanced\n"
         << "set label 2 " << drawing::gnuplot_quoted(sheet.subtitle)
         << " at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced\n"
         << "set ylabel '" << sheet.y_label << "' offset 0.8\nset xlabel '" << sheet.x_label
         << "'\n"
         << sheet.axes;
    const double width = 0.91 / static_cast<double>(sheet.panels.size());
    for (std::size_t p = 0; p < sheet.panels.size(); ++p) {
      const Panel& panel = sheet.panels[p];
      const double left = 0.07 + static_cast<double>(p) * width;
      text << "set margins screen " << left << ", screen " << left + width - 0.035
           << ", screen 0.26, screen 0.82\nset title " << drawing::gnuplot_quoted(panel.title)
           << " font ',13' noenhanced\n"
           << panel.extra << "plot ";
      for (std::size_t c = 0; c < panel.curves.size(); ++c)
        text << (c == 0 ? "" : ", \\\n     ") << "$data_" << p << '_' << c << ' '
             << panel.curves[c].style;
      text << "\nunset label\nunset ylabel\n";
    }
    // The legend is a plot of its own below the panels, where it covers nothing.
    text << "unset logscale\nunset title\nunset xlabel\nunset tics\nunset border\nunset grid\n"
            "unset arrow\nset xrange [0:1]\nset yrange [0:1]\n"
            "set margins screen 0.02, screen 0.98, screen 0.02, screen 0.14\n"
            "set key center center horizontal maxcols 5 Left reverse noenhanced font ',12' samplen "
            "3 width 2 spacing 1.2\nplot ";
    for (std::size_t i = 0; i < sheet.legend.size(); ++i)
      text << (i == 0 ? "" : ", \\\n     ") << "NaN " << sheet.legend[i].style << " title "
           << drawing::gnuplot_quoted(sheet.legend[i].title);
    text << "\nunset multiplot\nset output\n";
  }
  return text.str();
}

std::string context_line(const Results& results) {
  std::string machine, threads;
  for (const auto& [key, text] : results.context)
    if (key == "machine") machine = text;
  for (const Record& r : results.records)
    if (is_drawn(results, r)) threads = std::to_string(r.what.threads);
  return machine + ", " + threads + (threads == "1" ? " thread" : " threads");
}

std::string line(const char* colour, int point, double width, int dash) {
  std::ostringstream text;
  text << "with linespoints lc rgb '" << colour << "' lw " << width << " dt " << dash << " pt "
       << point << " ps 1.2";
  return text.str();
}

/// Extents of every sparse shape that was measured, once, in order.
std::vector<Shape> extents_in(const std::vector<const Record*>& records) {
  std::vector<Shape> all;
  for (const Record* r : records) {
    const Shape extents = dense_counterpart(r->what.shape);
    if (std::find(all.begin(), all.end(), extents) == all.end()) all.push_back(extents);
  }
  return all;
}

// A solid line for single precision, a dashed one for bf16, a dotted thin one for the best peer.
constexpr int kSolid = 1, kDashed = 2, kDotted = 3;
constexpr int kFilledCircle = 7, kOpenCircle = 6, kDash = 1;

/// The density that most records have.
double common_density(const std::vector<const Record*>& records) {
  std::map<double, int> counts;
  for (const Record* r : records) ++counts[r->what.shape.density];
  double best = 0;
  for (const auto& [density, count] : counts)
    if (best == 0 || count > counts[best]) best = density;
  return best;
}

/// The records of the density that most have. Of several of one case the first stands: a later one
/// belongs to another mode.
std::vector<const Record*> drawn_records(const Results& results) {
  std::vector<const Record*> records;
  for (const Record& r : results.records)
    if (is_drawn(results, r) &&
        std::none_of(records.begin(), records.end(),
                     [&](const Record* other) { return other->what == r.what; }))
      records.push_back(&r);
  const double density = common_density(records);
  std::erase_if(records, [&](const Record* r) { return r->what.shape.density != density; });
  return records;
}

std::string panel_title(const Shape& extents, double density) {
  std::ostringstream text;
  text << extents_of(extents) << ", density " << density;
  return text.str();
}

Figure block_figure(const Results& results) {
  const std::vector<const Record*> records = drawn_records(results);
  if (records.empty()) return {};

  Sheet sheet = {.name = "speed_up_block",
                 .title = "Times faster than the best dense product",
                 .subtitle = context_line(results),
                 .x_label = "Block size",
                 .y_label = "Speed-up",
                 .axes =
                     "set logscale x 2\nset xrange [0.8:20]\nset yrange [0:*]\n"
                     "set xtics (1, 2, 4, 8, 16)\n",
                 .panels = {},
                 .legend = {}};
  std::ostringstream csv;
  csv << "product,type,out,in,tokens,density,threads,block,speed_up,required,peer,peer_speed_up\n";
  bool bf16 = false, peers = false, wanted = false;
  for (const Shape& extents : extents_in(records)) {
    Panel panel = {.title = panel_title(extents, records.front()->what.shape.density),
                   .curves = {}};
    for (const ProductStyle& style : kProductStyles) {
      Curve curve{{}, line(style.colour, kFilledCircle, 2.2, kSolid)};
      Curve half{{}, line(style.colour, kOpenCircle, 1.6, kDashed)};
      Curve peer_curve{{}, line(style.colour, kDash, 1, kDotted)};
      Curve required_curve{
          {}, std::string("with points pt 2 ps 1.1 lw 1.5 lc rgb '") + style.colour + "'"};
      for (const Record* r : records) {
        const Case& what = r->what;
        if (what.product != style.product || dense_counterpart(what.shape) != extents) continue;
        const auto x = static_cast<double>(what.shape.block);
        const double ratio = speed_up(results, *r);
        (what.shape.type == Type::kF32 ? curve : half).points.emplace_back(x, ratio);
        const auto need = required(what.product, what.shape, what.threads, r->cold);
        const Record* peer = best_peer(results, *r);
        if (what.shape.type == Type::kF32) {
          if (need) required_curve.points.emplace_back(x, need->speed_up);
          if (peer != nullptr) peer_curve.points.emplace_back(x, speed_up(results, *peer));
        }
        csv << product_name(what.product, false) << ',' << type_name(what.shape.type) << ','
            << what.shape.out << ',' << what.shape.in << ',' << what.shape.tokens << ','
            << what.shape.density << ',' << what.threads << ',' << what.shape.block << ',' << ratio
            << ',' << (need ? std::to_string(need->speed_up) : "") << ','
            << (peer ? peer->what.implementation : "") << ','
            << (peer ? std::to_string(speed_up(results, *peer)) : "") << '\n';
      }
      bf16 |= !half.points.empty();
      peers |= !peer_curve.points.empty();
      wanted |= !required_curve.points.empty();
      for (Curve* c : {&curve, &half, &peer_curve, &required_curve})
        if (!c->points.empty()) panel.curves.push_back(std::move(*c));
    }
    sheet.panels.push_back(std::move(panel));
  }
  for (const ProductStyle& style : kProductStyles)
    sheet.legend.push_back({style.title, line(style.colour, kFilledCircle, 2.2, kSolid)});
  if (bf16) sheet.legend.push_back({"bf16 operands", line("#777777", kOpenCircle, 1.6, kDashed)});
  if (peers) sheet.legend.push_back({"best other library", line("#777777", kDash, 1, kDotted)});
  if (wanted)
    sheet.legend.push_back({"required", "with points pt 2 ps 1.1 lw 1.5 lc rgb '#777777'"});
  return {sheet.name, csv.str(), script_of(sheet)};
}

/// A command with some room around the values.
std::string y_range(double low, double high) {
  std::ostringstream text;
  text << "set yrange [" << low / 1.2 << ':' << high * 1.2 << "]\n";
  return text.str();
}

/// One range for all panels.
std::string y_range(const std::vector<DensityCurve>& curves) {
  double low = 1, high = 1;
  for (const DensityCurve& curve : curves) {
    for (const double value : curve.speed_ups) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  return y_range(low, high);
}

/// How far above the ceiling the names of the memory levels stand.
constexpr double kLabelHeight = 1.35;

/// One range for all panels of a roofline: the speeds, and the ceiling with what stands above it.
std::string y_range(const std::vector<const Record*>& records, double peak) {
  double low = peak, high = kLabelHeight * peak;
  for (const Record* r : records) {
    low = std::min(low, r->gflops());
    high = std::max(high, r->gflops());
  }
  return y_range(low, high);
}

Figure density_figure(const Results& results) {
  const std::vector<DensityCurve> curves = density_curves(results);
  if (curves.empty()) return {};
  // One shape: that of the first curve.
  const Shape extents = dense_counterpart(curves.front().shape);
  Sheet sheet = {.name = "speed_up_density",
                 .title = "Times faster than the best dense product, " + extents_of(extents),
                 .subtitle = context_line(results),
                 .x_label = "Density",
                 .y_label = "Speed-up",
                 .axes = "set logscale xy\nset xrange [*:1.1]\n" + y_range(curves) +
                         "set xtics (0.02, 0.05, 0.1, 0.2, 0.5, 1)\n"
                         "set ytics (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)\n"
                         "set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lc rgb "
                         "'#777777' lw 1.5 dt 2\n",
                 .panels = {},
                 .legend = {}};
  std::ostringstream csv;
  csv << "product,type,out,in,tokens,block,density,speed_up,crossover\n";
  for (const ProductStyle& style : kProductStyles) {
    Panel panel = {.title = style.title, .curves = {}};
    for (const DensityCurve& c : curves) {
      if (c.product != style.product || dense_counterpart(c.shape) != extents) continue;
      const BlockStyle& block = style_of(c.shape.block);
      const bool single = c.shape.type == Type::kF32;
      Curve curve{{}, line(block.colour, block.point, single ? 2.0 : 1.2, single ? 1 : 2)};
      const auto crossing = crossover(c);
      for (std::size_t i = 0; i < c.densities.size(); ++i) {
        curve.points.emplace_back(c.densities[i], c.speed_ups[i]);
        csv << product_name(c.product, false) << ',' << type_name(c.shape.type) << ','
            << c.shape.out << ',' << c.shape.in << ',' << c.shape.tokens << ',' << c.shape.block
            << ',' << c.densities[i] << ',' << c.speed_ups[i] << ','
            << (crossing ? std::to_string(*crossing) : "") << '\n';
      }
      panel.curves.push_back(std::move(curve));
    }
    if (!panel.curves.empty()) sheet.panels.push_back(std::move(panel));
  }
  for (const BlockStyle& block : kBlockStyles)
    sheet.legend.push_back(
        {"block " + std::to_string(block.block), line(block.colour, block.point, 2.0, kSolid)});
  const bool bf16 = std::any_of(curves.begin(), curves.end(),
                                [](const DensityCurve& c) { return c.shape.type == Type::kBf16; });
  if (bf16) sheet.legend.push_back({"bf16 operands", "with lines lc rgb '#777777' lw 1.2 dt 2"});
  return {sheet.name, csv.str(), script_of(sheet)};
}

/// The ceilings as lines: memory levels rising to the arithmetic one.
Panel roof(const Results& results, double peak) {
  constexpr double kLow = 0.3, kHigh = 200, kGiga = 1e-9;
  Panel panel;
  std::ostringstream labels;
  for (const auto& [name, title] :
       {std::pair{"read_l1", "level 1"}, std::pair{"read_l2", "level 2"},
        std::pair{"read_l3", "level 3"}, std::pair{"read_memory", "memory"}}) {
    const auto found = results.ceilings.find(name);
    if (found == results.ceilings.end()) continue;
    const double ridge = peak / found->second;
    panel.curves.push_back({{{kLow, kLow * found->second * kGiga}, {ridge, peak * kGiga}},
                            "with lines lc rgb '#999999' lw 1.5"});
    labels << "set label \"" << title << "\\n"
           << std::lround(found->second * kGiga) << " GB/s\" at first " << ridge << ", first "
           << peak * kGiga * kLabelHeight << " center font ',9' tc rgb '#777777'\n";
  }
  panel.curves.push_back(
      {{{kLow, peak * kGiga}, {kHigh, peak * kGiga}}, "with lines lc rgb '#555555' lw 2"});
  labels << "set label 'multiply-adds, " << std::lround(peak * kGiga)
         << " GFLOP/s' at first 190, first " << peak * kGiga * 1.13
         << " right font ',9' tc rgb '#555555'\n";
  panel.extra = labels.str();
  return panel;
}

Figure roofline_figure(const Results& results) {
  const auto peak = results.ceilings.find("fma_f32");
  std::vector<const Record*> records = drawn_records(results);
  std::erase_if(records, [](const Record* r) {
    return r->operand_bytes == 0 || r->what.shape.type != Type::kF32;
  });
  if (peak == results.ceilings.end() || records.empty()) return {};
  Sheet sheet = {.name = "roofline",
                 .title = "Products on stored values under measured ceilings",
                 .subtitle = context_line(results),
                 .x_label = "Operations per byte of operands and results",
                 .y_label = "GFLOP/s",
                 .axes = "set logscale xy\nset xrange [0.3:200]\n" +
                         y_range(records, 1e-9 * peak->second) +
                         "set xtics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)\n"
                         "set ytics (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)\n",
                 .panels = {},
                 .legend = {}};
  std::ostringstream csv;
  csv << "name,flops_per_byte,gflops\n";
  for (const Shape& extents : extents_in(records)) {
    Panel panel = roof(results, peak->second);
    panel.title = panel_title(extents, records.front()->what.shape.density);
    for (const Record* r : records) {
      if (dense_counterpart(r->what.shape) != extents) continue;
      const double intensity = r->flops / r->operand_bytes;
      std::ostringstream style;
      style << "with points lc rgb '" << style_of(r->what.product).colour << "' pt "
            << style_of(r->what.shape.block).point << " ps 1.2";
      panel.curves.push_back({{{intensity, r->gflops()}}, style.str()});
      csv << name_of(r->what) << ',' << intensity << ',' << r->gflops() << '\n';
    }
    sheet.panels.push_back(std::move(panel));
  }
  for (const ProductStyle& style : kProductStyles)
    sheet.legend.push_back(
        {style.title, std::string("with lines lw 4 lc rgb '") + style.colour + "'"});
  for (const BlockStyle& block : kBlockStyles)
    sheet.legend.push_back(
        {"block " + std::to_string(block.block),
         "with points lc rgb '#777777' ps 1.2 pt " + std::to_string(block.point)});
  return {sheet.name, csv.str(), script_of(sheet)};
}

}  // namespace

std::vector<Figure> figures(const Results& results) {
  std::vector<Figure> all;
  for (const auto make : {&block_figure, &density_figure, &roofline_figure})
    if (Figure figure = make(results); !figure.name.empty()) all.push_back(std::move(figure));
  return all;
}

std::vector<std::filesystem::path> draw_figures(const std::vector<Figure>& all,
                                                const std::filesystem::path& folder) {
  files::create_folders(folder);
  std::vector<std::filesystem::path> images;
  for (const Figure& figure : all) {
    files::write_file_atomically(folder / (figure.name + ".csv"), figure.csv);
    drawing::run_gnuplot_script(folder, figure.name + ".gp", figure.script);
    images.push_back(folder / (figure.name + ".svg"));
    images.push_back(folder / (figure.name + ".png"));
  }
  return images;
}

}  // namespace espalier::benchmarks
