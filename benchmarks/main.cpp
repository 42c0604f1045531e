// SPDX-License-Identifier: Apache-2.0
// espalier-bench: the speed of the products against other libraries. See benchmarks/README.md.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/bench_products.h"
#include "sparse/core/build_info.h"

namespace espalier::benchmarks {
namespace {

constexpr char kHelp[] =
    "espalier-bench: speed of the sparse and dense products\n"
    "  --quick             one small shape, short measurements: proves that it runs\n"
    "  --table             print speed-ups over the best dense product, all interleaved\n"
    "  --threads=N         threads of every implementation (default 1)\n"
    "  --density=D         stored / total of the sparse shapes (default 0.1)\n"
    "  --shape=OxIxT       outputs x inputs x tokens; may be repeated (default 768x768x2048 and\n"
    "                      3072x768x2048)\n"
    "  --benchmark_...     options of Google Benchmark, such as --benchmark_filter=REGEX\n";

struct Options {
  Plan plan;
  bool table = false;
  bool quick = false;
  bool help = false;
};

[[noreturn]] void usage_error(std::string_view argument) {
  std::fprintf(stderr, "espalier-bench: cannot use '%.*s'\n%s", static_cast<int>(argument.size()),
               argument.data(), kHelp);
  std::exit(2);
}

Shape parse_shape(std::string_view argument, const std::string& text) {
  long long out = 0, in = 0, tokens = 0;
  int used = 0;
  // Multiples of 16, so that every block size divides them.
  if (std::sscanf(text.c_str(), "%lldx%lldx%lld%n", &out, &in, &tokens, &used) != 3 ||
      static_cast<std::size_t>(used) != text.size() || out < 16 || in < 16 || tokens < 1 ||
      out % 16 != 0 || in % 16 != 0)
    usage_error(argument);
  Shape shape;
  shape.out = out, shape.in = in, shape.tokens = tokens;
  return shape;
}

/// Takes the program's own options and leaves those of Google Benchmark in `rest`.
Options parse(int argc, char** argv, std::vector<char*>& rest) {
  Options options;
  for (int i = 0; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto value = [&](std::string_view key) -> std::string {
      return std::string(argument.substr(key.size()));
    };
    if (argument == "--quick") {
      options.quick = true;
    } else if (argument == "--table") {
      options.table = true;
    } else if (argument == "--help" || argument == "-h") {
      options.help = true;
    } else if (argument.starts_with("--threads=")) {
      options.plan.threads = std::atoi(value("--threads=").c_str());
      if (options.plan.threads < 1) usage_error(argument);
    } else if (argument.starts_with("--density=")) {
      options.plan.density = std::atof(value("--density=").c_str());
      if (!(options.plan.density > 0 && options.plan.density <= 1)) usage_error(argument);
    } else if (argument.starts_with("--shape=")) {
      options.plan.shapes.push_back(parse_shape(argument, value("--shape=")));
    } else if (i == 0 || argument.starts_with("--benchmark_") || argument.starts_with("--v=")) {
      rest.push_back(argv[i]);
    } else {
      usage_error(argument);
    }
  }
  if (options.quick) options.plan.rounds = 3;
  if (options.plan.shapes.empty())
    options.plan.shapes =
        options.quick ? std::vector<Shape>{{.out = 256, .in = 128, .tokens = 200}}
                      : std::vector<Shape>{{.out = 768, .in = 768}, {.out = 3072, .in = 768}};
  return options;
}

std::vector<std::pair<std::string, std::string>> machine_context() {
  const BuildInfo& info = build_info();
  std::vector<std::pair<std::string, std::string>> lines = {
      {"machine", info.processor + ", " + std::to_string(info.logical_cores) + " logical cores"},
      {"espalier_build", info.version + ", " + info.revision + (info.dirty ? " (changed)" : "") +
                             ", " + info.compiler + ", " + info.build_type}};
  for (const Implementation& implementation : implementations())
    lines.emplace_back(implementation.name, implementation.description);
  return lines;
}

int run(int argc, char** argv) {
  std::vector<char*> rest;
  const Options options = parse(argc, argv, rest);
  if (options.help) {
    std::fputs(kHelp, stdout);
    return 0;
  }
  const auto context = machine_context();
  if (options.table) {
    for (const auto& [key, text] : context) std::printf("%s: %s\n", key.c_str(), text.c_str());
    print_table(options.plan);
    return 0;
  }
  std::string short_run = "--benchmark_min_time=0.01";
  if (options.quick) rest.insert(rest.begin() + 1, short_run.data());
  int count = static_cast<int>(rest.size());
  benchmark::Initialize(&count, rest.data());
  if (benchmark::ReportUnrecognizedArguments(count, rest.data())) return 2;
  for (const auto& [key, text] : context) benchmark::AddCustomContext(key, text);
  const auto failed = register_products(options.plan);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return *failed ? 1 : 0;
}

}  // namespace
}  // namespace espalier::benchmarks

int main(int argc, char** argv) {
  try {
    return espalier::benchmarks::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "espalier-bench: %s\n", error.what());
    return 1;
  }
}
