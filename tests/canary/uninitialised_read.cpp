// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <memory>

int main() {
  const std::unique_ptr<int[]> values(new int[4]);
  volatile int* const first = values.get();
  if (first[2] > 0) std::puts("positive");
}
