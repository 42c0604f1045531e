// SPDX-License-Identifier: Apache-2.0
#include <dnnl.hpp>

#include <unordered_map>

#include <espalier/benchmarks/baselines/implementation.h>
#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/ops/target_names.h>

// Of the OpenMP runtime that oneDNN is linked with.
extern "C" void omp_set_num_threads(int threads);

namespace espalier::benchmarks {
namespace {

/// One call on plain row-major [features, tokens] arrays, with the library's own threads.
class OnednnRunner : public Runner {
 public:
  OnednnRunner(const Problem& problem, Product product, int threads)
      : o_(problem, product), threads_(threads) {}
  void run() override {
    omp_set_num_threads(threads_);
    dnnl_sgemm(o_.transpose_a ? 'T' : 'N', o_.transpose_b ? 'T' : 'N', o_.m, o_.n, o_.k, 1.0f, o_.a,
               o_.lda, o_.b, o_.ldb, 0.0f, o_.c.data(), o_.n);
  }
  std::vector<float> result() const override { return o_.result(); }

 private:
  DenseOperands o_;
  int threads_;
};

/// The matmul primitive on bfloat16 operands; the weight gradient stays in single precision, as
/// that of the sparse product does.
class OnednnBf16Runner : public Runner {
 public:
  OnednnBf16Runner(const Problem& problem, Product product, int threads)
      : o_(problem, product), threads_(threads) {
    using Tag = dnnl::memory::data_type;
    const auto shape = [](Index rows, Index cols, bool transposed, Index stride, Tag type) {
      return dnnl::memory::desc(
          {rows, cols}, type,
          transposed ? dnnl::memory::dims{1, stride} : dnnl::memory::dims{stride, 1});
    };
    const bool gradient = product == Product::kSddmm;
    const auto a = shape(o_.m, o_.k, o_.transpose_a, o_.lda, Tag::bf16);
    const auto b = shape(o_.k, o_.n, o_.transpose_b, o_.ldb, Tag::bf16);
    const auto c = shape(o_.m, o_.n, false, o_.n, gradient ? Tag::f32 : Tag::bf16);
    a_ = rounded(o_.a, o_.m * o_.k);
    b_ = rounded(o_.b, o_.k * o_.n);
    if (!gradient) c_.resize(o_.c.size());
    void* const output = gradient ? static_cast<void*>(o_.c.data()) : c_.data();
    try {
      matmul_ = dnnl::matmul({dnnl::matmul::desc(a, b, c), engine_});
    } catch (const dnnl::error& error) {
      if (error.status != dnnl_unimplemented) throw;
      throw NotOnThisProcessor("oneDNN has no matmul of bf16");
    }
    arguments_ = {{DNNL_ARG_SRC, dnnl::memory(a, engine_, a_.data())},
                  {DNNL_ARG_WEIGHTS, dnnl::memory(b, engine_, b_.data())},
                  {DNNL_ARG_DST, dnnl::memory(c, engine_, output)}};
  }
  void run() override {
    omp_set_num_threads(threads_);
    matmul_.execute(stream_, arguments_);
    stream_.wait();
  }
  std::vector<float> result() const override {
    if (c_.empty()) return o_.result();
    std::vector<float> widened;
    for (const BFloat16 value : c_) widened.push_back(static_cast<float>(value));
    return widened;
  }

 private:
  static AlignedVector<BFloat16> rounded(const float* values, Index count) {
    AlignedVector<BFloat16> result;
    for (Index i = 0; i < count; ++i) result.emplace_back(values[i]);
    return result;
  }

  DenseOperands o_;
  int threads_;
  AlignedVector<BFloat16> a_, b_, c_;
  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  dnnl::matmul matmul_;
  std::unordered_map<int, dnnl::memory> arguments_;
};

bool offers(const Shape& shape, Product product, int threads) {
  return offers_dense(shape, product, threads) ||
         (shape.dense() && shape.type == Type::kBf16 && !is_plain(product) &&
          product != Product::kTopologyUpdate);
}

std::unique_ptr<Runner> make(const Problem& problem, Product product, int threads) {
  if (product == Product::kLayerStep) return nullptr;
  if (problem.shape().type == Type::kBf16)
    return std::make_unique<OnednnBf16Runner>(problem, product, threads);
  return std::make_unique<OnednnRunner>(problem, product, threads);
}

}  // namespace

Implementation onednn_implementation() {
  const dnnl_version_t* v = dnnl_version();
  const Context vectorised({.threads = 1, .kernel = "highway"});
  return {"onednn",
          "version " + std::to_string(v->major) + "." + std::to_string(v->minor) + "." +
              std::to_string(v->patch) + ", instruction set " +
              sparse::dense_target_name(vectorised) +
              ", dnnl_sgemm (bf16: matmul) on row-major [features, tokens]",
          &offers, &make};
}

}  // namespace espalier::benchmarks
