// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/shared_operands.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier::training {
namespace {

/// What a rank tells of a parameter.
struct Kept {
  std::int64_t tokens = 0;
  std::int64_t is_zero = 1;
  double bytes = 0;
};

}  // namespace

void share_operands(machines::Machines& machines, RankSum& sum,
                    const models::ParameterList& parameters) {
  std::vector<models::Parameter*> wanted;
  for (models::Parameter* parameter : parameters)
    if (parameter->operands.wanted()) wanted.push_back(parameter);
  if (wanted.empty()) return;

  const auto ranks = static_cast<std::size_t>(machines.ranks());
  const auto own = static_cast<std::size_t>(machines.rank());
  std::vector<Kept> all(ranks * wanted.size());
  const auto of_rank = [&](std::size_t rank) {
    return std::span(all).subspan(rank * wanted.size(), wanted.size());
  };
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const sparse::GradientOperands& operands = wanted[i]->operands;
    of_rank(own)[i] = {.tokens = operands.tokens(),
                       .is_zero = operands.is_zero() ? 1 : 0,
                       .bytes = operands.bytes()};
  }
  std::vector<std::span<std::byte>> slices;
  for (std::size_t r = 0; r < ranks; ++r) slices.push_back(std::as_writable_bytes(of_rank(r)));
  machines.gather(slices);

  for (std::size_t i = 0; i < wanted.size(); ++i) {
    sparse::GradientOperands::Others others;
    for (std::size_t r = 0; r < ranks; ++r) {
      if (r == own) continue;
      const Kept& kept = of_rank(r)[i];
      others.tokens += kept.tokens;
      others.bytes += kept.bytes;
      others.is_zero = others.is_zero && kept.is_zero != 0;
    }
    others.add = [&sum](std::span<float> values) { sum.add({values}); };
    wanted[i]->operands.join(std::move(others));
  }
}

}  // namespace espalier::training
