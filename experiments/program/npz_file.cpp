// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/program/npz_file.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zip.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

using sparse::BlockCsrMatrix;
using sparse::BlockPattern;
using sparse::BlockShape;

static_assert(std::endian::native == std::endian::little,
              "arrays are read and written as they lie");

constexpr std::size_t kLargestFile = std::size_t{4} << 30;
/// One byte of deflate stands for at most 1032 bytes (zlib's technical details).
constexpr std::uint64_t kDeflateRatio = 1032;
/// As of .mtx: two arrays of offsets of this length take 16 MiB.
constexpr Index kExtentOfAnyFile = Index{1} << 20;
/// Largest extent of a matrix or a block that a file of so many bytes may have. The product of two
/// fits in 64 bits.
Index longest_extent(std::size_t file_bytes) {
  constexpr std::size_t kLargest = std::numeric_limits<BlockIndex>::max();
  return std::max(kExtentOfAnyFile, static_cast<Index>(std::min(file_bytes, kLargest)));
}

constexpr std::string_view kMagic = "\x93NUMPY";
/// NumPy aligns the values so.
constexpr std::size_t kHeaderAlignment = 64;

[[noreturn]] void refuse(const std::string& where, const std::string& found_and_expected) {
  throw FormatError(where + ": " + found_and_expected);
}

struct CloseArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;

/// An array as it lies in the archive.
struct Array {
  std::string where;  ///< file and array
  std::string type;   ///< NumPy's, such as "<f4"
  std::vector<Index> shape;
  std::string values;
};

/// Walks through the text of a Python dictionary.
class HeaderText {
 public:
  HeaderText(std::string_view text, const std::string& where) : rest_(text), where_(where) {}

  bool take(std::string_view token) {
    skip_blanks();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void require(std::string_view token) {
    if (!take(token)) fail(fmt::format("'{}'", token));
  }
  std::string quoted() {
    require("'");
    const std::size_t end = rest_.find('\'');
    if (end == std::string_view::npos) fail("a closing quote");
    const std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return text;
  }
  Index extent() {
    skip_blanks();
    Index value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || value < 0) fail("an extent");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  void require_end() {
    skip_blanks();
    if (!rest_.empty()) fail("the end of the header");
  }
  [[noreturn]] void fail(const std::string& expected) const {
    refuse(where_, "found '" + files::printable(rest_.substr(0, 40)) +
                       "' in its header, expected " + expected);
  }

 private:
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
  }

  std::string_view rest_;
  const std::string& where_;
};

std::size_t bytes_of(const Array& array) {
  const std::string_view digits =
      std::string_view(array.type).substr(std::min<std::size_t>(2, array.type.size()));
  std::size_t bytes = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bytes);
  const bool known = array.type.size() > 2 && (array.type[0] == '<' || array.type[0] == '|') &&
                     error == std::errc() && end == digits.data() + digits.size() && bytes > 0 &&
                     bytes <= 64;
  if (!known)
    refuse(array.where, "has values of type '" + files::printable(array.type) +
                            "', expected little-endian numbers");
  return bytes;
}

