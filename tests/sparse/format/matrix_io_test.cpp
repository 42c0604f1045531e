// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/matrix_io.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cmath>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>
#include "tests/support/message.h"
#include "tests/support/peak_memory.h"
#include "tests/support/temporary_folder.h"

namespace espalier::sparse {
namespace {

using espalier::testing::message_of;
using espalier::testing::PeakMemory;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// | . # . # |
// | . . . . |
// | # . . . |
constexpr const char* kSmtx = "3, 4, 3\n0 2 2 3\n1 3 0\n";

// | 1.5 0  .  |
// | .   .  -2 |
constexpr const char* kMtx =
    "%%MatrixMarket matrix coordinate real general\n"
    "% a comment\n"
    "2 3 3\n"
    "2 3 -2\n"
    "1 1 1.5\n"
    "1 2 0\n";

/// A text and what the message about it has to say.
struct Fault {
  std::string text;
  std::string message;
};

template <typename Parse>
void expect_faults(const std::vector<Fault>& faults, const Parse& parse) {
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.text);
    const std::string message = message_of<FormatError>([&] { parse(fault.text, "file"); });
    EXPECT_THAT(message, StartsWith("file:"));
    EXPECT_THAT(message, HasSubstr(fault.message));
    EXPECT_THAT(message, Not(HasSubstr("\n")));
  }
}

TEST(Smtx, ReadsOffsetsAndColumns) {
  const PatternPtr pattern = parse_smtx(kSmtx, "file");
  EXPECT_EQ(pattern->rows(), 3);
  EXPECT_EQ(pattern->cols(), 4);
  EXPECT_EQ(pattern->block(), (BlockShape{1, 1}));
  EXPECT_THAT(pattern->row_offsets(), ElementsAre(0, 2, 2, 3));
  EXPECT_THAT(pattern->columns(), ElementsAre(1, 3, 0));
}

TEST(Smtx, ReadsOtherBlanksCommasAndLineEnds) {
  const PatternPtr pattern = parse_smtx(kSmtx, "file");
  for (const char* text : {"3,4,3\r\n0 2 2 3 \r\n1 3 0 \r\n", "3 4 3\n\n0\t2 2 3\n1 3  0",
                           "  3 ,4\t,3\n 0 2 2 3\n1 3 0\n\n \n"})
    EXPECT_EQ(*parse_smtx(text, "file"), *pattern) << text;
}

TEST(Smtx, PassesOverComments) {
  const PatternPtr pattern = parse_smtx(kSmtx, "file");
  EXPECT_EQ(
      *parse_smtx("% 9, 9\n  %% of Gale et al.\r\n3, 4, 3\n%\n\n0 2 2 3\n% 7\n1 3 0\n%end", "file"),
      *pattern);
  EXPECT_EQ(parse_smtx("%\n2, 3, 0\n0 0 0\n% nothing is stored", "file")->rows(), 2);
  expect_faults({{"% only\n%", ":1: the file is empty"},
                 {"3, 4, 3 % rows\n", ":1: found '% rows'"},
                 {"3, 4, 3\n0 2 % 2 3\n1 3 0\n", ":2: row offset is '%'"},
                 {"% one\n3, 4, 3\n0 2 2 3\n% four\n1 4 0\n", ":5: column index is '4'"},
                 {"3, 4, 3\n0 2 2 3\n% three\n% four\n", "the file ends here"}},
                parse_smtx);
}

TEST(Smtx, ReadsMatricesThatStoreNothing) {
  EXPECT_EQ(parse_smtx("0, 0, 0\n0\n", "file")->grid_size(), 0);
  EXPECT_EQ(parse_smtx("0, 5, 0\n0", "file")->cols(), 5);
  EXPECT_EQ(parse_smtx("2, 3, 0\n0 0 0\n\n", "file")->rows(), 2);
}

