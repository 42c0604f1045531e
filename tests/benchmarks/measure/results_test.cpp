// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/results.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <atomic>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <espalier/benchmarks/measure/density_curve.h>
#include <espalier/benchmarks/measure/figures.h>
#include <espalier/benchmarks/measure/machine.h>
#include <espalier/benchmarks/measure/required.h>
#include <espalier/benchmarks/measure/timing.h>
#include <espalier/sparse/core/error.h>

#include "tests/support/temporary_folder.h"

namespace espalier::benchmarks {
namespace {

using ::testing::HasSubstr;

Record record(Product product, const char* implementation, Index block, double density,
              double seconds, int group = 0) {
  Record r;
  r.what = {product, {.block = block, .density = density}, implementation, 1};
  r.group = group;
  r.flops = 1e9;
  r.operand_bytes = 1e8;
  r.seconds = {seconds * 0.95, seconds, seconds * 1.05};
  r.cpu_seconds = seconds * 2;
  r.iterations = 30;
  return r;
}

TEST(Names, ComeBackFromText) {
  const Case what{
      Product::kSpmmTransposed,
      {.out = 3072, .in = 768, .tokens = 100, .block = 4, .density = 0.1, .type = Type::kBf16},
      "espalier.reference",
      2};
  EXPECT_EQ(name_of(what),
            "spmm_transposed/espalier.reference/block:4/out:3072/in:768/tokens:100/density:0.1/"
            "type:bf16/threads:2");
  EXPECT_EQ(case_of(name_of(what)), what);
  const Case dense{Product::kSddmm, {}, "onednn", 1};
  EXPECT_EQ(name_of(dense),
            "gemm_weight_gradient/onednn/block:0/out:768/in:768/tokens:2048/density:1/type:f32/"
            "threads:1");
  EXPECT_EQ(case_of(name_of(dense)), dense);
}

TEST(Names, AreNotFoundInOtherText) {
  EXPECT_FALSE(case_of(""));
  EXPECT_FALSE(case_of("spmm/espalier"));
  EXPECT_FALSE(case_of("gemm/onednn/block:4/out:1/in:1/tokens:1/density:1/type:f32/threads:1"));
  EXPECT_FALSE(case_of("spmm/espalier/block:x/out:1/in:1/tokens:1/density:1/type:f32/threads:1"));
}

TEST(Timing, SaysFasterOnlyWhereTheQuartilesAreApart) {
  EXPECT_TRUE(clearly_faster({1, 2, 3}, {4, 5, 6}));
  EXPECT_FALSE(clearly_faster({1, 2, 4}, {3, 5, 6}));
  EXPECT_FALSE(clearly_faster({4, 5, 6}, {1, 2, 3}));
}

TEST(Results, CountNoisyOnes) {
  Results results;
  results.records = {record(Product::kSpmm, "onednn", 0, 1, 10)};
  EXPECT_EQ(noise_of(results).noisy, 0U);
  results.records[0].seconds.upper_quartile = 11.5;
  EXPECT_EQ(noise_of(results).noisy, 1U);
  results.inferences = {{.times = {.seconds = {8, 10, 10}}}};
  results.generations = {{.prefill = {.seconds = {9.5, 10, 10}},
                          .step = {.seconds = {10, 10, 12}},
                          .greedy = {.seconds = {8, 10, 12}}}};
  EXPECT_EQ(noise_of(results).noisy, 4U);
  EXPECT_EQ(noise_of(results).medians, 5U);
}

TEST(Times, AreThoseOfOneRun) {
  Timed timed;
  timed.seconds = {1, 2, 3};
  timed.cpu_seconds = {2, 4, 9};
  timed.iterations = 15;
  const RunTimes times = times_of(timed);
  EXPECT_EQ(times.seconds, (Spread{1.5, 2, 2.5}));
  EXPECT_EQ(times.cpu_seconds, 4);
  EXPECT_EQ(times.iterations, 15);
}

/// A clock that stands still but for the runs of `Ticking` and for sleep.
class FakeClock : public Clock {
 public:
  double wall_seconds() const override { return now; }
  double cpu_seconds() const override { return 2 * now; }
  void sleep(double seconds) const override {
    now += seconds;
    ++pauses;
  }
  mutable double now = 0;
  mutable int pauses = 0;
};

/// Takes long when it is run first, then less.
class Ticking : public Runner {
 public:
  Ticking(FakeClock& clock, double first, double seconds)
      : clock_(&clock), next_(first), seconds_(seconds) {}
  void run() override {
    clock_->now += next_;
    next_ = seconds_;
    ++runs;
  }
  std::vector<float> result() const override { return {}; }
  Index runs = 0;

