// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/context.h>

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <exception>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include <espalier/sparse/core/allowed_cores.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/kernel_variant.h>

namespace espalier {

namespace {

int resolve_threads(int requested) {
  if (requested < 0)
    throw ConfigError("threads: " + std::to_string(requested) +
                      " is negative; expected 0 (all) or more");
  return requested > 0 ? requested : allowed_cores();
}

/// Throws ConfigError unless as many threads as an arena of `threads` needs besides the caller can
/// live at once. TBB ends the process where it cannot start one of its own, when it wants it first;
/// here nothing is lost yet. Cost: starting and ending that many threads.
int startable(int threads) {
  std::latch all_tried(1);
  std::vector<std::jthread> started;
  try {
    for (int i = 1; i < threads; ++i) started.emplace_back([&all_tried] { all_tried.wait(); });
  } catch (const std::exception& error) {
    all_tried.count_down();
    throw ConfigError("threads: " + std::to_string(threads) + " cannot be started here (" +
                      error.what() + "); expected fewer than " +
                      std::to_string(started.size() + 2));
  }
  all_tried.count_down();
  return threads;
}

/// At most as many threads as TBB may start in this process: it warns on stderr where an arena is
/// for more.
int allowed(int threads) {
  using oneapi::tbb::global_control;
  const std::size_t most = global_control::active_value(global_control::max_allowed_parallelism);
  return static_cast<int>(std::min(static_cast<std::size_t>(threads), most));
}

}  // namespace

Context::Context(const ContextOptions& options)
    : threads_(options.pool == nullptr ? startable(resolve_threads(options.threads))
                                       : resolve_threads(options.threads)),
      seed_(options.seed),
      variant_(&resolve_kernel(options.kernel)),
      precision_(options.precision),
      flush_subnormals_(options.flush_subnormals),
      profile_(options.profile),
      pool_(options.pool),
      arena_(pool_ != nullptr ? nullptr
                              : std::make_unique<oneapi::tbb::task_arena>(allowed(threads_))) {}

Context::~Context() = default;

}  // namespace espalier
