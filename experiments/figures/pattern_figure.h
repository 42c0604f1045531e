// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::experiments {

/// A pattern as an image, row by row from the top. Each cell is one block, or several if the
/// pattern has more blocks along a side than the image may have cells.
struct PatternRaster : drawing::Image {
  /// Values of cells: the share of stored blocks in percent, from 0 to 100, or one of these.
  static constexpr int kGrown = 200;    ///< stores a block that `before` did not store
  static constexpr int kDropped = 300;  ///< stores nothing, but `before` did
  static constexpr Index kMostCells = 128;
};

/// Makes the image of `pattern`, with what has changed since `before` unless it is null, of at most
/// `most_cells` along a side. Throws ShapeError if the two patterns differ in extents or blocks.
PatternRaster pattern_raster(const sparse::BlockPattern& pattern,
                             const sparse::BlockPattern* before = nullptr,
                             Index most_cells = PatternRaster::kMostCells);

/// One image of a figure.
struct PatternImage {
  std::string title;    ///< above
  std::string caption;  ///< below
  sparse::PatternPtr pattern;
  sparse::PatternPtr before = nullptr;  ///< to show what has changed; may be null
};

/// Draws the images, four to a row, as `name`.svg and `name`.png into `folder`, with the script
/// `name`.gp. Returns the pictures. Throws ConfigError without an image, and as `draw_chart`.
std::vector<std::filesystem::path> draw_patterns(const std::vector<PatternImage>& images,
                                                 const std::string& title,
                                                 const std::filesystem::path& folder,
                                                 const std::string& name);

/// Draws the images one after the other as the animation `name`.gif, with its script `name`.gp.
/// Returns its path. Throws as `draw_patterns`.
std::filesystem::path animate_patterns(const std::vector<PatternImage>& frames,
                                       const std::filesystem::path& folder,
                                       const std::string& name);

}  // namespace espalier::experiments
