// SPDX-License-Identifier: Apache-2.0
// Counts what a request allocates: this program replaces the functions that allocate.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/inference/generation.h>
#include <espalier/models/inference/packed_model.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/context.h>

namespace {

std::atomic<long> allocations = 0;
/// Aligned allocations that still succeed; negative: all do.
std::atomic<long> aligned_left = -1;

}  // namespace

/// The C library's own, under the name that it has for who replaces the other.
extern "C" void* __libc_malloc(std::size_t bytes) noexcept;
/// Below new, and below libraries that allocate for us.
extern "C" void* malloc(std::size_t bytes) noexcept {
  ++allocations;
  return __libc_malloc(bytes);
}

namespace espalier {

void* allocate_aligned(std::size_t bytes) {
  if (aligned_left == 0) throw std::bad_alloc();
  if (aligned_left > 0) --aligned_left;
  const std::size_t whole = (bytes + kAlignmentBytes - 1) / kAlignmentBytes * kAlignmentBytes;
  void* const pointer = std::aligned_alloc(kAlignmentBytes, whole);
  if (pointer == nullptr) throw std::bad_alloc();
  ++allocations;
  return pointer;
}
void free_aligned(void* pointer, std::size_t) noexcept { std::free(pointer); }

namespace models {
namespace {

struct MemoryCase {
  double density;
  double embedding_density;
  Precision precision;
  bool int8 = false;
};

class InferenceMemory : public ::testing::TestWithParam<MemoryCase> {};

TEST_P(InferenceMemory, NothingIsAllocatedAfterTheFirstRequests) {
  // One thread: which of several has served which request is chance.
  const Context context({.threads = 1, .precision = GetParam().precision});
  MlmModel trained({.config = {.layers = 2,
                               .hidden = 64,
                               .heads = 2,
                               .intermediate = 128,
                               .vocabulary = 200,
                               .max_positions = 128},
                    .block = 4,
                    .density = GetParam().density,
                    .embedding_density = GetParam().embedding_density},
                   context);
  const PackedModel packed(store_model(trained.config(), trained.parameters()), context,
                           {.int8 = GetParam().int8});
  InferenceWorkspace workspace;
  std::vector<std::vector<std::int32_t>> tokens;
  std::vector<TokenSequence> sequences;
  std::vector<Index> positions;
  Index total = 0;
  for (const std::size_t length : {128, 3, 60, 17, 100, 128, 90}) {
    tokens.emplace_back(length, 7);
    positions.push_back(total);
    total += static_cast<Index>(length);
  }
  for (const auto& list : tokens) sequences.push_back({list});
  std::vector<float> hidden(static_cast<std::size_t>(total * 64)), words(sequences.size() * 200);
  const auto allocations_of_requests = [&] {
    const long before = allocations;
    packed.hidden_states(sequences, {hidden.data(), total, 64}, workspace);
    packed.word_logits(sequences, positions,
                       {words.data(), static_cast<Index>(sequences.size()), 200}, workspace);
    // A smaller one, which finds more memory than it needs.
    packed.hidden_states(std::span(sequences).subspan(1, 2), {hidden.data(), 63, 64}, workspace);
    return allocations - before;
  };
  EXPECT_GT(allocations_of_requests(), 10) << "they are counted";
  EXPECT_EQ(allocations_of_requests(), 0);
}

StoredModel causal_model(const MemoryCase& memory, const Context& context) {
  CausalLmModel trained({.config = {.family = "gpt",
                                    .layers = 2,
                                    .hidden = 64,
                                    .heads = 2,
                                    .intermediate = 128,
                                    .vocabulary = 200,
                                    .max_positions = 128,
                                    .segments = 0,
                                    .norm = NormPlacement::kPre},
                         .block = 4,
                         .density = memory.density,
                         .embedding_density = memory.embedding_density},
                        context);
  return store_model(trained.config(), trained.parameters());
}

TEST_P(InferenceMemory, NothingIsAllocatedForAToken) {
  const Context context({.threads = 1, .precision = GetParam().precision});
  const PackedModel packed(causal_model(GetParam(), context), context, {.int8 = GetParam().int8});
  Generator generator(packed);
  const std::vector<std::int32_t> first(20, 7), second(3, 5);
  const std::vector<TokenSequence> prompts = {{first}, {second}, {first}};
  const auto allocations_of = [&](Index tokens) {
    const long before = allocations;
    generator.generate(
        prompts, {.max_tokens = tokens, .sampling = {.temperature = 1, .top_k = 50, .top_p = 0.9}});
    return allocations - before;
  };
  EXPECT_GT(allocations_of(100), 10);
  const long of_few = allocations_of(2);
  EXPECT_EQ(allocations_of(100), of_few);
}

TEST_P(InferenceMemory, AStepThatHasNoneLeavesTheCacheAsItWas) {
  const Context context({.threads = 1, .precision = GetParam().precision});
  const PackedModel packed(causal_model(GetParam(), context), context, {.int8 = GetParam().int8});
  const std::vector<std::int32_t> prompt(20, 7);
  const TokenSequence sequence = {prompt};
  const std::int32_t token = 3;
  std::vector<float> logits(200);
  const MatrixView<float> out(logits.data(), 1, 200);
  int refused = 0;
  for (bool done = false; !done; refused += !done) {
    KeyValueCache cache;
    KeyValueCache* const caches[] = {&cache};
    InferenceWorkspace of_prompt, of_step;
    packed.prefill({&sequence, 1}, caches, out, of_prompt);
    aligned_left = refused;
    try {
      packed.step({&token, 1}, caches, out, of_step);
      done = true;
    } catch (const std::bad_alloc&) {
    }
    aligned_left = -1;
    ASSERT_EQ(cache.tokens(), done ? 21 : 20) << refused;
  }
  EXPECT_GT(refused, 5);
}

INSTANTIATE_TEST_SUITE_P(Kinds, InferenceMemory,
                         ::testing::Values(MemoryCase{0.25, 1, Precision::kFloat32},
                                           MemoryCase{0.25, 0.5, Precision::kFloat32},
                                           MemoryCase{1, 1, Precision::kFloat32},
                                           MemoryCase{0.25, 1, Precision::kBFloat16},
                                           MemoryCase{0.25, 1, Precision::kFloat32, true}));

}  // namespace
}  // namespace models
}  // namespace espalier
