// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/sparse/core/types.h>

namespace espalier::files {

/// Element types of the safetensors format.
enum class DataType : std::uint8_t {
  kBool,
  kU8,
  kI8,
  kU16,
  kI16,
  kF16,
  kBF16,
  kU32,
  kI32,
  kF32,
  kU64,
  kI64,
  kF64
};

/// Name in a file, such as "F32".
std::string_view to_string(DataType type);
/// Bytes of one element.
std::size_t element_bytes(DataType type);

template <typename T>
inline constexpr DataType kDataTypeOf = DataType::kBool;
template <>
inline constexpr DataType kDataTypeOf<std::uint8_t> = DataType::kU8;
template <>
inline constexpr DataType kDataTypeOf<std::int32_t> = DataType::kI32;
template <>
inline constexpr DataType kDataTypeOf<std::int64_t> = DataType::kI64;
template <>
inline constexpr DataType kDataTypeOf<std::uint64_t> = DataType::kU64;
template <>
inline constexpr DataType kDataTypeOf<float> = DataType::kF32;
template <>
inline constexpr DataType kDataTypeOf<double> = DataType::kF64;

/// A named tensor, row-major, whose bytes lie elsewhere.
struct TensorView {
  std::string name;
  DataType type = DataType::kF32;
  std::vector<Index> shape;
  std::string_view bytes;  ///< little-endian; in a file that was read not necessarily aligned

  Index elements() const { return static_cast<Index>(bytes.size() / element_bytes(type)); }
};

/// View of `values` as a tensor; they must outlive it.
template <typename T>
TensorView tensor_view(std::string name, std::vector<Index> shape, std::span<const T> values) {
  static_assert(kDataTypeOf<T> != DataType::kBool, "no element type of the format");
  return {std::move(name),
          kDataTypeOf<T>,
          std::move(shape),
          {reinterpret_cast<const char*>(values.data()), values.size_bytes()}};
}

/// Throws FormatError, naming tensor and types, unless the tensor is of this type.
void expect_type(const TensorView& tensor, DataType type);

/// Copies the elements of a tensor into a container such as std::vector<float>. Throws FormatError,
/// naming the tensor, if its type is another.
template <typename Container>
Container copy_elements(const TensorView& tensor) {
  expect_type(tensor, kDataTypeOf<typename Container::value_type>);
  Container elements(static_cast<std::size_t>(tensor.elements()));
  if (!tensor.bytes.empty()) std::memcpy(elements.data(), tensor.bytes.data(), tensor.bytes.size());
  return elements;
}

/// A tensor to be written whose bytes are made when they are wanted, so that those of one at a time
/// lie in memory.
struct TensorSource {
  std::string name;
  DataType type = DataType::kF32;
  std::vector<Index> shape;
  /// Called twice, for the hash and for the file, in the order of the file; must return the same.
  /// What it returns need be there only until it, or that of another tensor, is called again.
  std::function<std::string_view()> bytes;
};

/// A tensor whose bytes lie in memory already, and stay there.
TensorSource tensor_source(const TensorView& tensor);

using Metadata = std::map<std::string, std::string>;

/// What a file's header says of one tensor.
struct TensorEntry {
  std::string name;
  DataType type = DataType::kF32;
  std::vector<Index> shape;
  std::uint64_t begin = 0;  ///< of its bytes, counted from the end of the header
  std::uint64_t bytes = 0;

  Index elements() const { return static_cast<Index>(bytes / element_bytes(type)); }
};

/// The header of a safetensors file: where each tensor lies.
class TensorIndex {
 public:
  /// Reads and checks a header that `data_bytes` of tensors follow; `origin` names the file in
  /// errors. Throws FormatError as read_safetensors does.
  TensorIndex(std::string_view header, std::uint64_t data_bytes, std::string origin);

  const std::string& origin() const { return origin_; }
  const Metadata& metadata() const { return metadata_; }
  /// In the order of their bytes, which cover the file without a gap. Valid as long as this object.
  const std::vector<TensorEntry>& tensors() const { return tensors_; }
  /// Null if there is no tensor of that name.
  const TensorEntry* find(const std::string& name) const;
  /// The tensor of that name, type and shape. Throws FormatError that says what is missing or what
  /// was found and expected.
  const TensorEntry& require(const std::string& name, DataType type,
                             const std::vector<Index>& shape) const;
  /// Throws FormatError if the metadata have a hash of the data and it is not `hash`.
  void require_hash(std::uint64_t hash) const;

  /// The same with F32 in place of BF16 and F16.
  TensorIndex with_short_floats_as_f32() const;

