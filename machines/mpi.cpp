// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/mpi.h>

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <espalier/machines/checks.h>
#include <espalier/sparse/core/error.h>

namespace espalier::machines {
namespace {

using Clock = std::chrono::steady_clock;

// A message that comes soon is taken at once; for one that takes longer the thread sleeps.
constexpr auto kSpin = std::chrono::microseconds(200);
// mpirun ends a job within some 0.1 s; the last ranks end it within 2 s.
constexpr auto kHeadStart = std::chrono::milliseconds(250);
constexpr int kMostHeadStarts = 8;

void check(int code, const std::string& what) {
  if (code == MPI_SUCCESS) return;
  std::string text(MPI_MAX_ERROR_STRING, '\0');
  int length = 0;
  if (MPI_Error_string(code, text.data(), &length) != MPI_SUCCESS) length = 0;
  text.resize(static_cast<std::size_t>(length));
  throw IoError("MPI cannot " + what + ": " + text);
}

/// How Open MPI is to use TCP; a setting of the user's stays.
void set_up_tcp() {
  const auto set = [](const char* name, const char* value) {
    ::setenv(name, value, /*replace=*/0);
  };
  // Large messages as they are. By default the receiver asks for each piece, and its requests wait
  // behind what it sends itself: two hosts that exchange 50 MB over 1 Gb/s took 0.77 s, and 0.54 s
  // so.
  set("OMPI_MCA_btl_tcp_flags", "1");
  // Buffers that do not grow, so that none of the connections that share a link has more on its way
  // than others: else the last ones end alone, and links stand still. Steps of 16 hosts took 41%
  // longer than by the rate of their links, and 12% so.
  set("OMPI_MCA_btl_tcp_sndbuf", "131072");
  set("OMPI_MCA_btl_tcp_rcvbuf", "131072");
}

enum class Call { kExchange, kGather, kBroadcast };
constexpr std::array<std::string_view, 3> kCallNames = {"exchange", "gather", "broadcast"};
constexpr int kCalls = kCallNames.size();
// They are counted round: no tag may be above 32767, which every MPI allows.
constexpr int kMostNumber = 10000;

int tag_of(Call call, int number) { return number * kCalls + static_cast<int>(call); }
/// "gather 7"
std::string call_of(int tag) {
  return std::string(kCallNames[static_cast<std::size_t>(tag % kCalls)]) + ' ' +
         std::to_string(tag / kCalls);
}

void require_bytes(std::uint64_t sent, std::uint64_t expected, int rank) {
  if (sent != expected)
    throw IoError("rank " + std::to_string(rank) + " has sent " + std::to_string(sent) +
                  " bytes, expected " + std::to_string(expected));
}

/// Messages of one call on their way, with its tag. What a rank has sent is taken in its order,
/// whatever the tag, and must then have this one: so a message that an earlier call has left behind
/// is found, and not taken for one of this call.
class Messages {
 public:
  Messages(MPI_Comm comm, int tag, const MpiOptions& options)
      : comm_(comm), tag_(tag), options_(options) {}

  void send(std::span<const std::byte> bytes, int to) {
    cut(bytes, [&](std::span<const std::byte> piece) {
      check(MPI_Isend(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, to, tag_, comm_,
                      added(to, kUnknown)),
            "send to rank " + std::to_string(to));
    });
  }
  void receive(std::span<std::byte> bytes, int from) {
    cut(bytes, [&](std::span<std::byte> piece) {
      check(MPI_Irecv(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, from, MPI_ANY_TAG,
                      comm_, added(from, static_cast<int>(piece.size()))),
            "receive from rank " + std::to_string(from));
    });
  }
  void broadcast(std::span<std::byte> bytes) {
    cut(bytes, [&](std::span<std::byte> piece) {
      check(MPI_Ibcast(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, 0, comm_,
                       added(kAll, kUnknown)),
            "broadcast");
    });
  }

