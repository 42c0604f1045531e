// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/benchmarks/baselines/implementation.h>

// Eigen picks its instruction set when it is compiled. So the files that measure it are a module
// for each of the usual ones, of which the program loads the one for its processor.

namespace espalier::benchmarks {

/// What a module has.
Implementation eigen_products();
Implementation eigen_blocks();

}  // namespace espalier::benchmarks

/// Adds these: the one name that a module shows.
extern "C" __attribute__((visibility("default"))) void espalier_bench_eigen(
    std::vector<espalier::benchmarks::Implementation>* all);
