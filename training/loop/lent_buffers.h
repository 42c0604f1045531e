// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include <espalier/machines/machines.h>
#include <espalier/sparse/core/aligned_memory.h>

namespace espalier::training {

/// What rank 0 asks the other ranks of a job for while it saves.
struct BufferRequest {
  std::int64_t rank = 0;       ///< who has it, where one rank has it whole
  std::int64_t parameter = 0;  ///< of that rank's
  std::int64_t buffer = 0;     ///< of the optimizer's state, or `kValuesBuffer`
};
/// Stands for the values of a parameter.
inline constexpr std::int64_t kValuesBuffer = -1;

using AskRanks = std::function<void(const BufferRequest&)>;

/// On rank 0 calls `work(ask)`. Each `ask(request)` calls `answer(request)` on all ranks, rank 0
/// among them, which may be collective; the others wait for requests until `work` has returned or
/// thrown. What it has thrown goes on to the caller of rank 0; a LostRankError at once, without a
/// word to the others. Collective; `work` is of rank 0 alone. Throws LostRankError.
void lend_buffers(machines::Machines& machines, const std::function<void(const AskRanks&)>& work,
                  const std::function<void(const BufferRequest&)>& answer);

/// Reads on rank 0 what one rank has, of `length` values. Good until the next call.
using ReadOfRank =
    std::function<std::span<const float>(const BufferRequest& request, std::size_t length)>;

/// The same where each buffer is whole on one rank: `work(read)` reads them, and `own(request)`
/// gives what is on this one, of values that stay until the next request. Memory on rank 0: the
/// largest buffer. A buffer of another length than rank 0 has asked for is a LostRankError.
void lend_whole_buffers(machines::Machines& machines,
                        const std::function<void(const ReadOfRank&)>& work,
                        const std::function<std::span<const float>(const BufferRequest&)>& own);

}  // namespace espalier::training
