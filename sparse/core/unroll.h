// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Has the compiler unroll the loop that follows, which must have at most `count` turns to
/// disappear. g++ at -O2 otherwise keeps a loop over an array of vectors, and the array in memory:
/// a register tile then spends most of its time on loads and stores of its sums.
#define ESPALIER_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define ESPALIER_UNROLL(count) ESPALIER_PRAGMA(clang loop unroll_count(count))
#else
#define ESPALIER_UNROLL(count) ESPALIER_PRAGMA(GCC unroll count)
#endif
