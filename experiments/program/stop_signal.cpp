// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/program/stop_signal.h>

#include <oneapi/tbb/task_scheduler_observer.h>

#include <array>
#include <csignal>

namespace espalier::experiments {
namespace {

constexpr std::array kStopSignals = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};

/// Room for the vector registers that the system saves, up to 11 KB with AMX, and for what a
/// sanitizer puts before a handler.
constexpr std::size_t kHandlerStackBytes = std::size_t{1} << 17;
alignas(64) std::array<char, kHandlerStackBytes> handler_stack;

std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

extern "C" void request_stop(int) { stop_requested = true; }

sigset_t stop_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : kStopSignals) ::sigaddset(&set, signal);
  return set;
}

/// Workers compute, so they leave signals to the main thread.
class BlockInWorkers : public oneapi::tbb::task_scheduler_observer {
 public:
  BlockInWorkers() { observe(true); }
  ~BlockInWorkers() override { observe(false); }
  BlockInWorkers(const BlockInWorkers&) = delete;
  BlockInWorkers& operator=(const BlockInWorkers&) = delete;

  void on_scheduler_entry(bool is_worker) override {
    if (!is_worker) return;
    const sigset_t set = stop_signals();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  }
};

bool is_ignored(int signal) {
  struct sigaction present {};
  return ::sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_IGN;
}

}  // namespace

const std::atomic<bool>& stop_on_signals() {
  static const BlockInWorkers block_in_workers;
  stack_t stack{};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  ::sigaltstack(&stack, nullptr);
  for (const int signal : kStopSignals) {
    if (signal == SIGHUP && is_ignored(signal)) continue;
    struct sigaction action {};
    action.sa_handler = request_stop;
    action.sa_mask = stop_signals();
    // The others come twice without anybody's wish: to a process and to its group, or to a run from
    // a sweep that got them too.
    const int once = signal == SIGINT ? SA_RESETHAND : 0;
    action.sa_flags = SA_ONSTACK | SA_RESTART | once;
    ::sigaction(signal, &action, nullptr);
  }
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  return stop_requested;
}

}  // namespace espalier::experiments
