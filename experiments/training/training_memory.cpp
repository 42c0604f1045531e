// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/training_memory.h>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include <espalier/experiments/config/derived_values.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/mlm_head.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

constexpr double kFloat = sizeof(float);
/// Value, gradient, first and second moment.
constexpr double kBytesPerWeight = 4 * kFloat;
constexpr double kBytesPerBlock = sizeof(BlockIndex);

double bytes_of_weights(double weights, const RunConfig& config) {
  const double block = static_cast<double>(config.model.block * config.model.block);
  const double places = config.topology.policy == "dense" ? 0 : kBytesPerBlock / block;
  return weights * (kBytesPerWeight + places);
}

double mlp_bytes(const RunConfig& config) {
  const std::vector<Index> widths = layer_widths(config);
  double weights = 0, activations = 0;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
    const double product = static_cast<double>(widths[i]) * static_cast<double>(widths[i + 1]);
    const bool last = i + 2 == widths.size();  // which is dense
    weights += product * (last ? 1 : config.model.density);
    activations += static_cast<double>(widths[i]);
  }
  return bytes_of_weights(weights, config) +
         activations * static_cast<double>(config.training.batch) * kFloat;
}

double bert_bytes(const RunConfig& config) {
  models::ModelConfig model = model_config(config);
  // A corpus may have fewer pieces than asked for.
  model.vocabulary = std::min<Index>(model.vocabulary, 32);
  models::ModelDeclaration declaration = models::declare(model);
  models::MlmHead::declare(model.hidden, model.vocabulary, declaration);
  const double weights =
      models::count_parameters(declaration, models::EncoderDensity(config.model.density)).total();
  const Index group = std::min(config.training.panel_group, config.training.batch);
  const double tokens = static_cast<double>(group * config.data.sequence);
  // Of each layer at least query, key, value, their mixture, and the inputs of both halves, and
  // the widened vector before and after its nonlinearity.
  const double kept = static_cast<double>(model.layers) *
                      static_cast<double>(6 * model.hidden + 2 * model.intermediate);
  return bytes_of_weights(weights, config) + tokens * kept * kFloat;
}

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
  return trains_on_images(config) ? mlp_bytes(config) : bert_bytes(config);
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
      trains_on_images(config)
          ? "model.widths, model.density or training.batch"
          : "model.hidden, model.layers, model.density, data.sequence or training.panel_group"));
}

}  // namespace espalier::experiments
