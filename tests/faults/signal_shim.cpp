// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program (LD_PRELOAD): handles the signals that a profiler, a timer or the
// program around a library handles, on the stack where they find the thread and without SA_RESTART,
// so that calls to the system are interrupted.
#include <csignal>
#include <initializer_list>

namespace {

volatile std::sig_atomic_t count = 0;

extern "C" void handle_signal(int) {
  // What a handler of someone else may need: a stack of its own size, written to.
  volatile char frame[1024];
  for (volatile char& byte : frame) byte = 1;
  count = count + frame[0];
}

__attribute__((constructor)) void handle_signals() {
  struct sigaction action = {};
  action.sa_handler = handle_signal;
  for (const int signal :
       {SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGWINCH, SIGCHLD, SIGIO, SIGURG, SIGPWR})
    sigaction(signal, &action, nullptr);
}

}  // namespace
