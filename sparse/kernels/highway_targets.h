// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included before hwy/highway.h by every unit that is compiled once for each instruction set.
#include <espalier/sparse/core/simd_targets.h>
