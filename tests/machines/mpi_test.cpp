// SPDX-License-Identifier: Apache-2.0
// The cases of every transport by MPI: a program for mpirun. With a word it makes a fault instead,
// for mpi_faults_test.sh.
#include <espalier/machines/mpi.h>

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/machines/machines_cases.h"

namespace espalier::machines {
namespace {

// Owned by main: what MPICH ends calls exit inside of MPI, where no destructor may call MPI.
Machines* job = nullptr;

struct ByMpi {
  static void run(const std::function<void(Machines&)>& body) { body(*job); }
};
INSTANTIATE_TYPED_TEST_SUITE_P(Mpi, MachinesTest, ByMpi);

// MPI_THREAD_SERIALIZED: trainings talk on a thread of their own.
TEST(MpiTest, AnotherThreadMayCall) {
  std::jthread([] {
    Bytes bytes = message(job->rank(), 4, 2);
    bytes.resize(message(0, 4, 2).size());
    job->broadcast(bytes);
    EXPECT_EQ(bytes, message(0, 4, 2));
  });
}

/// The last rank fails in the way that `fault` names while the others wait for it, or mean
/// something else.
int fail(const std::string& fault) {
  const auto own = static_cast<std::size_t>(job->rank());
  Bytes bytes(100);
  job->broadcast(bytes);
  std::vector<Bytes> slices(static_cast<std::size_t>(job->ranks()), bytes), next = slices;
  if (job->rank() == job->ranks() - 1) {
    if (fault == "kill") ::raise(SIGKILL);
    if (fault.starts_with("stop")) ::raise(SIGSTOP);
    if (fault == "abort") job->abort(3, "planted: no memory");
    if (fault == "throw") throw std::runtime_error("planted");
    if (fault == "size") slices[own].resize(99);
    if (fault == "nothing") slices[own].clear();
    if (fault == "broadcast") bytes.resize(101);
    if (fault == "call") {
      const std::vector<std::span<const std::byte>> send(slices.begin(), slices.end());
      job->exchange(send, spans_of(next));
    }
  } else if (fault == "unexpected") {
    slices.back().clear();
    // So that what the last rank sends has come when this call ends: else the next one finds it.
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  if (fault == "stop broadcast") bytes.resize(std::size_t{1} << 26);  // more than buffers hold
  if (fault.ends_with("broadcast")) job->broadcast(bytes);
  job->gather(spans_of(slices));
  job->gather(spans_of(next));
  return 0;
}

}  // namespace
}  // namespace espalier::machines

int main(int count, char** arguments) {
  using namespace espalier::machines;
  ::testing::InitGoogleTest(&count, arguments);
  const std::string fault = count > 1 ? arguments[1] : "";
  MpiOptions options;
  if (fault.empty())
    options.largest_message_bytes = 1000;  // so that messages of the cases are cut
  else
    options.patience = std::chrono::seconds(2);
  std::unique_ptr<Machines> owner = over_mpi(options);
  job = owner.get();
  int code = 0;
  try {
    code = fault.empty() ? RUN_ALL_TESTS() : fail(fault);
  } catch (const espalier::IoError&) {
    owner.reset();  // which says what has failed, and ends the others
  } catch (const std::exception& error) {
    job->abort(1, error.what());
  }
  owner.reset();
  return code;
}
