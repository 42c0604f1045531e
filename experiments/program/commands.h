// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <limits>
#include <string>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/sessions/training_run.h>

namespace espalier::experiments {

/// Exit codes of the program.
enum ExitCode : int {
  kExitDone = 0,
  kExitFailed = 1,  ///< a run failed, a file could not be used
  kExitUsage = 2,   ///< wrong usage or configuration; found before a start: what keeps it from one
  kExitStopped = training::kStoppedExitCode,
};

/// Runs a verb. Of a dry run every error is a ConfigError: what keeps a run from starting has one
/// exit code, be it a file that is not there.
template <typename Verb>
int run_verb(const Verb& verb, bool dry_run) try {
  return verb();
} catch (const Error& error) {
  if (!dry_run) throw;
  throw ConfigError(error.what());
}

/// Checks that an option is a number from `least` to `most`; without them, any finite one above 0.
inline CLI::Validator number_between(double least = std::numeric_limits<double>::min(),
                                     double most = std::numeric_limits<double>::max()) {
  const bool limited = most < std::numeric_limits<double>::max();
  const bool positive = least == std::numeric_limits<double>::min();
  const std::string range = limited    ? fmt::format("from {} to {}", least, most)
                            : positive ? "above 0"
                                       : fmt::format("from {}", least);
  return {[least, most, range](const std::string& text) {
            const auto number = files::number_in<double>(text);
            return number && *number >= least && *number <= most
                       ? std::string()
                       : fmt::format("{}, expected a number {}", files::printable(text), range);
          },
          "NUMBER " + range};
}

/// Lets an option that is an integer be written as 1e4 too.
inline CLI::Validator whole_number() {
  return {[](std::string& text) -> std::string {
            const auto number = files::whole_in(text);
            if (!number) return fmt::format("{}, expected an integer", files::printable(text));
            text = std::to_string(*number);
            return {};
          },
          ""};
}

/// Each adds one verb to the program. The verb runs when the command line names it and stores its
/// exit code in `exit_code`; errors leave as exceptions.
void add_train_command(CLI::App& app, int& exit_code);
void add_study_command(CLI::App& app, int& exit_code);
void add_sweep_command(CLI::App& app, int& exit_code);
void add_pareto_command(CLI::App& app, int& exit_code);
void add_table_command(CLI::App& app, int& exit_code);
void add_ablation_command(CLI::App& app, int& exit_code);
void add_forest_command(CLI::App& app, int& exit_code);
void add_report_command(CLI::App& app, int& exit_code);
void add_runs_command(CLI::App& app, int& exit_code);
void add_topology_command(CLI::App& app, int& exit_code);
void add_flops_command(CLI::App& app, int& exit_code);
void add_explored_command(CLI::App& app, int& exit_code);
void add_eval_command(CLI::App& app, int& exit_code);
void add_predict_command(CLI::App& app, int& exit_code);
void add_generate_command(CLI::App& app, int& exit_code);
void add_export_command(CLI::App& app, int& exit_code);
void add_inspect_command(CLI::App& app, int& exit_code);
void add_convert_command(CLI::App& app, int& exit_code);
void add_policies_command(CLI::App& app, int& exit_code);
void add_plan_command(CLI::App& app, int& exit_code);
void add_doctor_command(CLI::App& app, int& exit_code);

}  // namespace espalier::experiments
