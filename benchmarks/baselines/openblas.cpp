// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <cstdlib>
#include <utility>

#include <espalier/benchmarks/baselines/implementation.h>

namespace espalier::benchmarks {
namespace {

/// The C interface of OpenBLAS, as far as it is used here.
struct Openblas {
  using Sgemm = void (*)(int order, int transpose_a, int transpose_b, int m, int n, int k,
                         float alpha, const float* a, int lda, const float* b, int ldb, float beta,
                         float* c, int ldc);
  using Sgemv = void (*)(int order, int transpose_a, int m, int n, float alpha, const float* a,
                         int lda, const float* x, int incx, float beta, float* y, int incy);
  Sgemm sgemm = nullptr;
  Sgemv sgemv = nullptr;
  void (*set_num_threads)(int) = nullptr;
  char* (*config)() = nullptr;
  char* (*core_name)() = nullptr;
};

/// OpenBLAS picks its kernels when it is loaded, from OPENBLAS_CORETYPE if that is set. Loading it
/// here, not at program start, leaves time to clear a setting that was meant for another program,
/// and to name a core for processors that it does not know: release 0.3.21 takes an AMD Zen 5 for a
/// Haswell, at half the speed, and an Intel Sapphire Rapids for a Prescott.
const Openblas* openblas() {
  static const Openblas loaded = [] {
    Openblas found;
    ::unsetenv("OPENBLAS_CORETYPE");
#if defined(__x86_64__)
    if (const char* const forced = forced_target_of_peer("SkylakeX", "Haswell", "Nehalem"))
      ::setenv("OPENBLAS_CORETYPE", forced, 1);
    else if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw"))
      ::setenv("OPENBLAS_CORETYPE", "SkylakeX", 1);
#endif
    // Its threads spin for 2^28 cycles behind a product, a tenth of a second in which they have the
    // core of whoever is measured next. 2^24 are still many times what lies between two products of
    // one measurement.
    ::setenv("OPENBLAS_THREAD_TIMEOUT", "24", 0);
    void* library = ::dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    ::unsetenv("OPENBLAS_CORETYPE");
    if (library == nullptr) return found;
    found.sgemm = reinterpret_cast<Openblas::Sgemm>(::dlsym(library, "cblas_sgemm"));
    found.sgemv = reinterpret_cast<Openblas::Sgemv>(::dlsym(library, "cblas_sgemv"));
    found.set_num_threads =
        reinterpret_cast<void (*)(int)>(::dlsym(library, "openblas_set_num_threads"));
    found.config = reinterpret_cast<char* (*)()>(::dlsym(library, "openblas_get_config"));
    found.core_name = reinterpret_cast<char* (*)()>(::dlsym(library, "openblas_get_corename"));
    return found;
  }();
  const bool complete = loaded.sgemm != nullptr && loaded.sgemv != nullptr &&
                        loaded.set_num_threads != nullptr && loaded.config != nullptr &&
                        loaded.core_name != nullptr;
  return complete ? &loaded : nullptr;
}

class OpenblasRunner : public Runner {
 public:
  OpenblasRunner(const Problem& problem, Product product, int threads)
      : o_(problem, product), threads_(threads) {}
  void run() override {
    // Constants of the CBLAS standard.
    constexpr int kRowMajor = 101, kNoTranspose = 111, kTranspose = 112;
    const auto narrow = [](Index i) { return static_cast<int>(i); };
    openblas()->set_num_threads(threads_);
    if (o_.m == 1 && !o_.transpose_a) {  // one token; sgemm does not see that
      const auto [rows, cols] = o_.transpose_b ? std::pair(o_.n, o_.k) : std::pair(o_.k, o_.n);
      openblas()->sgemv(kRowMajor, o_.transpose_b ? kNoTranspose : kTranspose, narrow(rows),
                        narrow(cols), 1.0f, o_.b, narrow(o_.ldb), o_.a, 1, 0.0f, o_.c.data(), 1);
      return;
    }
    openblas()->sgemm(kRowMajor, o_.transpose_a ? kTranspose : kNoTranspose,
                      o_.transpose_b ? kTranspose : kNoTranspose, narrow(o_.m), narrow(o_.n),
                      narrow(o_.k), 1.0f, o_.a, narrow(o_.lda), o_.b, narrow(o_.ldb), 0.0f,
                      o_.c.data(), narrow(o_.n));
  }
  std::vector<float> result() const override { return o_.result(); }

 private:
  DenseOperands o_;
  int threads_;
};

std::unique_ptr<Runner> make(const Problem& problem, Product product, int threads) {
  if (product == Product::kLayerStep) return nullptr;
  return std::make_unique<OpenblasRunner>(problem, product, threads);
}

}  // namespace

Implementation openblas_implementation() {
  if (openblas() == nullptr) return {};
  return {"openblas",
          std::string(openblas()->config()) + ", core " + openblas()->core_name() +
              ", cblas_sgemm (of one token: cblas_sgemv) on row-major [features, tokens]",
          &offers_dense, &make};
}

}  // namespace espalier::benchmarks
