// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <espalier/sparse/core/error.h>

namespace espalier::machines {

/// A rank of the job is gone, or out of step with the others.
class LostRankError : public IoError {
 public:
  using IoError::IoError;
};

/// The processes of one job, which MPI calls ranks: each trains a part of a batch, on whatever
/// machine it is.
///
/// `exchange`, `gather` and `broadcast` are collective: all ranks call the same ones in the same
/// order, each by one thread at a time. They move bytes and compute nothing, so that whoever adds
/// what has come decides the order of the sum. Throw LostRankError if a rank is gone, does not take
/// part or means other sizes; the job is then of no more use. Bytes from a rank that was to send
/// none may be noticed only in the next call in which it is to send some; they are never taken for
/// those. Throw ShapeError, with nothing sent, for parts that are not one for each rank, or an own
/// part of two sizes. Deterministic.
class Machines {
 public:
  Machines() = default;
  Machines(const Machines&) = delete;
  Machines& operator=(const Machines&) = delete;
  virtual ~Machines() = default;

  virtual int rank() const = 0;   ///< this process: 0 to `ranks()` - 1
  virtual int ranks() const = 0;  ///< 1 if it is alone

  /// All-to-all: `send[r]` goes to rank r, and `receive[r]` comes from rank r. Both have `ranks()`
  /// entries, and both sides know the sizes, 0 among them. One's own part is copied.
  ///
  /// Buffers must not overlap. Sends and receives the bytes of the others' parts once.
  virtual void exchange(std::span<const std::span<const std::byte>> send,
                        std::span<const std::span<std::byte>> receive) = 0;

  /// All-gather: `slices[r]` is what rank r has of a buffer, which each rank holds whole; one's own
  /// slice is filled before, all are afterwards. Sends the own slice `ranks()` - 1 times.
  virtual void gather(std::span<const std::span<std::byte>> slices) = 0;

  /// Gives all ranks the bytes of rank 0.
  virtual void broadcast(std::span<std::byte> bytes) = 0;

  /// Ends all ranks, with a line on standard error and this exit code. Nothing is cleaned up.
  [[noreturn]] virtual void abort(int exit_code, std::string_view message) = 0;
};

/// Exit code of a job that has lost a rank, and can go on from its last checkpoint (EX_TEMPFAIL).
inline constexpr int kLostRankExitCode = 75;

}  // namespace espalier::machines
