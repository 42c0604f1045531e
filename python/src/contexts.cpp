// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/contexts.h>

#include <map>
#include <memory>
#include <string>

#include <espalier/sparse/core/error.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

bool forked = false;

}  // namespace

const Context& context_of(int threads) {
  if (threads < 1)
    throw ConfigError("threads: found " + std::to_string(threads) + "; expected 1 or more");
  // Never destroyed: a thread may still compute while the process ends.
  static auto& contexts = *new std::map<int, std::unique_ptr<const Context>>;
  static const std::string kernel(resolve_kernel("").name);
  std::unique_ptr<const Context>& context = contexts[forked ? 1 : threads];
  if (context == nullptr)
    context = std::make_unique<const Context>(
        ContextOptions{.threads = forked ? 1 : threads, .kernel = kernel});
  return *context;
}

void bind_contexts(py::module_& module) {
  module.def("after_fork", [] { forked = true; });
  module.def(
      "start_threads", [](int threads) { context_of(threads); }, py::arg("threads"));
  module.def("kernel", [] { return context_of(1).kernel(); });
}

}  // namespace espalier::python