 private:
  FakeClock* clock_;
  double next_, seconds_;
};

// The times are sums of powers of two, and so exact.
TEST(Interleaved, MeasuresFourMillisecondsHoweverSlowTheFirstRunWas) {
  FakeClock clock;
  auto runner = std::make_unique<Ticking>(clock, 1, 0x1p-12);  // 4 ms are more than 16 of them
  const Ticking& ran = *runner;
  Timed timed{.runner = std::move(runner)};
  Timed* const all = &timed;
  measure_interleaved({&all, 1}, 2, Caches::kWarm, {}, clock);
  // 1 + 2 + 4 + 8 + 16 runs in each round, behind one that is not timed.
  EXPECT_EQ(ran.runs, 2 * (1 + 31));
  EXPECT_THAT(timed.seconds, ::testing::ElementsAre(0x1p-12, 0x1p-12));
  EXPECT_THAT(timed.cpu_seconds, ::testing::ElementsAre(0x1p-11, 0x1p-11));
  EXPECT_EQ(times_of(timed).iterations, 62);
  EXPECT_EQ(clock.pauses, 0);
}

TEST(Interleaved, MeasuresOneRunFromColdCaches) {
  FakeClock clock;
  Timed timed{.runner = std::make_unique<Ticking>(clock, 0.5, 0x1p-12)};
  Timed* const all = &timed;
  measure_interleaved({&all, 1}, 2, Caches::kCold, {}, clock);
  EXPECT_THAT(timed.seconds, ::testing::ElementsAre(0.5, 0x1p-12));
  EXPECT_EQ(timed.iterations, 2);
}

TEST(Interleaved, WaitsForThreadsOfOthersThatSpin) {
  FakeClock clock;
  std::array<Timed, 4> timed;
  for (Timed& one : timed) one.runner = std::make_unique<Ticking>(clock, 1, 1);
  timed[1].spinning = timed[2].spinning = "openblas";
  std::vector<Timed*> all;
  for (Timed& one : timed) all.push_back(&one);
  // Before the first round, and in each behind the second of the two.
  measure_interleaved(all, 3, Caches::kCold, {}, clock);
  EXPECT_EQ(clock.pauses, 1 + 3);
  // The last spins too: before the first of each later round as well.
  timed[3].spinning = "onednn";
  clock.pauses = 0;
  measure_interleaved(all, 3, Caches::kCold, {}, clock);
  EXPECT_EQ(clock.pauses, 1 + 3 + 2);
}

/// Tells how often a loop has been called.
class CallClock : public Clock {
 public:
  double wall_seconds() const override {
    readings.push_back(calls);
    return calls;
  }
  mutable std::vector<int> readings;
  std::atomic<int> calls = 0;
};

TEST(Together, AreTimedFromWhenAllHaveStarted) {
  constexpr int kThreads = 4, kRuns = 3;
  CallClock clock;
  std::array<int, kThreads> calls{};
  seconds_together(
      kThreads, kRuns,
      [&](int thread) {
        ++calls[static_cast<std::size_t>(thread)];
        ++clock.calls;
      },
      clock);
  EXPECT_THAT(calls, ::testing::Each(1 + kRuns));
  // When each has called it once, and none again; and when all have been through.
  EXPECT_THAT(clock.readings, ::testing::ElementsAre(kThreads, kThreads * (1 + kRuns)));
}

// Whoever first writes a page, of 2 MiB at most, takes a fault for it, and has it near.
TEST(Together, ThreadsWriteWhatTheyRead) {
  const auto faults = [] {
    rusage usage = {};
    ::getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_minflt;
  };
  if (faults() == 0) GTEST_SKIP() << "this system counts no page faults";
  constexpr std::size_t kValues = std::size_t{16} << 20;  // 64 MiB
  ThreadArrays arrays(2, kValues);
  long taken = 0;
  std::thread([&] {
    const long before = faults();
    EXPECT_EQ(arrays.of(1).size(), kValues);
    taken = faults() - before;
  }).join();
  EXPECT_GE(taken, 32);
  EXPECT_EQ(arrays.of(1).back(), 1.0F);
}

TEST(ColdOperands, ExceedTheCacheOrAWarningSaysSo) {
  constexpr std::size_t kMiB = std::size_t{1} << 20;
  const MemorySizes known = {.last_level_bytes = 8 * kMiB, .available_bytes = 1024 * kMiB};
  EXPECT_EQ(cold_operand_sets(kMiB, 2, 1, known).count, 6);
  EXPECT_EQ(cold_operand_sets(kMiB, 2, 1, known).warning, "");
  EXPECT_THAT(cold_operand_sets(4 * kMiB, 1, 1, {.available_bytes = 1024 * kMiB}).warning,
              HasSubstr("operands of 8 MiB, and this system does not say"));
}

// Threads that lie with several caches would find in them what fits into none.
TEST(ColdOperands, ExceedTheCachesOfAllThreads) {
  constexpr std::size_t kMiB = std::size_t{1} << 20;
  const MemorySizes sizes = {
      .last_level_bytes = 8 * kMiB, .last_levels = 4, .available_bytes = 4096 * kMiB};
  EXPECT_EQ(cold_operand_sets(kMiB, 2, 1, sizes).count, 6);
  EXPECT_EQ(cold_operand_sets(kMiB, 2, 2, sizes).count, 12);
  EXPECT_EQ(cold_operand_sets(kMiB, 2, 64, sizes).count, 24);
}

TEST(Caches, AreReadFromAFolderOfLinux) {
  const espalier::testing::TemporaryFolder folder;
  int index = 0;
  for (const auto& [level, type, size] :
       {std::array{"1", "Data", "32K"}, std::array{"1", "Instruction", "64K"},
        std::array{"2", "Unified", "512K"}, std::array{"3", "Unified", "16M"}}) {
    const auto cache = folder.path() / ("index" + std::to_string(index++));
    std::filesystem::create_directory(cache);
    std::ofstream(cache / "level") << level << '\n';
    std::ofstream(cache / "type") << type << '\n';
    std::ofstream(cache / "size") << size << '\n';
    if (level[0] == '3') std::ofstream(cache / "shared_cpu_map") << "000000f0,0000000f\n";
  }
  const MemorySizes sizes = caches_in(folder.path());
  EXPECT_EQ(sizes.level1_bytes, 32U << 10);
  EXPECT_EQ(sizes.level2_bytes, 512U << 10);
  EXPECT_EQ(sizes.last_level_bytes, 16U << 20);
  EXPECT_EQ(sizes.last_level_cores, 8);
  EXPECT_EQ(caches_in(folder.path() / "none").last_level_bytes, 0U);
  std::filesystem::remove(folder.path() / "index3" / "shared_cpu_map");
  EXPECT_EQ(caches_in(folder.path()).last_level_cores, 0) << "not known";
}

// sysconf has all third-level caches of an AMD processor in one number.
TEST(Caches, OfTheLastLevelAreThoseOfOneCore) {
  const MemorySizes listed = caches_in("/sys/devices/system/cpu/cpu0/cache");
  if (listed.last_level_bytes <= listed.level2_bytes) GTEST_SKIP() << "the system lists none";
  EXPECT_EQ(memory_sizes().last_level_bytes, listed.last_level_bytes);
  EXPECT_EQ(last_level_bytes(memory_sizes(), 1), listed.last_level_bytes);
}

TEST(Results, CompareWithinAGroupOnly) {
  Results results;
  results.records = {record(Product::kSpmm, "onednn", 0, 1, 10),
                     record(Product::kSpmm, "openblas", 0, 1, 8),
                     record(Product::kSddmm, "onednn", 0, 1, 1),
                     record(Product::kSpmm, "espalier", 4, 0.1, 2),
                     record(Product::kSpmm, "eigen", 4, 0.1, 4),
                     record(Product::kSpmm, "espalier.reference", 4, 0.1, 1),
                     record(Product::kSpmm, "onednn", 0, 1, 1, 1)};
  const Record& ours = results.records[3];
  ASSERT_NE(best_dense(results, ours), nullptr);
  EXPECT_EQ(best_dense(results, ours)->what.implementation, "openblas");
  EXPECT_EQ(best_dense(results, ours, Type::kBf16), nullptr);
  EXPECT_EQ(speed_up(results, ours), 4);
  ASSERT_NE(best_peer(results, ours), nullptr);
  EXPECT_EQ(best_peer(results, ours)->what.implementation, "eigen");
}

TEST(Results, SayWhatShareIsStored) {
  Record r = record(Product::kSpmm, "espalier", 16, 0.1, 1);
  r.what.shape.out = r.what.shape.in = 64;
  r.what.shape.tokens = 10;
  r.flops = 2 * 10 * 512;  // 2 of 16 blocks
  EXPECT_EQ(r.stored_share(), 0.125);
  r.what.product = Product::kLayerStep;
  r.flops *= 3;
  EXPECT_EQ(r.stored_share(), 0.125);
  r.what.product = Product::kTopologyUpdate;
  r.flops = 0;
  EXPECT_EQ(r.stored_share(), 0);
}

TEST(Results, HaveACeilingForEachType) {
  Results results;
  EXPECT_EQ(arithmetic_ceiling(results, Type::kF32), 0);
  results.ceilings = {{"dot_bf16", 5e11}, {"fma_f32", 2e11}, {"read_l1", 1e12}};
  EXPECT_EQ(arithmetic_ceiling(results, Type::kF32), 2e11);
  EXPECT_EQ(arithmetic_ceiling(results, Type::kBf16), 5e11);
  results.ceilings["dot_bf16"] = 1e11;  // bf16 may be multiplied in single precision
  EXPECT_EQ(arithmetic_ceiling(results, Type::kBf16), 2e11);
}

TEST(Results, BeforeAFailureAreWritten) {
  const espalier::testing::TemporaryFolder folder;
  const auto path = folder.path() / "results.json";
  Results results;
  results.ceilings = {{"fma_f32", 1.5e11}};
  EXPECT_FALSE(write_incomplete(results, "a fault", path));
  EXPECT_FALSE(std::filesystem::exists(path));
  results.records = {record(Product::kSpmm, "espalier", 8, 0.1, 0.25)};
  EXPECT_TRUE(write_incomplete(results, "a fault", path));
  const Results read = read_json(path);
  ASSERT_EQ(read.records.size(), 1U);
  EXPECT_EQ(read.records[0].what, results.records[0].what);
  EXPECT_THAT(read.context, ::testing::ElementsAre(::testing::Pair("incomplete", "a fault")));
}

TEST(Results, RefuseTimesThatAreNone) {
  const espalier::testing::TemporaryFolder folder;
  const auto path = folder.path() / "times.json";
  const std::string name = name_of(record(Product::kSpmm, "espalier", 8, 0.1, 1).what);
  const auto refusal = [&](const std::string& times) -> std::string {
    std::ofstream(path) << R"({"context":{},"benchmarks":[{"name":")" << name
                        << R"(","time_unit":"us",)" << times << "}]}";
    try {
      read_json(path);
    } catch (const FormatError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(R"("real_time":2)"), "");
  for (const char* time : {"0", "-2", "1e-320"})
    EXPECT_EQ(refusal(std::string(R"("real_time":)") + time).rfind(path.string() + ": " + name, 0),
              0U)
        << time;
  EXPECT_THAT(refusal(R"("real_time":2,"lower_quartile":0.0)"),
              HasSubstr("lower_quartile is 0.0; expected a time above 0"));
}

