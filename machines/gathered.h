// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <espalier/machines/machines.h>

namespace espalier::machines {

// What ranks have of their own, brought together. All of these are collective and throw as the
// transport does.

/// What each rank has of a plain value, in their order, on all. Ranks of one build have the same
/// bytes for it.
template <typename T>
std::vector<T> values_of_all(Machines& machines, const T& own) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> values(static_cast<std::size_t>(machines.ranks()));
  values[static_cast<std::size_t>(machines.rank())] = own;
  std::vector<std::span<std::byte>> slices;
  slices.reserve(values.size());
  for (T& value : values) slices.push_back(std::as_writable_bytes(std::span(&value, 1)));
  machines.gather(slices);
  return values;
}

/// The texts of all ranks, which may be any bytes, in their order.
std::vector<std::string> texts_of_all(Machines& machines, const std::string& own);
/// The same on rank 0 alone; none on the others. Each sends its text once.
std::vector<std::string> texts_at_first(Machines& machines, const std::string& own);

/// Sends `own` to rank 0, where `parts[r]` receives what rank r has sent and is as long, 0
/// included. The others need no `parts`.
void collect_at_first(Machines& machines, std::span<const std::byte> own,
                      std::span<const std::span<std::byte>> parts = {});

}  // namespace espalier::machines
// Tested by tests/machines/machines_test.cpp
