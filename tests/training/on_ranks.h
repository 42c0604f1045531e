// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <espalier/machines/in_process.h>

namespace espalier::training {

/// Calls `body(machines)` for each rank of a job, on a thread of its own. Throws what rank 0 has
/// thrown, or else the first rank that has; the others find that rank gone.
template <typename Body>
void on_ranks(int ranks, const Body& body) {
  std::vector<std::unique_ptr<machines::Machines>> job = machines::in_process(ranks);
  std::vector<std::exception_ptr> failures(job.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t r = 0; r < job.size(); ++r)
      threads.emplace_back([&, r] {
        const std::unique_ptr<machines::Machines> own = std::move(job[r]);
        try {
          body(*own);
        } catch (...) {
          failures[r] = std::current_exception();
        }
      });
  }
  for (const std::exception_ptr& failure : failures)
    if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace espalier::training
