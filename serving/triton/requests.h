// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <span>
#include <string>
#include <vector>

#include <espalier/serving/triton/tensors.h>
#include <espalier/serving/triton/triton_api.h>

namespace espalier::serving {

/// The inputs of a request, which must outlive it. Throws TritonError if a call fails, FormatError
/// naming an input that has a type which no model of ours takes.
class RequestInputs {
 public:
  explicit RequestInputs(TRITONBACKEND_Request* request);
  RequestInputs(const RequestInputs&) = delete;
  RequestInputs& operator=(const RequestInputs&) = delete;

  std::span<const InputTensor> tensors() const { return tensors_; }

 private:
  std::string_view bytes_of(TRITONBACKEND_Input* input, std::uint32_t buffers,
                            const std::string& name);

  std::vector<InputTensor> tensors_;
  std::list<std::string> joined_;  ///< of inputs that come in several pieces
};

/// The names of the outputs that a request asks for: all of the model's where it names none.
std::vector<std::string> requested_outputs(TRITONBACKEND_Request* request);

/// Puts the tensors into a response. Throws TritonError if a call fails.
void write(TRITONBACKEND_Response* response, std::span<const OutputTensor> tensors);

}  // namespace espalier::serving
