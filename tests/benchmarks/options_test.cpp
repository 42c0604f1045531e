// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/options.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <espalier/benchmarks/measure/results.h>
#include <espalier/sparse/core/allowed_cores.h>
#include "tests/support/temporary_folder.h"

namespace espalier::benchmarks {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Options parsed(const std::vector<std::string>& arguments) { return parse(arguments); }

/// What parse says about a wrong command line; empty if it takes it.
std::string complaint(const std::vector<std::string>& arguments) {
  try {
    parse(arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CommandLine, DefaultsAreTheMeasuredShapes) {
  const Options options = parsed({});
  EXPECT_FALSE(options.own_mode());
  ASSERT_EQ(options.plan.shapes.size(), 2U);
  EXPECT_EQ(options.plan.shapes[1].out, 3072);
  EXPECT_EQ(options.plan.shapes[1].in, 768);
  EXPECT_THAT(options.plan.blocks, ElementsAre(1, 2, 4, 8, 16));
  EXPECT_EQ(options.plan.caches, Caches::kWarm);
}

TEST(CommandLine, FewTokensHaveShapesOfTheirOwn) {
  const Options options = parsed({"--few-tokens"});
  EXPECT_TRUE(options.own_mode());
  ASSERT_EQ(options.plan.shapes.size(), 4U);
  EXPECT_EQ(options.plan.shapes[3].in, 4096);
  EXPECT_EQ(parsed({"--few-tokens", "--shape=64x32x1"}).plan.shapes.size(), 1U);
}

TEST(CommandLine, GenerationHasModelsOfItsOwn) {
  EXPECT_THAT(parsed({"infer", "--generate"}).plan.models, ElementsAre("gpt_small"));
  EXPECT_THAT(parsed({"infer", "--generate", "--quick"}).plan.models, ElementsAre("gpt_tiny"));
  EXPECT_THAT(parsed({"infer"}).plan.models, ElementsAre("small"));
  EXPECT_EQ(complaint({"--table", "--generate"}), "--generate: needs infer");
  EXPECT_THAT(complaint({"infer", "--generate", "--models", "base"}),
              HasSubstr("--models base: expected gpt_..."));
  EXPECT_THAT(complaint({"infer", "--models", "gpt_base"}),
              HasSubstr("--models gpt_base: expected no gpt_..."));
}

TEST(CommandLine, TakesValuesInBothSpellings) {
  const Options options = parsed({"--table", "--threads=2", "--density", "0.25", "--blocks=4,16",
                                  "--shape", "64x32x10", "--cold", "--type=bf16", "--json", "a"});
  EXPECT_TRUE(options.table);
  EXPECT_EQ(options.plan.threads, 2);
  EXPECT_EQ(options.plan.density, 0.25);
  EXPECT_THAT(options.plan.blocks, ElementsAre(4, 16));
  EXPECT_THAT(options.plan.types, ElementsAre(Type::kBf16));
  EXPECT_THAT(options.plan.shapes, ElementsAre(Shape{.out = 64, .in = 32, .tokens = 10}));
  EXPECT_EQ(options.plan.caches, Caches::kCold);
  EXPECT_EQ(options.json, "a");
}

TEST(CommandLine, TakesModelsForTrainingSteps) {
  const Options options =
      parsed({"train_step", "--models=tiny,base", "--sequence", "64", "--batch=8"});
  EXPECT_TRUE(options.own_mode());
  EXPECT_THAT(options.plan.models, ElementsAre("tiny", "base"));
  EXPECT_EQ(options.plan.sequence, 64);
  EXPECT_EQ(options.plan.batch, 8);
  EXPECT_THAT(parsed({"train_step", "--quick"}).plan.models, ElementsAre("tiny"));
  EXPECT_THAT(parsed({"train_step", "--quick", "--models=mini"}).plan.models, ElementsAre("mini"));
  EXPECT_THAT(parsed({"train_step", "--models=groupbert_tiny"}).plan.models,
              ElementsAre("groupbert_tiny"));
}

TEST(CommandLine, ProfilesTrainingStepsOnly) {
  EXPECT_TRUE(parsed({"train_step", "--profile"}).plan.profile);
  EXPECT_THROW(parsed({"--table", "--profile"}), UsageError);
}

TEST(CommandLine, LeavesGoogleBenchmarkItsOptions) {
  EXPECT_THAT(parsed({"--benchmark_filter=spmm"}).rest, ElementsAre("--benchmark_filter=spmm"));
}

TEST(CommandLine, RefusesWhatItDoesNotKnow) {
  const std::vector<std::vector<std::string>> wrong = {
      {"--tabel"},
      {"768"},
      {"--table=1"},
      {"--threads=0"},
      {"--threads=two"},
      {"--threads=2x"},
      {"--threads"},
      {"--density=0"},
      {"--density=1.5"},
      {"--density=nan"},
      {"--density="},
      {"--shape=64x32"},
      {"--shape=65x32x10"},
      {"--shape=64x32x0"},
      {"--shape=64x32x1x1"},
      {"--blocks=3"},
      {"--blocks=1,,2"},
      {"--blocks=4,8,4"},
      {"--shape=64x32x1", "--shape=64x32x1"},
      {"train_step", "--models=tiny,tiny"},
      {"--rounds=-1"},
      {"--type=f64"},
      {"--patterns="},
      {"--models=huge"},
      {"--sequence=100"},
      {"--batch=0"},
      {"--python="},
      {"--peers"},
      {"--json=a"},
      {"--table", "--out=a"},
      {"--table", "--models=small"},
      {"--table", "--sequence=64"},
      {"infer", "--batch=4"},
      {"infer", "--python=python3"},
      {"train_step", "infer", "--generate"},
      {"train_step", "--models=gpt_small"},
      {"--few-tokens", "--type=bf16"},
      {"--ablation", "--type=bf16"},
      {"--patterns=a", "--type=bf16"},
      {"--ablation", "--cold"},
      {"infer", "--cold"},
      {"train_step", "--cold"},
      {"--plot=a", "--cold"},
      {"--plot=a", "--threads=2"},
      {"--plot=a", "--benchmark_filter=spmm"},
      {"train_step", "--shape=64x32x1"},
      {"--patterns=a", "--blocks=4"},
      {"--patterns=a", "--density=0.2"},
      {"--crossover", "--density=0.2"},
      {"--rounds=3"},
      {"--crossover", "--shape=64x32x1", "--shape=32x32x1"},
      {"--patterns=a", "--shape=64x32x1", "--shape=32x32x1"},
      {"--shape=1048592x16x1"},
      {"--table", "--plot=a"},
      {"--table", "--benchmark_filter=spmm"}};
  for (const auto& arguments : wrong) {
    const std::string message = complaint(arguments);
    const std::string& blamed = arguments.back();
    EXPECT_THAT(message, StartsWith(blamed.substr(0, blamed.find('=')))) << blamed;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(CommandLine, NamesTheValue) {
  EXPECT_THAT(complaint({"--density=1.5"}), HasSubstr("1.5"));
  EXPECT_THAT(complaint({"--shape=64x32"}), HasSubstr("64x32"));
  EXPECT_THAT(complaint({"--shape=1048592x16x1"}), HasSubstr("from 1 to 1048576"));
}

TEST(CommandLine, NamesTheNearestOption) {
  EXPECT_EQ(complaint({"--tabel"}), "--tabel: unknown option, did you mean --table?");
  EXPECT_EQ(complaint({"--shap=64x32x1"}), "--shap=64x32x1: unknown option, did you mean --shape?");
  EXPECT_EQ(complaint({"--cod"}), "--cod: unknown option, did you mean --cold?");
  EXPECT_EQ(complaint({"train-step"}), "train-step: unknown option, did you mean train_step?");
  EXPECT_EQ(complaint({"--table=1"}), "--table=1: unknown option, did you mean --table?");
  EXPECT_EQ(complaint({"768"}), "768: unknown option; --help lists them");
}

TEST(CommandLine, TakesOptionsThatOneOfItsModesReads) {
  EXPECT_EQ(parsed({"infer", "--generate", "--batch=4"}).plan.batch, 4);
  EXPECT_EQ(parsed({"train_step", "infer", "--batch=4"}).plan.batch, 4);
  EXPECT_EQ(parsed({"--table", "--crossover", "--density=0.2"}).plan.density, 0.2);
  EXPECT_EQ(parsed({"train_step", "--table", "--cold"}).plan.caches, Caches::kCold);
  EXPECT_EQ(parsed({"--cold", "--density=0.2", "--blocks=4"}).plan.density, 0.2);
  const std::vector<std::string> shapes = {"--table", "--crossover", "--shape=64x32x1",
                                           "--shape=32x32x1"};
  EXPECT_EQ(parsed(shapes).plan.shapes.size(), 2U);
}

struct Outcome {
  int exit_code;
  std::string output;
};

/// Runs the program, with settings of the environment, and both its streams in one.
Outcome run_bench(const std::string& arguments, const std::string& environment = "") {
  FILE* program =
      ::popen((environment + " '" ESPALIER_BENCH "' " + arguments + " 2>&1").c_str(), "r");
  Outcome outcome{-1, ""};
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), program) != nullptr)
    outcome.output += buffer.data();
  const int status = ::pclose(program);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  return outcome;
}

TEST(Program, EndsWithTwoAndOneLineOnWrongUsage) {
  for (const char* argument : {"--tabel", "--density=7", "--shape=1x2x3"}) {
    const Outcome outcome = run_bench(argument);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.output, StartsWith("espalier-bench: "));
    EXPECT_THAT(outcome.output, HasSubstr(std::string(argument).substr(0, 6)));
    EXPECT_EQ(outcome.output.find('\n'), outcome.output.size() - 1);
  }
}

// The file is there from the first group on; those that are left take longer than the kill.
TEST(Program, KeepsWhatItMeasuredBeforeAKill) {
  const espalier::testing::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "results.json";
  const std::string command = "'" ESPALIER_BENCH
                              "' --table --rounds=9 --blocks=1,4 --shape=64x64x64 --json='" +
                              path.string() + "' >/dev/null 2>&1 & while kill -0 $! && ! [ -s '" +
                              path.string() + "' ]; do sleep 0.01; done; kill -9 $!; wait $!";
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGKILL) << "it was at its end already";
  const Results results = read_json(path);
  EXPECT_FALSE(results.records.empty());
  EXPECT_THAT(results.context,
              ::testing::Contains(::testing::Pair("incomplete", HasSubstr("end"))));
}

