// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/training/config/key.h>

namespace espalier::training {

/// The one list of all keys. Parsing, checks, writing, help and the hash all go through it. Keys
/// that a task brings along come after the others of their table. Throws ConfigError if two keys
/// have one name. The reference stays valid when a task is registered, but a new call then gives
/// another list.
const std::vector<Key>& keys();

}  // namespace espalier::training