TEST(Results, ComeBackFromJson) {
  Results results;
  results.context = {{"machine", "a \"machine\""}};
  results.ceilings = {{"fma_f32", 1.5e11}};
  results.records = {record(Product::kLayerStep, "espalier", 8, 0.1, 0.25, 3)};
  results.records[0].pattern = "a.smtx";
  results.records[0].cold = true;
  const espalier::testing::TemporaryFolder folder;
  const auto path = folder.path() / "results.json";
  write_json(results, path);
  const Results read = read_json(path);
  EXPECT_EQ(read.context, results.context);
  EXPECT_EQ(read.ceilings, results.ceilings);
  ASSERT_EQ(read.records.size(), 1U);
  const Record &a = results.records[0], &b = read.records[0];
  EXPECT_EQ(a.what, b.what);
  EXPECT_EQ(a.cold, b.cold);
  EXPECT_EQ(a.group, b.group);
  EXPECT_EQ(a.pattern, b.pattern);
  EXPECT_EQ(a.flops, b.flops);
  EXPECT_EQ(a.operand_bytes, b.operand_bytes);
  EXPECT_DOUBLE_EQ(a.seconds.median, b.seconds.median);
  EXPECT_DOUBLE_EQ(a.cpu_seconds, b.cpu_seconds);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_DOUBLE_EQ(a.seconds.upper_quartile, b.seconds.upper_quartile);
}