/// A `.npy` file: magic, version, length of the header, the header, values.
/// Source: NumPy's documentation, "NPY format", versions 1.0 and 2.0.
Array parse_npy(std::string bytes, const std::string& where) {
  const std::size_t fixed = kMagic.size() + 2;
  if (!bytes.starts_with(kMagic) || bytes.size() < fixed + 4)
    refuse(where, "does not begin as an array of NumPy does");
  const int version = bytes[kMagic.size()];
  if (version != 1 && version != 2)
    refuse(where, fmt::format("has format version {}, expected 1 or 2", version));
  std::uint32_t length = 0;
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  std::memcpy(&length, bytes.data() + fixed, length_bytes);
  const std::size_t begin = fixed + length_bytes;
  if (length > bytes.size() - begin)
    refuse(where, fmt::format("ends in its header, expected {} bytes of it", length));

  Array array;
  array.where = where;
  HeaderText header(std::string_view(bytes).substr(begin, length), where);
  header.require("{");
  std::vector<std::string> keys;
  while (keys.size() < 3) {
    const std::string name = header.quoted();
    if (std::ranges::find(keys, name) != keys.end()) header.fail("each key once");
    keys.push_back(name);
    header.require(":");
    if (name == "descr") {
      array.type = header.quoted();
    } else if (name == "fortran_order") {
      if (!header.take("False"))
        refuse(where, "is stored column by column, expected rows (fortran_order False)");
    } else if (name == "shape") {
      header.require("(");
      while (!header.take(")")) {
        array.shape.push_back(header.extent());
        if (array.shape.size() > 3) header.fail("at most three extents");
        if (!header.take(",")) {
          header.require(")");
          break;
        }
      }
    } else {
      header.fail("the keys descr, fortran_order and shape");
    }
    if (!header.take(",") && keys.size() < 3) header.fail("another key");
  }
  header.require("}");
  header.require_end();

  std::uint64_t expected = bytes_of(array);
  const std::uint64_t present = bytes.size() - begin - length;
  for (const Index extent : array.shape) {
    // Never beyond 64 bits: nothing that is compared is longer than the file in memory.
    if (extent != 0 &&
        expected > std::numeric_limits<Index>::max() / static_cast<std::uint64_t>(extent))
      refuse(where, fmt::format("has the shape ({}), expected one for its {} bytes",
                                fmt::join(array.shape, ", "), present));
    expected *= static_cast<std::uint64_t>(extent);
  }
  if (expected != present)
    refuse(where, fmt::format("has {} bytes of values, expected {} for type '{}' and shape ({})",
                              present, expected, array.type, fmt::join(array.shape, ", ")));
  bytes.erase(0, begin + length);
  array.values = std::move(bytes);
  return array;
}

/// The arrays of an archive, by the names that `np.load` gives them.
class NpzArchive {
 public:
  NpzArchive(std::string_view bytes, const std::string& origin)
      : origin_(origin), bytes_(bytes.size()) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    if (source == nullptr) throw std::bad_alloc();
    archive_.reset(zip_open_from_source(source, ZIP_RDONLY, &error));
    if (archive_ == nullptr) {
      zip_source_free(source);
      const std::string reason = zip_error_strerror(&error);
      zip_error_fini(&error);
      refuse(origin,
             "is no zip archive (" + reason + "), expected what scipy.sparse.save_npz writes");
    }
    zip_error_fini(&error);
  }

  Array at(const std::string& name) const {
    const std::string where = origin_ + ": " + name;
    zip_stat_t about;
    zip_stat_init(&about);
    if (zip_stat(archive_.get(), (name + ".npy").c_str(), 0, &about) != 0)
      refuse(where, "is not there, expected what scipy.sparse.save_npz writes");
    constexpr zip_uint64_t kNeeded =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if ((about.valid & kNeeded) != kNeeded || about.encryption_method != ZIP_EM_NONE ||
        (about.comp_method != ZIP_CM_STORE && about.comp_method != ZIP_CM_DEFLATE))
      refuse(where, "is encrypted or compressed in another way, expected stored or deflated bytes");
    // Before memory is taken for what it says.
    if (about.comp_size > bytes_)
      refuse(where, fmt::format("says that it takes {} bytes, expected no more than the {} of the "
                                "archive",
                                about.comp_size, bytes_));
    if (about.comp_method == ZIP_CM_STORE && about.size != about.comp_size)
      refuse(where, fmt::format("says that it has {} bytes and is stored in {}, expected as many",
                                about.size, about.comp_size));
    if (about.size / kDeflateRatio > about.comp_size)
      refuse(where, fmt::format("says that it has {} bytes, more than its {} can hold", about.size,
                                about.comp_size));
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
        zip_fopen_index(archive_.get(), about.index, 0), zip_fclose);
    if (file == nullptr)
      refuse(where, std::string("cannot be read (") + zip_strerror(archive_.get()) + ")");
    std::string bytes(about.size, '\0');
    // One more than there is, so that the checksum, which is compared at the end, is.
    char beyond = 0;
    const bool whole = zip_fread(file.get(), bytes.data(), bytes.size()) ==
                           static_cast<zip_int64_t>(bytes.size()) &&
                       zip_fread(file.get(), &beyond, 1) == 0;
    if (!whole) {
      zip_error_t* error = zip_file_get_error(file.get());
      refuse(where,
             std::string("is damaged (") +
                 (zip_error_code_zip(error) == ZIP_ER_OK ? "it has another length than it says"
                                                         : zip_error_strerror(error)) +
                 ")");
    }
    return parse_npy(std::move(bytes), where);
  }

 private:
  std::string origin_;
  std::size_t bytes_;  ///< of the archive
  Archive archive_;
};

