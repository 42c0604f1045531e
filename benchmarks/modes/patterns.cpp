// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/patterns.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include <espalier/benchmarks/modes/group.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/matrix_io.h>

namespace espalier::benchmarks {
namespace {

void print_row(const Results& results, const Record& record) {
  const Record* dense = best_dense(results, record);
  const Record* peer = best_peer(results, record);
  std::printf("| %s | %lld x %lld | %.4f | %s | %.3f | %.1f | %.2f |", record.pattern.c_str(),
              static_cast<long long>(record.what.shape.out),
              static_cast<long long>(record.what.shape.in), record.what.shape.density,
              product_name(record.what.product, false).c_str(), record.seconds.median * 1e3,
              record.gflops(), speed_up(results, record));
  if (peer != nullptr && dense != nullptr)
    std::printf(" %s %.2f%s |\n", peer->what.implementation.c_str(), speed_up(results, *peer),
                clearly_faster(peer->seconds, record.seconds) ? " **faster**" : "");
  else
    std::printf(" - |\n");
  std::fflush(stdout);
}

}  // namespace

std::vector<NamedPattern> read_patterns(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".smtx") files.push_back(entry.path());
  if (error) throw IoError(folder.string() + ": " + error.message());
  if (files.empty()) throw IoError(folder.string() + ": has no .smtx file");
  std::sort(files.begin(), files.end());
  std::vector<NamedPattern> patterns;
  for (const std::filesystem::path& file : files)
    patterns.push_back({file.filename().string(), sparse::read_smtx(file)});
  return patterns;
}

void measure_patterns(const Plan& plan, const std::vector<NamedPattern>& patterns,
                      Results& results) {
  std::printf(
      "\n### Patterns of files, %lld tokens\n\n| pattern | out x in | density | product | ms "
      "| GFLOP/s stored | x best dense | best peer, x dense |\n|---|---|---|---|---|---|---|"
      "---|\n",
      static_cast<long long>(plan.shapes.front().tokens));
  for (const auto& [name, pattern] : patterns) {
    Problems problems;
    problems.push_back(std::make_unique<Problem>(pattern, plan.shapes.front().tokens));
    problems.push_back(std::make_unique<Problem>(dense_counterpart(problems.front()->shape())));
    for (const Product product : kSteps) {
      measure_group(plan, problems, product, Peers::kAll, name, results);
      const int group = results.records.back().group;
      for (const Record& r : results.records)
        if (r.group == group && r.what.implementation == "espalier" && !r.what.shape.dense() &&
            r.what.threads == plan.threads)
          print_row(results, r);
    }
  }
}

double pattern_bytes(const Plan& plan, const sparse::BlockPattern& pattern) {
  const Shape shape = shape_of(pattern, plan.shapes.front().tokens);
  return held_bytes(plan, std::array{shape, dense_counterpart(shape)}, kSteps, Peers::kAll);
}

}  // namespace espalier::benchmarks
