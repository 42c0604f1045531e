// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <espalier/benchmarks/implementation.h>

namespace espalier::benchmarks {

/// A limit of the machine that a small loop measures, interleaved with the products: arithmetic in
/// registers, or sequential reading of a buffer that fits one level of the memory.
struct Probe {
  std::string name;
  double work;  ///< floating-point operations or bytes of one run, all threads together
  std::unique_ptr<Runner> runner;
};

/// "fma_f32", and "dot_bf16" where the processor has that instruction: chains of multiply-adds that
/// touch no memory, on the best instruction set of this machine. `work` counts two operations for
/// each multiply-add.
std::vector<Probe> arithmetic_probes(int threads);

/// "read_l1", "read_l2", "read_l3" and "read_memory": sums over a buffer of half the first and
/// second cache, of four second caches (if the last cache is at least twice that), and of twice the
/// last cache, but at most 1 GiB and a quarter of the available memory. `work` is in bytes.
std::vector<Probe> memory_probes(int threads);

}  // namespace espalier::benchmarks
