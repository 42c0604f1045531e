// SPDX-License-Identifier: Apache-2.0
// The backend `echo`: TEXT comes back as ECHO. What a client waits for it is the server's own time,
// which benchmarks/triton_load.py takes from that of a model.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <espalier/serving/triton/errors.h>
#include <espalier/serving/triton/requests.h>
#include <espalier/serving/triton/triton_api.h>

namespace espalier::serving {
namespace {

void answer(TRITONBACKEND_Request* request) {
  TRITONBACKEND_Response* raw = nullptr;
  if (TRITONSERVER_Error* failed = TRITONBACKEND_ResponseNew(&raw, request)) {
    log_error(failed);
    return;
  }
  TRITONSERVER_Error* error = guarded([&] {
    const RequestInputs inputs(request);
    std::vector<OutputTensor> outputs;
    for (const InputTensor& text : inputs.tensors())
      outputs.push_back({.name = "ECHO",
                         .type = text.type,
                         .shape = text.shape,
                         .bytes = std::string(text.bytes)});
    write(raw, outputs);
  });
  log_error(TRITONBACKEND_ResponseSend(raw, TRITONSERVER_RESPONSE_COMPLETE_FINAL, error));
  if (error != nullptr) TRITONSERVER_ErrorDelete(error);
}

}  // namespace
}  // namespace espalier::serving

extern "C" __attribute__((visibility("default"))) TRITONSERVER_Error*
TRITONBACKEND_ModelInstanceExecute(TRITONBACKEND_ModelInstance*, TRITONBACKEND_Request** requests,
                                   std::uint32_t count) {
  using namespace espalier::serving;
  for (TRITONBACKEND_Request* request : std::span(requests, count)) {
    answer(request);
    log_error(TRITONBACKEND_RequestRelease(request, TRITONSERVER_REQUEST_RELEASE_ALL));
  }
  return nullptr;
}
