// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/effective_paths.h>

// The header of release 7.4 does not say itself that its functions are C.
extern "C" {
#include <GraphBLAS.h>
}

#include <algorithm>
#include <new>
#include <numeric>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

void check(GrB_Info info, const char* call) {
  if (info == GrB_OUT_OF_MEMORY) throw std::bad_alloc();
  if (info != GrB_SUCCESS)
    throw Error(std::string("GraphBLAS: ") + call + " returned " + std::to_string(info) +
                "; expected success");
}

void start_library() {
  static const bool started = [] {
    const GrB_Info info = GrB_init(GrB_NONBLOCKING);
    // What it returns if the program has called it already.
    if (info != GrB_INVALID_VALUE) check(info, "GrB_init");
    return true;
  }();
  static_cast<void>(started);
}

/// An object of GraphBLAS, freed at the end.
template <typename Handle, GrB_Info (*free)(Handle*)>
struct Owned {
  Owned() = default;
  ~Owned() { free(&handle); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;

  Handle handle = nullptr;
};
using Matrix = Owned<GrB_Matrix, GrB_Matrix_free>;
using Vector = Owned<GrB_Vector, GrB_Vector_free>;
using Descriptor = Owned<GrB_Descriptor, GrB_Descriptor_free>;

GrB_Index extent(Index i) { return static_cast<GrB_Index>(i); }

/// The grid of a pattern as a matrix of zeros and ones, to multiply vectors with.
class GridMatrix {
 public:
  explicit GridMatrix(const BlockPattern& pattern)
      : rows_(extent(pattern.grid_rows())), cols_(extent(pattern.grid_cols())) {
    start_library();
    std::vector<GrB_Index> rows, cols;
    for (const BlockCoordinate c : pattern.coordinates()) {
      rows.push_back(extent(c.row));
      cols.push_back(extent(c.col));
    }
    const std::vector<double> ones(rows.size(), 1.0);
    check(GrB_Matrix_new(&matrix_.handle, GrB_FP64, rows_, cols_), "GrB_Matrix_new");
    if (rows.empty()) return;  // null pointers are an error, even to no entries
    check(GrB_Matrix_build_FP64(matrix_.handle, rows.data(), cols.data(), ones.data(), ones.size(),
                                GrB_PLUS_FP64),
          "GrB_Matrix_build_FP64");
  }

  /// The product with `x`, or that of the transpose. On one thread, since sums beyond 2^53 depend
  /// on their order.
  std::vector<double> times(const std::vector<double>& x, bool transposed) const {
    const GrB_Index outputs = transposed ? cols_ : rows_;
    std::vector<GrB_Index> indices(std::max<std::size_t>(x.size(), outputs));
    std::iota(indices.begin(), indices.end(), GrB_Index{0});
    Descriptor descriptor;
    check(GrB_Descriptor_new(&descriptor.handle), "GrB_Descriptor_new");
    check(GxB_Desc_set(descriptor.handle, GxB_DESCRIPTOR_NTHREADS, 1), "GxB_Desc_set");
    if (transposed)
      check(GrB_Descriptor_set(descriptor.handle, GrB_INP0, GrB_TRAN), "GrB_Descriptor_set");
    Vector in, out;
    check(GrB_Vector_new(&in.handle, GrB_FP64, x.size()), "GrB_Vector_new");
    check(GrB_Vector_new(&out.handle, GrB_FP64, outputs), "GrB_Vector_new");
    if (!x.empty())
      check(GrB_Vector_build_FP64(in.handle, indices.data(), x.data(), x.size(), GrB_PLUS_FP64),
            "GrB_Vector_build_FP64");
    check(GrB_mxv(out.handle, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, matrix_.handle,
                  in.handle, descriptor.handle),
          "GrB_mxv");
    GrB_Index count = outputs;
    std::vector<double> found(outputs), product(outputs, 0.0);
    check(GrB_Vector_extractTuples_FP64(indices.data(), found.data(), &count, out.handle),
          "GrB_Vector_extractTuples_FP64");
    for (std::size_t i = 0; i < count; ++i) product[indices[i]] = found[i];
    return product;
  }

 private:
  GrB_Index rows_, cols_;
  Matrix matrix_;
};

/// Sums of consecutive runs of `size` values.
std::vector<double> summed(const std::vector<double>& values, Index size) {
  std::vector<double> sums(values.size() / static_cast<std::size_t>(size), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i)
    sums[i / static_cast<std::size_t>(size)] += values[i];
  return sums;
}

/// Each value `size` times.
std::vector<double> repeated(const std::vector<double>& values, Index size) {
  std::vector<double> all;
  for (const double value : values) all.insert(all.end(), static_cast<std::size_t>(size), value);
  return all;
}

/// How many of the `size` values of run `i` are positive, for each run.
std::vector<Index> positive_in_runs(const std::vector<double>& values, Index size) {
  std::vector<Index> counts(values.size() / static_cast<std::size_t>(size), 0);
  for (std::size_t i = 0; i < values.size(); ++i)
    counts[i / static_cast<std::size_t>(size)] += values[i] > 0 ? 1 : 0;
  return counts;
}

void check_chain(std::span<const PatternPtr> chain) {
  if (chain.empty()) throw ShapeError("effective paths: no pattern; expected at least one");
  for (std::size_t l = 0; l < chain.size(); ++l) {
    if (chain[l] == nullptr)
      throw ShapeError("effective paths: pattern " + std::to_string(l) + " is null");
    if (l > 0 && chain[l]->cols() != chain[l - 1]->rows())
      throw ShapeError("effective paths: pattern " + std::to_string(l) + " has " +
                       std::to_string(chain[l]->cols()) + " columns; expected " +
                       std::to_string(chain[l - 1]->rows()) + ", the rows of the one before");
  }
}

}  // namespace

EffectivePaths effective_paths(std::span<const PatternPtr> chain) {
  check_chain(chain);
  // reached[l][c]: paths from the inputs to column c of pattern l.
  std::vector<std::vector<double>> reached = {
      std::vector<double>(static_cast<std::size_t>(chain[0]->cols()), 1.0)};
  for (const PatternPtr& pattern : chain) {
    const BlockShape block = pattern->block();
    reached.push_back(repeated(
        GridMatrix(*pattern).times(summed(reached.back(), block.cols), false), block.rows));
  }
  EffectivePaths result;
  result.paths = std::accumulate(reached.back().begin(), reached.back().end(), 0.0);
  result.effective_values.resize(chain.size());
  // reaching[r]: paths from row r of pattern l to the outputs.
  std::vector<double> reaching(static_cast<std::size_t>(chain.back()->rows()), 1.0);
  for (std::size_t l = chain.size(); l-- > 0;) {
    const BlockShape block = chain[l]->block();
    const std::vector<Index> rows = positive_in_runs(reaching, block.rows);
    const std::vector<Index> cols = positive_in_runs(reached[l], block.cols);
    for (const BlockCoordinate c : chain[l]->coordinates())
      result.effective_values[l] +=
          rows[static_cast<std::size_t>(c.row)] * cols[static_cast<std::size_t>(c.col)];
    reaching =
        repeated(GridMatrix(*chain[l]).times(summed(reaching, block.rows), true), block.cols);
  }
  return result;
}

}  // namespace espalier::sparse