TEST(Smtx, NamesWhatIsWrongAndWhere) {
  expect_faults(
      {
          {"", ":1: the file is empty"},
          {"3, 4\n", ":1: number of stored values is missing; expected an integer from 0 to 12"},
          {"3, x, 3\n", ":1: number of columns is 'x'"},
          {"3,, 4, 3\n", ":1: number of columns is ', 4, 3'"},
          {"-3, 4, 3\n", ":1: number of rows is '-3'"},
          {"3, 4, 13\n0 2 2 3\n",
           ":1: number of stored values is '13'; expected an integer from 0 to 12"},
          {"3, 4, 3, 9\n", ":1: found ', 9'; expected the end of the line"},
          {"3, 4, 3.0\n", "is '3.0'"},
          {"3, 4, 3\n",
           ":1: announces 7 row offsets and column indices; expected at most the 0 that fit"},
          {"0, 4, 0\n\n", ":3: the file ends here; expected the row offsets"},
          {"3, 4, 3\n0 2 2\n1 3 0 1 1\n",
           ":2: row offset is missing; expected an integer from 3 to 3"},
          {"3, 4, 3\n1 2 2 3\n1 3 0\n", ":2: row offset is '1'; expected an integer from 0 to 0"},
          {"3, 4, 3\n0 2 1 3\n1 3 0\n", ":2: row offset is '1'; expected an integer from 2 to 3"},
          {"3, 4, 3\n0 4 4 3\n1 3 0\n", ":2: row offset is '4'; expected an integer from 0 to 3"},
          {"3, 4, 3\n0 2 2 2\n1 3 0\n", ":2: row offset is '2'; expected an integer from 3 to 3"},
          {"3, 4, 3\n0 2 2 3 3\n1 3 0\n", ":2: found '3'; expected the end of the line"},
          {"3, 4, 3\n0 2 2 3\n1 4 0\n", ":3: column index is '4'; expected an integer from 0 to 3"},
          {"3, 4, 3\n0 2 2 3\n1 -1 0\n", ":3: column index is '-1'"},
          {"3, 4, 3\n0 2 2 3\n3 1 0\n",
           ":3: column index 1 follows 3 in row 0; expected ascending"},
          {"3, 4, 3\n0 2 2 3\n1 1 0\n", ":3: column index 1 follows 1"},
          {"3, 4, 3\n0 2 2 3\n1 3    \n", ":3: column index is missing"},
          {"3, 4, 3\n0 2 2 3\n\n\n\n\n\n\n", ":9: the file ends here; expected the column indices"},
          {"3, 4, 3\n0 2 2 3\n1 3 0 2\n", ":3: found '2'; expected the end of the line"},
          {"3, 4, 3\n0 2 2 3\n1 3 0\nmore\n", ":4: found 'more'; expected the end of the file"},
          {std::string("3, 4\0, 3\n", 9), "is '4?'"},
      },
      parse_smtx);
}

// Each of these would ask for more memory than the machine has if the announced numbers counted.
TEST(Smtx, AllocatesNothingForAnnouncedNumbersThatTheFileCannotHold) {
  expect_faults(
      {
          {"99999999999999999999, 4, 3\n", "number of rows is '99999999999999999999'"},
          {"9223372036854775807, 1, 1\n0 1\n0\n", "an integer from 0 to 1048576"},
          {"1048576, 1048576, 1099511627776\n0 1\n0\n", "announces 1099512676353 row offsets"},
          {"1, 2147483647, 1\n0 1\n0\n", "an integer from 0 to 1048576"},
      },
      parse_smtx);
}

TEST(Mtx, ReadsEntriesInAnyOrder) {
  const auto matrix = parse_mtx(kMtx, "file");
  EXPECT_EQ(matrix.pattern().rows(), 2);
  EXPECT_EQ(matrix.pattern().cols(), 3);
  EXPECT_EQ(matrix.pattern().block(), (BlockShape{1, 1}));
  EXPECT_THAT(to_triplets(matrix),
              ElementsAre(Triplet{0, 0, 1.5f}, Triplet{0, 1, 0}, Triplet{1, 2, -2}));
}

TEST(Mtx, ReadsEveryKindThatItAccepts) {
  const std::vector<Triplet> general = {{0, 1, 1}, {2, 0, 1}};
  const std::vector<Triplet> symmetric = {{0, 2, 1}, {1, 1, 1}, {2, 0, 1}};
  for (const char* field : {"real", "integer", "pattern"}) {
    SCOPED_TRACE(field);
    const std::string value = std::string(field) == "pattern" ? "\n" : " 1\n";
    const std::string start = "%%matrixmarket MATRIX Coordinate " + std::string(field);
    EXPECT_THAT(to_triplets(parse_mtx(
                    start + " general\r\n\r\n3 3 2\r\n1 2" + value + "\n3 1" + value, "file")),
                ElementsAreArray(general));
    EXPECT_THAT(
        to_triplets(parse_mtx(start + " Symmetric\n3 3 2\n2 2" + value + "3 1" + value, "file")),
        ElementsAreArray(symmetric));
  }
}

