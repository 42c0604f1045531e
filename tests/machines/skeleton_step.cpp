// SPDX-License-Identifier: Apache-2.0
// Ranks that sleep in place of computing and send the bytes of real gradients, for mpirun and
// test_hosts.sh: how long a step takes on more ranks than this machine has cores, beside what
// `parallel_plan` predicts, and what the ranks take of the processors, which must be far less than
// there is. usage: skeleton_step VALUES STEP_SECONDS STEPS [NETWORK [NAP]]
// NAP: microseconds for MpiOptions::nap. Looks for messages take processors too; on a slower link a
// rank may look less often.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <espalier/files/number_text.h>
#include <espalier/machines/gathered.h>
#include <espalier/machines/mpi.h>
#include <espalier/machines/parallel_plan.h>

namespace {

using espalier::Index;
using espalier::machines::Machines;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Of the processors, by this process so far, its system calls among it.
double processor_seconds() {
  rusage usage{};
  static_cast<void>(::getrusage(RUSAGE_SELF, &usage));
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// One step of data parallelism: gradients to the owners of slices, sums to all.
class Skeleton {
 public:
  Skeleton(Machines& machines, Index values)
      : machines_(machines), gradients_(static_cast<std::size_t>(values) * sizeof(float)) {
    const auto ranks = static_cast<std::size_t>(machines.ranks());
    for (std::size_t r = 0; r < ranks; ++r) {
      const std::size_t begin = gradients_.size() * r / ranks;
      const std::size_t bytes = gradients_.size() * (r + 1) / ranks - begin;
      slices_.push_back(std::span(gradients_).subspan(begin, bytes));
    }
    const std::size_t own = slices_[static_cast<std::size_t>(machines.rank())].size();
    for (std::size_t r = 0; r < ranks; ++r) partial_.emplace_back(own);
  }

  void step(double compute_seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(compute_seconds));
    const std::vector<std::span<const std::byte>> send(slices_.begin(), slices_.end());
    const std::vector<std::span<std::byte>> receive(partial_.begin(), partial_.end());
    machines_.exchange(send, receive);
    machines_.gather(slices_);
  }

 private:
  Machines& machines_;
  std::vector<std::byte> gradients_;
  std::vector<std::span<std::byte>> slices_;
  std::vector<std::vector<std::byte>> partial_;
};

}  // namespace

int main(int count, char** arguments) {
  using namespace espalier;
  const auto values = count > 3 ? files::whole_in(arguments[1]) : std::nullopt;
  const auto step_seconds = count > 3 ? files::number_in<double>(arguments[2]) : std::nullopt;
  const auto steps = count > 3 ? files::whole_in(arguments[3]) : std::nullopt;
  machines::MpiOptions options;
  const std::optional<Index> nap = count > 5 ? files::whole_in(arguments[5]) : options.nap.count();
  if (!values || !step_seconds || !steps || !nap || *values < 1 || *steps < 1 || count > 6) {
    std::fprintf(stderr, "usage: skeleton_step VALUES STEP_SECONDS STEPS [NETWORK [NAP]]\n");
    return 2;
  }
  options.nap = std::chrono::microseconds(*nap);
  const std::unique_ptr<Machines> job = machines::over_mpi(options);
  try {
    Skeleton skeleton(*job, *values);
    const double compute_seconds = *step_seconds / job->ranks();
    skeleton.step(0);  // connections open with the first message
    const double processors_begin = processor_seconds();
    const Clock::time_point begin = Clock::now();
    for (Index i = 0; i < *steps; ++i) skeleton.step(compute_seconds);
    const double measured = seconds_since(begin) / static_cast<double>(*steps);
    const std::vector<double> of_ranks =
        machines::values_of_all(*job, processor_seconds() - processors_begin);
    if (job->rank() != 0) return 0;
    std::printf(
        "%d ranks: %.4f s a step, %.3f s of processors", job->ranks(), measured,
        std::accumulate(of_ranks.begin(), of_ranks.end(), 0.0) / static_cast<double>(*steps));
    if (count > 4) {
      const machines::Network network = machines::network_in(arguments[4]);
      const machines::ParallelPlan plan =
          machines::parallel_plan({.stored_values = static_cast<double>(*values),
                                   .step_seconds = *step_seconds,
                                   .activation_bytes = [](Index) { return 0.0; }},
                                  {network, network}, {.data = job->ranks()});
      std::printf(", predicted %.4f, %+.1f%%", plan.step_seconds,
                  100 * (measured / plan.step_seconds - 1));
    }
    std::printf("\n");
    return 0;
  } catch (const std::exception& error) {
    job->abort(1, error.what());
  }
}
