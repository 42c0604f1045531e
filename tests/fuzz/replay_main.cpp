// SPDX-License-Identifier: Apache-2.0
// Runs a target on every file of a folder: the seeds, and what was once found by fuzzing.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/fuzz_target.h"

int main(int count, char** arguments) {
  int replayed = 0;
  for (int i = 1; i < count; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(arguments[i])) {
      std::fprintf(stderr, "%s\n", entry.path().c_str());
      std::ifstream file(entry.path(), std::ios::binary);
      espalier::fuzz::run(std::string(std::istreambuf_iterator<char>(file), {}));
      ++replayed;
    }
  }
  return replayed > 0 ? 0 : 1;
}
