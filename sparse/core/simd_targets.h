// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included before hwy/foreach_target.h by every unit that is compiled once for each instruction
// set.

// Arrays of vectors, which register tiles and sums over lanes are, do not exist in the scalable
// instruction sets; NEON serves those processors. What has SSSE3 and no SSE4 is too old to matter.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3)
// Tested by tests/sparse/kernels/simd_target_choice_test.cpp
