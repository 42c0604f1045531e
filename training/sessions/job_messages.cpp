// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/job_messages.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/sparse/core/error.h>

namespace espalier::training {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 24;

/// What ranks that keep in touch tell each other.
constexpr std::byte kIsDone{1}, kAsksToStop{2};

bool tells(std::byte told, std::byte flag) { return (told & flag) == flag; }

template <typename T>
T number_of_rank_0(machines::Machines& machines, T number) {
  machines.broadcast(std::as_writable_bytes(std::span(&number, 1)));
  return number;
}

/// One file; `bytes` are known to all.
void pass_on_file(machines::Machines& machines, const std::filesystem::path& path,
                  std::uint64_t bytes) {
  const bool sends = machines.rank() == 0;
  std::string piece;
  std::ofstream out;
  if (!sends) out.open(path, std::ios::binary);
  std::optional<files::InputFile> in;
  if (sends) in.emplace(path);
  for (std::uint64_t at = 0; at < bytes; at += piece.size()) {
    piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, bytes - at)));
    if (sends && in->read(at, piece) != piece.size())
      throw IoError(path.string() + ": it has changed while it was read");
    machines.broadcast(std::as_writable_bytes(std::span(piece)));
    if (!sends) out.write(piece.data(), std::ssize(piece));
  }
  if (!sends && !out.flush()) throw IoError(path.string() + ": cannot be written");
}

}  // namespace

OrderMessage pass_on(machines::Machines& machines, OrderMessage message) {
  return number_of_rank_0(machines, message);
}

std::string pass_on(machines::Machines& machines, std::string text) {
  text.resize(static_cast<std::size_t>(
      number_of_rank_0(machines, static_cast<std::uint64_t>(text.size()))));
  machines.broadcast(std::as_writable_bytes(std::span(text)));
  return text;
}

StateToTake pass_on(machines::Machines& machines, const StateToTake& state,
                    const std::filesystem::path& folder) {
  StateToTake taken = state;
  if (machines.rank() > 0) {
    taken.checkpoint = folder / "checkpoint";
    std::filesystem::create_directory(taken.checkpoint);
  }
  nlohmann::json told = {{"files", nlohmann::json::object()},
                         {"branch", nullptr},
                         {"extensions", nlohmann::json::array()}};
  if (machines.rank() == 0) {
    for (const std::filesystem::path& path : files::list_folder(state.checkpoint))
      if (std::filesystem::is_regular_file(path))
        told["files"][path.filename().string()] = std::filesystem::file_size(path);
    if (state.branch) told["branch"] = static_cast<int>(*state.branch);
    for (const Extension& extension : state.extensions)
      told["extensions"].push_back({extension.step, extension.budget, extension.config_hash});
  }
  told = nlohmann::json::parse(pass_on(machines, told.dump()));
  if (!told["branch"].is_null()) taken.branch = static_cast<BranchStart>(told["branch"].get<int>());
  taken.extensions.clear();
  for (const nlohmann::json& extension : told["extensions"])
    taken.extensions.push_back({.step = extension[0].get<Index>(),
                                .budget = extension[1].get<std::string>(),
                                .config_hash = extension[2].get<std::string>()});
  for (const auto& [name, bytes] : told["files"].items())
    pass_on_file(machines, taken.checkpoint / name, bytes.get<std::uint64_t>());
  return taken;
}

void keep_in_touch(machines::Machines& machines, const StoppableWork& work,
                   const AsksToStop& asked) {
  using namespace std::chrono_literals;
  constexpr std::chrono::milliseconds kMost = std::chrono::seconds(kTouchSeconds);
  std::exception_ptr failure;
  std::atomic<bool> stop = false;
  const std::future<void> done = std::async(std::launch::async, [&] {
    try {
      work([&] { return stop.load(); });
    } catch (const StoppedInPreparation&) {  // thrown below, on all ranks
    } catch (...) {
      failure = std::current_exception();
    }
  });
  const auto rank = static_cast<std::size_t>(machines.rank());
  std::vector<std::byte> told(static_cast<std::size_t>(machines.ranks()));
  std::vector<std::span<std::byte>> slices;
  slices.reserve(told.size());
  for (std::byte& flags : told) slices.emplace_back(&flags, 1);
  for (std::chrono::milliseconds wait = 10ms;; wait = std::min(2 * wait, kMost)) {
    const bool is_done = done.wait_for(wait) == std::future_status::ready;
    if (is_done && rank == 0 && failure != nullptr) std::rethrow_exception(failure);
    told[rank] = is_done ? kIsDone : std::byte{};
    if (rank == 0 && asked && asked()) told[rank] |= kAsksToStop;
    try {
      machines.gather(slices);
    } catch (...) {
      stop = true;  // the job is over, and `done` waits for the work
      throw;
    }
    if (tells(told[0], kAsksToStop)) stop = true;
    if (std::ranges::all_of(told, [](std::byte flags) { return tells(flags, kIsDone); })) break;
  }
  if (stop) throw StoppedInPreparation();
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace espalier::training
