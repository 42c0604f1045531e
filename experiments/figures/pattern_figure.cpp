// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/pattern_figure.h>

#include <algorithm>
#include <string_view>
#include <utility>

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

drawing::Panel panel_of(const PatternImage& image) {
  if (image.pattern == nullptr) throw ConfigError("pattern picture: the pattern is null");
  PatternRaster raster = pattern_raster(*image.pattern, image.before.get());
  return {.title = image.title, .x = {.title = image.caption}, .image = std::move(raster)};
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

std::vector<std::filesystem::path> draw_patterns(const std::vector<PatternImage>& images,
                                                 const std::string& title,
                                                 const std::filesystem::path& folder,
                                                 const std::string& name) {
  drawing::Chart chart = {
      .name = name, .title = title, .columns = 4, .panel_width = 270, .panel_height = 195};
  for (const PatternImage& image : images) chart.panels.push_back(panel_of(image));
  const std::vector<std::filesystem::path> files = drawing::draw_chart(chart, folder);
  sharpen(folder / (name + ".svg"));
  return files;
}

std::filesystem::path animate_patterns(const std::vector<PatternImage>& frames,
                                       const std::filesystem::path& folder,
                                       const std::string& name) {
  drawing::Chart chart = {.name = name, .panel_width = 560, .panel_height = 600};
  for (const PatternImage& frame : frames) chart.panels.push_back(panel_of(frame));
  return drawing::animate_chart(chart, folder);
}

}  // namespace espalier::experiments
