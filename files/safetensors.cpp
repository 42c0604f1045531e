// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/safetensors.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/float16.h>

namespace espalier::files {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

using Json = nlohmann::json;

constexpr std::size_t kLengthBytes = 8;
// The limit of the reference implementation (safetensors, MAX_HEADER_SIZE).
constexpr std::uint64_t kLargestHeaderBytes = 100'000'000;
// A header within the limit above could name millions of empty tensors, each of which costs far
// more memory than its text. The largest models have some ten thousand tensors.
constexpr std::size_t kMostTensors = 100'000;
constexpr std::size_t kMostExtents = 16;
constexpr const char* kMetadataKey = "__metadata__";
constexpr const char* kHashKey = "xxh3";

struct TypeName {
  DataType type;
  std::string_view name;
  std::size_t bytes;
};

// In the order of the enumeration.
constexpr std::array<TypeName, 13> kTypes{{{DataType::kBool, "BOOL", 1},
                                           {DataType::kU8, "U8", 1},
                                           {DataType::kI8, "I8", 1},
                                           {DataType::kU16, "U16", 2},
                                           {DataType::kI16, "I16", 2},
                                           {DataType::kF16, "F16", 2},
                                           {DataType::kBF16, "BF16", 2},
                                           {DataType::kU32, "U32", 4},
                                           {DataType::kI32, "I32", 4},
                                           {DataType::kF32, "F32", 4},
                                           {DataType::kU64, "U64", 8},
                                           {DataType::kI64, "I64", 8},
                                           {DataType::kF64, "F64", 8}}};

/// A message on one line of bounded length, whatever names a file brought into it.
std::string one_line(std::string message) {
  constexpr std::size_t kLongest = 500;
  if (message.size() > kLongest) message.replace(kLongest, std::string::npos, "...");
  return without_controls(message);
}

std::string to_text(const std::vector<Index>& shape) {
  std::string text = "[";
  for (const Index extent : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(extent);
  }
  return text + "]";
}

/// Bytes of a tensor, or nothing if their number does not fit in 63 bits or an extent is negative.
std::optional<std::uint64_t> tensor_bytes(DataType type, const std::vector<Index>& shape) {
  Index bytes = static_cast<Index>(element_bytes(type));
  for (const Index extent : shape) {
    if (extent < 0 || __builtin_mul_overflow(bytes, extent, &bytes)) return std::nullopt;
  }
  return static_cast<std::uint64_t>(bytes);
}

/// One entry of a header.
struct Entry {
  std::string name;
  std::optional<DataType> type;
  std::optional<std::vector<std::uint64_t>> shape;
  std::optional<std::vector<std::uint64_t>> offsets;
};

/// Receives the tokens of a header and accepts no other structure than the format's, so that
/// nothing is stored but what belongs there.
class HeaderReader final : public nlohmann::json_sax<Json> {
 public:
  explicit HeaderReader(std::string origin) : origin_(std::move(origin)) {}

  std::vector<Entry> entries;
  Metadata metadata;

  [[noreturn]] void fail(const std::string& rule) const {
    throw FormatError(origin_ + ": safetensors header: " + one_line(rule));
  }

  bool null() override { unexpected("null"); }
  bool boolean(bool) override { unexpected("a boolean"); }
  bool number_integer(std::int64_t value) override {
    unexpected("negative number " + std::to_string(value));
  }
  bool number_float(double, const std::string& text) override {
    unexpected("number " + text + ", which is no 64-bit integer");
  }
  bool binary(Json::binary_t&) override { unexpected("binary data"); }

  bool number_unsigned(std::uint64_t value) override {
    if (place_ != Place::kShape && place_ != Place::kOffsets) {
      unexpected("number " + std::to_string(value));
    }
    std::vector<std::uint64_t>& numbers =
        place_ == Place::kShape ? *entries.back().shape : *entries.back().offsets;
    if (numbers.size() == kMostExtents) {
      fail("tensor " + key_ + " has more than " + std::to_string(kMostExtents) + " extents");
    }
    numbers.push_back(value);
    return true;
  }

  bool string(std::string& text) override {
    if (place_ == Place::kMetadata) {
      if (metadata.size() == kMostTensors) {
        fail("more than " + std::to_string(kMostTensors) + " metadata entries");
      }
      metadata[field_] = text;
    } else if (place_ == Place::kTensor && field_ == "dtype") {
      const auto found = std::find_if(kTypes.begin(), kTypes.end(),
                                      [&](const TypeName& known) { return known.name == text; });
      if (found == kTypes.end()) fail("tensor " + key_ + " has the unknown dtype " + text);
      entries.back().type = found->type;
    } else {
      unexpected("a string");
    }
    return true;
  }

