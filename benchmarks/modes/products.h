// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <espalier/benchmarks/measure/plan.h>

namespace espalier::benchmarks {

/// Registers every product of every implementation and shape with Google Benchmark, by the names of
/// `name_of`. Operands are made when a benchmark first runs and live until another shape's turn. A
/// wrong result is reported as an error instead of a time, and sets the value that is returned.
std::shared_ptr<const bool> register_products(const Plan& plan);

}  // namespace espalier::benchmarks