template <typename To, typename From>
std::vector<To> converted(const Array& array) {
  std::vector<To> values(array.values.size() / sizeof(From));
  for (std::size_t i = 0; i < values.size(); ++i) {
    From value;
    std::memcpy(&value, array.values.data() + i * sizeof(From), sizeof(From));
    values[i] = static_cast<To>(value);
  }
  return values;
}

std::vector<Index> indices_of(const Array& array) {
  if (array.type == "<i4") return converted<Index, std::int32_t>(array);
  if (array.type == "<i8") return converted<Index, std::int64_t>(array);
  refuse(array.where, "has type '" + files::printable(array.type) + "', expected '<i4' or '<i8'");
}

std::vector<float> floats_of(const Array& array) {
  std::vector<float> values = [&] {
    if (array.type == "<f4") return converted<float, float>(array);
    if (array.type == "<f8") return converted<float, double>(array);
    if (array.type == "|i1") return converted<float, std::int8_t>(array);
    if (array.type == "<i2") return converted<float, std::int16_t>(array);
    if (array.type == "<i4") return converted<float, std::int32_t>(array);
    if (array.type == "<i8") return converted<float, std::int64_t>(array);
    refuse(array.where,
           "has type '" + files::printable(array.type) + "', expected f4, f8 or i1 to i8");
  }();
  const auto bad =
      std::ranges::find_if_not(values, [](float value) { return std::isfinite(value); });
  if (bad != values.end())
    refuse(array.where, fmt::format("value {} is {} in single precision, expected finite values",
                                    bad - values.begin(), *bad));
  return values;
}

/// A stored block: its place in the grid, and in the array of values.
struct StoredBlock {
  Index row = 0;
  Index col = 0;
  Index place = 0;
};

/// The blocks of `lines` compressed rows; of compressed columns, with row and column exchanged.
std::vector<StoredBlock> compressed(const NpzArchive& archive, Index lines) {
  const Array offset_array = archive.at("indptr"), index_array = archive.at("indices");
  const std::vector<Index> offsets = indices_of(offset_array), columns = indices_of(index_array);
  if (offset_array.shape.size() != 1 || std::cmp_not_equal(offsets.size(), lines + 1))
    refuse(offset_array.where,
           fmt::format("has {} offsets, expected {}", offsets.size(), lines + 1));
  if (offsets.front() != 0 || !std::ranges::is_sorted(offsets) ||
      std::cmp_greater(offsets.back(), columns.size()))
    refuse(
        offset_array.where,
        fmt::format("goes from {} to {}, expected offsets that begin at 0, never fall and end at "
                    "no more than the {} indices",
                    offsets.front(), offsets.back(), columns.size()));
  std::vector<StoredBlock> blocks;
  blocks.reserve(static_cast<std::size_t>(offsets.back()));
  for (Index line = 0; line < lines; ++line)
    for (Index k = offsets[static_cast<std::size_t>(line)];
         k < offsets[static_cast<std::size_t>(line + 1)]; ++k)
      blocks.push_back({line, columns[static_cast<std::size_t>(k)], k});
  return blocks;
}

