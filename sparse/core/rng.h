// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace espalier {

/// Counter-based random numbers: each value is a pure function of (seed, stream, counter), so that
/// results depend neither on the order of calls nor on the number of threads, and a resumed run
/// needs no generator state.
///
/// A stream names an independent purpose ("which blocks of layer 3 at update 17"); build it from
/// words with `stream_id`. Generator: Philox4x32-10. Source: Salmon et al. 2011, "Parallel random
/// numbers: as easy as 1, 2, 3".
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  std::uint64_t seed() const { return seed_; }
  std::uint64_t stream() const { return stream_; }

  /// Four independent uniform 32-bit words for one value of the counter.
  std::array<std::uint32_t, 4> words(std::uint64_t counter) const;

  /// Uniform 64-bit integer.
  std::uint64_t bits(std::uint64_t counter) const;

  /// Uniform double in [0, 1) with 53 random bits.
  double uniform(std::uint64_t counter) const;

  /// Uniform integer in [0, bound); `bound` must be positive. The bias is below bound / 2^64.
  std::uint64_t below(std::uint64_t counter, std::uint64_t bound) const;

  /// Standard normal (Box-Muller).
  double normal(std::uint64_t counter) const;

  /// Standard normal conditioned on |z| <= 2 (rejection, with a stream of its own for each
  /// attempt), the initialiser of BERT when scaled by 0.02.
  double truncated_normal(std::uint64_t counter) const;

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
};

/// 64-bit identifier of a stream: a hash (FNV-1a, then mixed) of a name and up to two numbers.
std::uint64_t stream_id(std::string_view name, std::uint64_t a = 0, std::uint64_t b = 0);

}  // namespace espalier
