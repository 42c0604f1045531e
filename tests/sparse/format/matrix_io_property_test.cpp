// SPDX-License-Identifier: Apache-2.0
// Files of matrices that RapidCheck draws: what is written is read back, and damage is noticed.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/format/matrix_io.h>

namespace espalier::sparse::matrix_io_property_test {
namespace {

/// A matrix of any finite floats, subnormals and both zeros included.
BlockCsrMatrix<float> draw() {
  const Index rows = *rc::gen::inRange<Index>(0, 20);
  const Index cols = *rc::gen::inRange<Index>(0, 20);
  std::vector<Triplet> triplets;
  if (rows > 0 && cols > 0)
    for (const auto& [row, col] : *rc::gen::container<std::set<std::pair<Index, Index>>>(
             rc::gen::pair(rc::gen::inRange<Index>(0, rows), rc::gen::inRange<Index>(0, cols)))) {
      const auto value = std::bit_cast<float>(*rc::gen::inRange<std::uint32_t>(0, ~0u));
      triplets.push_back({row, col, std::isfinite(value) ? value : 0.0f});
    }
  return from_triplets(rows, cols, {1, 1}, triplets);
}

RC_GTEST_PROP(MatrixIo, ReadsBackWhatItWrites, ()) {
  const auto matrix = draw();
  const auto read = parse_mtx(mtx_text(matrix), "file");
  RC_ASSERT(read.pattern() == matrix.pattern());
  for (std::size_t i = 0; i < matrix.values().size(); ++i)
    RC_ASSERT(std::bit_cast<std::uint32_t>(read.values()[i]) ==
              std::bit_cast<std::uint32_t>(matrix.values()[i]));
  RC_ASSERT(*parse_smtx(smtx_text(matrix.pattern()), "file") == matrix.pattern());
}

/// Reads a text as both formats. Returns how many accepted it; only a FormatError may refuse it.
int readers_that_accept(const std::string& text) {
  int accepted = 0;
  try {
    const auto matrix = parse_mtx(text, "file");
    RC_ASSERT(mtx_text(parse_mtx(mtx_text(matrix), "file")) == mtx_text(matrix));
    ++accepted;
  } catch (const FormatError&) {
  }
  try {
    const PatternPtr pattern = parse_smtx(text, "file");
    RC_ASSERT(*parse_smtx(smtx_text(*pattern), "file") == *pattern);
    ++accepted;
  } catch (const FormatError&) {
  }
  return accepted;
}

RC_GTEST_PROP(MatrixIo, SurvivesAByteOfDamage, ()) {
  const auto matrix = draw();
  std::string text = *rc::gen::element(mtx_text(matrix), smtx_text(matrix.pattern()));
  text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
  readers_that_accept(text);
}

RC_GTEST_PROP(MatrixIo, NoticesThatALineIsMissing, ()) {
  const auto matrix = draw();
  RC_PRE(matrix.pattern().blocks() > 0);
  std::string text = *rc::gen::element(mtx_text(matrix), smtx_text(matrix.pattern()));
  text.pop_back();
  text.resize(text.rfind('\n') + 1);
  RC_ASSERT(readers_that_accept(text) == 0);
}

}  // namespace
}  // namespace espalier::sparse::matrix_io_property_test
