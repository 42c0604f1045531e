// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <espalier/machines/machines.h>

namespace espalier::machines {

/// A job of this process alone: rank 0 of 1.
std::unique_ptr<Machines> alone();

}  // namespace espalier::machines
// Tested by tests/machines/machines_test.cpp
