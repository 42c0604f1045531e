// SPDX-License-Identifier: Apache-2.0
#include <memory>

int main() {
  auto value = std::make_unique<int>(1);
  volatile int* const freed = value.get();
  value.reset();
  return *freed;
}
