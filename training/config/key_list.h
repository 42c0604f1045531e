// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/training/config/key.h>

namespace espalier::training {

/// The one list of keys: parsing, checking, writing, help and the hash all walk it. Those that a
/// task brings itself stand behind the others of their table. Throws ConfigError if two keys have
/// one name. The reference stays valid when a task is registered; the list is then another one.
const std::vector<Key>& keys();

}  // namespace espalier::training
