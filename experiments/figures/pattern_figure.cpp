// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/pattern_figure.h>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include <espalier/drawing/gnuplot.h>
#include <espalier/files/atomic_file.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/pattern_stats.h>

namespace espalier::experiments {
namespace {

// A cell takes some bits, compressed; there are 2^14 to an image at most.
constexpr std::size_t kLargestSvgBytes = std::size_t{1} << 30;

/// Blocks in each cell of an image of `rows` x `cols` cells.
std::vector<Index> blocks_in_cells(const std::vector<sparse::BlockCoordinate>& blocks,
                                   const sparse::BlockPattern& grid, Index rows, Index cols) {
  std::vector<Index> counts(static_cast<std::size_t>(rows * cols), 0);
  for (const sparse::BlockCoordinate c : blocks)
    ++counts[static_cast<std::size_t>(c.row * rows / grid.grid_rows() * cols +
                                      c.col * cols / grid.grid_cols())];
  return counts;
}

/// Blocks of a grid, stored or not, in each cell of a line of `cells`.
std::vector<Index> lines_in_cells(Index lines, Index cells) {
  std::vector<Index> counts(static_cast<std::size_t>(cells), 0);
  for (Index line = 0; line < lines; ++line)
    ++counts[static_cast<std::size_t>(line * cells / lines)];
  return counts;
}

std::string data_block(const std::string& block, const PatternRaster& raster) {
  std::string text = "$" + block + " << EOD\n";
  for (Index r = 0; r < raster.rows; ++r) {
    for (Index c = 0; c < raster.cols; ++c)
      text += fmt::format("{}{}", c == 0 ? "" : " ",
                          raster.cells[static_cast<std::size_t>(r * raster.cols + c)]);
    text += '\n';
  }
  return text + "EOD\n";
}

/// White is empty, darker stores more; green was grown and orange was dropped.
std::string style() {
  return "set cbrange [0:300]\n"
         "set palette defined (0 '#ffffff', 1 '#b8c4d6', 100 '#1d3557', 101 '#1d3557', "
         "150 '#009E73', 249 '#009E73', 250 '#F5B041', 300 '#F5B041') maxcolors 301\n"
         "unset colorbox\nunset key\nunset tics\nset border 15 lc rgb '#999999'\n"
         "set size ratio -1\n";
}

std::string plot(const std::string& block, const PatternRaster& raster) {
  return fmt::format("set xrange [-0.5:{}]\nset yrange [{}:-0.5]\nplot ${} matrix with image\n",
                     static_cast<double>(raster.cols) - 0.5, static_cast<double>(raster.rows) - 0.5,
                     block);
}

PatternRaster raster_of(const PatternImage& image) {
  if (image.pattern == nullptr) throw ConfigError("pattern picture: the pattern is null");
  return pattern_raster(*image.pattern, image.before.get());
}

/// Asks viewers of an SVG file to show the cells of its images with sharp edges, which gnuplot does
/// not say.
void sharpen(const std::filesystem::path& file) {
  constexpr std::string_view kImage = "<image ", kStyle = "style='image-rendering:pixelated' ";
  std::string text = files::read_file(file, kLargestSvgBytes);
  for (std::size_t at = text.find(kImage); at != std::string::npos; at = text.find(kImage, at))
    text.insert(at += kImage.size(), kStyle);
  files::write_file_atomically(file, text);
}

constexpr int kPanelWidth = 300, kPanelHeight = 250, kTitleHeight = 60;

}  // namespace

PatternRaster pattern_raster(const sparse::BlockPattern& pattern,
                             const sparse::BlockPattern* before, Index most_cells) {
  PatternRaster raster;
  raster.rows = std::min(pattern.grid_rows(), most_cells);
  raster.cols = std::min(pattern.grid_cols(), most_cells);
  const auto count = [&](const std::vector<sparse::BlockCoordinate>& blocks) {
    return blocks_in_cells(blocks, pattern, raster.rows, raster.cols);
  };
  const std::vector<sparse::BlockCoordinate> blocks = pattern.coordinates();
  const std::vector<Index> stored = count(blocks);
  std::vector<Index> grown(stored.size(), 0), old(stored.size(), 0);
  if (before != nullptr) {
    static_cast<void>(sparse::common_blocks(pattern, *before));  // checks that they fit together
    std::vector<sparse::BlockCoordinate> added;
    for (const sparse::BlockCoordinate c : blocks)
      if (before->find(c) < 0) added.push_back(c);
    grown = count(added);
    old = count(before->coordinates());
  }
  const std::vector<Index> heights = lines_in_cells(pattern.grid_rows(), raster.rows);
  const std::vector<Index> widths = lines_in_cells(pattern.grid_cols(), raster.cols);
  for (std::size_t r = 0; r < heights.size(); ++r) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::size_t cell = r * widths.size() + c;
      const Index size = heights[r] * widths[c];
      // At least 1 if anything is stored, so that it shows.
      const Index percent = (100 * stored[cell] + size - 1) / size;
      raster.cells.push_back(grown[cell] > 0                      ? PatternRaster::kGrown
                             : stored[cell] == 0 && old[cell] > 0 ? PatternRaster::kDropped
                                                                  : static_cast<int>(percent));
    }
  }
  return raster;
}

