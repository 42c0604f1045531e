// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace espalier::drawing {

// Colours that stay apart for colour-blind readers (Okabe and Ito 2008), black softened to a grey.
inline constexpr const char* kBlue = "#0072B2";
inline constexpr const char* kVermilion = "#D55E00";
inline constexpr const char* kGreen = "#009E73";
inline constexpr const char* kPurple = "#CC79A7";
inline constexpr const char* kOrange = "#E69F00";
inline constexpr const char* kSkyBlue = "#56B4E9";
inline constexpr const char* kDarkGrey = "#333333";
inline constexpr const char* kPale = "#dcdcdc";  ///< of curves that are not a panel's own

/// For the curves of a figure in turn. Those that stand for dense, static and dynamic models come
/// last: what is none of these rarely looks like one.
inline constexpr std::array kCurveColours = {kGreen, kPurple,    kOrange,  kSkyBlue,
                                             kBlue,  kVermilion, kDarkGrey};

// gnuplot's filled point types. The one before each is the same shape, open.
inline constexpr int kSquare = 5, kCircle = 7, kTriangle = 9, kTriangleDown = 11, kDiamond = 13,
                     kPentagon = 15;

/// Commands that every figure begins its axes with: a faint grid, two borders, ticks outside.
inline constexpr const char* kAxes =
    "set grid lt 1 lc rgb '#d8d8d8' lw 0.8\nset border 3 lc rgb '#666666'\n"
    "set tics nomirror out\n";

}  // namespace espalier::drawing
