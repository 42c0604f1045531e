// SPDX-License-Identifier: Apache-2.0
#pragma once

// A header of the consumer's own with a path that Espalier once had.
inline constexpr int kOwnLinear = 1;
