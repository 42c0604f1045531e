// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/signals_blocked.h>

#if defined(__linux__) && defined(__x86_64__)
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace espalier {

#if defined(__linux__) && defined(__x86_64__)
namespace {

/// Scopes that live on this thread.
thread_local int depth = 0;

/// The kernel's own call: its mask is 64 bits, whatever sigset_t is, and it hides nothing. It fails
/// for bad arguments only, and these are good.
void exchange_mask(std::uint64_t mask, std::uint64_t* old) {
  ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, old, sizeof mask);
}

}  // namespace

SignalsBlocked::SignalsBlocked() noexcept {
  if (depth++ == 0) exchange_mask(~std::uint64_t{0}, &saved_);
}

SignalsBlocked::~SignalsBlocked() {
  if (--depth == 0) exchange_mask(saved_, nullptr);
}
#else
SignalsBlocked::SignalsBlocked() noexcept = default;
SignalsBlocked::~SignalsBlocked() = default;
#endif

}  // namespace espalier
