// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/build_info.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include <espalier/sparse/core/allowed_cores.h>
#include <espalier/sparse/core/revision.h>  // made by CMake
#include <espalier/sparse/core/system_call.h>

namespace espalier {
namespace {

/// What the kernel says of the processors. Not by a stream, which takes a lack of memory for an end
/// of the file: a run would then record another processor.
std::string processor_text() {
  std::string text(std::size_t{1} << 16, '\0');  // names stand at the beginning
  std::size_t length = 0;
  const int file = ::open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
  while (file >= 0 && length < text.size()) {
    const ssize_t count =
        uninterrupted([&] { return ::read(file, text.data() + length, text.size() - length); });
    if (count <= 0) break;
    length += static_cast<std::size_t>(count);
  }
  if (file >= 0) ::close(file);
  text.resize(length);
  return text;
}

/// The value of the first line "key : value" of `text`; empty if there is none.
std::string_view value_of(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, line.find_last_not_of(" \t:", colon) + 1);
    if (name == key) return line.substr(std::min(colon + 2, line.size()));
  }
  return {};
}

std::string simd_features() {
  const std::string text = processor_text();
  std::string features;
  for (const char* key : {"flags", "Features"}) {  // on x86 and on ARM
    std::string_view rest = value_of(text, key);
    while (!rest.empty()) {
      const std::string_view name = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(name.size() + 1, rest.size()));
      for (const char* kind : {"sse4", "avx", "fma", "f16c", "amx", "asimd", "sve", "bf16"})
        if (name.starts_with(kind)) {
          features.append(features.empty() ? "" : " ").append(name);
          break;
        }
    }
  }
  return features.empty() ? "unknown" : features;
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

std::string shown_revision(const std::string& revision, bool dirty) {
  return dirty ? revision + "-dirty" : revision;
}

std::string processor_name(std::string_view cpuinfo) {
  for (const char* key : {"model name", "Hardware"}) {
    std::string name(value_of(cpuinfo, key));
    if (name.empty()) continue;
    // A virtual machine may name the brand alone, whatever the generation.
    const std::string_view family = value_of(cpuinfo, "cpu family"),
                           model = value_of(cpuinfo, "model");
    if (!family.empty() && !model.empty())
      name.append(" (family ").append(family).append(", model ").append(model).append(")");
    return name;
  }
  const std::string_view implementer = value_of(cpuinfo, "CPU implementer"),
                         part = value_of(cpuinfo, "CPU part");
  if (implementer.empty() || part.empty()) return "unknown";
  return std::string("ARM (implementer ").append(implementer).append(", part ").append(part) + ')';
}

const BuildInfo& build_info() {
  static const BuildInfo info = {.version = kProjectVersion,
                                 .revision = kGitRevision,
                                 .dirty = kGitDirty,
                                 .compiler = compiler_name(),
                                 .build_type = kBuildType,
                                 .processor = processor_name(processor_text()),
                                 .logical_cores = machine_cores(),
                                 .simd_features = simd_features()};
  return info;
}

}  // namespace espalier
