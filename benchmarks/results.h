// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/benchmarks/measure.h>
#include <espalier/benchmarks/problem.h>

namespace espalier::benchmarks {

/// One measured benchmark.
struct Record {
  Case what;
  bool cold = false;
  /// Records of one group were measured interleaved; times are compared only within a group.
  int group = 0;
  std::string pattern;  ///< file of the pattern; empty: random
  double flops = 0;
  double operand_bytes = 0;
  Spread seconds;

  double gflops() const { return flops / seconds.median * 1e-9; }
};

/// All that a run of the program found out.
struct Results {
  std::vector<std::pair<std::string, std::string>> context;
  /// Limits of the machine by name of the probe (ceilings.h): operations or bytes per second.
  std::map<std::string, double> ceilings;
  std::vector<Record> records;
};

/// The fastest dense record of the same group, product, extents, threads and caches; null if there
/// is none.
const Record* best_dense(const Results& results, const Record& record);
/// The fastest record of another library in the same group for the same sparse shape; null if there
/// is none.
const Record* best_peer(const Results& results, const Record& record);
/// How many times faster than the best dense product; 0 if there is none.
double speed_up(const Results& results, const Record& record);

/// Writes JSON of the form that Google Benchmark writes ("context", "benchmarks" with "name",
/// "real_time" in microseconds, the median), with quartiles, operations and bytes in each entry and
/// the ceilings in the context. Makes the folder. Throws IoError naming the file.
void write_json(const Results& results, const std::filesystem::path& path);
/// Reads such a file, or one that Google Benchmark wrote for this program, where a benchmark's
/// quartiles are its time. Entries that are no products are left out. Throws IoError or FormatError
/// naming the file.
Results read_json(const std::filesystem::path& path);

}  // namespace espalier::benchmarks
