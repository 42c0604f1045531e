// SPDX-License-Identifier: Apache-2.0
// The espalier program: parses the command line, runs one verb and turns errors into one line on
// stderr and an exit code.
#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <functional>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/files/nearest_name.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/allowed_cores.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/loop/memory_reserve.h>

namespace {

/// Loads the shared library that --plugin names and calls its function espalier_plugin, which
/// registers policies: before the verb, whose help and checks list them. Not left to the library's
/// static objects: an exception cannot leave dlopen.
void load_plugin(const std::string& name) {
  // A name without a slash would be looked for in the system's folders.
  const std::string path = std::filesystem::absolute(name).string();
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw espalier::IoError(std::string("--plugin ") + dlerror());  // which names the path
  const auto register_policies = reinterpret_cast<void (*)()>(dlsym(library, "espalier_plugin"));
  if (register_policies == nullptr)
    throw espalier::IoError("--plugin " + path +
                            ": has no function espalier_plugin, expected extern \"C\" void "
                            "espalier_plugin(), which registers policies");
  register_policies();
}

/// Has every option of every verb refuse a value without a letter, as a variable of a shell that is
/// not set leaves it: it would count as none given. A prompt alone may be empty.
void refuse_empty_values(CLI::App& app) {
  const CLI::Validator not_empty = {
      [](const std::string& text) {
        return text.empty() ? std::string("expected a value, found an empty one") : std::string();
      },
      ""};
  for (CLI::Option* option : app.get_options())
    if (option->get_name() != "prompt") option->transform(not_empty);  // before other checks
  for (CLI::App* below : app.get_subcommands(std::function<bool(CLI::App*)>()))
    refuse_empty_values(*below);
}

/// Adds what an app and its groups of options take there, as written: --seed, train.
void add_names(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty())  // else it is not shown
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (const CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (below->get_name().empty())
      add_names(*below, names);
    else
      names.push_back(below->get_name());
  }
}

/// "not expected: trian, did you mean train?": the first word that is like one of what may stand
/// there, or all words without a place. Empty: there are none.
std::string unexpected_words(const CLI::App& app) {
  for (const CLI::App* at = &app; at != nullptr;) {
    std::vector<std::string> names;
    add_names(*at, names);
    for (const std::string& word : at->remaining()) {
      const std::string name = word.substr(0, word.find('='));
      const std::string nearest = espalier::files::nearest_of(name, names);
      if (!nearest.empty()) return fmt::format("not expected: {}{}", name, nearest);
    }
    const auto below = at->get_subcommands();
    at = below.empty() ? nullptr : below.front();
  }
  const std::vector<std::string> unknown = app.remaining(/*recurse=*/true);
  return unknown.empty() ? std::string()
                         : fmt::format("not expected: {}", fmt::join(unknown, ", "));
}

/// Runs the verb of a command line and returns the exit code; wrong usage is told here, errors of
/// the verb in main.
int run(int argc, char** argv) {
  using namespace espalier::experiments;
  CLI::App app(
      "Espalier trains neural networks that are block-sparse from the first step to the last.\n"
      "Start with:\n"
      "  espalier train --config FILE     train one model; 'espalier train --help' lists FILE's "
      "keys\n"
      "  espalier runs ls                 list what was trained\n"
      "  espalier report runs --out DIR   show all of it on one page for a browser",
      "espalier");
  const espalier::BuildInfo& build = espalier::build_info();
  app.set_version_flag(
      "--version",
      build.version + " (" + espalier::shown_revision(build.revision, build.dirty) + ")");
  app.footer(
      "Exit codes: 0 done, 1 a run failed or a file could not be used, 2 wrong usage or\n"
      "configuration, or --dry-run, or the check that begins a sweep or study, found that a run\n"
      "could not start, 75 stopped but resumable.\n"
      "'espalier SUBCOMMAND --help' explains a subcommand.");
  app.add_option_function<std::string>(
         "--plugin", load_plugin,
         "Shared library with topology policies of your own, before the subcommand (repeatable)")
      ->trigger_on_parse();
  int exit_code = kExitDone;
  add_train_command(app, exit_code);
  add_sweep_command(app, exit_code);
  add_study_command(app, exit_code);
  add_pareto_command(app, exit_code);
  add_table_command(app, exit_code);
  add_ablation_command(app, exit_code);
  add_forest_command(app, exit_code);
  add_report_command(app, exit_code);
  add_runs_command(app, exit_code);
  add_topology_command(app, exit_code);
  add_flops_command(app, exit_code);
  add_explored_command(app, exit_code);
  add_eval_command(app, exit_code);
  add_predict_command(app, exit_code);
  add_generate_command(app, exit_code);
  add_export_command(app, exit_code);
  add_inspect_command(app, exit_code);
  add_convert_command(app, exit_code);
  add_policies_command(app, exit_code);
  add_plan_command(app, exit_code);
  add_doctor_command(app, exit_code);
  refuse_empty_values(app);
  // One verb: a prompt or a file behind it may have the name of another one.
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::RequiredError& error) {
    // An option or a verb that is misspelt is often why another one is missing.
    const std::string unexpected = unexpected_words(app);
    const std::string message = error.what() + (unexpected.empty() ? "" : "; " + unexpected);
    app.exit(CLI::RequiredError(message, error.get_exit_code()));
    return kExitUsage;
  } catch (const CLI::ExtrasError& error) {
    app.exit(CLI::ExtrasError(unexpected_words(app), error.get_exit_code()));
    return kExitUsage;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitUsage;
  }
  if (app.get_subcommands().empty()) {
    // No verb is required of CLI11, which would hide the name of a misspelt one.
    std::cerr << "espalier: no subcommand given; choose one\n" << app.help();
    return kExitUsage;
  }
  return exit_code;
}

/// What a verb printed must have arrived: a full disk or a reader that is gone is a failure.
int flush_output(int exit_code) {
  if (std::cout.flush()) return exit_code;
  std::cerr << "espalier: cannot write to standard output\n";
  return exit_code == espalier::experiments::kExitDone ? espalier::experiments::kExitFailed
                                                       : exit_code;
}

int fail(int exit_code, const std::string& message) {
  // Names from files stand in messages.
  std::cerr << "espalier: " << espalier::files::without_controls(message) << '\n';
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace espalier::experiments;
  espalier::training::keep_memory_reserve();
  espalier::leave_first_openmp_place();
  try {
    return flush_output(run(argc, argv));
  } catch (const espalier::ConfigError& error) {
    return fail(kExitUsage, error.what());
  } catch (const std::bad_alloc&) {
    // Not by `fail`, which takes memory.
    std::cerr << "espalier: out of memory; a smaller model, batch or panel_group needs less\n";
    return kExitFailed;
  } catch (const std::filesystem::filesystem_error& error) {
    // Its own text names the call of the library.
    return fail(kExitFailed, error.path1().string() + ": " + error.code().message());
  } catch (const std::exception& error) {
    return fail(kExitFailed, error.what());
  }
}
