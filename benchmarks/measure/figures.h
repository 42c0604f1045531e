// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/benchmarks/measure/results.h>

namespace espalier::benchmarks {

/// A gnuplot script and the numbers that it draws.
struct Figure {
  std::string name;    ///< of the files, without extension
  std::string csv;     ///< with a heading
  std::string script;  ///< writes NAME.svg and NAME.png into the folder in which it is run
};

/// The figures that these results hold data for: "speed_up_block" (over the best dense product,
/// against the block size, with what is required and the best peer), "speed_up_density" and
/// "roofline" (against measured arithmetic and memory ceilings).
std::vector<Figure> figures(const Results& results);

/// Writes NAME.csv, NAME.gp, NAME.svg and NAME.png of every figure to a folder, which is made if it
/// does not exist, and returns the paths of the images. Throws IoError if a file cannot be written,
/// or gnuplot fails or is missing.
std::vector<std::filesystem::path> draw_figures(const std::vector<Figure>& all,
                                                const std::filesystem::path& folder);

}  // namespace espalier::benchmarks
