// SPDX-License-Identifier: Apache-2.0
// A handler that has no stack of its own runs on that of the thread, which a library may have
// pointed at its data. So hundreds of signals of every kind, on every thread, must change nothing.
#include <dirent.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <espalier/models/families/mlm_model.h>
#include <espalier/models/layers/attention.h>
#include <espalier/models/layers/linear.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/sparse/core/signals_blocked.h>
#include <espalier/sparse/ops/gemm.h>

namespace espalier::models {
namespace {

using sparse::Activations;

/// How long each case goes on: a share of a second, or what the long form asks for.
std::chrono::duration<double> duration() {
  const char* const seconds = std::getenv("ESPALIER_FAULT_SECONDS");
  return std::chrono::duration<double>(seconds == nullptr ? 0.3 : std::atof(seconds));
}

std::atomic<long> handled = 0;

/// Uses as much stack as a handler of a profiler or an interpreter, and returns. A fault of the
/// program, unlike a signal that was sent, is not to be survived.
void handler(int signal_number, siginfo_t* info, void*) {
  if (info->si_code > 0) ::signal(signal_number, SIG_DFL);
  volatile char frame[2048];
  for (volatile char& byte : frame) byte = 0x5a;
  handled.fetch_add(1, std::memory_order_relaxed);
}

/// Every signal that a program may handle, the real-time ones included.
std::vector<int> all_signals() {
  std::vector<int> signals;
  for (int s = 1; s <= SIGRTMAX; ++s)
    if (s != SIGKILL && s != SIGSTOP && (s < 32 || s >= SIGRTMIN)) signals.push_back(s);
  return signals;
}

/// Sends every signal to every thread of the process, over and over, while it lives, and has the C
/// library send its own one, by which it sets the ids of all threads.
class SignalStorm {
 public:
  SignalStorm() {
    struct sigaction action = {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    ::sigfillset(&action.sa_mask);
    // For good: a signal may arrive after the storm is over.
    for (const int s : signals_) ::sigaction(s, &action, nullptr);
    sender_ = std::jthread([this](const std::stop_token& stop) { send(stop); });
    identities_ = std::jthread([](const std::stop_token& stop) {
      for (; !stop.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(1)))
        EXPECT_EQ(::setgid(::getgid()), 0);
    });
  }

