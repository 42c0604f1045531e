// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/replica_check.h>

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <vector>

#include <espalier/files/content_hash.h>

namespace espalier::training {
namespace {

struct Hashes {
  std::uint64_t pattern = 0;  ///< 0: dense
  std::uint64_t values = 0;
};

template <typename Values>
std::string_view bytes_of(const Values& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Hashes hashes_of(const models::Parameter& parameter) {
  Hashes hashes{.values = files::content_hash(bytes_of(parameter.values))};
  if (parameter.is_sparse())
    hashes.pattern = files::ContentHash()
                         .update_field(bytes_of(parameter.pattern->row_offsets()))
                         .update_field(bytes_of(parameter.pattern->columns()))
                         .value();
  return hashes;
}

}  // namespace

std::string difference_of_replicas(machines::Machines& machines,
                                   const models::ParameterList& parameters) {
  const auto ranks = static_cast<std::size_t>(machines.ranks());
  std::vector<Hashes> all(ranks * parameters.size());
  const auto of_rank = [&](std::size_t rank) {
    return std::span(all).subspan(rank * parameters.size(), parameters.size());
  };
  const std::span<Hashes> own = of_rank(static_cast<std::size_t>(machines.rank()));
  for (std::size_t i = 0; i < parameters.size(); ++i) own[i] = hashes_of(*parameters[i]);
  std::vector<std::span<std::byte>> slices;
  for (std::size_t r = 0; r < ranks; ++r) slices.push_back(std::as_writable_bytes(of_rank(r)));
  machines.gather(slices);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    for (std::size_t r = 1; r < ranks; ++r) {
      const Hashes &found = of_rank(r)[i], &expected = of_rank(0)[i];
      const bool pattern = found.pattern != expected.pattern;
      if (pattern || found.values != expected.values)
        return fmt::format("weight {} has {} on rank {} than on rank 0", parameters[i]->name,
                           pattern ? "another pattern" : "other values", r);
    }
  return {};
}

}  // namespace espalier::training
