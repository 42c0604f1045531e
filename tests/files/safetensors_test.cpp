// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/safetensors.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include <espalier/files/content_hash.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::files {
namespace {

using ::testing::HasSubstr;

/// The bytes of a file with this header and these data.
std::string file_of(const std::string& header, const std::string& data) {
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + header + data;
}

std::string fault_of(const std::string& bytes) {
  try {
    TensorFile file(bytes, "F");
  } catch (const FormatError& error) {
    return error.what();
  }
  return "accepted";
}

class Safetensors : public espalier::testing::FolderTest {
 protected:
  const std::vector<float> floats_ = {1.5f, -2, 0, 3e38f, 1e-40f, -0.0f};
  const std::vector<std::int32_t> ints_ = {-1, 7};
  const std::vector<std::uint8_t> bytes_ = {1, 2, 255};
  const std::vector<std::int64_t> longs_ = {std::numeric_limits<std::int64_t>::min()};
  const std::vector<std::uint64_t> bits_ = {~std::uint64_t{0}, 1};

  std::vector<TensorView> tensors() const {
    return {tensor_view<std::uint8_t>("u8", {3}, bytes_),
            tensor_view<float>("f32", {2, 3}, floats_),
            tensor_view<std::int32_t>("i32", {2, 1}, ints_),
            tensor_view<std::int64_t>("i64", {}, longs_),
            tensor_view<std::uint64_t>("u64", {2}, bits_),
            tensor_view<float>("empty", {0, 4}, {})};
  }
};

TEST_F(Safetensors, RoundTrip) {
  const auto path = folder_ / "a.safetensors";
  const std::string hash = write_safetensors(path, tensors(), {{"kind", "tést"}});
  EXPECT_EQ(hash, hex(content_hash(read(path))));

  const TensorFile file = read_safetensors(path);
  ASSERT_EQ(file.tensors().size(), 6u);
  EXPECT_EQ(file.metadata().at("kind"), "tést");
  EXPECT_EQ(file.metadata().at("xxh3").size(), 16u);
  for (const TensorView& tensor : tensors()) {
    const TensorView& found = file.require(tensor.name, tensor.type, tensor.shape);
    EXPECT_EQ(found.bytes, tensor.bytes) << tensor.name;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(found.bytes.data()) % element_bytes(tensor.type), 0u)
        << tensor.name;
  }
  EXPECT_EQ(copy_elements<std::vector<float>>(*file.find("f32")), floats_);
  EXPECT_EQ(copy_elements<std::vector<std::uint64_t>>(*file.find("u64")), bits_);
  EXPECT_EQ(file.find("f33"), nullptr);
  // A wider type would not have room, and a narrower one be read beyond its end.
  EXPECT_THROW(copy_elements<std::vector<float>>(*file.find("u64")), FormatError);
  EXPECT_THROW(copy_elements<std::vector<std::uint64_t>>(*file.find("f32")), FormatError);
}

TEST_F(Safetensors, WritesThePublishedFormat) {
  // Byte by byte, so that other programs can read it.
  const std::vector<float> one = {1};
  write_safetensors(folder_ / "a", {tensor_view<float>("x", {1}, one)});
  const std::string header = R"({"__metadata__":{"xxh3":"f87b05471331b3ae"},)"
                             R"("x":{"data_offsets":[0,4],"dtype":"F32","shape":[1]}})";
  const std::string bytes = read(folder_ / "a");
  ASSERT_GT(bytes.size(), 12u);
  const std::string found = bytes.substr(8, bytes.size() - 12);
  EXPECT_EQ(found, header + std::string(found.size() - header.size(), ' '));
  EXPECT_EQ(found.size() % 8, 0u);
  EXPECT_EQ(bytes.substr(bytes.size() - 4), std::string("\0\0\x80\x3f", 4));
}

