// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/model_order.h>

#include <cstdint>
#include <span>
#include <string>

#include <espalier/machines/gathered.h>
#include <espalier/sparse/core/error.h>

namespace espalier::training {
namespace {

/// Of a rank.
struct Chunks {
  std::uint64_t count = 0;
  std::uint64_t leading = 0;  ///< of these, the chunks of parameters that lead
};

}  // namespace

double total_in_model_order(machines::Machines& machines, std::size_t leading,
                            const std::vector<std::vector<double>>& squares) {
  const bool first = machines.rank() == 0;
  if (first && leading > squares.size())
    throw ConfigError("model order: " + std::to_string(leading) +
                      " parameters are first, but rank 0 has " + std::to_string(squares.size()));
  std::vector<double> own;
  Chunks chunks;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    own.insert(own.end(), squares[i].begin(), squares[i].end());
    if (first && i < leading) chunks.leading = own.size();
  }
  chunks.count = own.size();

  const std::vector<Chunks> of_all = machines::values_of_all(machines, chunks);
  std::vector<std::vector<double>> of_ranks;
  std::vector<std::span<std::byte>> slices;
  of_ranks.reserve(of_all.size());
  slices.reserve(of_all.size());
  for (const Chunks& of_rank : of_all) of_ranks.emplace_back(of_rank.count);
  of_ranks[static_cast<std::size_t>(machines.rank())] = std::move(own);
  for (std::vector<double>& sums : of_ranks)
    slices.push_back(std::as_writable_bytes(std::span(sums)));
  machines.gather(slices);

  double total = 0;
  for (const double sum : in_model_order(std::move(of_ranks), of_all.front().leading)) total += sum;
  return total;
}

}  // namespace espalier::training
