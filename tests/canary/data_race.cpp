// SPDX-License-Identifier: Apache-2.0
#include <thread>

int main() {
  int count = 0;
  volatile int* const shared = &count;
  std::thread other([&] { *shared = *shared + 1; });
  *shared = *shared + 1;
  other.join();
}
