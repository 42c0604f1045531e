// SPDX-License-Identifier: Apache-2.0
#include <zip.h>

#include <algorithm>
#include <string>
#include <vector>

#include <espalier/experiments/program/npz_file.h>
#include <espalier/files/atomic_file.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {
namespace {

void read(std::string_view bytes) {
  may_refuse([&] {
    const auto matrix = experiments::parse_npz(bytes, "input");
    const auto again = must_accept(
        [&] { return experiments::parse_npz(experiments::npz_bytes(matrix), "output"); });
    require(
        again.pattern() == matrix.pattern() && std::ranges::equal(again.values(), matrix.values()),
        "what is written is read back");
  });
}

/// An archive of such members, so that checksums do not keep inputs away from what is behind them.
std::string archive_of(const std::vector<std::pair<std::string, std::string_view>>& members) {
  const std::filesystem::path path = scratch_file("input.npz", "");
  int error = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
  require(archive != nullptr, "libzip opens a new archive");
  for (const auto& [name, bytes] : members) {
    zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
    require(zip_file_add(archive, name.c_str(), source, 0) >= 0, "libzip adds a member");
  }
  require(zip_close(archive) == 0, "libzip writes an archive");
  return files::read_file(path, std::size_t{1} << 20);
}

}  // namespace

/// An archive as it is; or "name=bytes" of its members, parted by the character 255.
ESPALIER_FUZZ_TARGET(npz)(std::string_view bytes) {
  if (bytes.starts_with("PK")) return read(bytes);
  std::vector<std::pair<std::string, std::string_view>> members;
  while (!bytes.empty() && members.size() < 8) {
    std::string_view member = take(bytes, '\xff');
    const std::string name(take(member, '='));
    const bool known = std::ranges::none_of(
        members, [&](const auto& other) { return other.first == name + ".npy"; });
    if (known) members.emplace_back(name + ".npy", member);
  }
  if (!members.empty()) read(archive_of(members));
}

}  // namespace espalier::fuzz