TEST(Results, OfWholeModelsAreWritten) {
  Results results;
  results.inferences = {{.implementation = "packed",
                         .model = "tiny",
                         .form = {.block = 4, .int8 = true},
                         .density = 0.1,
                         .request = {.batch = 8, .sequence = 16},
                         .threads = 2,
                         .times = {.seconds = {1, 2, 3}, .iterations = 7}}};
  results.generations = {{.model = "gpt_tiny",
                          .prompts = {.batch = 16, .sequence = 32},
                          .prefill = {.seconds = {4, 4, 4}},
                          .step = {.seconds = {2, 2, 2}},
                          .greedy = {.seconds = {1, 1, 1}}}};
  const espalier::testing::TemporaryFolder folder;
  const auto path = folder.path() / "results.json";
  write_json(results, path);
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(text, HasSubstr("\"infer/packed/model:tiny/block:4/density:0.1/batch:8/sequence:16/"
                              "type:int8/threads:2\""));
  EXPECT_THAT(text, HasSubstr("\"iterations\": 7,"));
  EXPECT_THAT(text, HasSubstr("\"tokens_per_second\": 64.0"));  // 8 x 16 in 2 s
  for (const char* part : {"prefill", "step", "greedy"})
    EXPECT_THAT(text, HasSubstr(std::string("\"generate/") + part +
                                "/model:gpt_tiny/block:0/density:1/batch:16/sequence:32/"
                                "type:f32/threads:1\""));
  EXPECT_THAT(text, HasSubstr("\"tokens_per_second\": 8.0"));  // 16 texts in 2 s
  EXPECT_TRUE(read_json(path).records.empty());
}