  /// Returns when all have arrived; others may follow.
  void wait() {
    std::vector<int> done(requests_.size());
    std::vector<MPI_Status> statuses(requests_.size());
    Clock::time_point moved = Clock::now();
    std::size_t left = requests_.size();
    while (left > 0) {
      int count = 0;
      const int code = MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &count,
                                    done.data(), statuses.data());
      if (code == MPI_ERR_IN_STATUS)
        for (int i = 0; i < count; ++i) check_status(done, statuses, i);
      check(code, "exchange with " + others());
      for (int i = 0; i < count; ++i) {
        const std::size_t request = static_cast<std::size_t>(done[static_cast<std::size_t>(i)]);
        require_expected(parts_[request], statuses[static_cast<std::size_t>(i)]);
        parts_[request].open = false;
        --left;
      }
      if (count > 0) {
        moved = Clock::now();
        continue;
      }
      const auto waited = Clock::now() - moved;
      if (waited > options_.patience)
        throw IoError("waited " + seconds(options_.patience) + " s in vain for " + others());
      if (waited > kSpin)
        std::this_thread::sleep_for(options_.nap);
      else
        std::this_thread::yield();
    }
    requests_.clear();
    parts_.clear();
  }

  /// Throws if a rank has sent more for this call than was taken, where that has come already; what
  /// comes later is found by the next call that expects something of that rank. Looks once and
  /// sends nothing.
  void require_no_more() const {
    int found = 0, bytes = 0;
    MPI_Status status;
    check(MPI_Iprobe(MPI_ANY_SOURCE, tag_, comm_, &found, &status), "look for what has come");
    if (found == 0) return;
    check(MPI_Get_count(&status, MPI_BYTE, &bytes), "count what has come");
    throw IoError("rank " + std::to_string(status.MPI_SOURCE) + " has sent " +
                  std::to_string(bytes) + " bytes more than expected for " + call_of(tag_));
  }

 private:
  static constexpr int kAll = -1;      ///< MPI passes on a broadcast by ranks of its choice
  static constexpr int kUnknown = -1;  ///< nothing is received, or MPI checks it
  struct Part {
    int rank;
    int bytes;  ///< to be received
    bool open = true;
  };

  template <typename Bytes, typename Action>
  void cut(std::span<Bytes> bytes, const Action& action) const {
    for (std::size_t begin = 0; begin < bytes.size(); begin += options_.largest_message_bytes)
      action(bytes.subspan(begin, std::min(options_.largest_message_bytes, bytes.size() - begin)));
  }

  MPI_Request* added(int rank, int bytes) {
    parts_.push_back({rank, bytes});
    return &requests_.emplace_back(MPI_REQUEST_NULL);
  }

  void check_status(const std::vector<int>& done, const std::vector<MPI_Status>& statuses,
                    int i) const {
    const std::size_t request = static_cast<std::size_t>(done[static_cast<std::size_t>(i)]);
    check(statuses[static_cast<std::size_t>(i)].MPI_ERROR,
          "exchange with " + named({parts_[request].rank}));
  }

  void require_expected(const Part& part, const MPI_Status& status) const {
    if (part.bytes == kUnknown) return;
    if (status.MPI_TAG != tag_)
      throw IoError("rank " + std::to_string(part.rank) + " has sent for " +
                    call_of(status.MPI_TAG) + ", expected for " + call_of(tag_));
    int bytes = 0;
    check(MPI_Get_count(&status, MPI_BYTE, &bytes), "count what has come");
    require_bytes(static_cast<std::uint64_t>(bytes), static_cast<std::uint64_t>(part.bytes),
                  part.rank);
  }

  /// Those whose messages are still open.
  std::string others() const {
    std::set<int> ranks;
    for (const Part& part : parts_)
      if (part.open) ranks.insert(part.rank);
    return named(ranks);
  }

  /// "rank 2", "ranks 2, 5" or "ranks in a broadcast"
  static std::string named(const std::set<int>& ranks) {
    if (ranks.contains(kAll)) return "ranks in a broadcast";
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (const int rank : ranks)
      text += (rank == *ranks.begin() ? "" : ", ") + std::to_string(rank);
    return text;
  }

  static std::string seconds(std::chrono::milliseconds time) {
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count());
  }

  MPI_Comm comm_;
  int tag_;
  const MpiOptions& options_;
  std::vector<MPI_Request> requests_;
  std::vector<Part> parts_;
};

