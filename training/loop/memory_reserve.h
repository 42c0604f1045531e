// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espalier::training {

/// Keeps some memory aside for the whole program: 8 MiB, or what there is of it. When an allocation
/// by `new` fails for the first time, this memory is released, so that the code that unwinds can
/// allocate what it needs. Allocations that fail later throw std::bad_alloc as usual. A forked
/// process has a reserve of its own. For programs, not for libraries; not for concurrent use.
void keep_memory_reserve();

/// Has the reserve been released? Then the program should end as soon as it can.
bool memory_reserve_is_spent();

}  // namespace espalier::training