TEST(Mtx, ReadsMatricesThatStoreNothing) {
  EXPECT_EQ(
      parse_mtx("%%MatrixMarket matrix coordinate real general\n0 0 0", "file").values().size(),
      0u);
  EXPECT_EQ(parse_mtx("%%MatrixMarket matrix coordinate pattern general\n%\n2 7 0\n\n", "file")
                .pattern()
                .cols(),
            7);
}

float value_of(const std::string& token, const std::string& field = "real") {
  return parse_mtx("%%MatrixMarket matrix coordinate " + field + " general\n1 1 1\n1 1 " + token,
                   "file")
      .values()[0];
}

TEST(Mtx, RoundsValuesToTheNearestFloatOnce) {
  EXPECT_EQ(value_of("+1.5e1"), 15.0f);
  EXPECT_EQ(value_of(".5"), 0.5f);
  EXPECT_EQ(value_of("1."), 1.0f);
  EXPECT_EQ(value_of("0.1"), 0.1f);
  EXPECT_EQ(value_of("1e-40"), 1e-40f);  // subnormal
  EXPECT_EQ(value_of("-1e-60"), 0.0f);   // too small for a float
  // And for a double, or for any number that has an exponent of 64 bits.
  const std::string zeros(400, '0');
  const std::vector<std::string> all_tiny = {"1e-320",
                                             "1e-400",
                                             "-1E-4000",
                                             "2.5e-9999999999999999999999",
                                             "3e-9223372036854775808",
                                             "1" + zeros + "e-800",
                                             "." + zeros + "1",
                                             "-0." + zeros + "7e+100",
                                             "0.00012e-330",
                                             "123456.7e-420"};
  for (const std::string& tiny : all_tiny) {
    SCOPED_TRACE(tiny);
    EXPECT_EQ(value_of(tiny), 0.0f);
    EXPECT_EQ(std::signbit(value_of(tiny)), tiny.starts_with('-'));
  }
  EXPECT_EQ(value_of("1" + zeros + "e-400"), 1.0f);
  EXPECT_EQ(value_of("." + zeros + "1e401"), 1.0f);
  EXPECT_EQ(value_of("0e-99999999999999999999"), 0.0f);
  EXPECT_EQ(value_of("3.4028235e38"), 3.4028235e38f);
  // Just over half way between 1 and the next float, and less than half a double from it.
  EXPECT_EQ(value_of("1.00000005960464477539062500001"), 1.00000012f);
  EXPECT_EQ(value_of("16777217", "integer"), 16777216.0f);
  EXPECT_EQ(value_of("-7", "integer"), -7.0f);
}

TEST(Mtx, RefusesValuesThatAreNoFiniteNumber) {
  const std::string zeros(400, '0');
  const std::vector<std::string> all_bad = {"nan",
                                            "NaN",
                                            "inf",
                                            "-Infinity",
                                            "1e39",
                                            "-1e400",
                                            "1e99999999999999999999",
                                            "0.001e400",
                                            "1" + zeros,
                                            "-1" + zeros + ".5e-100",
                                            "." + zeros + "1e800",
                                            "1e-400x",
                                            "0x10",
                                            "1.5x",
                                            "1,5",
                                            "--1",
                                            "+-5",
                                            "+-1e-400",
                                            "+",
                                            "e5",
                                            "e-400"};
  for (const std::string& token : all_bad) {
    SCOPED_TRACE(token);
    EXPECT_THAT(message_of<FormatError>([&] { value_of(token); }), HasSubstr("file:3: "));
  }
  for (const char* token : {"1.5", "9223372036854775808", "1e3"}) {
    SCOPED_TRACE(token);
    EXPECT_THAT(message_of<FormatError>([&] { value_of(token, "integer"); }),
                HasSubstr("file:3: value is"));
  }
}

