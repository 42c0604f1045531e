// SPDX-License-Identifier: Apache-2.0
// espalier-bench: the speed of the products against other libraries. See benchmarks/README.md.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <espalier/benchmarks/baselines/implementation.h>
#include <espalier/benchmarks/measure/figures.h>
#include <espalier/benchmarks/measure/machine.h>
#include <espalier/benchmarks/measure/results.h>
#include <espalier/benchmarks/modes/ablation.h>
#include <espalier/benchmarks/modes/ceilings.h>
#include <espalier/benchmarks/modes/crossover.h>
#include <espalier/benchmarks/modes/few_tokens.h>
#include <espalier/benchmarks/modes/generation.h>
#include <espalier/benchmarks/modes/inference.h>
#include <espalier/benchmarks/modes/patterns.h>
#include <espalier/benchmarks/modes/products.h>
#include <espalier/benchmarks/modes/table.h>
#include <espalier/benchmarks/modes/train_step.h>
#include <espalier/benchmarks/options.h>
#include <espalier/sparse/core/allowed_cores.h>
#include <espalier/sparse/core/error.h>

namespace espalier::benchmarks {
namespace {

/// The machine, and the libraries that are measured on it.
std::vector<std::pair<std::string, std::string>> context(const Options& options) {
  auto lines = machine_context();
  for (const Implementation& implementation : implementations())
    lines.emplace_back(implementation.name, implementation.description);
  std::string left_out;
  if (options.measures_peers())
    for (const std::string& name : one_thread_only(
             shapes_at(options.plan, options.plan.shapes.front()), options.plan.threads))
      left_out += (left_out.empty() ? "" : ", ") + name;
  if (!left_out.empty())
    lines.emplace_back("one_thread_only", left_out + ": not measured on " +
                                              std::to_string(options.plan.threads) + " threads");
  if (const int cores = allowed_cores(); options.plan.threads > cores)
    lines.emplace_back("too_few_cores", std::to_string(options.plan.threads) + " threads on " +
                                            std::to_string(cores) +
                                            (cores == 1 ? " core" : " cores") +
                                            ": those of some libraries spin, and take the time of "
                                            "others; neither times nor ratios count");
  return lines;
}

int run_google_benchmark(const Options& options, std::string program) {
  std::vector<std::string> words = {std::move(program)};
  if (options.quick) words.emplace_back("--benchmark_min_time=0.01");
  words.insert(words.end(), options.rest.begin(), options.rest.end());
  std::vector<char*> arguments;
  arguments.reserve(words.size());
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  for (const auto& [key, text] : context(options)) benchmark::AddCustomContext(key, text);
  const auto failed = register_products(options.plan);
  // Of a filter that nothing matches the library says so, and runs none.
  const std::size_t ran = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return *failed || ran == 0 ? 1 : 0;
}

/// A word where what was measured cannot be trusted to a few percent.
void print_noise(const Results& results) {
  const Noise noise = noise_of(results);
  if (noise.noisy > 0)
    std::printf(
        "\nNoise: %zu of %zu medians have a quartile further than 10%% away. Something else ran on "
        "this machine; repeat with it idle, or as benchmarks/README.md says.\n",
        noise.noisy, noise.medians);
}

void measure_modes(const Options& options, const std::vector<NamedPattern>& patterns,
                   Results& results) {
  measure_ceilings(options.plan, results);
  if (options.table) {
    measure_table(options.plan, results);
    print_table(options.plan, results);
  }
  if (options.crossover) {
    measure_crossover(options.plan, results);
    print_crossover(options.plan, results);
  }
  if (options.few_tokens) {
    measure_few_tokens(options.plan, results);
    print_few_tokens(options.plan, results);
  }
  if (options.train_step) {
    measure_train_steps(options.plan, results);
    print_train_steps(results);
  }
  if (options.infer && options.generate) {
    measure_generation(options.plan, results);
    print_generation(results);
  } else if (options.infer) {
    measure_inference(options.plan, results);
    print_inference(results);
  }
  if (options.ablation) print_ablation(measure_ablation(options.plan, results), results);
  if (!patterns.empty()) measure_patterns(options.plan, patterns, results);
}

/// Empty if the machine has so much memory, else a text for a message.
std::string lack_of_memory(double bytes) {
  const auto available = static_cast<double>(memory_sizes().available_bytes);
  if (available == 0 || bytes <= available) return "";
  constexpr double kGiB = 1 << 30;
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << ": needs at least " << bytes / kGiB
       << " GiB of memory, of which " << available / kGiB << " GiB are available";
  return text.str();
}

/// What a measurement of these extents holds at once, at the least.
double held_bytes(const Options& options, const Shape& extents) {
  const Plan& plan = options.plan;
  // One product after the other, and a filter may leave the smallest.
  if (!options.own_mode()) return problem_bytes(dense_counterpart(extents));
  double most = 0;
  if (options.table) most = std::max(most, table_bytes(plan, extents));
  if (options.crossover && extents == plan.shapes.front())
    most = std::max(most, crossover_bytes(plan));
  if (options.few_tokens) most = std::max(most, few_tokens_bytes(plan, extents));
  if (options.ablation) most = std::max(most, ablation_bytes(plan, extents));
  return most;
}

/// These throw UsageError, and IoError naming the file, if there is one.
void require_memory(const Options& options) {
  for (const Shape& shape : options.plan.shapes)
    if (const std::string lack = lack_of_memory(held_bytes(options, shape)); !lack.empty())
      throw UsageError("--shape " + std::to_string(shape.out) + 'x' + std::to_string(shape.in) +
                       'x' + std::to_string(shape.tokens) + lack);
}

void require_memory(const Plan& plan, const std::vector<NamedPattern>& patterns) {
  for (const auto& [name, pattern] : patterns)
    if (const std::string lack = lack_of_memory(pattern_bytes(plan, *pattern)); !lack.empty())
      throw IoError(name + lack);
}

int run_own_modes(const Options& options) {
  // What is wrong with a file shows before anything is measured.
  const std::vector<NamedPattern> patterns =
      options.patterns.empty() ? std::vector<NamedPattern>() : read_patterns(options.patterns);
  require_memory(options.plan, patterns);
  if (!options.json.empty()) require_writable(options.json);
  Results results;
  results.context = context(options);
  if (!options.json.empty())
    results.keep = [&](const Results& so_far) {
      try {
        write_incomplete(so_far, "was not at its end yet", options.json);
      } catch (const IoError& error) {  // there may be room again at the end
        std::fprintf(stderr, "espalier-bench: %s; goes on\n", error.what());
      }
    };
  for (const auto& [key, text] : results.context)
    std::printf("- %s: %s\n", key.c_str(), text.c_str());
  std::fflush(stdout);
  try {
    measure_modes(options, patterns, results);
  } catch (const std::exception& error) {
    if (!options.json.empty() && write_incomplete(results, error.what(), options.json))
      std::fprintf(stderr, "espalier-bench: %s: has what was measured before a failure\n",
                   options.json.c_str());
    throw;
  }
  print_noise(results);
  if (!options.json.empty()) write_json(results, options.json);
  return 0;
}

int plot(const Options& options) {
  const std::filesystem::path folder = options.out.empty() ? "." : options.out;
  const std::vector<Figure> all = figures(read_json(options.plot));
  if (all.empty()) throw FormatError(options.plot.string() + ": has no products to draw");
  for (const auto& image : draw_figures(all, folder)) std::printf("%s\n", image.c_str());
  return 0;
}

int run(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const Options options = parse(arguments);
  if (options.help) {
    std::fputs(kHelp, stdout);
    return 0;
  }
  if (!options.plot.empty()) return plot(options);
  require_memory(options);
  return options.own_mode() ? run_own_modes(options) : run_google_benchmark(options, argv[0]);
}

/// What was printed must have arrived: a full disk or a reader that is gone is a failure.
int flush_output(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  std::fputs("espalier-bench: cannot write to standard output\n", stderr);
  return exit_code == 0 ? 1 : exit_code;
}

}  // namespace
}  // namespace espalier::benchmarks

int main(int argc, char** argv) {
  espalier::leave_first_openmp_place();
  try {
    return espalier::benchmarks::flush_output(espalier::benchmarks::run(argc, argv));
  } catch (const espalier::benchmarks::UsageError& error) {
    std::fprintf(stderr, "espalier-bench: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "espalier-bench: %s\n", error.what());
    return 1;
  }
}
