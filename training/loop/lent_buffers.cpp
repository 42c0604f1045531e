// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/lent_buffers.h>

#include <cstddef>
#include <type_traits>
#include <vector>

#include <espalier/machines/gathered.h>

namespace espalier::training {
namespace {

/// What rank 0 broadcasts.
struct Message {
  std::int64_t more = 0;  ///< 0: no more requests
  BufferRequest request;
};
static_assert(std::has_unique_object_representations_v<Message>);

Message tell_all(machines::Machines& machines, Message message) {
  machines.broadcast(std::as_writable_bytes(std::span(&message, 1)));
  return message;
}

}  // namespace

void lend_buffers(machines::Machines& machines, const std::function<void(const AskRanks&)>& work,
                  const std::function<void(const BufferRequest&)>& answer) {
  if (machines.rank() > 0) {
    for (;;) {
      const Message message = tell_all(machines, {});
      if (message.more == 0) return;
      answer(message.request);
    }
  }
  try {
    work([&](const BufferRequest& request) {
      tell_all(machines, {.more = 1, .request = request});
      answer(request);
    });
  } catch (const machines::LostRankError&) {
    throw;
  } catch (...) {
    tell_all(machines, {});
    throw;
  }
  tell_all(machines, {});
}

void lend_whole_buffers(machines::Machines& machines,
                        const std::function<void(const ReadOfRank&)>& work,
                        const std::function<std::span<const float>(const BufferRequest&)>& own) {
  AlignedVector<float> whole;
  lend_buffers(
      machines,
      [&](const AskRanks& ask) {
        work([&](const BufferRequest& request, std::size_t length) -> std::span<const float> {
          if (request.rank == 0) return own(request);
          whole.resize(length);  // before the others know, in case it throws
          ask(request);
          return whole;
        });
      },
      [&](const BufferRequest& request) {
        std::span<const float> lent;
        if (request.rank == machines.rank()) lent = own(request);
        std::vector<std::span<std::byte>> parts;
        if (machines.rank() == 0) {
          parts.resize(static_cast<std::size_t>(machines.ranks()));
          parts.at(static_cast<std::size_t>(request.rank)) =
              std::as_writable_bytes(std::span(whole));
        }
        machines::collect_at_first(machines, std::as_bytes(lent), parts);
      });
}

}  // namespace espalier::training