TEST(Program, EndsWithOneWhereAFileIsMissing) {
  const Outcome outcome = run_bench("--plot /no/such.json");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.output, "espalier-bench: /no/such.json: cannot be read\n");
}

#if defined(__x86_64__)
TEST(Program, GoesOnWhereALibraryLacksAProduct) {
  const Outcome outcome = run_bench("--quick --type=bf16 --blocks=8 --benchmark_filter=gemm/onednn",
                                    "ONEDNN_MAX_CPU_ISA=AVX2");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("type:bf16/threads:1 ERROR OCCURRED: 'not on this "
                                        "processor'"));
}
#endif

TEST(Program, RefusesASimdTargetThatThereIsNot) {
  const Outcome outcome = run_bench("--table --quick", "ESPALIER_SIMD_TARGET=AVX1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, StartsWith("espalier-bench: ESPALIER_SIMD_TARGET: 'AVX1' is not a "
                                         "SIMD target of this machine; expected one of: "));
  EXPECT_EQ(outcome.output.find('\n'), outcome.output.size() - 1);
}

TEST(Program, LooksAtPathsBeforeItMeasures) {
  EXPECT_EQ(run_bench("--table --json /").output,
            "espalier-bench: /: cannot write: it is no regular file\n");
  EXPECT_EQ(run_bench("--table --patterns /no/such").output,
            "espalier-bench: /no/such: No such file or directory\n");
}

