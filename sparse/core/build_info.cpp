// SPDX-License-Identifier: Apache-2.0
#include "sparse/core/build_info.h"

#include <fstream>
#include <string_view>
#include <thread>

#include "sparse/core/revision.h"  // made by CMake

namespace espalier {
namespace {

std::string processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const std::string_view view = line;
    if (!view.starts_with("model name") && !view.starts_with("Hardware")) continue;
    const auto colon = view.find(": ");
    if (colon != std::string_view::npos) return std::string(view.substr(colon + 2));
  }
  return "unknown";
}

std::string compiler_name() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

}  // namespace

const BuildInfo& build_info() {
  static const BuildInfo info = {
      .version = kProjectVersion,
      .revision = kGitRevision,
      .dirty = kGitDirty,
      .compiler = compiler_name(),
      .build_type = kBuildType,
      .processor = processor_name(),
      .logical_cores = static_cast<int>(std::thread::hardware_concurrency())};
  return info;
}

}  // namespace espalier
