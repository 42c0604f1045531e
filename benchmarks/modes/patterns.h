// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::benchmarks {

/// A pattern and the name of its file.
struct NamedPattern {
  std::string name;
  sparse::PatternPtr pattern;
};

/// What the `.smtx` files of a folder hold, in the order of their names. Throws IoError if there
/// are none, and what `read_smtx` throws.
std::vector<NamedPattern> read_patterns(const std::filesystem::path& folder);

/// Measures the products on patterns, with blocks of one value and the tokens of the plan's first
/// shape, beside dense products of the same extents and the peers; prints a row for each pattern
/// and product as it goes and appends the records.
void measure_patterns(const Plan& plan, const std::vector<NamedPattern>& patterns,
                      Results& results);

/// Bytes that it holds at once for a pattern, as `held_bytes` counts them.
double pattern_bytes(const Plan& plan, const sparse::BlockPattern& pattern);

}  // namespace espalier::benchmarks
