// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/rank_sum.h>

#include <algorithm>
#include <cstddef>

#include <espalier/models/parameters/value_chunks.h>

namespace espalier::training {
namespace {

/// Calls `body(part, offset)` for the parts of arrays that hold the `count` values from `begin` on
/// of all arrays one behind the other; `offset` counts from there.
template <typename Body>
void for_each_part(const RankSum::Arrays& arrays, std::size_t begin, std::size_t count,
                   const Body& body) {
  std::size_t array = 0;
  for (; count > 0 && begin >= arrays[array].size(); ++array) begin -= arrays[array].size();
  for (std::size_t done = 0; done < count; ++array, begin = 0) {
    const std::span<float> part =
        arrays[array].subspan(begin, std::min(arrays[array].size() - begin, count - done));
    body(part, done);
    done += part.size();
  }
}

}  // namespace

/// Of each slice the values that travel next.
struct RankSum::Pieces {
  std::vector<std::size_t> begins;        ///< among all values
  std::vector<std::span<float>> buffers;  ///< in `piece_`; empty where the slice has no more
};

/// The pieces that begin so many values into each slice.
RankSum::Pieces RankSum::next_pieces(const Borders& borders, std::size_t done) {
  const auto ranks = static_cast<std::size_t>(machines_->ranks());
  Pieces pieces;
  std::vector<std::size_t> ends = {0};
  for (std::size_t r = 0; r < ranks; ++r) {
    const std::size_t begin = std::min(borders[r] + done, borders[r + 1]);
    pieces.begins.push_back(begin);
    ends.push_back(ends.back() + std::min(kPieceValues / ranks, borders[r + 1] - begin));
  }
  piece_.resize(ends.back());
  for (std::size_t r = 0; r < ranks; ++r)
    pieces.buffers.push_back(std::span(piece_).subspan(ends[r], ends[r + 1] - ends[r]));
  return pieces;
}

void RankSum::add(const Arrays& arrays) {
  std::size_t all = 0;
  for (const std::span<float> array : arrays) all += array.size();
  const auto ranks = static_cast<std::size_t>(machines_->ranks());
  Borders borders;
  for (std::size_t r = 0; r <= ranks; ++r) borders.push_back(all * r / ranks);
  reduce(arrays, borders);
  gather(arrays, borders);
}

void RankSum::reduce(const Arrays& arrays, const Borders& borders) {
  const auto ranks = static_cast<std::size_t>(machines_->ranks());
  const auto rank = static_cast<std::size_t>(machines_->rank());
  for (std::size_t done = 0;;) {
    const Pieces pieces = next_pieces(borders, done);
    if (piece_.empty()) return;
    const std::span<float> own = pieces.buffers[rank];
    partials_.resize(ranks * own.size());
    std::vector<std::span<const std::byte>> send;
    std::vector<std::span<std::byte>> receive;
    for (std::size_t r = 0; r < ranks; ++r) {
      const std::span<float> buffer = pieces.buffers[r];
      for_each_part(arrays, pieces.begins[r], buffer.size(), [&](auto part, std::size_t offset) {
        std::ranges::copy(part, buffer.begin() + static_cast<std::ptrdiff_t>(offset));
      });
      send.push_back(std::as_bytes(buffer));
      receive.push_back(
          std::as_writable_bytes(std::span(partials_).subspan(r * own.size(), own.size())));
    }
    machines_->exchange(send, receive);
    add_partials(own);
    for_each_part(arrays, pieces.begins[rank], own.size(), [&](auto part, std::size_t offset) {
      std::ranges::copy(own.subspan(offset, part.size()), part.begin());
    });
    done += kPieceValues / ranks;
  }
}

/// Adds what the ranks have sent.
void RankSum::add_partials(std::span<float> sums) {
  const auto ranks = static_cast<std::size_t>(machines_->ranks());
  const std::size_t count = sums.size();
  models::for_each_chunk(*context_, static_cast<Index>(count), [&](Index begin, Index end) {
    const auto first = static_cast<std::size_t>(begin), last = static_cast<std::size_t>(end);
    for (std::size_t step = 1; step < ranks; step *= 2)
      for (std::size_t r = 0; r < ranks; r += 2 * step) {
        float* const to = partials_.data() + r * count;
        const float* const from = to + step * count;
        for (std::size_t j = first; j < last; ++j) to[j] += from[j];
      }
    std::copy(partials_.begin() + static_cast<std::ptrdiff_t>(first),
              partials_.begin() + static_cast<std::ptrdiff_t>(last),
              sums.begin() + static_cast<std::ptrdiff_t>(first));
  });
}

void RankSum::gather(const Arrays& arrays, const Borders& borders) {
  const auto ranks = static_cast<std::size_t>(machines_->ranks());
  const auto rank = static_cast<std::size_t>(machines_->rank());
  for (std::size_t done = 0;;) {
    const Pieces pieces = next_pieces(borders, done);
    if (piece_.empty()) return;
    std::vector<std::span<std::byte>> slices;
    for (std::size_t r = 0; r < ranks; ++r) {
      const std::span<float> buffer = pieces.buffers[r];
      if (r == rank)
        for_each_part(arrays, pieces.begins[r], buffer.size(), [&](auto part, std::size_t offset) {
          std::ranges::copy(part, buffer.begin() + static_cast<std::ptrdiff_t>(offset));
        });
      slices.push_back(std::as_writable_bytes(buffer));
    }
    machines_->gather(slices);
    for (std::size_t r = 0; r < ranks; ++r)
      if (r != rank)
        for_each_part(
            arrays, pieces.begins[r], pieces.buffers[r].size(), [&](auto part, std::size_t offset) {
              std::ranges::copy(pieces.buffers[r].subspan(offset, part.size()), part.begin());
            });
    done += kPieceValues / ranks;
  }
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
