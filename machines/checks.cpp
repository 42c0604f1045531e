// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/checks.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::machines {

void require_parts(std::size_t parts, int ranks) {
  if (parts != static_cast<std::size_t>(ranks))
    throw ShapeError("a call among machines has " + std::to_string(parts) +
                     " parts, expected one for each of " + std::to_string(ranks) + " ranks");
}

void copy_own(std::span<const std::byte> sent, std::span<std::byte> received, int rank) {
  if (sent.size() != received.size())
    throw ShapeError("rank " + std::to_string(rank) + " sends itself " +
                     std::to_string(sent.size()) + " bytes and expects " +
                     std::to_string(received.size()));
  std::ranges::copy(sent, received.begin());
}

void say_last(std::string_view message) {
  const std::string line = std::string(message) + '\n';
  static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
  static_cast<void>(std::fflush(stderr));
}

void end_process(int exit_code) {
  static_cast<void>(std::fflush(nullptr));
  std::_Exit(exit_code);
}

}  // namespace espalier::machines
