// SPDX-License-Identifier: Apache-2.0
// The verb doctor: what this machine and this build have, and what is missing.
#include <fmt/format.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include <espalier/experiments/program/commands.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/ops/target_names.h>
#include <espalier/text/corpora/default_corpus.h>

namespace espalier::experiments {
namespace {

std::string missing_corpus() {
  try {
    for (const std::filesystem::path& file : text::default_corpus_files({}))
      if (!std::filesystem::exists(file))
        return file.string() + " is missing; ./reproduce fetches it";
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// "gnuplot 5.4 patchlevel 4", or nothing if there is no gnuplot.
std::string gnuplot_version() {
  const auto close = [](std::FILE* pipe) { ::pclose(pipe); };
  const std::unique_ptr<std::FILE, decltype(close)> pipe(
      ::popen("gnuplot --version 2>/dev/null", "r"), close);
  std::array<char, 128> line{};
  if (pipe == nullptr || std::fgets(line.data(), line.size(), pipe.get()) == nullptr) return "";
  const std::string text = line.data();
  return text.substr(0, text.find('\n'));
}

bool is_set(const char* variable) { return variable != nullptr && *variable != '\0'; }

/// "AVX2, forced by ESPALIER_SIMD_TARGET; this machine has AVX3, AVX2, SSE4, SCALAR".
std::string simd_target_and_why(const Context& context) {
  if (!context.variant().vectorised) return sparse::simd_target_name(context);
  return fmt::format(
      "{}, {}; this machine has {}", sparse::simd_target_name(context),
      sparse::forced_simd_target().empty() ? "the best" : "forced by ESPALIER_SIMD_TARGET",
      fmt::join(sparse::simd_targets(), ", "));
}

/// "oneDNN 2.6.3, instruction set AVX2, limited by ESPALIER_SIMD_TARGET".
std::string dense_product_and_why(const Context& context) {
  std::string text = sparse::dense_library_name(context);
  const std::string target = sparse::dense_target_name(context);
  if (!context.variant().vectorised || target.empty()) return text;
  text += ", instruction set " + target;
  const std::string limit = sparse::dense_target_limit();
  return limit.empty() ? text : text + ", limited by " + limit;
}

/// On what products of bfloat16 operands run.
std::string bf16_products(const Context& context) {
  if (!context.variant().vectorised) return "plain loops";
  constexpr const char* kWidened = "widened to float32, no faster than that";
  return fmt::format("sparse: {}; dense: {}",
                     sparse::sparse_multiplies_bf16(context)
                         ? "dot product of pairs (" + sparse::bf16_simd_target_name(context) + ")"
                         : kWidened,
                     sparse::dense_multiplies_bf16(context)
                         ? "oneDNN (" + sparse::dense_target_name(context) + ")"
                         : kWidened);
}

nlohmann::json diagnosis() {
  const BuildInfo& build = build_info();
  const Context context({.threads = 1});
  nlohmann::json kernels = nlohmann::json::array();
  for (const KernelVariant* variant : kernel_variants())
    kernels.push_back(fmt::format("{}: {}", variant->name, variant->description));
  const std::string corpus = missing_corpus();
  const std::string gnuplot = gnuplot_version();
  const char* core_type = std::getenv("OPENBLAS_CORETYPE");
  return {{"version", build.version},
          {"revision", shown_revision(build.revision, build.dirty)},
          {"compiler", build.compiler},
          {"build type", build.build_type},
          {"processor", build.processor},
          {"logical cores", build.logical_cores},
          {"kernel variants", kernels},
          {"SIMD extensions", build.simd_features},
          {"kernel in use", context.kernel() + (is_set(std::getenv("ESPALIER_KERNEL"))
                                                    ? ", forced by ESPALIER_KERNEL"
                                                    : ", the fastest here")},
          {"SIMD target", simd_target_and_why(context)},
          {"dense product", dense_product_and_why(context)},
          {"bfloat16 products", bf16_products(context)},
          {"float16 products", "operands rounded to float16, multiplied as float32"},
          {"OPENBLAS_CORETYPE", core_type == nullptr ? "not set" : core_type},
          {"gnuplot", gnuplot.empty() ? "missing; install gnuplot-nox for figures" : gnuplot},
          {"default corpus", corpus.empty() ? "found" : corpus}};
}

}  // namespace

void add_doctor_command(CLI::App& app, int&) {
  auto* command =
      app.add_subcommand("doctor", "Show what this machine and build have and what is missing");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print JSON");
  command->callback([json] {
    const nlohmann::json facts = diagnosis();
    if (*json) {
      // Variables and paths may be of any bytes.
      std::cout << files::json_text(facts, 2) << '\n';
      return;
    }
    const auto print = [](const std::string& name, const nlohmann::json& value) {
      std::cout << std::left << std::setw(20) << name
                << (value.is_string() ? files::without_controls(value.get<std::string>())
                                      : value.dump())
                << '\n';
    };
    for (const auto& [name, value] : facts.items()) {
      if (!value.is_array()) {
        print(name, value);
        continue;
      }
      for (std::size_t i = 0; i < value.size(); ++i) print(i == 0 ? name : "", value[i]);
    }
  });
}

}  // namespace espalier::experiments
