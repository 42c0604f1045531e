// SPDX-License-Identifier: Apache-2.0
#include <limits>

int main() {
  volatile int largest = std::numeric_limits<int>::max();
  volatile int sum = largest + 1;
  return sum;
}