class OverMpi final : public Machines {
 public:
  explicit OverMpi(const MpiOptions& options) : options_(options) {
    set_up_tcp();
    int started = 0, provided = 0;
    check(MPI_Initialized(&started), "say whether it runs");
    if (started != 0) throw IoError("MPI runs already in this process");
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided), "start");
    if (provided < MPI_THREAD_SERIALIZED) {
      MPI_Finalize();
      throw IoError(
          "this MPI lets only one thread of a process call it: expected one that offers "
          "MPI_THREAD_SERIALIZED");
    }
    // Of its own, so that no message of other code is taken for one of ours.
    check(MPI_Comm_dup(MPI_COMM_WORLD, &comm_), "open a communicator");
    // MPICH reports what MPI_Testsome finds to the world.
    for (const MPI_Comm comm : {comm_, MPI_COMM_WORLD})
      check(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "report errors");
    check(MPI_Comm_rank(comm_, &rank_), "tell the rank");
    check(MPI_Comm_size(comm_, &ranks_), "tell the number of ranks");
  }
  ~OverMpi() override {
    if (!failure_.empty()) abort(kLostRankExitCode, failure_);
    if (std::uncaught_exceptions() > exceptions_)
      abort(1, "rank " + std::to_string(rank_) + " has failed");
    MPI_Comm_free(&comm_);
    MPI_Finalize();
  }

  int rank() const override { return rank_; }
  int ranks() const override { return ranks_; }

  void exchange(std::span<const std::span<const std::byte>> send,
                std::span<const std::span<std::byte>> receive) override {
    require_parts(send.size(), ranks_);
    require_parts(receive.size(), ranks_);
    const auto own = static_cast<std::size_t>(rank_);
    copy_own(send[own], receive[own], rank_);
    move(Call::kExchange, [&](Messages& messages) {
      for_others(
          [&](int from) { messages.receive(receive[static_cast<std::size_t>(from)], from); });
      for_others([&](int to) { messages.send(send[static_cast<std::size_t>(to)], to); });
    });
  }

  void gather(std::span<const std::span<std::byte>> slices) override {
    require_parts(slices.size(), ranks_);
    move(Call::kGather, [&](Messages& messages) {
      for_others([&](int from) { messages.receive(slices[static_cast<std::size_t>(from)], from); });
      for_others([&](int to) { messages.send(slices[static_cast<std::size_t>(rank_)], to); });
    });
  }

  void broadcast(std::span<std::byte> bytes) override {
    // MPI promises nothing where ranks mean different sizes. So rank 0 sends the size ahead; it
    // waits for nobody then, and the bytes follow at once.
    std::uint64_t size = bytes.size();
    const auto head = std::as_writable_bytes(std::span(&size, 1));
    move(Call::kBroadcast, [&](Messages& messages) {
      if (rank_ == 0) {
        for_others([&](int to) { messages.send(head, to); });
      } else {
        messages.receive(head, 0);
        messages.wait();
        require_bytes(size, bytes.size(), 0);
      }
      messages.broadcast(bytes);
    });
  }

  [[noreturn]] void abort(int exit_code, std::string_view message) override {
    // Mostly all ranks notice at the same time; a lower one ends this one meanwhile, so that one
    // line is printed.
    std::this_thread::sleep_for(kHeadStart * std::min(rank_, kMostHeadStarts));
    say_last(message);
    // Open MPI's mpirun ends a job of which a rank has ended with another code than 0, as it does
    // for MPI_Abort; of which it may crash or hang itself (4.1.4, in PMIx_server_finalize). MPICH's
    // tells the exit code of MPI_Abort only; the other ranks call exit inside of MPI then.
    if (!by_open_mpi_) MPI_Abort(comm_, exit_code);
    end_process(exit_code);
  }

 private:
  /// Calls `action(r)` for the other ranks, each rank beginning with its successor: so not all send
  /// to rank 0 first.
  template <typename Action>
  void for_others(const Action& action) const {
    for (int step = 1; step < ranks_; ++step) action((rank_ + step) % ranks_);
  }

  template <typename Action>
  void move(Call call, const Action& start) {
    if (!failure_.empty()) throw LostRankError(failure_);
    try {
      number_ = number_ % kMostNumber + 1;
      Messages messages(comm_, tag_of(call, number_), options_);
      start(messages);
      messages.wait();
      messages.require_no_more();
    } catch (const std::exception& error) {
      failure_ = "rank " + std::to_string(rank_) + ": " + error.what();
      throw LostRankError(failure_);
    }
  }

  MpiOptions options_;
  // Before MPI_Init, which may set it.
  bool by_open_mpi_ = std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int ranks_ = 1;
  int number_ = 0;  ///< of the call
  int exceptions_ = std::uncaught_exceptions();
  std::string failure_;  ///< of a call; messages may still be on their way then
};

}  // namespace

bool has_mpi() { return true; }

std::unique_ptr<Machines> over_mpi(const MpiOptions& options) {
  return std::make_unique<OverMpi>(options);
}

}  // namespace espalier::machines