  bool start_object(std::size_t) override {
    if (place_ == Place::kStart) {
      place_ = Place::kHeader;
    } else if (place_ == Place::kHeader) {
      if (key_ == kMetadataKey) {
        place_ = Place::kMetadata;
      } else {
        if (entries.size() == kMostTensors) {
          fail("more than " + std::to_string(kMostTensors) + " tensors");
        }
        entries.push_back({key_, {}, {}, {}});
        place_ = Place::kTensor;
      }
      fields_.clear();
    } else {
      unexpected("an object");
    }
    return true;
  }

  bool key(std::string& text) override {
    std::set<std::string>& known = place_ == Place::kHeader ? keys_ : fields_;
    if (!known.insert(text).second) fail("key " + text + " stands twice");
    (place_ == Place::kHeader ? key_ : field_) = text;
    return true;
  }

  bool end_object() override {
    if (place_ == Place::kTensor) {
      const Entry& entry = entries.back();
      if (!entry.type || !entry.shape || !entry.offsets) {
        fail("tensor " + key_ + " lacks one of dtype, shape, data_offsets");
      }
    }
    place_ = place_ == Place::kHeader ? Place::kEnd : Place::kHeader;
    return true;
  }

  bool start_array(std::size_t) override {
    if (place_ == Place::kTensor && field_ == "shape") {
      entries.back().shape.emplace();
      place_ = Place::kShape;
    } else if (place_ == Place::kTensor && field_ == "data_offsets") {
      entries.back().offsets.emplace();
      place_ = Place::kOffsets;
    } else {
      unexpected("an array");
    }
    return true;
  }

  bool end_array() override {
    place_ = Place::kTensor;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    fail("no valid UTF-8 JSON at byte " + std::to_string(kLengthBytes + position));
  }

 private:
  enum class Place { kStart, kHeader, kMetadata, kTensor, kShape, kOffsets, kEnd };

  [[noreturn]] void unexpected(const std::string& what) const {
    const bool inside = place_ != Place::kStart && place_ != Place::kHeader;
    fail(what + " at " + (inside ? key_ + "." + field_ : "\"" + key_ + "\"") +
         ", where the format has none");
  }

  std::string origin_;
  Place place_ = Place::kStart;
  std::string key_;    // of the outer object
  std::string field_;  // of the inner one
  std::set<std::string> keys_;
  std::set<std::string> fields_;
};

TensorEntry checked_tensor(const HeaderReader& header, const Entry& entry,
                           std::uint64_t data_bytes) {
  TensorEntry tensor;
  tensor.name = entry.name;
  tensor.type = *entry.type;
  for (const std::uint64_t extent : *entry.shape) {
    if (extent > static_cast<std::uint64_t>(std::numeric_limits<Index>::max())) {
      header.fail("tensor " + entry.name + " has extent " + std::to_string(extent) +
                  ", which does not fit in 63 bits");
    }
    tensor.shape.push_back(static_cast<Index>(extent));
  }
  const std::vector<std::uint64_t>& offsets = *entry.offsets;
  if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > data_bytes) {
    header.fail("tensor " + entry.name +
                " has data_offsets that are no range [begin, end] within the " +
                std::to_string(data_bytes) + " bytes of data");
  }
  tensor.begin = offsets[0];
  tensor.bytes = offsets[1] - offsets[0];
  const std::optional<std::uint64_t> bytes = tensor_bytes(tensor.type, tensor.shape);
  if (bytes != tensor.bytes) {
    header.fail("tensor " + entry.name + " has " + std::to_string(tensor.bytes) +
                " bytes, expected " + (bytes ? std::to_string(*bytes) : "more than 2^63") +
                " for " + std::string(to_string(tensor.type)) + " " + to_text(tensor.shape));
  }
  return tensor;
}

