// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/string_finder.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace espalier::text {
namespace {

constexpr std::uint32_t kRoot = 0;
constexpr std::int32_t kNoString = -1;

/// Strings that have the beginning of a node in common: [begin, end) of those in order.
struct SharedBeginning {
  std::size_t begin, end;
};

}  // namespace

StringFinder::StringFinder(std::span<const std::string> strings) {
  for (const std::string& string : strings) sizes_.push_back(string.size());
  std::vector<std::size_t> order(strings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) {
    return std::ranges::lexicographical_compare(strings[one].rbegin(), strings[one].rend(),
                                                strings[other].rbegin(), strings[other].rend());
  });
  byte_ = '\0';
  std::vector<SharedBeginning> level = {{0, order.size()}}, below;
  for (std::size_t depth = 0; !level.empty(); ++depth, level = std::exchange(below, {}))
    for (const auto& [begin, end] : level) {
      std::size_t at = begin;
      longest_.push_back(kNoString);
      // The shorter ones come first, and of equal ones the first.
      for (; at < end && strings[order[at]].size() == depth; ++at)
        if (longest_.back() == kNoString) longest_.back() = static_cast<std::int32_t>(order[at]);
      first_child_.push_back(static_cast<std::uint32_t>(byte_.size()));
      const auto byte_of = [&](std::size_t i) {
        return strings[order[i]].rbegin()[static_cast<std::ptrdiff_t>(depth)];
      };
      while (at < end) {
        const std::size_t first = at;
        while (at < end && byte_of(at) == byte_of(first)) ++at;
        byte_ += byte_of(first);
        below.push_back({first, at});
      }
    }
  first_child_.push_back(static_cast<std::uint32_t>(byte_.size()));
  // Fallbacks lie nearer to the root, whose levels come first.
  fallback_.assign(byte_.size(), kRoot);
  for (std::uint32_t node = 0; node + 1 < first_child_.size(); ++node)
    for (std::uint32_t deeper = first_child_[node]; deeper < first_child_[node + 1]; ++deeper) {
      if (node != kRoot) fallback_[deeper] = next(fallback_[node], byte_[deeper]);
      if (longest_[deeper] == kNoString) longest_[deeper] = longest_[fallback_[deeper]];
    }
}

/// kRoot if there is none.
std::uint32_t StringFinder::child(std::uint32_t node, char byte) const {
  const auto begin = byte_.begin() + first_child_[node],
             end = byte_.begin() + first_child_[node + 1];
  const auto found = std::lower_bound(begin, end, byte);
  return found != end && *found == byte ? static_cast<std::uint32_t>(found - byte_.begin()) : kRoot;
}

std::uint32_t StringFinder::next(std::uint32_t node, char byte) const {
  while (true) {
    const std::uint32_t found = child(node, byte);
    if (found != kRoot || node == kRoot) return found;
    node = fallback_[node];
  }
}

std::vector<StringFinder::Found> StringFinder::find(std::string_view text) const {
  std::vector<Found> all;
  if (sizes_.empty()) return all;
  std::vector<std::int32_t> longest(text.size());  // that begins at each byte
  std::uint32_t node = kRoot;
  for (std::size_t at = text.size(); at-- > 0;) {
    node = next(node, text[at]);
    longest[at] = longest_[node];
  }
  for (std::size_t at = 0; at < text.size();) {
    if (longest[at] == kNoString) {
      ++at;
      continue;
    }
    all.push_back({at, static_cast<std::size_t>(longest[at])});
    at += sizes_[all.back().string];
  }
  return all;
}

}  // namespace espalier::text
