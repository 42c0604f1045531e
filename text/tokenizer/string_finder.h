// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::text {

/// Finds some strings in a text: from left to right, of those that begin at a place the longest,
/// and behind what was found goes on.
///
/// Immutable; safe to share among threads. Cost: memory of 13 bytes for each byte of the strings;
/// a search is linear in the text whatever the strings are, and needs 4 bytes for each of its bytes
/// meanwhile. Source: Aho and Corasick 1975, "Efficient string matching: an aid to bibliographic
/// search". It is run over the text from its end, with the strings reversed, so that the longest
/// one that ends somewhere there is the longest one that begins there here.
class StringFinder {
 public:
  StringFinder() : StringFinder(std::span<const std::string>()) {}
  /// None may be empty; of equal ones the first is found.
  explicit StringFinder(std::span<const std::string> strings);

  struct Found {
    std::size_t begin = 0;  ///< byte of the text
    std::size_t string = 0;
    bool operator==(const Found&) const = default;
  };
  std::vector<Found> find(std::string_view text) const;

 private:
  std::uint32_t child(std::uint32_t node, char byte) const;
  std::uint32_t next(std::uint32_t node, char byte) const;

  // A tree of the beginnings of reversed strings, level after level from the root, which is node 0.
  // The children of node i are the nodes from first_child_[i] to first_child_[i + 1] - 1.
  std::vector<std::uint32_t> first_child_;
  std::string byte_;                     // [nodes] by which one comes to the node
  std::vector<std::uint32_t> fallback_;  // [nodes] the longest other beginning that ends this one
  std::vector<std::int32_t> longest_;    // [nodes] string that ends the node, or kNone
  std::vector<std::size_t> sizes_;       // [strings]
};

}  // namespace espalier::text
