// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/triton/requests.h>

#include <array>
#include <cstring>
#include <utility>

#include <espalier/serving/triton/errors.h>
#include <espalier/sparse/core/error.h>

namespace espalier::serving {
namespace {

constexpr std::array kTypes = {std::pair{TensorType::kText, TRITONSERVER_TYPE_BYTES},
                               std::pair{TensorType::kWhole, TRITONSERVER_TYPE_INT64},
                               std::pair{TensorType::kFloat, TRITONSERVER_TYPE_FP32}};

TensorType type_of(TRITONSERVER_DataType type, const std::string& name) {
  for (const auto& [ours, theirs] : kTypes)
    if (theirs == type) return ours;
  throw FormatError(name + " is of a type that no model takes; expected BYTES, INT64 or FP32");
}

TRITONSERVER_DataType type_of(TensorType type) {
  for (const auto& [ours, theirs] : kTypes)
    if (ours == type) return theirs;
  return TRITONSERVER_TYPE_BYTES;
}

void require_host_memory(TRITONSERVER_MemoryType memory, const std::string& name) {
  if (memory == TRITONSERVER_MEMORY_GPU)
    throw TritonError(TRITONSERVER_ERROR_UNSUPPORTED,
                      name + " lies in a GPU's memory; expected the host's");
}

}  // namespace

RequestInputs::RequestInputs(TRITONBACKEND_Request* request) {
  std::uint32_t count = 0;
  require(TRITONBACKEND_RequestInputCount(request, &count));
  for (std::uint32_t i = 0; i < count; ++i) {
    TRITONBACKEND_Input* input = nullptr;
    require(TRITONBACKEND_RequestInputByIndex(request, i, &input));
    const char* name = nullptr;
    TRITONSERVER_DataType type{};
    const std::int64_t* shape = nullptr;
    std::uint32_t rank = 0, buffers = 0;
    require(TRITONBACKEND_InputProperties(input, &name, &type, &shape, &rank, nullptr, &buffers));
    tensors_.push_back({.name = name,
                        .type = type_of(type, name),
                        .shape = {shape, shape + rank},
                        .bytes = bytes_of(input, buffers, name)});
  }
}

std::string_view RequestInputs::bytes_of(TRITONBACKEND_Input* input, std::uint32_t buffers,
                                         const std::string& name) {
  std::string_view whole;
  for (std::uint32_t i = 0; i < buffers; ++i) {
    const void* buffer = nullptr;
    std::uint64_t bytes = 0;
    TRITONSERVER_MemoryType memory = TRITONSERVER_MEMORY_CPU;
    std::int64_t memory_id = 0;
    require(TRITONBACKEND_InputBuffer(input, i, &buffer, &bytes, &memory, &memory_id));
    require_host_memory(memory, name);
    const std::string_view piece(static_cast<const char*>(buffer), bytes);
    if (buffers == 1) return piece;
    if (i == 0) joined_.emplace_back();
    joined_.back() += piece;
    whole = joined_.back();
  }
  return whole;
}

std::vector<std::string> requested_outputs(TRITONBACKEND_Request* request) {
  std::uint32_t count = 0;
  require(TRITONBACKEND_RequestOutputCount(request, &count));
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < count; ++i) {
    const char* name = nullptr;
    require(TRITONBACKEND_RequestOutputName(request, i, &name));
    names.emplace_back(name);
  }
  return names;
}

void write(TRITONBACKEND_Response* response, std::span<const OutputTensor> tensors) {
  for (const OutputTensor& tensor : tensors) {
    TRITONBACKEND_Output* output = nullptr;
    require(TRITONBACKEND_ResponseOutput(response, &output, tensor.name.c_str(),
                                         type_of(tensor.type), tensor.shape.data(),
                                         static_cast<std::uint32_t>(tensor.shape.size())));
    void* buffer = nullptr;
    TRITONSERVER_MemoryType memory = TRITONSERVER_MEMORY_CPU;
    std::int64_t memory_id = 0;
    require(TRITONBACKEND_OutputBuffer(output, &buffer, tensor.bytes.size(), &memory, &memory_id));
    require_host_memory(memory, tensor.name);
    if (!tensor.bytes.empty()) std::memcpy(buffer, tensor.bytes.data(), tensor.bytes.size());
  }
}

}  // namespace espalier::serving