TEST(Results, TryTheFileAndLeaveItAsItIs) {
  const espalier::testing::TemporaryFolder folder;
  const auto path = folder.path() / "made" / "results.json";
  require_writable(path);
  EXPECT_FALSE(std::filesystem::exists(path));
  std::ofstream(path) << "old";
  require_writable(path);
  EXPECT_EQ(std::filesystem::file_size(path), 3U);
  EXPECT_THROW(require_writable(path / "below"), IoError);
  EXPECT_THROW(require_writable(folder.path()), IoError);
}

TEST(Results, ThatCannotBeWrittenLeaveTheLastOnes) {
  const espalier::testing::TemporaryFolder folder;
  const auto path = folder.path() / "results.json";
  std::ofstream(path) << "old";
  std::filesystem::create_directory(folder.path() / "results.json.espalier-partial");
  EXPECT_THROW(write_json({}, path), IoError);
  EXPECT_EQ(std::filesystem::file_size(path), 3U);
}

TEST(Results, RefuseDamagedFiles) {
  const espalier::testing::TemporaryFolder folder;
  const auto path = folder.path() / "damaged.json";
  for (const char* text : {"", "[]", "{\"context\":{}}", "{\"context\":{},\"benchmarks\":[{}]}",
                           "{\"context\":{},\"benchmarks\":[{\"name\":3}]}"}) {
    std::ofstream(path) << text;
    try {
      read_json(path);
      ADD_FAILURE() << text;
    } catch (const FormatError& error) {
      EXPECT_EQ(error.what(), path.string() + ": found no results; expected what --json writes")
          << text;
    }
  }
  std::filesystem::remove(path);
  EXPECT_THROW(read_json(path), IoError);
}

