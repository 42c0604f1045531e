// SPDX-License-Identifier: Apache-2.0
// Conversions on matrices that RapidCheck draws: nothing is lost on any way round.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/format/eigen_interop.h>

namespace espalier::sparse {
namespace {

struct Drawn {
  Index rows, cols;
  BlockShape block;
  std::vector<Triplet> triplets;
};

/// A matrix whose extents are multiples of 12, so that several block shapes divide them.
Drawn draw() {
  Drawn d;
  d.rows = 12 * *rc::gen::inRange<Index>(0, 3);
  d.cols = 12 * *rc::gen::inRange<Index>(0, 3);
  const auto extent = rc::gen::element<Index>(1, 2, 3, 4, 6, 12);
  d.block = {*extent, *extent};
  if (d.rows == 0 || d.cols == 0) return d;
  const auto positions = *rc::gen::container<std::set<std::pair<Index, Index>>>(
      rc::gen::pair(rc::gen::inRange<Index>(0, d.rows), rc::gen::inRange<Index>(0, d.cols)));
  for (const auto& [row, col] : positions)
    d.triplets.push_back({row, col, static_cast<float>(*rc::gen::inRange(1, 1000))});
  return d;
}

std::vector<Triplet> nonzeros(const BlockCsrMatrix<float>& m) {
  std::vector<Triplet> all = to_triplets(m);
  std::erase_if(all, [](const Triplet& t) { return t.value == 0; });
  return all;
}

RC_GTEST_PROP(Convert, KeepsEveryValueOnEveryWay, ()) {
  const Drawn d = draw();
  const auto m = from_triplets(d.rows, d.cols, d.block, d.triplets);
  RC_ASSERT(nonzeros(m) == d.triplets);  // both ordered by row, then column
  RC_ASSERT(nonzeros(from_csr(to_csr(m), {1, 1})) == d.triplets);
  RC_ASSERT(nonzeros(from_eigen(to_eigen(m), d.block)) == d.triplets);
  const auto dense = to_dense(m);
  RC_ASSERT(from_dense({dense.data(), d.rows, d.cols}, d.block).pattern() == m.pattern());
  const auto other = reblock(m, {*rc::gen::element<Index>(1, 3, 12), 4});
  RC_ASSERT(nonzeros(other) == d.triplets);
  RC_ASSERT(reblock(other, d.block).pattern() == m.pattern());
}

RC_GTEST_PROP(Convert, AcceptsOrRejectsHostileCsrButNeverCrashes, ()) {
  const auto small = rc::gen::inRange<Index>(-2, 6);
  CsrArrays csr;
  csr.rows = *rc::gen::inRange<Index>(0, 4);
  csr.cols = *rc::gen::inRange<Index>(0, 4);
  csr.row_offsets = *rc::gen::container<std::vector<Index>>(small);
  csr.columns = *rc::gen::container<std::vector<Index>>(small);
  csr.values.assign(csr.columns.size(), 1.0f);
  try {
    const auto m = from_csr(csr, {1, 1});
    RC_ASSERT(to_csr(m).columns == csr.columns);
    RC_ASSERT(to_csr(m).row_offsets == csr.row_offsets);
  } catch (const FormatError&) {
  }
}

}  // namespace
}  // namespace espalier::sparse
