// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espalier::experiments {

/// The name that tables and figures have for a key or metric, in words and with its unit: "test
/// loss (nats)" for test_loss. Other texts, such as titles, stay as they are.
std::string in_words(const std::string& key);
/// The same for a value of a key, such as "RigL" for the policy rigl. Other values stay as they
/// are.
std::string in_words(const std::string& key, const std::string& value);

}  // namespace espalier::experiments
// Tested by tests/experiments/results/ablation_test.cpp
