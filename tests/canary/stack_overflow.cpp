// SPDX-License-Identifier: Apache-2.0
namespace {

[[gnu::noinline]] int fill(int size) {
  volatile char bytes[16] = {};
  for (int i = 0; i < size; ++i) bytes[i] = 1;
  return bytes[0];
}

}  // namespace

int main() {
  volatile int size = 64;
  return fill(size);
}
