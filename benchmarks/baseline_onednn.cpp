// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <dnnl.h>

#include "benchmarks/implementation.h"

namespace espalier::benchmarks {
namespace {

/// Sets the number of threads of the OpenMP runtime that oneDNN was built on, if any.
void set_threads(int threads) {
  using Set = void (*)(int);
  static const auto set = reinterpret_cast<Set>(::dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (set != nullptr) set(threads);
}

/// One call on plain row-major [features, tokens] arrays, with the library's own threads.
class OnednnRunner : public Runner {
 public:
  OnednnRunner(const Problem& problem, Product product, int threads)
      : o_(problem, product), threads_(threads) {}
  void run() override {
    set_threads(threads_);
    dnnl_sgemm(o_.transpose_a ? 'T' : 'N', o_.transpose_b ? 'T' : 'N', o_.m, o_.n, o_.k, 1.0f, o_.a,
               o_.lda, o_.b, o_.ldb, 0.0f, o_.c.data(), o_.n);
  }
  std::vector<float> result() const override { return {o_.c.begin(), o_.c.end()}; }

 private:
  DenseOperands o_;
  int threads_;
};

std::unique_ptr<Runner> make(const Problem& problem, Product product, int threads) {
  if (product == Product::kLayerStep) return nullptr;
  return std::make_unique<OnednnRunner>(problem, product, threads);
}

std::string instruction_set() {
  const dnnl_cpu_isa_t isa = dnnl_get_effective_cpu_isa();
  if (isa >= dnnl_cpu_isa_avx512_core) return "AVX-512";
  return isa >= dnnl_cpu_isa_avx2 ? "AVX2" : "older than AVX2";
}

}  // namespace

Implementation onednn_implementation() {
  const dnnl_version_t* v = dnnl_version();
  return {"onednn",
          "version " + std::to_string(v->major) + "." + std::to_string(v->minor) + "." +
              std::to_string(v->patch) + ", instruction set " + instruction_set() +
              ", dnnl_sgemm on row-major [features, tokens]",
          &offers_dense, &make};
}

}  // namespace espalier::benchmarks