/// Sorts tensors by their bytes and checks that these cover the data exactly.
void require_cover(const HeaderReader& header, std::vector<TensorEntry>& tensors,
                   std::uint64_t data_bytes) {
  // An empty tensor comes before the one that begins where it lies.
  std::stable_sort(tensors.begin(), tensors.end(), [](const TensorEntry& a, const TensorEntry& b) {
    return std::pair(a.begin, a.bytes) < std::pair(b.begin, b.bytes);
  });
  std::uint64_t end = 0;
  for (const TensorEntry& tensor : tensors) {
    if (tensor.begin != end) {
      header.fail("tensor " + tensor.name + " begins at " + std::to_string(tensor.begin) +
                  ", expected " + std::to_string(end) + ": no gap, no overlap");
    }
    end += tensor.bytes;
  }
  if (end != data_bytes) {
    header.fail("tensors end at " + std::to_string(end) + " of " + std::to_string(data_bytes) +
                " bytes of data");
  }
}

/// Checks what stands before the header of a file of `file_bytes`, of which `start` has the first:
/// the header's length.
std::uint64_t header_length(std::string_view start, std::uint64_t file_bytes,
                            const std::string& origin) {
  const auto fail = [&](const std::string& what) {
    throw FormatError(origin + ": no safetensors file: " + what);
  };
  if (std::min<std::uint64_t>(start.size(), file_bytes) < kLengthBytes) {
    fail("it has " + std::to_string(start.size()) + " bytes, expected at least 8");
  }
  std::uint64_t length = 0;
  std::memcpy(&length, start.data(), kLengthBytes);
  if (length > kLargestHeaderBytes) {
    fail("header of " + std::to_string(length) + " bytes, expected at most " +
         std::to_string(kLargestHeaderBytes));
  }
  if (length > file_bytes - kLengthBytes) {
    fail("header of " + std::to_string(length) + " bytes, but the file has only " +
         std::to_string(file_bytes - kLengthBytes) + " more");
  }
  return length;
}

/// Fills `buffer` from `offset` on; the file was long enough when it was opened.
void read_fully(const InputFile& file, std::uint64_t offset, std::span<char> buffer) {
  if (file.read(offset, buffer) == buffer.size()) return;
  throw FormatError(file.path().string() + ": has become shorter than its " +
                    std::to_string(file.size()) + " bytes while it was read");
}

/// Where the data of a file begin.
std::uint64_t data_begin_of(const InputFile& file) {
  std::array<char, kLengthBytes> start{};
  const std::size_t count = file.read(0, start);
  return kLengthBytes + header_length({start.data(), count}, file.size(), file.path().string());
}

TensorIndex index_of(const InputFile& file, std::uint64_t data_begin) {
  std::string header(data_begin - kLengthBytes, '\0');
  read_fully(file, kLengthBytes, header);
  return {header, file.size() - data_begin, file.path().string()};
}

TensorIndex index_of(std::string_view bytes, std::string origin) {
  const std::uint64_t length = header_length(bytes, bytes.size(), origin);
  return {bytes.substr(kLengthBytes, length), bytes.size() - kLengthBytes - length,
          std::move(origin)};
}

constexpr std::uint64_t kWidening = 2;  // bytes of F32 for one of a short float

bool is_short_float(DataType type) { return type == DataType::kF16 || type == DataType::kBF16; }

/// Short floats as floats, which are in `wide` then.
std::string_view widened(DataType type, std::string_view bytes, AlignedVector<float>& wide) {
  wide.resize(bytes.size() / sizeof(std::uint16_t));
  for (std::size_t i = 0; i < wide.size(); ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes.data() + i * sizeof bits, sizeof bits);
    wide[i] = type == DataType::kF16 ? float_of_float16(bits)
                                     : std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
  return {reinterpret_cast<const char*>(wide.data()), wide.size() * sizeof(float)};
}

}  // namespace

std::string_view to_string(DataType type) { return kTypes[static_cast<std::size_t>(type)].name; }

void expect_type(const TensorView& tensor, DataType type) {
  if (tensor.type != type)
    throw FormatError("tensor " + one_line(tensor.name) + ": found the type " +
                      std::string(to_string(tensor.type)) + "; expected " +
                      std::string(to_string(type)));
}

std::size_t element_bytes(DataType type) { return kTypes[static_cast<std::size_t>(type)].bytes; }

TensorIndex::TensorIndex(std::string_view text, std::uint64_t data_bytes, std::string origin)
    : origin_(std::move(origin)) {
  HeaderReader header(origin_);
  if (text.empty() || text.front() != '{') header.fail("it does not begin with {");
  // The JSON reader takes a zero byte for the end of its input and would not see what follows.
  if (text.find('\0') != std::string_view::npos) header.fail("it contains a zero byte");
  Json::sax_parse(text, &header);

  for (const Entry& entry : header.entries) {
    tensors_.push_back(checked_tensor(header, entry, data_bytes));
  }
  require_cover(header, tensors_, data_bytes);
  for (std::size_t i = 0; i < tensors_.size(); ++i) positions_.emplace(tensors_[i].name, i);
  metadata_ = std::move(header.metadata);
}