 private:
  void send(const std::stop_token& stop) const {
    const auto self = static_cast<long>(::syscall(SYS_gettid));
    const pid_t process = ::getpid();
    std::size_t next = 0;
    while (!stop.stop_requested()) {
      DIR* const tasks = ::opendir("/proc/self/task");
      while (const dirent* const task = ::readdir(tasks)) {
        const long thread = std::atol(task->d_name);
        if (thread == 0 || thread == self) continue;
        ::syscall(SYS_tgkill, process, thread, signals_[next++ % signals_.size()]);
      }
      ::closedir(tasks);
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }

  std::vector<int> signals_ = all_signals();
  std::jthread sender_, identities_;
};

/// Calls `compute` once in peace, then under signals until the time is over; every result must be
/// that of the first call to the last bit.
template <typename Compute>
void expect_unmoved(const Compute& compute) {
  const std::vector<float> expected = compute();
  handled = 0;
  int runs = 0, different = 0;
  {
    const SignalStorm storm;
    const auto end = std::chrono::steady_clock::now() + duration();
    do {
      ++runs;
      different += compute() != expected;
    } while (std::chrono::steady_clock::now() < end || handled < 300);
  }
  EXPECT_EQ(different, 0) << "of " << runs << " runs under " << handled << " signals";
}

void append(std::vector<float>& all, std::span<const float> more) {
  all.insert(all.end(), more.begin(), more.end());
}

std::vector<float> pseudo_random(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<float>((i * 2654435761U >> 16) % 1000) / 1000.0f - 0.5f;
  return values;
}

Activations filled(Index tokens, Index features, Index width) {
  Activations x(tokens, features, width);
  const std::vector<float> values = pseudo_random(x.values().size());
  std::copy(values.begin(), values.end(), x.values().begin());
  x.clear_padding();
  return x;
}

TEST(Signals, DoNotReachDenseProducts) {
  const Context context({.threads = 3});
  const Index in = 192, out = 256;
  std::vector<float> weight = pseudo_random(static_cast<std::size_t>(in * out));
  const MatrixView<const float> w(weight.data(), out, in);
  const Activations x = filled(500, in, 64), dy = filled(500, out, 64);
  expect_unmoved([&] {
    Activations y(500, out), dx(500, in);
    std::vector<float> dw(weight.size());
    sparse::gemm(w, x, y, {}, context);
    sparse::gemm_transposed(w, dy, dx, {}, context);
    sparse::gemm_weight_gradient(dy, x, {dw.data(), out, in}, false, context);
    append(dw, y.values());
    append(dw, dx.values());
    return dw;
  });
}

TEST(Signals, DoNotReachAttention) {
  const Context context({.threads = 3});
  // Sums of 128 and more terms are what the library packs, on a stack in the heap.
  const Activations q = filled(512, 128, 128), k = filled(512, 128, 128), v = filled(512, 128, 128);
  expect_unmoved([&] {
    Activations out(512, 128, 128), dq(512, 128, 128), dk(512, 128, 128), dv(512, 128, 128);
    AttentionRecord record;
    attention_forward(q, k, v, 2, 128, {}, out, record, context);
    attention_backward(q, k, v, 2, record, out, q, dq, dk, dv, context);
    std::vector<float> all;
    for (const Activations* x : {&out, &dq, &dk, &dv}) append(all, x->values());
    return all;
  });
}

TEST(Signals, DoNotReachTheTrainingOfADenseModel) {
  const Context context({.threads = 3});
  const ModelConfig config = {.layers = 1,
                              .hidden = 64,
                              .heads = 2,
                              .intermediate = 128,
                              .vocabulary = 96,
                              .max_positions = 16};
  std::vector<std::int32_t> tokens(128), labels;
  std::vector<Index> positions;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    tokens[i] = static_cast<std::int32_t>(i * 7 % 96);
    if (i % 8 != 0) continue;
    positions.push_back(static_cast<Index>(i));
    labels.push_back(static_cast<std::int32_t>(i % 96));
  }
  expect_unmoved([&] {
    MlmModel model({.config = config, .block = 4, .density = 1.0}, context);
    AdamW optimizer(model.parameters(), {}, &context);
    MlmModel::Record record;
    std::vector<float> all;
    for (int step = 0; step < 4; ++step) {
      const PredictionLoss loss =
          model.train({.tokens = tokens, .sequence = 16, .positions = positions, .labels = labels},
                      0.1, record);
      all.push_back(static_cast<float>(loss.loss_sum));
      optimizer.step();
    }
    for (const Parameter* parameter : model.parameters()) append(all, parameter->values);
    return all;
  });
}

#if defined(__x86_64__)
/// The signals that the calling thread blocks, as the kernel says it.
std::string blocked_signals() {
  std::ifstream status("/proc/thread-self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("SigBlk:\t")) return line.substr(8);
  return "not told";
}

TEST(Signals, AreAllBlockedTheOnesOfTheCLibraryToo) {
  const std::string before = blocked_signals();
  {
    const SignalsBlocked blocked;
    EXPECT_EQ(blocked_signals(), "fffffffffffbfeff") << "all but SIGKILL and SIGSTOP";
  }
  EXPECT_EQ(blocked_signals(), before);
}

TEST(Signals, WaitWhileBlockedAndComeAfterwards) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO;
  ASSERT_EQ(::sigaction(SIGUSR1, &action, nullptr), 0);
  handled = 0;
  {
    const SignalsBlocked outer;
    {
      const SignalsBlocked inner;
      ::pthread_kill(::pthread_self(), SIGUSR1);
    }
    EXPECT_EQ(handled, 0) << "only the outermost scope lets signals through";
  }
  EXPECT_EQ(handled, 1);
  ::pthread_kill(::pthread_self(), SIGUSR1);
  EXPECT_EQ(handled, 2);
}
#endif  // elsewhere the scope does nothing

}  // namespace
}  // namespace espalier::models
