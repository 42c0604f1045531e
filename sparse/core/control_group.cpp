// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/control_group.h>

#include <algorithm>
#include <fstream>

namespace espalier {

std::vector<ControlGroup> control_groups(const std::string& controller,
                                         const std::filesystem::path& process,
                                         const std::filesystem::path& root) {
  std::vector<ControlGroup> groups;
  std::ifstream lines(process);
  // "0::/path" of version 2, "4:cpu,cpuacct:/path" of version 1.
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    const std::size_t second = line.find(':', colon + 1);
    if (colon == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(colon + 1, second - colon - 1);
    const bool unified = controllers.empty();
    if (!unified && (',' + controllers + ',').find(',' + controller + ',') == std::string::npos)
      continue;
    const std::string top = unified ? root.string() : (root / controller).string();
    for (std::string path = line.substr(second + 1);; path.resize(path.rfind('/'))) {
      groups.push_back({unified, top + path});
      if (path.find('/') == std::string::npos) break;
    }
  }
  return groups;
}

double memory_within(double bytes, std::span<const ControlGroup> groups) {
  for (const ControlGroup& group : groups) {
    std::ifstream file(group.folder / (group.unified ? "memory.max" : "memory.limit_in_bytes"));
    double limit = 0;
    if (file >> limit) bytes = std::min(bytes, limit);  // "max" has no number
  }
  return bytes;
}

}  // namespace espalier
