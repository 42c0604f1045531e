// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/run_config.h>

#include <espalier/schedules/policies/policy_registry.h>

namespace espalier::training {

RunConfig::Topology topology_preset(const std::string& policy) {
  RunConfig::Topology topology;
  static_cast<schedules::PolicyOptions&>(topology) = schedules::policy_preset(policy);
  topology.policy = policy;
  topology.dense_attention = schedules::policy_info(policy).dense_attention;
  return topology;
}

}  // namespace espalier::training
