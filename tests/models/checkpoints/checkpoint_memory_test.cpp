// SPDX-License-Identifier: Apache-2.0
// Counts what is allocated: this program replaces the functions that allocate.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/sparse/core/aligned_memory.h>
#include "tests/support/temporary_folder.h"

namespace {

std::atomic<std::size_t> held = 0;
std::atomic<std::size_t> most = 0;

void* count(void* pointer) {
  if (pointer == nullptr) throw std::bad_alloc();
  const std::size_t now = held += malloc_usable_size(pointer);
  std::size_t before = most;
  while (now > before && !most.compare_exchange_weak(before, now)) {
  }
  return pointer;
}

void release(void* pointer) noexcept {
  if (pointer != nullptr) held -= malloc_usable_size(pointer);
  std::free(pointer);
}

}  // namespace

void* operator new(std::size_t bytes) { return count(std::malloc(bytes)); }
void operator delete(void* pointer) noexcept { release(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { release(pointer); }

namespace espalier {

void* allocate_aligned(std::size_t bytes) {
  const std::size_t whole = (bytes + kAlignmentBytes - 1) / kAlignmentBytes * kAlignmentBytes;
  return count(std::aligned_alloc(kAlignmentBytes, whole));
}
void free_aligned(void* pointer, std::size_t) noexcept { release(pointer); }

namespace models {
namespace {

/// Most that was allocated at once while `action` ran, in bytes.
template <typename Action>
std::size_t peak_of(const Action& action) {
  most = held.load();
  action();
  return most;
}

/// A weight of 1024x1024 in blocks of 8x8, every `stride`-th stored, and a dense one.
struct Model {
  Parameter dense, sparse;
  ParameterList parameters = {&dense, &sparse};

  explicit Model(Index stride) {
    dense.name = "dense";
    dense.shape = {512, 512};
    dense.values.resize(512 * 512, 1.0f);
    sparse.name = "sparse";
    sparse.shape = {1024, 1024};
    std::vector<sparse::BlockCoordinate> stored;
    for (Index i = 0; i < 128 * 128; i += stride)
      stored.push_back({static_cast<BlockIndex>(i / 128), static_cast<BlockIndex>(i % 128)});
    sparse.pattern = sparse::BlockPattern::from_coordinates(1024, 1024, {8, 8}, std::move(stored));
    sparse.values.resize(static_cast<std::size_t>(sparse.pattern->values()), 1.0f);
    for (Parameter* parameter : parameters) parameter->gradient.resize(parameter->values.size());
  }
};

class CheckpointMemory : public ::testing::Test {
 protected:
  std::size_t before_ = held;
  Model model_{4};
  AdamW adamw_{model_.parameters, {}};
  const std::size_t training_ = held - before_;
  const espalier::testing::TemporaryFolder folder_;
};

// Values, gradients and two moments of a file are 4/4 of the memory of training; copies of the
// values alone would add 1/4, of what the files hold 3/4.
TEST_F(CheckpointMemory, NeitherSavingNorLoadingNorLookingHoldsACopyOfTheValues) {
  ASSERT_GT(training_, std::size_t{8} << 20);
  const auto expect_little = [&](const char* what, const auto& action) {
    const std::size_t peak = peak_of(action) - before_;
    RecordProperty(what,
                   std::to_string(static_cast<double>(peak) / static_cast<double>(training_)));
    EXPECT_GT(peak, training_);  // it was counted
    EXPECT_LT(static_cast<double>(peak), 1.2 * static_cast<double>(training_)) << what;
  };
  std::filesystem::path path;
  expect_little("save", [&] {
    path = save_checkpoint(folder_.path(), 1, model_.parameters, adamw_, CheckpointExtras());
  });
  expect_little("load", [&] {
    CheckpointExtras extras;
    load_checkpoint(path, model_.parameters, &adamw_, &extras);
  });
  expect_little("latest", [&] { EXPECT_EQ(latest_checkpoint(folder_.path()).path, path); });
  expect_little("extras", [&] { EXPECT_EQ(checkpoint_extras(path).trainer_state, "{}"); });
}

// Of another pattern with another number of blocks: buffers are replaced one after the other.
TEST_F(CheckpointMemory, LoadingAnotherPatternHoldsOneBufferAtATime) {
  Model other(5);
  const AdamW of_other(other.parameters, {});
  const std::filesystem::path path =
      save_checkpoint(folder_.path(), 1, other.parameters, of_other, CheckpointExtras());
  const std::size_t both = held - before_;
  const std::size_t peak =
      peak_of([&] { load_checkpoint(path, model_.parameters, &adamw_, nullptr); }) - before_;
  EXPECT_LT(static_cast<double>(peak - (both - training_)), 1.2 * static_cast<double>(training_));
  EXPECT_EQ(*model_.sparse.pattern, *other.sparse.pattern);
}

TEST_F(CheckpointMemory, InspectionHoldsOneWeight) {
  const std::filesystem::path path =
      save_checkpoint(folder_.path(), 1, model_.parameters, adamw_, CheckpointExtras());
  const std::size_t start = held;
  const std::size_t peak = peak_of([&] { EXPECT_EQ(inspect_checkpoint(path).size(), 2u); });
  const std::size_t weight = model_.sparse.values.size() * sizeof(float);
  EXPECT_LT(peak - start, 3 * weight + (std::size_t{1} << 20));  // a vector grows by doubling
}

}  // namespace
}  // namespace models
}  // namespace espalier
