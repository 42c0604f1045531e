// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <espalier/sparse/core/context.h>

namespace espalier::python {

/// The context for so many threads: made when it is first asked for, kept to the end of the
/// process, so that no call pays for it. All have the kernel variant of the first, as plans do. In
/// a process that was forked it is one that runs everything on the calling thread, since the
/// threads of the arena stayed with the parent. Throws ConfigError as the constructor of Context.
/// To be called with the GIL, which guards the list.
const Context& context_of(int threads);

void bind_contexts(pybind11::module_& module);

}  // namespace espalier::python