std::vector<StoredBlock> coordinates(const NpzArchive& archive) {
  const Array row_array = archive.at("row"), col_array = archive.at("col");
  const std::vector<Index> rows = indices_of(row_array), cols = indices_of(col_array);
  if (rows.size() != cols.size())
    refuse(col_array.where,
           fmt::format("has {} indices, expected the {} of row", cols.size(), rows.size()));
  std::vector<StoredBlock> blocks(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    blocks[i] = {rows[i], cols[i], static_cast<Index>(i)};
  return blocks;
}

BlockCsrMatrix<float> assembled(const std::string& origin, Index rows, Index cols, BlockShape block,
                                std::vector<StoredBlock> blocks, const Array& data) {
  const std::vector<float> values = floats_of(data);
  const Index grid_rows = rows / block.rows, grid_cols = cols / block.cols;
  for (const StoredBlock& stored : blocks) {
    if (stored.row < 0 || stored.row >= grid_rows || stored.col < 0 || stored.col >= grid_cols)
      refuse(origin, fmt::format("stores ({}, {}), expected positions within {} x {}", stored.row,
                                 stored.col, grid_rows, grid_cols));
    if (stored.place >= data.shape[0])
      refuse(data.where, fmt::format("has {} entries, expected one for each of {} positions",
                                     data.shape[0], blocks.size()));
  }
  const auto position = [](const StoredBlock& stored) { return std::tie(stored.row, stored.col); };
  std::ranges::sort(blocks, {}, position);
  const auto twice = std::ranges::adjacent_find(blocks, {}, position);
  if (twice != blocks.end())
    refuse(origin,
           fmt::format("stores ({}, {}) twice, expected no duplicates", twice->row, twice->col));

  std::vector<sparse::BlockCoordinate> places;
  places.reserve(blocks.size());
  AlignedVector<float> ordered;
  ordered.reserve(blocks.size() * static_cast<std::size_t>(block.size()));
  for (const StoredBlock& stored : blocks) {
    places.push_back({static_cast<BlockIndex>(stored.row), static_cast<BlockIndex>(stored.col)});
    const auto begin = values.begin() + stored.place * block.size();
    ordered.insert(ordered.end(), begin, begin + block.size());
  }
  return {BlockPattern::from_coordinates(rows, cols, block, std::move(places)), std::move(ordered)};
}

/// What `format` holds: three or so letters, as bytes or as text of 32 bits a letter.
std::string format_of(const Array& array) {
  std::string name;
  for (const char c : array.values)
    if (c != '\0') name += c;
  return files::printable(name.substr(0, 16));
}

/// The header of a `.npy` file, version 1.0, and the values.
template <typename T>
std::string npy_bytes(std::string_view type, const std::string& shape, std::span<const T> values) {
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
  const std::size_t fixed = kMagic.size() + 4;
  header.append(kHeaderAlignment - 1 - (fixed + header.size()) % kHeaderAlignment, ' ');
  header += '\n';
  std::string bytes(kMagic);
  bytes +=
      {'\1', '\0', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  return bytes;
}

/// A zip archive in memory.
std::string zip_bytes(const std::vector<std::pair<std::string, std::string>>& members) {
  zip_error_t error;
  zip_error_init(&error);
  const auto fail = [](const char* reason) {
    throw IoError(std::string("zip archive: ") + reason);
  };
  zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (target == nullptr) throw std::bad_alloc();
  Archive archive(zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, &error));
  if (archive == nullptr) {
    zip_source_free(target);
    fail(zip_error_strerror(&error));
  }
  zip_source_keep(target);  // its bytes are taken after the archive is closed
  const std::unique_ptr<zip_source_t, void (*)(zip_source_t*)> kept(target, zip_source_free);
  for (const auto& [name, bytes] : members) {
    zip_source_t* source = zip_source_buffer(archive.get(), bytes.data(), bytes.size(), 0);
    const zip_int64_t index =
        source == nullptr ? -1
                          : zip_file_add(archive.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      fail(zip_strerror(archive.get()));
    }
    const auto added = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t kFirstOfJanuary1980 = (1U << 5U) | 1U;  // equal matrices, equal bytes
    if (zip_set_file_compression(archive.get(), added, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive.get(), added, 0, kFirstOfJanuary1980, 0) != 0)
      fail(zip_strerror(archive.get()));
  }
  if (zip_close(archive.get()) != 0) fail(zip_strerror(archive.get()));
  static_cast<void>(archive.release());

  zip_stat_t about;
  zip_stat_init(&about);
  if (zip_source_stat(target, &about) != 0 || zip_source_open(target) != 0)
    fail(zip_error_strerror(zip_source_error(target)));
  std::string bytes(about.size, '\0');
  const bool whole =
      zip_source_read(target, bytes.data(), bytes.size()) == static_cast<zip_int64_t>(bytes.size());
  zip_source_close(target);
  if (!whole) fail("its bytes cannot be read back");
  return bytes;
}

}  // namespace

