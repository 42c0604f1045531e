// SPDX-License-Identifier: Apache-2.0
// Counts what a training step allocates: this program replaces the functions that allocate.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include <espalier/models/families/mlm_model.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/rng.h>

namespace {

/// No more than activations, weights and partial sums of the model here have, and above its lists
/// of parameters and tasks.
constexpr std::size_t kLarge = std::size_t{1} << 15;

std::atomic<long> large_allocations = 0;

void count(std::size_t bytes) {
  if (bytes >= kLarge) ++large_allocations;
}

}  // namespace

/// The C library's own, under the name that it has for who replaces the other.
extern "C" void* __libc_malloc(std::size_t bytes) noexcept;
/// Below new, and below libraries that allocate for us.
extern "C" void* malloc(std::size_t bytes) noexcept {
  count(bytes);
  return __libc_malloc(bytes);
}

namespace espalier {

void* allocate_aligned(std::size_t bytes) {
  const std::size_t whole = (bytes + kAlignmentBytes - 1) / kAlignmentBytes * kAlignmentBytes;
  void* const pointer = std::aligned_alloc(kAlignmentBytes, whole);
  if (pointer == nullptr) throw std::bad_alloc();
  count(bytes);
  return pointer;
}
void free_aligned(void* pointer, std::size_t) noexcept { std::free(pointer); }

namespace models {
namespace {

struct StepCase {
  std::string family;
  Precision precision;
  double density;
  Index block = 8;
  double dropout = 0;
};

class StepMemory : public ::testing::TestWithParam<StepCase> {};

// Scratch of a call is that of the call before, whichever layer made it; so is what a step keeps
// for its backward pass. A model whose layers differ in width would show one that fits its maker
// only.
TEST_P(StepMemory, NothingLargeIsAllocatedAfterTheFirstStep) {
  constexpr Index kSequence = 64, kVocabulary = 256;
  // One thread: which of several has done which kind of work after some steps is chance.
  const Context context({.threads = 1, .seed = 3, .precision = GetParam().precision});
  EncoderOptions options;
  options.config = {
      .family = GetParam().family,
      .layers = 2,
      .hidden = 128,
      .heads = 2,
      .intermediate = 512,
      .vocabulary = kVocabulary,
      .max_positions = kSequence,
      .norm = GetParam().family == "groupbert" ? NormPlacement::kPre : NormPlacement::kPost};
  options.block = GetParam().block;
  options.density = GetParam().density;
  options.dropout = options.attention_dropout = GetParam().dropout;
  MlmModel bert(options, context);
  AdamW adamw(bert.parameters(), {});
  const Random random(3, stream_id("batch"));
  std::vector<std::int32_t> tokens, labels;
  std::vector<Index> positions;
  for (Index i = 0; i < 8 * kSequence; ++i) {
    tokens.push_back(static_cast<std::int32_t>(random.below(i, kVocabulary)));
    if (i % 7 != 3) continue;
    positions.push_back(i);
    labels.push_back(tokens.back());
  }
  const MlmBatch batch = {
      .tokens = tokens, .sequence = kSequence, .positions = positions, .labels = labels};
  MlmModel::Record record;
  const auto allocations_of_a_step = [&] {
    const long before = large_allocations;
    bert.train(batch, 1.0, record);
    adamw.step();
    return large_allocations - before;
  };
  EXPECT_GT(allocations_of_a_step(), 20) << "they are counted";
  EXPECT_EQ(allocations_of_a_step(), 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, StepMemory,
                         ::testing::Values(StepCase{"bert", Precision::kFloat32, 1.0},
                                           StepCase{"bert", Precision::kFloat32, 0.25},
                                           StepCase{"bert", Precision::kFloat32, 0.25, 8, 0.1},
                                           StepCase{"bert", Precision::kBFloat16, 1.0},
                                           StepCase{"bert", Precision::kBFloat16, 0.25},
                                           StepCase{"bert", Precision::kBFloat16, 0.25, 1},
                                           StepCase{"bert", Precision::kFloat16, 0.25},
                                           StepCase{"groupbert", Precision::kFloat32, 0.25},
                                           StepCase{"groupbert", Precision::kBFloat16, 0.25}));

}  // namespace
}  // namespace models
}  // namespace espalier
