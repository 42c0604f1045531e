// SPDX-License-Identifier: Apache-2.0
// What the layers do if the dense library fails. This program has a dnnl_sgemm of its own, which
// stands before the library's.
#include <dlfcn.h>
#include <dnnl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>

#include <espalier/models/layers/attention.h>
#include <espalier/models/layers/linear.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/gemm.h>
#include "tests/support/message.h"

namespace {

/// What the next calls answer, from the call of this number on.
std::atomic<dnnl_status_t> answer = dnnl_success;
std::atomic<int> calls_before = 0;
/// The most threads that OpenMP would have used in any call.
std::atomic<int> most_threads = 0;

}  // namespace

extern "C" int omp_get_max_threads();
extern "C" void omp_set_num_threads(int threads);

extern "C" dnnl_status_t dnnl_sgemm(char transa, char transb, dnnl_dim_t m, dnnl_dim_t n,
                                    dnnl_dim_t k, float alpha, const float* a, dnnl_dim_t lda,
                                    const float* b, dnnl_dim_t ldb, float beta, float* c,
                                    dnnl_dim_t ldc) {
  static const auto library =
      reinterpret_cast<decltype(&dnnl_sgemm)>(dlsym(RTLD_NEXT, "dnnl_sgemm"));
  most_threads = std::max(most_threads.load(), omp_get_max_threads());
  if (answer != dnnl_success && calls_before-- <= 0) return answer;
  return library(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

namespace espalier::models {
namespace {

using sparse::Activations;
using ::testing::HasSubstr;
using testing::message_of;

class DenseFailure : public ::testing::TestWithParam<int> {
 protected:
  ~DenseFailure() override { answer = dnnl_success; }

  static void fail_with(dnnl_status_t status, int after = 0) {
    calls_before = after;
    answer = status;
  }

  Context context_{{.threads = GetParam()}};
};

TEST_P(DenseFailure, OfMemoryIsBadAllocOnAnyThread) {
  std::vector<float> weight(std::size_t{1024} * 64, 0.5f);
  const MatrixView<float> w(weight.data(), 1024, 64);
  Activations x(300, 64), y(300, 1024);
  std::fill(x.values().begin(), x.values().end(), 1.0f);
  x.clear_padding();
  for (const int after : {0, 1, 7}) {
    fail_with(dnnl_out_of_memory, after);
    EXPECT_THROW(sparse::gemm(w, x, y, {}, context_), std::bad_alloc) << after;
    fail_with(dnnl_out_of_memory, after % 2);
    EXPECT_THROW(sparse::gemm_transposed(w, y, x, {}, context_), std::bad_alloc) << after;
    fail_with(dnnl_out_of_memory, after % 2);
    EXPECT_THROW(sparse::gemm_weight_gradient(y, x, w, true, context_), std::bad_alloc) << after;
  }
  answer = dnnl_success;
  std::fill(x.values().begin(), x.values().end(), 1.0f);
  std::fill(weight.begin(), weight.end(), 0.5f);
  sparse::gemm(w, x, y, {}, context_);
  EXPECT_EQ(y.at(0, 0), 32.0f);
  EXPECT_EQ(y.at(299, 1023), 32.0f);
}

TEST_P(DenseFailure, TheLibraryHasOneThreadAndTheCallerKeepsItsLimit) {
  const std::vector<float> weight(std::size_t{1024} * 64, 0.5f);
  Activations x(300, 64), y(300, 1024);
  const int before = omp_get_max_threads();
  omp_set_num_threads(3);
  most_threads = 0;
  sparse::gemm({weight.data(), 1024, 64}, x, y, {}, context_);
  EXPECT_EQ(most_threads, 1);
  EXPECT_EQ(omp_get_max_threads(), 3);
  omp_set_num_threads(before);
}

TEST_P(DenseFailure, OfAnotherKindNamesTheProduct) {
  std::vector<float> weight(6);
  Activations x(10, 2), y(10, 3);
  sparse::gemm({weight.data(), 3, 2}, x, y, {}, context_);  // the first one has code to make
  fail_with(dnnl_unimplemented);
  EXPECT_THAT(message_of<Error>([&] {
                sparse::gemm({weight.data(), 3, 2}, x, y, {}, context_);
              }),
              HasSubstr("dense product of 3x2 by 2x64: oneDNN says 'unimplemented'"));
}

TEST_P(DenseFailure, PassesThroughALayerWhichThenWorks) {
  Linear layer({.name = "l", .in = 8, .out = 16}, context_);
  Activations x(100, 8), y(100, 16), expected(100, 16), dx(100, 8);
  std::fill(x.values().begin(), x.values().end(), 1.0f);
  x.clear_padding();
  layer.forward(x, expected);
  fail_with(dnnl_out_of_memory, 1);
  EXPECT_THROW(layer.forward(x, y), std::bad_alloc);
  fail_with(dnnl_out_of_memory);
  EXPECT_THROW(layer.backward(x, expected, &dx), std::bad_alloc);
  answer = dnnl_success;
  layer.forward(x, y);
  EXPECT_TRUE(std::equal(y.values().begin(), y.values().end(), expected.values().begin()));
}

TEST_P(DenseFailure, PassesThroughAttention) {
  Activations q(64, 32), out(64, 32);
  AttentionRecord record;
  fail_with(dnnl_out_of_memory, 3);
  EXPECT_THROW(attention_forward(q, q, q, 2, 16, {}, out, record, context_), std::bad_alloc);
}

INSTANTIATE_TEST_SUITE_P(Threads, DenseFailure, ::testing::Values(1, 3));

}  // namespace
}  // namespace espalier::models
