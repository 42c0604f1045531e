// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/experiments/config/key.h>

namespace espalier::experiments {

/// The one list of keys: parsing, checking, writing, help and the hash all walk it.
const std::vector<Key>& keys();

}  // namespace espalier::experiments