TEST(Mtx, NamesWhatIsWrongAndWhere) {
  const std::string real = "%%MatrixMarket matrix coordinate real general\n";
  const std::string symmetric = "%%MatrixMarket matrix coordinate pattern symmetric\n";
  expect_faults(
      {
          {"", ":1: the file is empty"},
          {"2 3 3\n", ":1: banner is '2'; expected '%%matrixmarket'"},
          {"%%MatrixMarket vector\n", ":1: object is 'vector'; expected 'matrix'"},
          {"%%MatrixMarket matrix array real general\n",
           ":1: format is 'array'; expected 'coordinate'"},
          {"%%MatrixMarket matrix coordinate complex general\n",
           ":1: field is 'complex'; expected 'real' or 'integer' or 'pattern'"},
          {"%%MatrixMarket matrix coordinate real hermitian\n",
           ":1: symmetry is 'hermitian'; expected 'general' or 'symmetric'"},
          {"%%MatrixMarket matrix coordinate real\n", ":1: symmetry is missing"},
          {"%%MatrixMarket matrix coordinate real general x\n", ":1: found 'x'"},
          {real, ":2: the file ends here; expected rows, columns and number of entries"},
          {real + "% only\n% comments", ":4: the file ends here"},
          {real + "2 3\n", ":2: number of entries is missing; expected an integer from 0 to 6"},
          {real + "2 3 7\n", ":2: number of entries is '7'"},
          {real + "2 3 1 1\n", ":2: found '1'"},
          {real + "2 -3 1\n", ":2: number of columns is '-3'"},
          {real + "2 3 2\n1 1 1\n", ":2: announces 2 entries; expected at most the 1 that fit"},
          {real + "2 3 2\n1 1 1.0000000\n", ":4: the file ends here; expected entry 2 of 2"},
          {real + "2 3 1\n0 1 1\n", ":3: row is '0'; expected an integer from 1 to 2"},
          {real + "2 3 1\n3 1 1\n", ":3: row is '3'"},
          {real + "2 3 1\n1 4 1\n", ":3: column is '4'; expected an integer from 1 to 3"},
          {real + "2 3 1\n1 1  \n", ":3: value is missing"},
          {real + "2 3 1\n1 1 1 1\n", ":3: found '1'; expected the end of the line"},
          {real + "2 3 1\n1 1 1\n2 2 2\n", ":4: found '2 2 2'; expected the end of the file"},
          {real + "2 3 2\n2 2 1\n\n2 2 3\n",
           ":5: repeats the position of line 3; expected each position at most once"},
          {symmetric + "3 2 0\n", ":2: number of columns is '2'; expected an integer from 3 to 3"},
          {symmetric + "3 3 1\n1 2\n", ":3: column is '2'; expected an integer from 1 to 1"},
          {symmetric + "3 3 2\n2 1\n2 1\n", ":4: repeats the position of line 3"},
      },
      parse_mtx);
}

TEST(Mtx, AllocatesNothingForAnnouncedNumbersThatTheFileCannotHold) {
  const std::string real = "%%MatrixMarket matrix coordinate real general\n";
  expect_faults(
      {
          {real + "99999999999999999999 1 1\n", "number of rows is '99999999999999999999'"},
          {real + "2147483647 1 1\n1 1 1\n", "an integer from 0 to 1048576"},
          {real + "1 2147483647 1\n1 1 1\n", "an integer from 0 to 1048576"},
          {real + "1048576 1048576 1099511627776\n1 1 1\n", "announces 1099511627776 entries"},
          {real + "1 1 " + std::string(100, '9') + "\n", "is '" + std::string(40, '9') + "...'"},
      },
      parse_mtx);
}

TEST(MatrixText, IsWhatTheReadersRead) {
  const auto mtx = parse_mtx(kMtx, "file");
  EXPECT_EQ(smtx_text(*parse_smtx(kSmtx, "file")), kSmtx);
  EXPECT_EQ(mtx_text(mtx),
            "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 1.5\n1 2 0\n2 3 -2\n");
}

TEST(MatrixText, WritesBlocksValueByValue) {
  const auto blocks = BlockPattern::from_coordinates(4, 4, {2, 2}, {{1, 0}});
  EXPECT_EQ(smtx_text(*blocks), "4, 4, 4\n0 0 0 2 4\n0 1 0 1\n");
  BlockCsrMatrix<float> matrix(blocks, {1, 2, 3, 4});
  EXPECT_THAT(mtx_text(matrix), HasSubstr("4 4 4\n3 1 1\n3 2 2\n4 1 3\n4 2 4\n"));
  matrix.values()[2] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(
      message_of<FormatError>([&] { mtx_text(matrix); }),
      "matrix value at (3, 0) is inf; expected a finite number, as a .mtx file holds no other");
}

