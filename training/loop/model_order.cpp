// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/model_order.h>

#include <cstdint>
#include <span>
#include <string>

#include <espalier/machines/gathered.h>
#include <espalier/sparse/core/error.h>

namespace espalier::training {

double ModelOrder::total(const std::vector<std::vector<double>>& squares) const {
  const bool first = machines_->rank() == 0;
  if (first && leading_ > squares.size())
    throw ConfigError("model order: " + std::to_string(leading_) +
                      " parameters are first, but rank 0 has " + std::to_string(squares.size()));
  std::vector<double> own;
  std::uint64_t before = 0;  // of rank 0, the chunks of what is first
  for (std::size_t i = 0; i < squares.size(); ++i) {
    own.insert(own.end(), squares[i].begin(), squares[i].end());
    if (i < leading_) before = own.size();
  }

  const std::vector<std::uint64_t> counts = machines::numbers_of_all(*machines_, own.size());
  machines_->broadcast(std::as_writable_bytes(std::span(&before, 1)));
  std::vector<std::vector<double>> of_ranks;
  std::vector<std::span<std::byte>> slices;
  of_ranks.reserve(counts.size());
  slices.reserve(counts.size());
  for (const std::uint64_t count : counts) of_ranks.emplace_back(static_cast<std::size_t>(count));
  of_ranks[static_cast<std::size_t>(machines_->rank())] = std::move(own);
  for (std::vector<double>& sums : of_ranks)
    slices.push_back(std::as_writable_bytes(std::span(sums)));
  machines_->gather(slices);

  double total = 0;
  const auto add = [&](std::span<const double> sums) {
    for (const double sum : sums) total += sum;
  };
  const std::span<const double> of_first = of_ranks.front();
  add(of_first.first(static_cast<std::size_t>(before)));
  for (const std::vector<double>& sums : std::span(of_ranks).subspan(1)) add(sums);
  add(of_first.subspan(static_cast<std::size_t>(before)));
  return total;
}

}  // namespace espalier::training
