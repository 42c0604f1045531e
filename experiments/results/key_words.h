// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

namespace espalier::experiments {

/// The name that tables and figures have for a key or metric, in words and with its unit. The unit
/// of a loss is its task's, see `metric_in_words`. Other texts, such as titles, stay as they are.
std::string in_words(const std::string& key);
/// The same for a value of a key, such as "RigL" for the policy rigl. Other values stay as they
/// are.
std::string in_words(const std::string& key, const std::string& value);

/// The unit that losses of these tasks have, by the names of run.task: "nats", or "nats or squared
/// error" where tasks differ in it; empty: not known.
std::string loss_unit_of(const std::set<std::string>& tasks);
/// `in_words` of a metric of these tasks, a loss with its unit: "test loss (nats)" for test_loss.
std::string metric_in_words(const std::string& metric, const std::set<std::string>& tasks);

}  // namespace espalier::experiments
// Tested by tests/experiments/results/ablation_test.cpp
