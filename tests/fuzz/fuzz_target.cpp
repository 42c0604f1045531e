// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_target.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

#include <espalier/sparse/core/rng.h>

namespace espalier::fuzz {
namespace {

struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("espalier_fuzz_" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

std::map<std::string, Run>& targets() {
  static std::map<std::string, Run> targets;
  return targets;
}

void require(bool claim, const char* what) {
  if (claim) return;
  std::fprintf(stderr, "not true: %s\n", what);
  std::abort();
}

void require_one_line(const Error& error) {
  require(std::strlen(error.what()) > 0, "a message says something");
  require(std::strchr(error.what(), '\n') == nullptr, "a message is one line");
}

std::string_view take(std::string_view& bytes, char separator) {
  const std::size_t end = std::min(bytes.find(separator), bytes.size());
  const std::string_view piece = bytes.substr(0, end);
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  return piece;
}

std::string with_repetitions(std::string_view bytes) {
  constexpr std::size_t kMostBytes = std::size_t{4} << 20;
  std::string text;
  while (!bytes.empty()) {
    text += take(bytes, '@');
    if (bytes.empty()) break;
    std::string_view rest = bytes;
    std::string_view piece = take(rest, '@');
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(piece.data(), piece.data() + piece.size(), count);
    piece.remove_prefix(static_cast<std::size_t>(end - piece.data()));
    const bool described = error == std::errc() && piece.size() > 1 && piece.front() == '*' &&
                           count < kMostBytes / piece.size() &&
                           text.size() + count * piece.size() <= kMostBytes;
    if (!described) {
      text += '@';
      continue;
    }
    for (; count > 0; --count) text += piece.substr(1);
    bytes = rest;
  }
  return text;
}

std::string with_edit_hashes(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const std::string_view line = take(bytes, '\n');
    char hash[20];
    std::snprintf(hash, sizeof hash, "\t%016llx\n",
                  static_cast<unsigned long long>(stream_id(line)));
    text.append(line).append(hash);
  }
  return text;
}

const std::filesystem::path& scratch_folder() {
  static const Folder folder;
  return folder.path;
}

std::filesystem::path scratch_file(const std::string& name, std::string_view bytes) {
  std::filesystem::path path = scratch_folder() / name;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  require(static_cast<bool>(file.flush()), "the temporary folder can be written");
  return path;
}

}  // namespace espalier::fuzz
