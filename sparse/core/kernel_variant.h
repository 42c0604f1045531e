// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

namespace sparse::kernels {
struct KernelTable;
}

/// One implementation of everything that is computed in more than one way. A Context points to the
/// one that it computes with.
struct KernelVariant {
  std::string_view name;         ///< by which it is asked for
  std::string_view description;  ///< one line
  /// Whether this processor can run it, and this build has it.
  bool (*supported)() noexcept;
  /// Whether what has no table is vectorised too: dense products, activations, norms, softmax and
  /// the optimizers' passes. If not, they are the plain loops that define them.
  bool vectorised;
  /// The sparse products and conversions, for every type of value. Its type is private to the
  /// products. Cheap: the instruction set is chosen, nothing is made.
  sparse::kernels::KernelTable (*table)() noexcept;

  /// The one to call of two loops that do the same: the vectorised one, or the plain one that
  /// defines it.
  template <typename Loop>
  Loop& loop(Loop& fast, Loop& plain) const {
    return vectorised ? fast : plain;
  }
};

/// The variants that are supported here, best first; there is one at least. They live as long as
/// the program. (Declared here, since a Context holds one; made beside the kernels.)
std::span<const KernelVariant* const> kernel_variants();

/// Their names.
std::vector<std::string> kernel_names();

/// The variant to use: `requested` if not empty, else the environment variable ESPALIER_KERNEL,
/// else the best one. Throws ConfigError naming the choices if that variant does not exist.
const KernelVariant& resolve_kernel(const std::string& requested);

}  // namespace espalier
// Tested by tests/sparse/kernels/kernel_variant_test.cpp