const TensorEntry* TensorIndex::find(const std::string& name) const {
  const auto found = positions_.find(name);
  return found == positions_.end() ? nullptr : &tensors_[found->second];
}

const TensorEntry& TensorIndex::require(const std::string& name, DataType type,
                                        const std::vector<Index>& shape) const {
  const TensorEntry* tensor = find(name);
  const std::string expected = std::string(to_string(type)) + " " + to_text(shape);
  if (tensor == nullptr) refuse(name, "is missing, expected " + expected);
  if (tensor->type != type || tensor->shape != shape) {
    refuse(name, "is " + std::string(to_string(tensor->type)) + " " + to_text(tensor->shape) +
                     ", expected " + expected);
  }
  return *tensor;
}

void TensorIndex::require_hash(std::uint64_t hash) const {
  const auto expected = metadata_.find(kHashKey);
  if (expected == metadata_.end() || expected->second == hex(hash)) return;
  throw FormatError(origin_ + ": damaged: data have the XXH3 hash " + hex(hash) + ", expected " +
                    one_line(expected->second) + " as the header says");
}

void TensorIndex::refuse(const std::string& name, const std::string& what) const {
  throw FormatError(origin_ + ": " + one_line("tensor " + name + " " + what));
}

TensorIndex TensorIndex::with_short_floats_as_f32() const {
  TensorIndex shown = *this;
  std::uint64_t begin = 0;
  for (TensorEntry& tensor : shown.tensors_) {
    if (is_short_float(tensor.type)) {
      tensor.type = DataType::kF32;
      tensor.bytes *= kWidening;
    }
    tensor.begin = begin;
    begin += tensor.bytes;
  }
  return shown;
}

TensorReader::TensorReader(const std::filesystem::path& path, ShortFloats short_floats)
    : file_(path),
      data_begin_(data_begin_of(file_)),
      index_(index_of(file_, data_begin_)),
      shown_(short_floats == ShortFloats::kAsF32 ? index_.with_short_floats_as_f32() : index_) {}

std::uint64_t TensorReader::read(const Visitor& visit) const {
  constexpr std::uint64_t kBufferBytes = std::uint64_t{1} << 20;  // whole elements of every type
  AlignedVector<char> buffer(std::min(kBufferBytes, file_.size()));
  ContentHash whole;
  ContentHash data;
  std::uint64_t at = 0;
  const auto next = [&](std::uint64_t end) {
    const std::span<char> piece(buffer.data(), std::min<std::uint64_t>(buffer.size(), end - at));
    read_fully(file_, at, piece);
    at += piece.size();
    const std::string_view bytes(piece.data(), piece.size());
    whole.update(bytes);
    return bytes;
  };
  while (at < data_begin_) next(data_begin_);
  AlignedVector<float> wide;
  for (std::size_t i = 0; i < index_.tensors().size(); ++i) {
    const TensorEntry& tensor = index_.tensors()[i];
    const TensorEntry& shown = shown_.tensors()[i];
    const std::uint64_t begin = at;
    do {
      const std::uint64_t offset = at - begin;
      const std::string_view bytes = next(begin + tensor.bytes);
      data.update(bytes);
      if (shown.type == tensor.type)
        visit(shown, offset, bytes);
      else
        visit(shown, offset * kWidening, widened(tensor.type, bytes, wide));
    } while (at < begin + tensor.bytes);
  }
  index_.require_hash(data.value());
  return whole.value();
}

TensorFile::TensorFile(std::string bytes, std::string origin)
    : bytes_(std::make_unique<const std::string>(std::move(bytes))),
      index_(index_of(*bytes_, std::move(origin))) {
  const std::uint64_t data_bytes =
      index_.tensors().empty() ? 0 : index_.tensors().back().begin + index_.tensors().back().bytes;
  const std::string_view data = std::string_view(*bytes_).substr(bytes_->size() - data_bytes);
  for (const TensorEntry& entry : index_.tensors()) {
    tensors_.push_back(
        {entry.name, entry.type, entry.shape, data.substr(entry.begin, entry.bytes)});
  }
  index_.require_hash(content_hash(data));
}

const TensorView& TensorFile::view(const TensorEntry& entry) const {
  return tensors_[static_cast<std::size_t>(&entry - index_.tensors().data())];
}