TEST(Crossover, LiesBetweenTheNeighboursOfOne) {
  const DensityCurve curve{Product::kSpmm, {}, {0.1, 0.4, 1}, {8, 2, 0.5}};
  // On logarithmic axes one half of the way from 2 to 1/2 is one half of the way from 0.4 to 1.
  EXPECT_NEAR(crossover(curve).value(), std::sqrt(0.4), 1e-12);
  EXPECT_FALSE(crossover({Product::kSpmm, {}, {0.1, 1}, {8, 1.5}}));
  EXPECT_FALSE(crossover({Product::kSpmm, {}, {0.1, 1}, {0.9, 0.5}}));
}

Results with_densities() {
  Results results;
  results.ceilings = {{"fma_f32", 2e11}, {"read_memory", 1e10}};
  results.records = {record(Product::kSpmm, "onednn", 0, 1, 1),
                     record(Product::kSpmm, "espalier", 4, 0.5, 0.5),
                     record(Product::kSpmm, "espalier", 4, 0.1, 0.125)};
  return results;
}

TEST(Crossover, CurvesAscendInDensity) {
  const auto curves = density_curves(with_densities());
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_THAT(curves[0].densities, ::testing::ElementsAre(0.1, 0.5));
  EXPECT_THAT(curves[0].speed_ups, ::testing::ElementsAre(8, 2));
}

TEST(Figures, HoldTheNumbersOfTheResults) {
  const auto all = figures(with_densities());
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].name, "speed_up_block");
  EXPECT_THAT(all[0].csv, HasSubstr("spmm,f32,768,768,2048,0.1,1,4,8,"));
  EXPECT_THAT(all[0].script, HasSubstr("\n4 8\n"));
  EXPECT_THAT(all[1].csv, HasSubstr("spmm,f32,768,768,2048,4,0.5,2,"));
  EXPECT_THAT(all[2].csv, HasSubstr(",10,8"));  // 1e9 operations over 1e8 bytes in 0.125 s
  EXPECT_TRUE(figures({}).empty());
}

// The one thread beside several has no dense product to be compared with, and is not drawn.
TEST(Figures, NameTheThreadsOfWhatTheyDraw) {
  Results results = with_densities();
  for (Record& r : results.records) r.what.threads = 2;
  results.records.push_back(record(Product::kSpmm, "espalier", 4, 0.1, 0.2));
  const auto all = figures(results);
  ASSERT_EQ(all.size(), 3U);
  for (const Figure& figure : all) {
    EXPECT_THAT(figure.script, HasSubstr(", 2 threads")) << figure.name;
    EXPECT_THAT(figure.script, ::testing::Not(HasSubstr(", 1 thread"))) << figure.name;
  }
}

TEST(Figures, HaveRoomForTheCeilingAndTheSlowest) {
  Results results = with_densities();
  results.ceilings["fma_f32"] = 1e12;
  // 8 GFLOP/s is the slower one of density 0.1; the names of memory levels stand at 1350.
  EXPECT_THAT(figures(results)[2].script, HasSubstr("set yrange [6.66667:1620]"));
}

TEST(Required, IsAskedForAtTheShapesOfTheTable) {
  Shape shape{.out = 3072, .in = 768, .tokens = 2048, .block = 4, .density = 0.1};
  EXPECT_DOUBLE_EQ(required(Product::kSpmm, shape, 1)->speed_up, 0.95 * 7.55);
  EXPECT_DOUBLE_EQ(required(Product::kSpmm, shape, 1)->aim, 9);
  EXPECT_FALSE(required(Product::kSpmm, shape, 2));
  EXPECT_FALSE(required(Product::kSpmm, shape, 1, /*cold=*/true));
  EXPECT_FALSE(required(Product::kTopologyUpdate, shape, 1));
  EXPECT_TRUE(is_long_contraction(Product::kSpmmTransposed, shape));
  EXPECT_FALSE(is_long_contraction(Product::kSpmm, shape));
  shape.type = Type::kBf16;
  EXPECT_EQ(required(Product::kSddmm, shape, 1)->speed_up, 12.5);
  shape.block = 1;
  EXPECT_FALSE(required(Product::kSpmm, shape, 1));
  shape = {.out = 768, .in = 3072, .block = 4, .density = 0.1};
  EXPECT_FALSE(required(Product::kSpmm, shape, 1));
}

}  // namespace
}  // namespace espalier::benchmarks
