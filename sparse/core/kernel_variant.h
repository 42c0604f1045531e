// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier {

namespace sparse::kernels {
struct KernelTable;
}

/// One implementation of everything that is computed in more than one way. A Context points to the
/// one that it computes with.
struct KernelVariant {
  std::string_view name;         ///< selects it, such as "highway"
  std::string_view description;  ///< one line
  /// Whether this processor can run it, and this build has it.
  bool (*supported)() noexcept;
  /// Whether it uses the processor's vector instructions. If not, dense products are the plain
  /// loops that define them too.
  bool vectorised;
  /// The sparse products and conversions, for every type of value. The type of the table is private
  /// to the products. Cheap: it chooses the instruction set and makes nothing.
  sparse::kernels::KernelTable (*table)() noexcept;
  /// The variant whose tables serve where a folder has none for this one; null: there is no such.
  const KernelVariant* base = nullptr;
};

/// The functions that another folder has for one variant, such as the steps of the optimizers. Each
/// such folder lists one of these for each variant; a new variant adds a line there or names a
/// base.
template <typename Table>
struct VariantTable {
  std::string_view variant;  ///< its name
  Table (*table)() noexcept;
};

/// The table of a variant, or else of its nearest base that has one. Throws ConfigError if none
/// has.
template <typename Table, std::size_t kCount>
Table table_of(const KernelVariant& variant, const VariantTable<Table> (&tables)[kCount]) {
  for (const KernelVariant* v = &variant; v != nullptr; v = v->base)
    for (const VariantTable<Table>& of : tables)
      if (of.variant == v->name) return of.table();
  throw ConfigError("kernel '" + std::string(variant.name) +
                    "' has no table here; expected one of its own or of a base");
}

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