BlockCsrMatrix<float> parse_npz(std::string_view bytes, const std::string& origin) {
  const NpzArchive archive(bytes, origin);
  const std::string format = format_of(archive.at("format"));
  const Array shape_array = archive.at("shape"), data = archive.at("data");
  const std::vector<Index> shape = indices_of(shape_array);
  const Index longest = longest_extent(bytes.size());
  const bool plausible = shape.size() == 2 && std::ranges::all_of(shape, [&](Index extent) {
                           return extent >= 0 && extent <= longest;
                         });
  if (!plausible)
    refuse(shape_array.where, fmt::format("is ({}), expected two extents of at most {}",
                                          fmt::join(shape, ", "), longest));
  const Index rows = shape[0], cols = shape[1];
  if (format != "bsr" && format != "csr" && format != "csc" && format != "coo")
    refuse(origin, "has the format '" + format + "', expected bsr, csr, csc or coo");
  const std::size_t extents = format == "bsr" ? 3 : 1;
  if (data.shape.size() != extents)
    refuse(data.where, fmt::format("has {} extents, expected {} for format {}", data.shape.size(),
                                   extents, format));
  BlockShape block;
  if (format == "bsr") {
    block = {.rows = data.shape[1], .cols = data.shape[2]};
    if (block.rows < 1 || block.cols < 1 || rows % block.rows != 0 || cols % block.cols != 0)
      refuse(data.where, fmt::format("has blocks of {} x {}, expected blocks that divide {} x {}",
                                     block.rows, block.cols, rows, cols));
    if (std::max(block.rows, block.cols) > longest)  // any divides a matrix without rows
      refuse(data.where, fmt::format("has blocks of {} x {}, expected extents of at most {}",
                                     block.rows, block.cols, longest));
  }
  std::vector<StoredBlock> blocks;
  if (format == "bsr" || format == "csr") {
    blocks = compressed(archive, rows / block.rows);
  } else if (format == "csc") {
    blocks = compressed(archive, cols);
    for (StoredBlock& stored : blocks) std::swap(stored.row, stored.col);
  } else {
    blocks = coordinates(archive);
  }
  return assembled(origin, rows, cols, block, std::move(blocks), data);
}

BlockCsrMatrix<float> read_npz(const std::filesystem::path& path) {
  return parse_npz(files::read_file(path, kLargestFile), path.string());
}

std::string npz_bytes(const BlockCsrMatrix<float>& matrix) {
  const BlockPattern& pattern = matrix.pattern();
  const std::vector<std::int64_t> columns(pattern.columns().begin(), pattern.columns().end());
  const std::vector<std::int64_t> offsets(pattern.row_offsets().begin(),
                                          pattern.row_offsets().end());
  const std::int64_t shape[] = {pattern.rows(), pattern.cols()};
  const std::span<const float> values = matrix.values();
  const auto bad = std::ranges::find_if_not(values, [](float v) { return std::isfinite(v); });
  if (bad != values.end())
    throw FormatError(fmt::format(
        "matrix value {} is {}, expected a finite number, as readers of .npz refuse others",
        bad - values.begin(), *bad));
  const auto list = [](std::size_t count) { return std::to_string(count) + ","; };
  const BlockShape block = pattern.block();
  std::string bytes = zip_bytes(
      {{"indices.npy", npy_bytes<std::int64_t>("<i8", list(columns.size()), columns)},
       {"indptr.npy", npy_bytes<std::int64_t>("<i8", list(offsets.size()), offsets)},
       {"format.npy", npy_bytes<char>("|S3", "", std::string_view("bsr"))},
       {"shape.npy", npy_bytes<std::int64_t>("<i8", "2,", shape)},
       {"data.npy",
        npy_bytes<float>("<f4", fmt::format("{}, {}, {}", pattern.blocks(), block.rows, block.cols),
                         values)}});
  const Index longest = longest_extent(bytes.size());
  if (std::max({pattern.rows(), pattern.cols(), block.rows, block.cols}) > longest)
    throw FormatError(fmt::format(
        "matrix of {} x {} in blocks of {} x {}, expected extents of at most {}, as readers of its "
        "{} bytes of .npz refuse longer ones",
        pattern.rows(), pattern.cols(), block.rows, block.cols, longest, bytes.size()));
  return bytes;
}

void write_npz(const std::filesystem::path& path, const BlockCsrMatrix<float>& matrix) {
  files::write_file_atomically(path, npz_bytes(matrix));
}

}  // namespace espalier::experiments
