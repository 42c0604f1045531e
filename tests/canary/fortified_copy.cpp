// SPDX-License-Identifier: Apache-2.0
#include <cstring>

int main() {
  char from[64] = {};
  char to[16];
  volatile std::size_t size = sizeof from;
  std::memcpy(to, from, size);
  volatile char last = to[15];
  return last;
}
