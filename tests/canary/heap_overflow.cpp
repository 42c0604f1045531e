// SPDX-License-Identifier: Apache-2.0
#include <vector>

// The size is volatile in each of these programs so that no compiler foresees the fault.
int main() {
  volatile int size = 4;
  std::vector<int> values(static_cast<unsigned>(size));
  volatile int* const first = values.data();
  return first[size];
}