// A wide matrix of few values is a short text, in which readers allow 2^20.
TEST(MatrixText, IsRefusedWhereItsReadersWouldRefuseIt) {
  const Index most = Index{1} << 20;
  const auto one_value = [](Index rows, Index cols) {
    return BlockCsrMatrix<float>(BlockPattern::from_coordinates(rows, cols, {1, 1}, {{0, 0}}), {3});
  };
  EXPECT_EQ(parse_mtx(mtx_text(one_value(most, most)), "file").pattern().rows(), most);
  EXPECT_EQ(parse_smtx(smtx_text(one_value(1, most).pattern()), "file")->cols(), most);
  EXPECT_EQ(message_of<FormatError>([&] { mtx_text(one_value(most + 1, 2)); }),
            "matrix of 1048577x2 is a text of 64 bytes; expected extents of at most 1048576, as "
            "readers refuse longer ones in it");
  EXPECT_THAT(message_of<FormatError>([&] { mtx_text(one_value(2, most + 1)); }),
              HasSubstr("matrix of 2x1048577"));
  EXPECT_THAT(message_of<FormatError>([&] { smtx_text(one_value(1, most + 1).pattern()); }),
              HasSubstr("matrix of 1x1048577"));
  // A text of as many bytes.
  const auto tall = one_value(most + 1, 1);
  EXPECT_EQ(parse_smtx(smtx_text(tall.pattern()), "file")->rows(), most + 1);
}

class MatrixFile : public espalier::testing::FolderTest {};

TEST_F(MatrixFile, RoundTrips) {
  const PatternPtr pattern = read_smtx(write("in.smtx", kSmtx));
  write_smtx(folder_ / "out.smtx", *pattern);
  EXPECT_EQ(read(folder_ / "out.smtx"), kSmtx);
  const auto matrix = read_mtx(write("in.mtx", kMtx));
  write_mtx(folder_ / "out.mtx", matrix);
  EXPECT_EQ(read(folder_ / "out.mtx"), mtx_text(matrix));
}

TEST_F(MatrixFile, IsNamedInErrors) {
  const auto path = write("bad.smtx", "1, 1, 1\n0 1\n7\n");
  EXPECT_EQ(message_of<FormatError>([&] { read_smtx(path); }),
            path.string() + ":3: column index is '7'; expected an integer from 0 to 0");
  EXPECT_THAT(message_of<IoError>([&] { read_smtx(folder_ / "none"); }),
              StartsWith((folder_ / "none").string() + ": cannot read: No such file"));
  EXPECT_EQ(message_of<IoError>([&] { read_mtx(folder_); }),
            folder_.string() + ": cannot read: not a regular file");
  EXPECT_THAT(message_of<IoError>([&] { read_mtx("/dev/zero"); }), HasSubstr("not a regular file"));
  EXPECT_THAT(message_of<IoError>([&] { write_smtx(folder_, *parse_smtx(kSmtx, "file")); }),
              StartsWith(folder_.string() + ": cannot write: "));
  EXPECT_THAT(message_of<IoError>([&] { write_smtx("/dev/full", *parse_smtx(kSmtx, "file")); }),
              StartsWith("/dev/full: cannot write: No space left"));
}

// Far more than is read at once, in lines and blanks of every length.
TEST_F(MatrixFile, IsReadInPieces) {
  const PatternPtr full = BlockPattern::from_coordinates(512, 512, {512, 512}, {{0, 0}});
  const std::string text = smtx_text(*full);
  ASSERT_GT(text.size(), std::size_t{1} << 19);
  EXPECT_EQ(*read_smtx(write("full.smtx", text)), *parse_smtx(text, "text"));

  const std::string wide(100000, ' ');
  EXPECT_EQ(
      *read_smtx(write("wide.smtx", wide + "3," + wide + "4, 3" + wide + "\r\n0 2 2 3" + wide +
                                        "\r\n1" + wide + "3 0" + wide + "\r\n" + wide)),
      *parse_smtx(kSmtx, "text"));

  std::string mtx = "%%MatrixMarket matrix coordinate real general\n%" + std::string(200000, 'x') +
                    "\n1000 40 40000\r\n";
  for (int row = 1; row <= 1000; ++row)
    for (int col = 1; col <= 40; ++col)
      mtx += std::to_string(row) + " " + std::to_string(col) + " " + std::to_string(row * col) +
             (col % 2 == 0 ? "\n" : "\r\n");
  EXPECT_EQ(mtx_text(read_mtx(write("long.mtx", mtx))), mtx_text(parse_mtx(mtx, "text")));
}

