// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <espalier/benchmarks/measure/problem.h>
#include <espalier/benchmarks/measure/timing.h>

namespace espalier::benchmarks {

/// What to measure and how.
struct Plan {
  std::vector<Shape> shapes;  ///< extents; block, density and type are set for each benchmark
  std::vector<Index> blocks = {1, 2, 4, 8, 16};
  std::vector<Type> types = {Type::kF32, Type::kBf16};
  double density = 0.1;
  int threads = 1;
  int rounds = 15;  ///< interleaved repeats
  Caches caches = Caches::kWarm;
  std::vector<std::string> models = {"small"};  ///< whose training steps are measured
  Index sequence = 128;                         ///< tokens of their sequences
  Index batch = 32;                             ///< sequences of a step
  std::string python = "python3";               ///< that may have PyTorch
  bool profile = false;                         ///< where the time of each of our steps goes
  bool list_peers = false;                      ///< measure and print every other library
  std::vector<double> crossover_densities = {0.02, 0.05, 0.1, 0.15, 0.2, 0.3,
                                             0.4,  0.5,  0.6, 0.7,  0.8, 1};
};

/// Tokens of the sequences on which models are verified. Products of few tokens have kernels of
/// their own (sparse/ops/narrow_run.h), and what is timed takes both.
inline constexpr std::array<Index, 2> kVerifiedSequences = {16, 64};

/// The deviation of weights of models that are verified: outputs of a layer are then as large as
/// its inputs, at any density. With that which training starts from, little passes through a layer
/// of few blocks, and a wrong product would hide within the bound.
inline double verified_deviation(Index hidden, double density) {
  return 1 / std::sqrt(density * static_cast<double>(hidden));
}

/// What is measured at some extents: dense of single precision, dense of bf16 if that type is
/// measured, then each block size in each type.
std::vector<Shape> shapes_at(const Plan& plan, const Shape& extents);

}  // namespace espalier::benchmarks