// A pattern that cannot be read would come up after others had been measured.
TEST(Program, ReadsAllPatternsBeforeItMeasures) {
  const espalier::testing::TemporaryFolder folder;
  std::ofstream(folder.path() / "a.smtx") << "2, 2, 1\n0 1 1\n0\n";
  std::ofstream(folder.path() / "b.smtx") << "2, 2, 1\n";
  const Outcome outcome = run_bench("--patterns '" + folder.path().string() + "'");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, StartsWith("espalier-bench: " + (folder.path() / "b.smtx").string()));
}

/// What the program says that `what` needs, in GiB; 0 if it does not.
double needed_gib(const Outcome& outcome, const std::string& what) {
  const std::string begin = "espalier-bench: " + what + ": needs at least ";
  EXPECT_THAT(outcome.output, StartsWith(begin));
  EXPECT_THAT(outcome.output, HasSubstr(" GiB of memory, of which "));
  return outcome.output.starts_with(begin) ? std::stod(outcome.output.substr(begin.size())) : 0;
}

// Of a dense layer the weights, inputs and gradients, 4096 GiB. A table holds sparse weights beside
// them, whose dense form the peers have, and weight gradients for each library and to compare with.
TEST(Program, RefusesAShapeBeyondTheMemory) {
  const std::string shape = "--shape 1048576x1048576x1";
  const Outcome named = run_bench(shape);
  EXPECT_EQ(named.exit_code, 2);
  EXPECT_EQ(needed_gib(named, shape), 4096.0);
  const Outcome table = run_bench("--table --blocks=16 --type=f32 " + shape);
  EXPECT_EQ(table.exit_code, 2);
  EXPECT_GT(needed_gib(table, shape), 4 * 4096.0);
  const Outcome two_blocks = run_bench("--table --blocks=8,16 --type=f32 " + shape);
  EXPECT_GT(needed_gib(two_blocks, shape), needed_gib(table, shape) + 4096.0);
}