std::vector<std::filesystem::path> draw_patterns(const std::vector<std::vector<PatternImage>>& rows,
                                                 const std::string& title,
                                                 const std::filesystem::path& folder,
                                                 const std::string& name) {
  std::size_t columns = 0;
  for (const auto& row : rows) columns = std::max(columns, row.size());
  if (columns == 0) throw ConfigError("figure " + name + ": no pattern, expected at least one");

  std::string text = "# Draw again with: gnuplot " + name + ".gp\nset encoding utf8\n";
  std::string panels;
  const double width = 1.0 / static_cast<double>(columns);
  const int total_height = kPanelHeight * static_cast<int>(rows.size()) + kTitleHeight;
  const double height = static_cast<double>(kPanelHeight) / total_height;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const PatternRaster raster = raster_of(rows[r][c]);
      const std::string block = fmt::format("p{}_{}", r, c);
      text += data_block(block, raster);
      const double top =
          1.0 - static_cast<double>(kTitleHeight) / total_height - static_cast<double>(r) * height;
      panels += fmt::format(
          "set margins screen {:.4f}, screen {:.4f}, screen {:.4f}, screen {:.4f}\n"
          "set title {} font ',10' noenhanced offset 0,-0.6\n"
          "set xlabel {} font ',10' noenhanced offset 0,0.6\n",
          (static_cast<double>(c) + 0.05) * width, (static_cast<double>(c) + 0.95) * width,
          top - 0.89 * height, top - 0.11 * height, drawing::gnuplot_quoted(rows[r][c].title),
          drawing::gnuplot_quoted(rows[r][c].caption));
      panels += plot(block, raster);
    }
  }
  for (const auto& [terminal, suffix] : {std::pair{"svg", ".svg"}, {"pngcairo", ".png"}}) {
    text += "reset\n" + drawing::gnuplot_terminal(terminal, kPanelWidth * static_cast<int>(columns),
                                                  total_height);
    text += fmt::format(
        "set output {}\nset multiplot\n"
        "set label 1 {} at screen 0.5,{:.4f} center font ',14' noenhanced\n",
        drawing::gnuplot_quoted(name + suffix), drawing::gnuplot_quoted(title),
        1.0 - 0.5 * kTitleHeight / total_height);
    text += style();
    // The label belongs to the first panel only.
    const std::size_t first = panels.find("plot ");
    const std::size_t line = panels.find('\n', first) + 1;
    text += panels.substr(0, line) + "unset label\n" + panels.substr(line);
    text += "unset multiplot\nset output\n";
  }
  drawing::run_gnuplot_script(folder, name + ".gp", text);
  sharpen(folder / (name + ".svg"));
  return {folder / (name + ".png"), folder / (name + ".svg")};
}

std::filesystem::path animate_patterns(const std::vector<PatternImage>& frames,
                                       const std::filesystem::path& folder,
                                       const std::string& name) {
  if (frames.empty()) throw ConfigError("animation " + name + ": no frame, expected at least one");
  std::string text = "# Draw again with: gnuplot " + name + ".gp\nset encoding utf8\n";
  std::string plots;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const PatternRaster raster = raster_of(frames[i]);
    const std::string block = fmt::format("frame{}", i);
    text += data_block(block, raster);
    plots += "set title " + drawing::gnuplot_quoted(frames[i].title) + " noenhanced\nset xlabel " +
             drawing::gnuplot_quoted(frames[i].caption) + " noenhanced\n" + plot(block, raster);
  }
  // A fifth of a second to a frame, again and again.
  text += fmt::format(
      "set terminal gif animate delay 20 loop 0 optimize size 560,600\nset output {}\n{}{}"
      "set output\n",
      drawing::gnuplot_quoted(name + ".gif"), style(), plots);
  drawing::run_gnuplot_script(folder, name + ".gp", text);
  return folder / (name + ".gif");
}

}  // namespace espalier::experiments
