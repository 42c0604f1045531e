// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <espalier/benchmarks/measure/plan.h>

namespace espalier::benchmarks {

/// The command line is wrong; the message is one line that names the argument.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the command line asks for.
struct Options {
  Plan plan;
  bool help = false;
  bool quick = false;
  bool table = false;
  bool crossover = false;
  bool ablation = false;
  bool few_tokens = false;
  bool train_step = false;
  bool infer = false;
  bool generate = false;           ///< infer measures how a model writes instead
  std::filesystem::path patterns;  ///< folder of .smtx files
  std::filesystem::path json;      ///< where to write the results
  std::filesystem::path plot;      ///< results to draw
  std::filesystem::path out;       ///< folder for figures and CSV
  std::vector<std::string> rest;   ///< for Google Benchmark

  /// Whether the program measures by itself, instead of through Google Benchmark.
  bool own_mode() const {
    return table || crossover || ablation || few_tokens || train_step || infer || !patterns.empty();
  }
  /// Whether it measures products of other libraries.
  bool measures_peers() const {
    return !own_mode() || table || crossover || few_tokens || !patterns.empty();
  }
};

extern const char* const kHelp;

/// Reads the arguments after the program's name. Values may follow as `--key=value` or `--key
/// value`. Throws UsageError on an unknown option, a missing or bad value, or options that exclude
/// each other.
Options parse(std::span<const std::string> arguments);

}  // namespace espalier::benchmarks