const TensorView* TensorFile::find(const std::string& name) const {
  const TensorEntry* entry = index_.find(name);
  return entry == nullptr ? nullptr : &view(*entry);
}

const TensorView& TensorFile::require(const std::string& name, DataType type,
                                      const std::vector<Index>& shape) const {
  return view(index_.require(name, type, shape));
}

TensorFile read_safetensors(const std::filesystem::path& path) {
  {
    // A file that its header does not fit is refused before memory for all of it is taken.
    const InputFile file(path);
    static_cast<void>(index_of(file, data_begin_of(file)));
  }
  return TensorFile(read_file(path, std::numeric_limits<std::size_t>::max()), path.string());
}

TensorSource tensor_source(const TensorView& tensor) {
  return {tensor.name, tensor.type, tensor.shape, [bytes = tensor.bytes] { return bytes; }};
}

std::string write_safetensors(const std::filesystem::path& path,
                              const std::vector<TensorView>& tensors, const Metadata& metadata) {
  std::vector<TensorSource> sources;
  sources.reserve(tensors.size());
  for (const TensorView& tensor : tensors) sources.push_back(tensor_source(tensor));
  return write_safetensors(path, sources, metadata);
}

std::string write_safetensors(const std::filesystem::path& path,
                              const std::vector<TensorSource>& tensors, const Metadata& metadata) {
  const auto fail = [&](const std::string& what) {
    throw FormatError(path.string() + ": cannot be written: " + one_line(what));
  };
  const auto fail_beyond = [&](std::size_t count, std::size_t most, const std::string& what) {
    if (count > most)
      fail(std::to_string(count) + " " + what + "; expected at most " + std::to_string(most) +
           ", as readers refuse more");
  };
  fail_beyond(tensors.size(), kMostTensors, "tensors");
  fail_beyond(metadata.size() + 1, kMostTensors, "metadata entries, one of them the hash");
  std::vector<const TensorSource*> order;
  order.reserve(tensors.size());
  for (const TensorSource& tensor : tensors) order.push_back(&tensor);
  std::stable_sort(order.begin(), order.end(), [](const TensorSource* a, const TensorSource* b) {
    return element_bytes(a->type) > element_bytes(b->type);
  });

  Json header = Json::object();
  std::uint64_t end = 0;
  for (const TensorSource* tensor : order) {
    if (tensor->name == kMetadataKey || header.contains(tensor->name)) {
      fail("tensor name " + tensor->name + " is taken");
    }
    fail_beyond(tensor->shape.size(), kMostExtents, "extents of tensor " + tensor->name);
    const std::uint64_t begin = end;
    end += tensor_bytes(tensor->type, tensor->shape).value_or(0);  // refused below
    header[tensor->name] = {{"dtype", to_string(tensor->type)},
                            {"shape", tensor->shape},
                            {"data_offsets", {begin, end}}};
  }
  // Throws before a piece that does not fit is passed on.
  const auto pass_on_data = [&](const PieceWriter& add) {
    for (const TensorSource* tensor : order) {
      const std::string_view bytes = tensor->bytes();
      if (bytes.size() != tensor_bytes(tensor->type, tensor->shape)) {
        fail("tensor " + tensor->name + " has " + std::to_string(bytes.size()) +
             " bytes, which do not fit " + std::string(to_string(tensor->type)) + " " +
             to_text(tensor->shape));
      }
      add(bytes);
    }
  };
  if (metadata.contains(kHashKey)) fail("metadata has an entry xxh3 of its own");
  ContentHash data;
  pass_on_data([&](std::string_view piece) { data.update(piece); });
  header[kMetadataKey] = metadata;
  header[kMetadataKey][kHashKey] = hex(data.value());

  std::string text;
  try {
    text = header.dump();
  } catch (const Json::exception&) {
    fail("a name or a metadata entry is no valid UTF-8");
  }
  text.resize((text.size() + 7) / 8 * 8, ' ');  // so that the data are aligned
  fail_beyond(text.size(), kLargestHeaderBytes, "bytes of header");
  const std::uint64_t length = text.size();
  ContentHash whole;
  write_file_atomically(path, [&](const PieceWriter& add) {
    const auto pass_on = [&](std::string_view piece) {
      whole.update(piece);
      add(piece);
    };
    pass_on({reinterpret_cast<const char*>(&length), kLengthBytes});
    pass_on(text);
    pass_on_data(pass_on);
  });
  return hex(whole.value());
}

}  // namespace espalier::files
