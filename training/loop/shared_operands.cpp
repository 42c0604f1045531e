// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/shared_operands.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace espalier::training {
namespace {

/// What a rank tells of a parameter.
struct Kept {
  std::int64_t tokens = 0;
  std::int64_t is_zero = 1;
  double bytes = 0;
};

/// The ranks of a job.
class Ranks final : public sparse::GradientPeers {
 public:
  Ranks(machines::Machines& machines, RankSum& sum) : machines_(&machines), sum_(&sum) {}

  Index count() const override { return machines_->ranks(); }
  Index own() const override { return machines_->rank(); }
  void sum(std::span<float> values) override { sum_->add({values}); }
  void sum_slices(std::span<float> values, std::span<const std::size_t> borders) override {
    sum_->reduce({values}, {borders.begin(), borders.end()});
  }
  void gather(std::span<const std::span<std::byte>> slices) override { machines_->gather(slices); }

 private:
  machines::Machines* machines_;
  RankSum* sum_;
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

  const auto peers = std::make_shared<Ranks>(machines, sum);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    sparse::GradientOperands::Others others{.peers = peers};
    for (std::size_t r = 0; r < ranks; ++r) {
      if (r == own) continue;
      const Kept& kept = of_rank(r)[i];
      others.tokens += kept.tokens;
      others.bytes += kept.bytes;
      others.is_zero = others.is_zero && kept.is_zero != 0;
    }
    wanted[i]->operands.join(std::move(others));
  }
}

}  // namespace espalier::training