TEST_F(Safetensors, ReadsWhatOthersWrite) {
  // Without metadata, in the order of another writer, with a scalar and padding.
  const TensorFile file(file_of(R"({"b":{"dtype":"F16","shape":[],"data_offsets":[2,4]},)"
                                R"("a":{"shape":[1,2],"data_offsets":[0,2],"dtype":"U8"}}   )",
                                "wxyz"),
                        "F");
  ASSERT_EQ(file.tensors().size(), 2u);
  EXPECT_EQ(file.tensors()[0].name, "a");
  EXPECT_EQ(file.tensors()[0].bytes, "wx");
  EXPECT_EQ(file.tensors()[1].elements(), 1);
  EXPECT_EQ(TensorFile(file_of("{}", ""), "F").tensors().size(), 0u);
}

TEST_F(Safetensors, RequireSaysWhatWasFoundAndExpected) {
  const TensorFile file(file_of(R"({"a":{"dtype":"U8","shape":[1,2],"data_offsets":[0,2]}})", "xy"),
                        "F");
  const auto fault = [&](const std::string& name, DataType type, std::vector<Index> shape) {
    try {
      file.require(name, type, shape);
    } catch (const FormatError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(fault("a", DataType::kU8, {1, 2}), "accepted");
  EXPECT_EQ(fault("a", DataType::kF32, {2, 1}), "F: tensor a is U8 [1, 2], expected F32 [2, 1]");
  EXPECT_EQ(fault("b", DataType::kI64, {}), "F: tensor b is missing, expected I64 []");
}

TEST_F(Safetensors, RefusesWhatBreaksARule) {
  const auto tensor = [](const std::string& fields, const std::string& data) {
    return file_of("{\"t\":{" + fields + "}}", data);
  };
  const auto length = [](std::uint64_t n) {
    return std::string(reinterpret_cast<const char*>(&n), 8);
  };
  const std::string good = R"("dtype":"U8","shape":[2],"data_offsets":[0,2])";
  ASSERT_EQ(fault_of(tensor(good, "xy")), "accepted");

  // The file and its length.
  EXPECT_THAT(fault_of(""), HasSubstr("0 bytes, expected at least 8"));
  EXPECT_THAT(fault_of("1234567"), HasSubstr("7 bytes"));
  EXPECT_THAT(fault_of(length(~std::uint64_t{0}) + "{}"), HasSubstr("expected at most 100000000"));
  EXPECT_THAT(fault_of(length(100'000'001) + "{}"), HasSubstr("expected at most 100000000"));
  EXPECT_THAT(fault_of(length(3) + "{}"), HasSubstr("the file has only 2 more"));
  EXPECT_THAT(fault_of(tensor(good, "x")), HasSubstr("within the 1 bytes of data"));
  EXPECT_THAT(fault_of(tensor(good, "xyz")), HasSubstr("tensors end at 2 of 3 bytes"));
  EXPECT_THAT(fault_of(file_of("{}", "x")), HasSubstr("tensors end at 0 of 1 bytes"));

  // The header's text.
  EXPECT_THAT(fault_of(file_of("", "")), HasSubstr("does not begin with {"));
  EXPECT_THAT(fault_of(file_of(" {}", "")), HasSubstr("does not begin with {"));
  EXPECT_THAT(fault_of(file_of("[]", "")), HasSubstr("does not begin with {"));
  EXPECT_THAT(fault_of(file_of("{", "")), HasSubstr("no valid UTF-8 JSON"));
  EXPECT_THAT(fault_of(file_of("{}{}", "")), HasSubstr("no valid UTF-8 JSON"));
  EXPECT_THAT(fault_of(file_of("{\"__metadata__\":{\"\xff\":\"\"}}", "")),
              HasSubstr("no valid UTF-8 JSON"));
  EXPECT_THAT(fault_of(file_of(std::string("{}\0{", 4), "")), HasSubstr("zero byte"));
  EXPECT_THAT(fault_of(file_of("{\"a\":" + std::string(1'000'000, '['), "")),
              HasSubstr("an array"));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
  EXPECT_THAT(fault_of(file_of(deep, "")), HasSubstr("an object"));

  // Structure.
  EXPECT_THAT(fault_of(file_of(R"({"t":1})", "")), HasSubstr("number 1 at \"t\""));
  EXPECT_THAT(fault_of(file_of(R"({"t":null})", "")), HasSubstr("null"));
  EXPECT_THAT(fault_of(file_of(R"({"t":true})", "")), HasSubstr("a boolean"));
  EXPECT_THAT(fault_of(file_of(R"({"t":[]})", "")), HasSubstr("an array"));
  EXPECT_THAT(fault_of(file_of(R"({"t":"x"})", "")), HasSubstr("a string"));
  EXPECT_THAT(fault_of(file_of(R"({"__metadata__":{"a":1}})", "")),
              HasSubstr("number 1 at __metadata__.a"));
  EXPECT_THAT(fault_of(file_of(R"({"__metadata__":{"a":{}}})", "")), HasSubstr("an object"));
  EXPECT_THAT(fault_of(tensor(R"("dtype":"U8","shape":[2])", "xy")), HasSubstr("lacks one of"));
  EXPECT_THAT(fault_of(tensor(R"("dtype":"U8","data_offsets":[0,2])", "xy")),
              HasSubstr("lacks one of"));
  EXPECT_THAT(fault_of(tensor(R"("shape":[2],"data_offsets":[0,2])", "xy")),
              HasSubstr("lacks one of"));
  EXPECT_THAT(fault_of(tensor(good + R"(,"more":"x")", "xy")), HasSubstr("a string at t.more"));
  EXPECT_THAT(fault_of(tensor(good + R"(,"more":[])", "xy")), HasSubstr("an array at t.more"));

  // Duplicate keys at each level.
  const std::string entry = R"({"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  EXPECT_THAT(fault_of(file_of("{\"t\":" + entry + ",\"t\":" + entry + "}", "")),
              HasSubstr("key t stands twice"));
  EXPECT_THAT(fault_of(tensor(good + R"(,"dtype":"U8")", "xy")),
              HasSubstr("key dtype stands twice"));
  EXPECT_THAT(fault_of(file_of(R"({"__metadata__":{"a":"1","a":"2"}})", "")),
              HasSubstr("key a stands twice"));

  // Types, shapes, ranges.
  EXPECT_THAT(fault_of(tensor(R"("dtype":"F31","shape":[2],"data_offsets":[0,2])", "xy")),
              HasSubstr("unknown dtype F31"));
  EXPECT_THAT(fault_of(tensor(R"("dtype":"U8","shape":[-2],"data_offsets":[0,2])", "xy")),
              HasSubstr("negative number -2 at t.shape"));
  EXPECT_THAT(fault_of(tensor(R"("dtype":"U8","shape":[2.0],"data_offsets":[0,2])", "xy")),
              HasSubstr("2.0"));
  EXPECT_THAT(
      fault_of(tensor(R"("dtype":"U8","shape":[18446744073709551616],"data_offsets":[0,2])", "xy")),
      HasSubstr("no 64-bit integer"));
  EXPECT_THAT(
      fault_of(tensor(R"("dtype":"U8","shape":[18446744073709551615],"data_offsets":[0,2])", "xy")),
      HasSubstr("does not fit in 63 bits"));
  EXPECT_THAT(fault_of(tensor(
                  R"("dtype":"U8","shape":[4294967296,4294967296,2],"data_offsets":[0,2])", "xy")),
              HasSubstr("more than 2^63"));
  EXPECT_THAT(
      fault_of(tensor(R"("dtype":"F32","shape":[4611686018427387905],"data_offsets":[0,2])", "xy")),
      HasSubstr("more than 2^63"));
  EXPECT_THAT(
      fault_of(tensor(
          R"("dtype":"U8","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"data_offsets":[0,1])", "x")),
      HasSubstr("more than 16 extents"));
  EXPECT_THAT(fault_of(tensor(R"("dtype":"U8","shape":[3],"data_offsets":[0,2])", "xy")),
              HasSubstr("has 2 bytes, expected 3 for U8 [3]"));
  EXPECT_THAT(fault_of(tensor(R"("dtype":"U8","shape":[2],"data_offsets":[2,0])", "xy")),
              HasSubstr("no range"));
  EXPECT_THAT(fault_of(tensor(R"("dtype":"U8","shape":[2],"data_offsets":[0])", "xy")),
              HasSubstr("no range"));
  EXPECT_THAT(fault_of(tensor(R"("dtype":"U8","shape":[2],"data_offsets":[0,2,2])", "xy")),
              HasSubstr("no range"));

  // Gap and overlap.
  const auto two = [](int begin_a, int end_a, int begin_b, int end_b) {
    const auto one = [](int begin, int end) {
      return R"({"dtype":"U8","shape":[)" + std::to_string(end - begin) + R"(],"data_offsets":[)" +
             std::to_string(begin) + "," + std::to_string(end) + "]}";
    };
    return file_of("{\"a\":" + one(begin_a, end_a) + ",\"b\":" + one(begin_b, end_b) + "}",
                   "012345");
  };
  EXPECT_EQ(fault_of(two(3, 6, 0, 3)), "accepted");
  EXPECT_THAT(fault_of(two(0, 2, 3, 6)), HasSubstr("tensor b begins at 3, expected 2"));
  EXPECT_THAT(fault_of(two(0, 4, 3, 6)), HasSubstr("tensor b begins at 3, expected 4"));
  EXPECT_THAT(fault_of(two(1, 3, 3, 6)), HasSubstr("tensor a begins at 1, expected 0"));
  EXPECT_THAT(fault_of(two(0, 6, 0, 6)), HasSubstr("expected 6"));
}

TEST_F(Safetensors, RefusesTooManyEntries) {
  std::string header = "{";
  for (int i = 0; i <= 100'000; ++i) {
    header += (i == 0 ? "\"" : ",\"") + std::to_string(i) +
              R"(":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  }
  EXPECT_THAT(fault_of(file_of(header + "}", "")), HasSubstr("more than 100000 tensors"));
  header = "{\"__metadata__\":{";
  for (int i = 0; i <= 100'000; ++i) {
    header += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":\"\"";
  }
  EXPECT_THAT(fault_of(file_of(header + "}}", "")), HasSubstr("more than 100000 metadata"));
}

TEST_F(Safetensors, FaultsAreOneShortLineThatNoTerminalObeys) {
  // U+009B, which begins a command as ESC [ does
  const std::string control = std::string("\xc2\x9b") + "2J";
  const std::string name = "a\\nb" + control + std::string(100'000, 'x');
  const std::string fault = fault_of(file_of("{\"" + name + "\":1}", ""));
  EXPECT_THAT(fault, HasSubstr("\"a?b?2Jxxx"));
  EXPECT_LT(fault.size(), 1000u);
  const std::vector<float> one = {1};
  EXPECT_THAT(espalier::testing::message_of<FormatError>([&] {
                write_safetensors(folder_ / "a", {tensor_view<float>("t\n" + control, {2}, one)});
              }),
              HasSubstr("tensor t??2J has 4 bytes"));
}

TEST_F(Safetensors, RefusesEveryTruncation) {
  write_safetensors(folder_ / "a", tensors());
  const std::string bytes = read(folder_ / "a");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(fault_of(bytes.substr(0, size)), "accepted") << size;
  }
  EXPECT_NE(fault_of(bytes + "x"), "accepted");
}

TEST_F(Safetensors, NoFlippedBitChangesAValueUnseen) {
  std::vector<TensorView> filled = tensors();
  filled.pop_back();  // an extent beside a zero could change, of a tensor without values
  write_safetensors(folder_ / "a", filled);
  const std::string bytes = read(folder_ / "a");
  const TensorFile original = read_safetensors(folder_ / "a");
  std::size_t data_bytes = 0;
  for (const TensorView& tensor : original.tensors()) data_bytes += tensor.bytes.size();
  const std::size_t data_begin = bytes.size() - data_bytes;

  std::size_t accepted = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    try {
      const TensorFile file(flipped, "F");
      // What is left are names of tensors and metadata, which a flip can change into other names.
      ++accepted;
      EXPECT_LT(bit / 8, data_begin);
      ASSERT_EQ(file.tensors().size(), original.tensors().size());
      for (std::size_t i = 0; i < file.tensors().size(); ++i) {
        EXPECT_EQ(file.tensors()[i].type, original.tensors()[i].type) << bit;
        EXPECT_EQ(file.tensors()[i].shape, original.tensors()[i].shape) << bit;
        EXPECT_EQ(file.tensors()[i].bytes, original.tensors()[i].bytes) << bit;
      }
    } catch (const FormatError&) {
    }
  }
  const std::size_t name_bytes = 2 + 3 + 3 + 3 + 3 + 12 + 4;  // with __metadata__ and xxh3
  EXPECT_LE(accepted, 8 * name_bytes);
}

TEST_F(Safetensors, RefusesToWriteWhatCouldNotBeRead) {
  const auto path = folder_ / "a";
  const std::vector<float> two = {1, 2};
  const auto fault = [](const auto& action) {
    return espalier::testing::message_of<FormatError>(action);
  };
  const auto view = [&](const char* name, std::vector<Index> shape) {
    return tensor_view<float>(name, std::move(shape), two);
  };
  EXPECT_THROW(write_safetensors(path, {view("x", {3})}), FormatError);
  EXPECT_THROW(write_safetensors(path, {view("x", {-1, -2})}), FormatError);
  EXPECT_THROW(write_safetensors(path, {view("x", {2}), view("x", {2})}), FormatError);
  EXPECT_THROW(write_safetensors(path, {view("__metadata__", {2})}), FormatError);
  EXPECT_THROW(write_safetensors(path, {view("\xff", {2})}), FormatError);
  EXPECT_THROW(write_safetensors(path, {view("x", {2})}, {{"xxh3", "1"}}), FormatError);

  // The limits of the reader.
  std::vector<Index> extents(16, 1);
  extents.back() = 2;
  write_safetensors(path, {view("x", extents)});
  EXPECT_EQ(read_safetensors(path).tensors()[0].shape, extents);
  std::filesystem::remove(path);
  extents.push_back(1);
  EXPECT_EQ(fault([&] { write_safetensors(path, {view("x", extents)}); }),
            path.string() +
                ": cannot be written: 17 extents of tensor x; expected at most 16, as readers "
                "refuse more");
  std::vector<TensorView> many;
  Metadata metadata;
  for (int i = 0; i <= 100'000; ++i) {
    many.push_back(tensor_view<float>(std::to_string(i), {0}, {}));
    if (i > 0) metadata[std::to_string(i)] = "";
  }
  EXPECT_THAT(fault([&] { write_safetensors(path, many); }), HasSubstr("100001 tensors"));
  EXPECT_THAT(fault([&] { write_safetensors(path, {view("x", {2})}, metadata); }),
              HasSubstr("100001 metadata entries"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

// A file without blocks on the disk takes no memory for what it says it has.
TEST_F(Safetensors, RefusesALongFileByItsHeader) {
  for (const std::string& start : {std::string(), file_of("{}", "")}) {
    const auto path = write("long", start);
    std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
    EXPECT_THAT(espalier::testing::message_of<FormatError>([&] { read_safetensors(path); }),
                HasSubstr("long: safetensors header: "));
  }
}

TEST_F(Safetensors, SystemErrorsNameTheFile) {
  const auto fault = [](const auto& action) -> std::string {
    try {
      action();
    } catch (const IoError& error) {
      return error.what();
    }
    return "no IoError";
  };
  EXPECT_THAT(fault([&] { read_safetensors(folder_ / "none"); }), HasSubstr("none"));
  EXPECT_THAT(fault([&] { read_safetensors(folder_); }), HasSubstr("not a regular file"));
  EXPECT_THAT(fault([&] { write_safetensors(folder_ / "no" / "a", tensors()); }),
              HasSubstr("no/a"));
}

TEST_F(Safetensors, AFailedWriteLeavesTheOldFile) {
  const auto path = folder_ / "a";
  write_safetensors(path, tensors());
  const std::string before = read(path);

  // A limit on the size of files fails writes as a full disk does. In a child: limits stay.
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100, 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_safetensors(path, {tensor_view<float>("new", {6}, floats_)});
    } catch (const IoError&) {
      _exit(3);
    }
    _exit(4);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_EQ(read(path), before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);  // nothing aside
}

}  // namespace
}  // namespace espalier::files