  /// Throws FormatError "FILE: tensor NAME WHAT" on one line.
  [[noreturn]] void refuse(const std::string& name, const std::string& what) const;

 private:
  std::string origin_;
  Metadata metadata_;
  std::vector<TensorEntry> tensors_;
  std::map<std::string, std::size_t, std::less<>> positions_;
};

/// How floats of 16 bits are shown.
enum class ShortFloats : std::uint8_t {
  kAsTheyAre,
  kAsF32,  ///< BF16 and F16 as if the file had them in F32, which they fit in exactly
};

/// A safetensors file whose tensors are read piece by piece, so that none need lie in memory.
class TensorReader {
 public:
  /// A piece of a tensor: whole elements, the first of which is `offset` bytes into it; aligned.
  using Visitor =
      std::function<void(const TensorEntry&, std::uint64_t offset, std::string_view bytes)>;

  /// Opens the file and reads its header. Throws as read_safetensors, except about the hash.
  explicit TensorReader(const std::filesystem::path& path,
                        ShortFloats short_floats = ShortFloats::kAsTheyAre);

  /// As the tensors are shown: with `kAsF32` their bytes are not where the file has them.
  const TensorIndex& index() const { return shown_; }
  /// Bytes of the file.
  std::uint64_t size() const { return file_.size(); }

  /// Reads the file once, from its first byte to its last, and hands the pieces of every tensor to
  /// `visit` in order; an empty tensor has one empty piece. Returns the content_hash of the whole
  /// file as it was read. Throws IoError, FormatError if the file has become shorter or its data do
  /// not have the hash that its metadata say (when every piece has been handed out). Memory: 1 MiB,
  /// 3 with `kAsF32`. Cost: reading, and two hashes.
  std::uint64_t read(const Visitor& visit) const;

 private:
  InputFile file_;
  std::uint64_t data_begin_;  // before the index, which it bounds
  TensorIndex index_;         // of the file
  TensorIndex shown_;
};

/// A safetensors file in memory: all its tensors and its metadata.
class TensorFile {
 public:
  /// Reads and checks the bytes of a file; `origin` names it in errors. See read_safetensors.
  TensorFile(std::string bytes, std::string origin);

  const std::string& origin() const { return index_.origin(); }
  const Metadata& metadata() const { return index_.metadata(); }
  /// In the order of their bytes. Valid as long as this file.
  const std::vector<TensorView>& tensors() const { return tensors_; }
  /// Null if there is no tensor of that name.
  const TensorView* find(const std::string& name) const;
  /// The tensor of that name, type and shape. Throws FormatError that says what is missing or what
  /// was found and expected.
  const TensorView& require(const std::string& name, DataType type,
                            const std::vector<Index>& shape) const;

 private:
  const TensorView& view(const TensorEntry& entry) const;

  std::unique_ptr<const std::string> bytes_;  // its address stays when this object moves
  TensorIndex index_;
  std::vector<TensorView> tensors_;  // in the order of the index
};

/// Reads a safetensors file: 8 bytes of header length N, little-endian; N bytes of JSON that give
/// each tensor's type, shape and byte range; the bytes.
///
/// The file may be hostile. Throws IoError if it cannot be read, and FormatError naming the file
/// and the rule unless: N is at most 100 MB and fits in the file; the header is UTF-8 JSON of
/// exactly this structure, begins with '{' and has no duplicate key; types are known; there are at
/// most 100 000 tensors of at most 16 extents whose product does not overflow; byte ranges fit type
/// and shape and cover the rest of the file without gap or overlap. If the metadata has `xxh3`, it
/// must be the hash of the data. The header is checked against the size of the file first, before
/// memory is taken for the data. Memory: the file and its header's contents. Source:
/// huggingface/safetensors, README "Format".
TensorFile read_safetensors(const std::filesystem::path& path);

/// Writes tensors, with the XXH3 hash of their bytes as metadata `xxh3`, so that the file is either
/// the old or the whole new one whatever happens (see write_file_atomically). Tensors lie in the
/// given order, those with larger elements first, so that all are aligned. The bytes written are a
/// pure function of the arguments. Returns the content_hash of the whole file.
/// Throws IoError, or FormatError if a name is used twice, is `__metadata__` or no UTF-8, metadata
/// has an `xxh3` of its own, bytes do not fit type and shape, or a limit of read_safetensors is
/// exceeded.
std::string write_safetensors(const std::filesystem::path& path,
                              const std::vector<TensorView>& tensors,
                              const Metadata& metadata = {});
std::string write_safetensors(const std::filesystem::path& path,
                              const std::vector<TensorSource>& tensors,
                              const Metadata& metadata = {});

}  // namespace espalier::files
