// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/rng.h>

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

namespace espalier {
namespace {

/// Finaliser of SplitMix64: spreads every input bit over the whole word.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

double to_unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }

std::uint64_t join(std::uint32_t low, std::uint32_t high) {
  return static_cast<std::uint64_t>(low) | (static_cast<std::uint64_t>(high) << 32);
}

double box_muller(std::uint64_t a, std::uint64_t b) {
  const double u = 1.0 - to_unit(a);  // in (0, 1], so the logarithm is finite
  return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * to_unit(b));
}

}  // namespace

std::array<std::uint32_t, 4> Random::words(std::uint64_t counter) const {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const r123::Philox4x32::ctr_type position = {
      {low(counter), high(counter), low(stream_), high(stream_)}};
  const r123::Philox4x32::key_type key = {{low(seed_), high(seed_)}};
  const auto out = r123::Philox4x32()(position, key);
  return {out[0], out[1], out[2], out[3]};
}

std::uint64_t Random::bits(std::uint64_t counter) const {
  const auto w = words(counter);
  return join(w[0], w[1]);
}

double Random::uniform(std::uint64_t counter) const { return to_unit(bits(counter)); }

std::uint64_t Random::below(std::uint64_t counter, std::uint64_t bound) const {
  // Multiply-shift maps 64 random bits to [0, bound) without a division.
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(bits(counter)) * bound) >> 64);
}

double Random::normal(std::uint64_t counter) const {
  const auto w = words(counter);
  return box_muller(join(w[0], w[1]), join(w[2], w[3]));
}

double Random::truncated_normal(std::uint64_t counter) const {
  // Rejection needs fresh draws: attempt i of a counter reads a stream of its own. 4.6% of the
  // attempts fail, so 64 attempts never run out in practice (probability 1e-85).
  for (std::uint64_t attempt = 0; attempt < 64; ++attempt) {
    const double z = Random(seed_, stream_ + attempt * 0x9e3779b97f4a7c15ULL).normal(counter);
    if (std::abs(z) <= 2.0) return z;
  }
  return 0.0;
}

std::uint64_t stream_id(std::string_view name, std::uint64_t a, std::uint64_t b) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return mix(mix(mix(hash) + a) + b);
}

}  // namespace espalier
