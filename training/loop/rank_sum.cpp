// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/rank_sum.h>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include <espalier/models/parameters/value_chunks.h>

namespace espalier::training {

void RankSum::add(const std::vector<std::span<float>>& arrays) {
  std::size_t all = 0;
  for (const std::span<float> array : arrays) all += array.size();
  // Arrays lie one behind the other in pieces; the same walk takes the sums back.
  std::size_t array = 0, at = 0;
  for (std::size_t begin = 0; begin < all; begin += piece_.size()) {
    piece_.resize(std::min(static_cast<std::size_t>(kPieceValues), all - begin));
    const auto walk = [&](std::size_t first_array, std::size_t first, const auto& copy) {
      for (std::size_t done = 0; done < piece_.size();) {
        const std::span<float> left = arrays[first_array].subspan(first);
        const std::size_t count = std::min(left.size(), piece_.size() - done);
        copy(left.first(count), std::span(piece_).subspan(done, count));
        done += count;
        first += count;
        if (first == arrays[first_array].size()) {
          ++first_array;
          first = 0;
        }
      }
      return std::pair(first_array, first);
    };
    walk(array, at, [](auto from, auto to) { std::ranges::copy(from, to.begin()); });
    add_piece(piece_);
    std::tie(array, at) =
        walk(array, at, [](auto to, auto from) { std::ranges::copy(from, to.begin()); });
  }
}

void RankSum::add_piece(std::span<float> values) {
  const auto ranks = static_cast<std::size_t>(machines_->ranks());
  const auto rank = static_cast<std::size_t>(machines_->rank());
  const auto slice = [&](std::size_t r) {
    const std::size_t first = values.size() * r / ranks;
    return values.subspan(first, values.size() * (r + 1) / ranks - first);
  };
  const std::span<float> own = slice(rank);
  partials_.resize(ranks * own.size());
  std::vector<std::span<const std::byte>> send;
  std::vector<std::span<std::byte>> receive, slices;
  for (std::size_t r = 0; r < ranks; ++r) {
    send.push_back(std::as_bytes(slice(r)));
    receive.push_back(
        std::as_writable_bytes(std::span(partials_).subspan(r * own.size(), own.size())));
    slices.push_back(std::as_writable_bytes(slice(r)));
  }
  machines_->exchange(send, receive);

  models::for_each_chunk(*context_, static_cast<Index>(own.size()), [&](Index begin, Index end) {
    const auto first = static_cast<std::size_t>(begin), last = static_cast<std::size_t>(end);
    for (std::size_t step = 1; step < ranks; step *= 2)
      for (std::size_t r = 0; r < ranks; r += 2 * step) {
        float* const to = partials_.data() + r * own.size();
        const float* const from = to + step * own.size();
        for (std::size_t j = first; j < last; ++j) to[j] += from[j];
      }
    std::copy(partials_.begin() + static_cast<std::ptrdiff_t>(first),
              partials_.begin() + static_cast<std::ptrdiff_t>(last),
              own.begin() + static_cast<std::ptrdiff_t>(first));
  });
  machines_->gather(slices);
}

double RankSum::add(double value) {
  const auto ranks = static_cast<std::size_t>(machines_->ranks());
  std::vector<double> values(ranks);
  values[static_cast<std::size_t>(machines_->rank())] = value;
  std::vector<std::span<std::byte>> slices;
  for (double& of_rank : values) slices.push_back(std::as_writable_bytes(std::span(&of_rank, 1)));
  machines_->gather(slices);
  for (std::size_t step = 1; step < ranks; step *= 2)
    for (std::size_t r = 0; r < ranks; r += 2 * step) values[r] += values[r + step];
  return values.front();
}

}  // namespace espalier::training
