// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>

namespace espalier::benchmarks {

/// Measures the products on the patterns of the `.smtx` files of a folder, in the order of their
/// names, with blocks of one value and the tokens of the plan's first shape, beside dense products
/// of the same extents and the peers; prints a row for each pattern and product as it goes and
/// appends the records. Throws IoError if the folder has no such file, and what `read_smtx` throws.
void measure_patterns(const Plan& plan, const std::filesystem::path& folder, Results& results);

}  // namespace espalier::benchmarks
