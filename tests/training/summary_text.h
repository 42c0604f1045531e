// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

#include <espalier/training/runs/run_summary.h>

namespace espalier::training {

/// All of a summary as text, as exact as it is.
inline std::string text_of(const RunSummary& run) {
  std::string text;
  for (const std::string& column : summary_columns()) text += *summary_value(run, column) + '\n';
  for (const auto& [key, value] : run.settings) text += key + '=' + value + '\n';
  for (const auto& [key, value] : run.metrics) text += fmt::format("{}={}\n", key, value);
  return text + run.message + fmt::format("\n{}\n", run.seconds_left);
}

}  // namespace espalier::training
