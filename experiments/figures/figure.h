// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// One point of a figure: a model on every axis of cost.
struct FigurePoint {
  std::string label;
  std::vector<double> costs;  ///< one for each panel
  double loss = 0;
  double spread = 0;           ///< half the length of the error bar; 0: none
  bool trained_enough = true;  ///< else the label carries a dagger
};

struct FigureCurve {
  std::string name;    ///< in the legend
  std::string policy;  ///< decides the colour
  bool overlay = false;
  std::vector<FigurePoint> points;  ///< by ascending cost
  /// Decide marker and panel where a figure has many curves; 0: of a dense model, or not said.
  Index block = 0;
  double density = 0;
};

/// Loss against cost, on logarithmic axes, with a panel for each cost. A curve has its colour by
/// its policy, its marker by its block, or by its policy too where there is one block only, and its
/// dashes by what else there is. Of more than six curves
/// of several densities each density has a row of panels of its own, with the dense curves in all.
/// The legend stands below the panels. A point's label moves out of the way of others, of points
/// and of lines, and is left out where there is no room: tables have it.
struct Figure {
  std::string name;  ///< of its files
  std::string title;
  std::string subtitle;
  std::vector<std::string> panels;            ///< the titles of their axes of cost, one or two
  std::string loss_name = "validation loss";  ///< whose nats the vertical axis shows
  std::vector<FigureCurve> curves;
  double unigram_entropy = 0;  ///< a horizontal line; 0: none
};

/// The gnuplot script of the figure, with its data. It writes NAME.svg and NAME.png into the folder
/// in which it is run. Throws ConfigError if the figure has no point, a point has not one cost for
/// each panel, or a value is not finite and positive.
std::string figure_script(const Figure& figure);

/// Writes NAME.gp to `folder` and runs it there. Throws IoError naming the Debian package if
/// gnuplot is missing, or with what gnuplot says if it fails.
void draw_figure(const Figure& figure, const std::filesystem::path& folder);

}  // namespace espalier::experiments