TEST(Program, RefusesAPatternBeyondTheMemory) {
  const espalier::testing::TemporaryFolder folder;
  std::ofstream file(folder.path() / "large.smtx");
  constexpr int kRows = 1 << 20;
  file << kRows << ", " << kRows << ", 1\n0";
  for (int row = 0; row < kRows; ++row) file << " 1";
  file << "\n0\n";
  file.close();
  const Outcome outcome =
      run_bench("--patterns '" + folder.path().string() + "' --shape=16x16x1 --rounds=1");
  EXPECT_EQ(outcome.exit_code, 1);
  // Dense weights for both, and their gradient for each library and to compare with.
  EXPECT_GT(needed_gib(outcome, "large.smtx"), 4 * 4096.0);
}

TEST(Program, EndsWithOneWhereAFilterMatchesNothing) {
  for (const char* filter : {"no_such_product", "\"(\""}) {
    const Outcome outcome = run_bench(std::string("--quick --benchmark_filter=") + filter);
    EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  }
  EXPECT_EQ(run_bench("--quick --blocks=8 --type=f32 --benchmark_filter=spmm/espalier/").exit_code,
            0);
}

// Ours are limited to the cores; those of OpenBLAS, which spin, are not, and made ratios too high.
TEST(Program, SaysWhereThreadsAreMoreThanCores) {
  const std::string command =
      "--quick --blocks=16 --type=f32 --benchmark_filter=topology_update/ --threads=";
  const int cores = allowed_cores();
  const Outcome more = run_bench(command + std::to_string(cores + 1));
  EXPECT_EQ(more.exit_code, 0) << more.output;
  EXPECT_THAT(more.output, HasSubstr("too_few_cores: " + std::to_string(cores + 1) +
                                     " threads on " + std::to_string(cores) + " core"));
  const Outcome as_many = run_bench(command + std::to_string(cores));
  EXPECT_THAT(as_many.output, ::testing::Not(HasSubstr("too_few_cores")));
  // OpenMP binds the first thread to one core before main.
  const Outcome bound = run_bench(command + std::to_string(cores), "OMP_PROC_BIND=TRUE");
  EXPECT_THAT(bound.output, ::testing::Not(HasSubstr("too_few_cores")));
}

TEST(Program, NamesResultsWithoutProducts) {
  const espalier::testing::TemporaryFolder folder;
  const std::string path = (folder.path() / "empty.json").string();
  std::ofstream(path) << R"({"context":{},"benchmarks":[]})";
  EXPECT_EQ(run_bench("--plot '" + path + "'").output,
            "espalier-bench: " + path + ": has no products to draw\n");
}

TEST(Program, EndsWithOneWhereItsOutputIsLost) {
  EXPECT_EQ(run_bench("--help >/dev/full").exit_code, 1);
}

TEST(Program, HelpsWithZero) { EXPECT_EQ(run_bench("--help").exit_code, 0); }

}  // namespace
}  // namespace espalier::benchmarks
