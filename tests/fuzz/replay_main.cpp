// SPDX-License-Identifier: Apache-2.0
// fuzz_replay TARGET FOLDER: runs a target on every file of a folder: the seeds, and what was once
// found by fuzzing.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/fuzz_target.h"

int main(int count, char** arguments) {
  const auto target = espalier::fuzz::targets().find(count == 3 ? arguments[1] : "");
  if (target == espalier::fuzz::targets().end()) {
    std::fprintf(stderr, "usage: fuzz_replay TARGET FOLDER, TARGET one of:");
    for (const auto& [name, run] : espalier::fuzz::targets())
      std::fprintf(stderr, " %s", name.c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  int replayed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[2])) {
    std::fprintf(stderr, "%s\n", entry.path().c_str());
    std::ifstream file(entry.path(), std::ios::binary);
    target->second(std::string(std::istreambuf_iterator<char>(file), {}));
    ++replayed;
  }
  return replayed > 0 ? 0 : 1;
}
