// SPDX-License-Identifier: Apache-2.0
namespace {
int* volatile held = nullptr;
}

int main() {
  held = new int[100];
  held = nullptr;
}
