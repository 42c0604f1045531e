// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/contexts.h>

#include <map>
#include <memory>
#include <string>

#include <espalier/python/src/arrays.h>
#include <espalier/sparse/core/allowed_cores.h>
#include <espalier/sparse/core/error.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

bool forked = false;

/// The threads of an OpenMP runtime that somebody else has loaded, through the function that
/// compilers call for a parallel region of GCC's runtime.
class OpenMpPool final : public ThreadPool {
 public:
  /// void GOMP_parallel(void (*)(void*), void*, unsigned threads, unsigned flags)
  using Parallel = void(void (*)(void*), void*, unsigned, unsigned);
  explicit OpenMpPool(Parallel* parallel) : parallel_(parallel) {}

  void run(int threads, void (*body)(void*), void* data) const override {
    // A child has none of the threads that the runtime believes to have; a context that was made
    // before knows nothing of it.
    if (forked) return body(data);
    parallel_(body, data, static_cast<unsigned>(threads), 0);
  }

 private:
  Parallel* parallel_;
};

/// Null: TBB's threads.
std::shared_ptr<const ThreadPool>& pool() {
  static auto& pool = *new std::shared_ptr<const ThreadPool>;
  return pool;
}

using Contexts = std::map<int, std::unique_ptr<const Context>>;

/// Never destroyed: a thread may still compute while the process ends. Of each pool that there was.
Contexts& contexts() {
  static auto& of_pools = *new std::map<const ThreadPool*, Contexts>;
  return of_pools[pool().get()];
}

}  // namespace

const Context& context_of(int threads) {
  if (threads < 1)
    throw ConfigError("threads: found " + std::to_string(threads) + "; expected 1 or more");
  static const std::string kernel(resolve_kernel("").name);
  std::unique_ptr<const Context>& context = contexts()[forked ? 1 : threads];
  if (context == nullptr)
    context = std::make_unique<const Context>(
        ContextOptions{.threads = forked ? 1 : threads, .kernel = kernel, .pool = pool()});
  return *context;
}

void bind_contexts(py::module_& module) {
  module.def("allowed_cores", &allowed_cores);
  module.def("after_fork", [] { forked = true; });
  module.def(
      "start_threads", [](int threads) { context_of(threads); }, py::arg("threads"));
  module.def(
      "use_openmp",
      [](Address parallel) {
        pool() = std::make_shared<OpenMpPool>(pointer<OpenMpPool::Parallel>(parallel));
      },
      py::arg("parallel"));
  module.def("uses_openmp", [] { return pool() != nullptr; });
  module.def("kernel", [] { return context_of(1).kernel(); });
}

}  // namespace espalier::python
