// SPDX-License-Identifier: Apache-2.0
// Reads every C++ file and fails on an include in the wrong direction and on a missing header line.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// Which folders each folder may include, besides itself. Any other include is an error.
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"sparse/core", {}},
    {"sparse/format", {"sparse/core"}},
    {"sparse/kernels", {"sparse/core"}},
    {"sparse/ops", {"sparse/core", "sparse/format", "sparse/kernels"}},
    {"sparse/topology", {"sparse/core", "sparse/format"}},
    {"schedules", {"sparse/core", "sparse/format", "sparse/ops", "sparse/topology"}},
    {"models", {"sparse/core", "sparse/format", "sparse/ops", "sparse/topology"}},
    {"experiments",
     {"sparse/core", "sparse/format", "sparse/ops", "sparse/topology", "schedules", "models"}},
    {"benchmarks",
     {"sparse/core", "sparse/format", "sparse/ops", "sparse/topology", "schedules", "models"}},
};

/// The folder that a path from the root belongs to: two names under sparse, else one.
std::string folder_of(std::string_view path) {
  auto end = path.find('/');
  if (path.substr(0, end) == "sparse") end = path.find('/', end + 1);
  return std::string(path.substr(0, end));
}

/// The file that an `#include "..."` line names; empty for any other line.
std::string_view quoted_include(std::string_view line) {
  constexpr std::string_view kStart = "#include \"";
  if (!line.starts_with(kStart)) return {};
  line.remove_prefix(kStart.size());
  return line.substr(0, line.find('"'));
}

/// What is wrong with `file` including `included`; empty if nothing is. Tests may include anything.
std::string include_fault(const std::string& file, std::string_view included) {
  const std::string from = folder_of(file);
  if (from == "tests") return {};
  const std::string to = folder_of(included);
  if (to != "tests" && !kMayInclude.contains(to)) return "is not spelled from the root";
  if (from == to || kMayInclude.at(from).contains(to)) return {};
  return "is in the wrong direction: " + from + " may not include " + to;
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Every C++ file of the project, named from the root.
std::vector<std::string> cpp_files() {
  const fs::path root = ESPALIER_SOURCE_DIR;
  std::vector<std::string> files;
  for (const char* folder :
       {"sparse", "schedules", "models", "experiments", "benchmarks", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension();
      if (extension == ".h" || extension == ".cpp")
        files.push_back(fs::relative(entry.path(), root).generic_string());
    }
  }
  return files;
}

TEST(Architecture, RuleRefusesWrongDirections) {
  EXPECT_EQ(include_fault("sparse/ops/spmm.cpp", "sparse/kernels/kernel_table.h"), "");
  EXPECT_EQ(include_fault("models/linear.h", "sparse/topology/evolvable_weight.h"), "");
  EXPECT_EQ(include_fault("tests/sparse/ops/spmm_test.cpp", "sparse/kernels/kernel_table.h"), "");
  EXPECT_NE(include_fault("sparse/core/rng.h", "sparse/format/block_pattern.h"), "");
  EXPECT_NE(include_fault("sparse/topology/select.h", "sparse/ops/block_norms.h"), "");
  EXPECT_NE(include_fault("models/linear.cpp", "schedules/cadence.h"), "");
  EXPECT_NE(include_fault("schedules/cadence.h", "models/linear.h"), "");
  EXPECT_NE(include_fault("models/linear.cpp", "sparse/kernels/kernel_table.h"), "");
  EXPECT_NE(include_fault("benchmarks/main.cpp", "experiments/trainer.h"), "");
  EXPECT_NE(include_fault("models/linear.cpp", "linear.h"), "");
  EXPECT_NE(include_fault("models/linear.cpp", "../sparse/core/rng.h"), "");
  EXPECT_NE(include_fault("models/linear.cpp", "tests/support/oracle.h"), "");
}

TEST(Architecture, IncludesPointOneWay) {
  int checked = 0;
  for (const std::string& file : cpp_files()) {
    for (const std::string& line : lines_of(fs::path(ESPALIER_SOURCE_DIR) / file)) {
      const std::string_view included = quoted_include(line);
      if (included.empty()) continue;
      ++checked;
      const std::string fault = include_fault(file, included);
      EXPECT_TRUE(fault.empty()) << file << ": \"" << included << "\" " << fault;
    }
  }
  EXPECT_GT(checked, 0);
}

TEST(Architecture, FilesNameTheirLicence) {
  for (const std::string& file : cpp_files()) {
    const auto lines = lines_of(fs::path(ESPALIER_SOURCE_DIR) / file);
    EXPECT_TRUE(!lines.empty() && lines[0] == "// SPDX-License-Identifier: Apache-2.0")
        << file << ": the first line is not the SPDX line";
  }
}

TEST(Architecture, HeadersAreIncludedOnce) {
  for (const std::string& file : cpp_files()) {
    // A "-inl.h" is compiled once for every SIMD target and so has Highway's toggled guard.
    if (!file.ends_with(".h") || file.ends_with("-inl.h")) continue;
    const auto lines = lines_of(fs::path(ESPALIER_SOURCE_DIR) / file);
    EXPECT_TRUE(lines.size() > 1 && lines[1] == "#pragma once")
        << file << ": the second line is not #pragma once";
  }
}

}  // namespace
