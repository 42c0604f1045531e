// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>

namespace espalier::benchmarks {

/// The `.smtx` files of a folder, in the order of their names. Throws IoError if it has none.
std::vector<std::filesystem::path> pattern_files(const std::filesystem::path& folder);

/// Measures the products on the patterns of such files, with blocks of one value and the tokens of
/// the plan's first shape, beside dense products of the same extents and the peers; prints a row
/// for each pattern and product as it goes and appends the records. Throws what `read_smtx` throws.
void measure_patterns(const Plan& plan, const std::vector<std::filesystem::path>& files,
                      Results& results);

}  // namespace espalier::benchmarks
