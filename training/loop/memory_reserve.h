// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espalier::training {

/// Keeps some memory aside for the whole program. When an allocation by `new` fails for the first
/// time, that memory is released, so that what unwinds the program, some of which must allocate and
/// may not fail, can; allocations that fail after that throw std::bad_alloc as ever. A process that
/// is forked has a reserve of its own. For programs, not for libraries; not for concurrent use.
void keep_memory_reserve();

/// Has the reserve been needed? Then work should end as soon as it can.
bool memory_reserve_is_spent();

}  // namespace espalier::training
