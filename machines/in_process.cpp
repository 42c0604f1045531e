// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/in_process.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <espalier/machines/checks.h>
#include <espalier/sparse/core/error.h>

namespace espalier::machines {
namespace {

using Sent = std::vector<std::span<const std::byte>>;

/// What a rank has put on the table in a call: the call, and for each rank what it may read.
struct Offer {
  std::string_view call;
  Sent sent;
};

/// Where the ranks of a process meet.
class Table {
 public:
  explicit Table(int ranks) : offers_(static_cast<std::size_t>(ranks)) {}

  int ranks() const { return static_cast<int>(offers_.size()); }

  /// Puts an offer on the table, waits for those of all, lets `read` look at them, and returns when
  /// all have read: only then may a rank change what it offered.
  void meet(int rank, Offer offer, const std::function<void(const std::vector<Offer>&)>& read) {
    offers_[static_cast<std::size_t>(rank)] = std::move(offer);
    wait_for_all();
    std::optional<std::string> fault = fault_of_offers();
    if (!fault) {
      try {
        read(offers_);
      } catch (const IoError& error) {
        fault = error.what();
      }
    }
    if (fault) {
      const std::lock_guard lock(mutex_);
      if (!fault_) fault_ = fault;
    }
    wait_for_all();
    const std::lock_guard lock(mutex_);
    if (fault_) throw LostRankError(*fault_);
  }

  void leave(int rank) {
    const std::lock_guard lock(mutex_);
    if (!left_) left_ = rank;
    changed_.notify_all();
  }

 private:
  void wait_for_all() {
    std::unique_lock lock(mutex_);
    // What it has offered may be gone, and whoever came before may have given up.
    if (left_) throw_left();
    const unsigned long round = round_;
    if (++arrived_ == offers_.size()) {
      arrived_ = 0;
      ++round_;
      changed_.notify_all();
      return;
    }
    changed_.wait(lock, [&] { return round_ != round || left_; });
    if (round_ == round) throw_left();
  }

  [[noreturn]] void throw_left() const {
    throw LostRankError("rank " + std::to_string(*left_) + " has left the job");
  }

  std::optional<std::string> fault_of_offers() const {
    for (std::size_t r = 1; r < offers_.size(); ++r)
      if (offers_[r].call != offers_[0].call)
        return "rank 0 is in " + std::string(offers_[0].call) + " and rank " + std::to_string(r) +
               " in " + std::string(offers_[r].call);
    return std::nullopt;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Offer> offers_;
  std::size_t arrived_ = 0;
  unsigned long round_ = 0;
  std::optional<int> left_;
  std::optional<std::string> fault_;
};

class RankOfProcess final : public Machines {
 public:
  RankOfProcess(std::shared_ptr<Table> table, int rank) : table_(std::move(table)), rank_(rank) {}
  ~RankOfProcess() override { table_->leave(rank_); }

  int rank() const override { return rank_; }
  int ranks() const override { return table_->ranks(); }

  void exchange(std::span<const std::span<const std::byte>> send,
                std::span<const std::span<std::byte>> receive) override {
    require_parts(send.size(), ranks());
    require_parts(receive.size(), ranks());
    const auto own = static_cast<std::size_t>(rank_);
    copy_own(send[own], receive[own], rank_);
    table_->meet(rank_, {"exchange", {send.begin(), send.end()}}, [&](const auto& offers) {
      for (std::size_t r = 0; r < offers.size(); ++r)
        if (r != own) copy(offers[r].sent[own], receive[r], r);
    });
  }

  void gather(std::span<const std::span<std::byte>> slices) override {
    require_parts(slices.size(), ranks());
    const auto own = static_cast<std::size_t>(rank_);
    table_->meet(rank_, {"gather", {slices[own]}}, [&](const auto& offers) {
      for (std::size_t r = 0; r < offers.size(); ++r)
        if (r != own) copy(offers[r].sent[0], slices[r], r);
    });
  }

  void broadcast(std::span<std::byte> bytes) override {
    table_->meet(rank_, {"broadcast", {bytes}}, [&](const auto& offers) {
      if (rank_ != 0) copy(offers[0].sent[0], bytes, 0);
    });
  }

  [[noreturn]] void abort(int exit_code, std::string_view message) override {
    say_last(message);
    end_process(exit_code);
  }

 private:
  void copy(std::span<const std::byte> from, std::span<std::byte> to, std::size_t rank) const {
    if (from.size() != to.size())
      throw IoError("rank " + std::to_string(rank) + " has sent " + std::to_string(from.size()) +
                    " bytes, rank " + std::to_string(rank_) + " expected " +
                    std::to_string(to.size()));
    std::ranges::copy(from, to.begin());
  }

  std::shared_ptr<Table> table_;
  int rank_;
};

}  // namespace

std::vector<std::unique_ptr<Machines>> in_process(int ranks) {
  if (ranks < 1) throw ConfigError("a job has at least 1 rank, found " + std::to_string(ranks));
  const auto table = std::make_shared<Table>(ranks);
  std::vector<std::unique_ptr<Machines>> all;
  for (int rank = 0; rank < ranks; ++rank)
    all.push_back(std::make_unique<RankOfProcess>(table, rank));
  return all;
}

}  // namespace espalier::machines
