// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included before hwy/highway.h by every unit that is compiled once for each instruction set.

// Register tiles are arrays of vectors, which the scalable instruction sets do not allow; NEON
// serves those processors.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_RVV | HWY_SSSE3)
