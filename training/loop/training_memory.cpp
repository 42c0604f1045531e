// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/training_memory.h>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/shards.h>
#include <espalier/training/config/task_declaration.h>

namespace espalier::training {
namespace {

constexpr double kFloat = sizeof(float);
constexpr double kBytesPerBlock = sizeof(BlockIndex);

/// The number in a file such as memory.max; none if it is not there or says "max".
double limit_in(const std::string& path, double otherwise) {
  std::ifstream file(path);
  double bytes = 0;
  return file >> bytes ? bytes : otherwise;
}

/// The smallest limit of this process' control group and of those that hold it.
double control_group_bytes(double available) {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t colon = line.find(':');
    const std::size_t second = line.find(':', colon + 1);
    if (colon == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(colon + 1, second - colon - 1);
    const bool unified = controllers.empty();
    if (!unified && controllers != "memory") continue;
    const std::string root = unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    const char* file = unified ? "/memory.max" : "/memory.limit_in_bytes";
    for (std::string path = line.substr(second + 1);; path.resize(path.rfind('/'))) {
      available = std::min(available, limit_in(root + path + file, available));
      if (path.find('/') == std::string::npos) break;
    }
  }
  return available;
}

double resource_limit(int resource, double otherwise) {
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0 ||
      limit.rlim_cur == RLIM_INFINITY)
    return otherwise;
  return std::min(otherwise, static_cast<double>(limit.rlim_cur));
}

}  // namespace

double least_training_bytes(const RunConfig& config) {
  const MemoryNeed need = task_declaration(config)->least_memory(config);
  const double block = static_cast<double>(config.model.block * config.model.block);
  const double places = config.topology.policy == "dense" ? 0 : kBytesPerBlock / block;
  // Value, gradients and what the optimizer keeps.
  const double gradients = 1 + static_cast<double>(spare_gradients(config));
  const double bytes_per_weight = (1 + gradients + optimizer_state_per_value(config)) * kFloat;
  return need.weights * (bytes_per_weight + places) + need.activations * kFloat;
}

double available_memory_bytes() {
  double bytes =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  bytes = control_group_bytes(bytes);
  bytes = resource_limit(RLIMIT_AS, bytes);
  return resource_limit(RLIMIT_DATA, bytes);
}

void require_memory(const RunConfig& config, double available) {
  const double needed = least_training_bytes(config);
  if (needed <= available) return;
  constexpr double kGigabyte = 1e9;
  throw ConfigError(fmt::format(
      "training this model needs at least {:.3g} GB of memory and {:.3g} GB are there; lower {}",
      needed / kGigabyte, available / kGigabyte,
      task_declaration(config)->least_memory(config).remedy));
}

}  // namespace espalier::training