// A carriage return that is the last byte of a piece ends a line only before a line feed.
TEST_F(MatrixFile, IsReadInPiecesThatEndInACarriageReturn) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 5";
  text.resize(65535, ' ');
  EXPECT_EQ(read_mtx(write("line.mtx", text + "\r\n")).values()[0], 5.0f);
  EXPECT_EQ(read_mtx(write("end.mtx", text + "\r")).values()[0], 5.0f);
  EXPECT_THAT(
      message_of<FormatError>([&] { read_mtx(write("more.mtx", text + "\r7 8 garbage\n")); }),
      HasSubstr(":3: found '?7 8 garbage'; expected the end of the line"));
}

TEST_F(MatrixFile, IsWholeOrTheOldOne) {
  const auto path = write("out.mtx", "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {.rlim_cur = 10, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message =
      message_of<IoError>([&] { write_mtx(path, parse_mtx(kMtx, "file")); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(message, StartsWith(path.string() + ": cannot write: "));
  EXPECT_EQ(read(path), "old");
  write_mtx(path, parse_mtx(kMtx, "file"));
  EXPECT_EQ(read(path), mtx_text(parse_mtx(kMtx, "file")));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1) << "nothing aside";
}

TEST_F(MatrixFile, BehindALinkIsWrittenAndTheLinkStays) {
  const auto real = write("real.mtx", "old");
  const auto aside = write("link.mtx.partial", "of a user");
  const auto link = folder_ / "link.mtx";
  std::filesystem::create_symlink("real.mtx", link);
  write_mtx(link, parse_mtx(kMtx, "file"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read(real), mtx_text(parse_mtx(kMtx, "file")));
  EXPECT_EQ(read(aside), "of a user");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 3) << "nothing aside";
}

TEST_F(MatrixFile, ReplacesWhatStandsAsideAndKeepsThePermissions) {
  namespace fs = std::filesystem;
  const auto path = write("out.mtx", "old");
  const auto precious = write("precious", "of a user");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("precious", folder_ / "out.mtx.espalier-partial");
  write_mtx(path, parse_mtx(kMtx, "file"));
  EXPECT_EQ(read(precious), "of a user");
  EXPECT_FALSE(fs::is_symlink(path));
  EXPECT_EQ(read(path), mtx_text(parse_mtx(kMtx, "file")));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 2) << "nothing aside";
}

TEST_F(MatrixFile, HasNoEndlessWord) {
  const std::string most(4095, '0');
  EXPECT_EQ(read_smtx(write("most.smtx", most + ", 4, 0\n0\n"))->cols(), 4);
  EXPECT_THAT(
      message_of<FormatError>([&] { read_smtx(write("word.smtx", most + "0, 4, 0\n0\n")); }),
      HasSubstr(":1: found '" + std::string(40, '0') + "...'; expected words of less than"));
}

// Read whole, such a file took twice its length in memory.
TEST_F(MatrixFile, TakesNoMemoryForWhatItDoesNotHold) {
  const PeakMemory memory;
  const std::string mtx = "%%MatrixMarket matrix coordinate pattern general\n";
  for (const auto& [name, text] :
       {std::pair<std::string, std::string>{"nothing.smtx", ""},
        {"nothing.mtx", ""},
        {"header.smtx", "1048576, 1000000000, 900000000\n0 2 2 3\n"},
        {"header.mtx", mtx + "2000000000 2000000000 400000000\n1 1\n"}}) {
    const auto path = write(name, text);
    std::filesystem::resize_file(path, std::uintmax_t{2} << 30);
    EXPECT_THROW(path.extension() == ".mtx" ? (void)read_mtx(path) : (void)read_smtx(path),
                 FormatError)
        << name;
  }
  EXPECT_LT(memory.rise_bytes(), 64 << 20);
}

TEST_F(MatrixFile, IsNoQueue) {
  const auto path = folder_ / "queue.mtx";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_THAT(message_of<IoError>([&] { read_mtx(path); }), HasSubstr("not a regular file"));
}

TEST(ReblockPattern, StoresBlocksThatHoldSomething) {
  const PatternPtr pattern = BlockPattern::from_coordinates(4, 6, {1, 1}, {{0, 0}, {1, 1}, {3, 5}});
  const PatternPtr coarse = reblock(*pattern, {2, 3});
  EXPECT_EQ(*coarse, *BlockPattern::from_coordinates(4, 6, {2, 3}, {{0, 0}, {1, 1}}));
  EXPECT_EQ(reblock(*coarse, {1, 1})->blocks(), 12);
  EXPECT_THROW(reblock(*pattern, {3, 3}), ShapeError);
}

}  // namespace
}  // namespace espalier::sparse
