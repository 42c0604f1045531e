// SPDX-License-Identifier: Apache-2.0
// The functions that Triton calls. Each returns null or an error; no exception leaves them.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/model_folder.h>
#include <espalier/serving/triton/errors.h>
#include <espalier/serving/triton/requests.h>
#include <espalier/serving/triton/served_model.h>
#include <espalier/serving/triton/triton_api.h>
#include <espalier/text/tokenizer/any_tokenizer.h>

#define ESPALIER_TRITON_EXPORT __attribute__((visibility("default")))

namespace espalier::serving {
namespace {

constexpr std::uint32_t kConfigVersion = 1;  // of the JSON that configurations are exchanged in

/// The clock that Triton's statistics are in.
std::uint64_t now_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

/// A JSON text of Triton's.
using Message = std::unique_ptr<TRITONSERVER_Message, decltype([](TRITONSERVER_Message* message) {
                                  log_error(TRITONSERVER_MessageDelete(message));
                                })>;

std::string config_of(TRITONBACKEND_Model* model) {
  TRITONSERVER_Message* raw = nullptr;
  require(TRITONBACKEND_ModelConfig(model, kConfigVersion, &raw));
  const Message message(raw);
  const char* json = nullptr;
  std::size_t bytes = 0;
  require(TRITONSERVER_MessageSerializeToJson(message.get(), &json, &bytes));
  return {json, bytes};
}

void set_config(TRITONBACKEND_Model* model, const std::string& json) {
  TRITONSERVER_Message* raw = nullptr;
  require(TRITONSERVER_MessageNewFromSerializedJson(&raw, json.data(), json.size()));
  const Message message(raw);
  require(TRITONBACKEND_ModelSetConfig(model, kConfigVersion, message.get()));
}

/// The folder of this version of a model.
std::filesystem::path folder_of(TRITONBACKEND_Model* model) {
  TRITONBACKEND_ArtifactType type = TRITONBACKEND_ARTIFACT_FILESYSTEM;
  const char* location = nullptr;
  std::uint64_t version = 0;
  require(TRITONBACKEND_ModelRepository(model, &type, &location));
  require(TRITONBACKEND_ModelVersion(model, &version));
  if (type != TRITONBACKEND_ARTIFACT_FILESYSTEM)
    throw TritonError(TRITONSERVER_ERROR_UNSUPPORTED,
                      "the model is in no folder; expected a model repository in a file system");
  return std::filesystem::path(location) / std::to_string(version);
}

void load(TRITONBACKEND_Model* model) {
  const std::string config = config_of(model);
  const std::filesystem::path folder = folder_of(model);
  auto served = std::make_unique<const ServedModel>(
      models::read_model_folder(folder), text::read_any_tokenizer(folder), model_settings(config));
  bool completes = false;
  require(TRITONBACKEND_ModelAutoCompleteConfig(model, &completes));
  if (completes)
    set_config(model, completed_config(config, served->interface()));
  else
    require_complete(config, served->interface());

  const char* name = nullptr;
  require(TRITONBACKEND_ModelName(model, &name));
  const models::PackedModel& packed = served->predictor().model();
  log_line(TRITONSERVER_LOG_INFO,
           fmt::format("espalier: {}: {}, {} stored values at density {:.3g}, {} threads", name,
                       to_string(served->task()), packed.stored_values(), packed.density(),
                       served->predictor().context().threads()));
  require(TRITONBACKEND_ModelSetState(model, const_cast<ServedModel*>(served.get())));
  served.release();  // the model's, until unload
}

const ServedModel* served_by(TRITONBACKEND_Model* model) {
  void* state = nullptr;
  require(TRITONBACKEND_ModelState(model, &state));
  return static_cast<const ServedModel*>(state);
}

const ServedModel& served_by(TRITONBACKEND_ModelInstance* instance) {
  TRITONBACKEND_Model* model = nullptr;
  require(TRITONBACKEND_ModelInstanceModel(instance, &model));
  return *served_by(model);
}

/// A request that is being answered.
struct Job {
  explicit Job(TRITONBACKEND_Request* given) : request(given) {}

  TRITONBACKEND_Request* request;
  std::vector<Row> rows = {};
  std::size_t first = 0;  ///< of them, in the batch
  TRITONSERVER_Error* error = nullptr;
  bool answered = false;
};

/// Reads each request by itself: what is wrong with one stays with it. Returns the rows of all.
std::vector<Row> read(const ServedModel& model, std::vector<Job>& jobs) {
  std::vector<Row> batch;
  for (Job& job : jobs) {
    job.first = batch.size();
    job.error = guarded([&] {
      const RequestInputs inputs(job.request);
      job.rows = model.rows_of(inputs.tensors());
    });
    if (job.error == nullptr) batch.insert(batch.end(), job.rows.begin(), job.rows.end());
  }
  return batch;
}

/// Sends what the request asks for, or why it gets nothing: then no model is needed. `own`: its
/// rows. A response that is not the last is a piece of a text; what is wrong with it goes into
/// that.
void respond(const ServedModel* model, std::span<const RowAnswer> own, Job& job,
             bool is_last = true) {
  TRITONBACKEND_Response* raw = nullptr;
  if (TRITONSERVER_Error* failed = TRITONBACKEND_ResponseNew(&raw, job.request)) {
    log_error(failed);
    return;
  }
  if (job.error == nullptr)
    job.error = guarded([&] { write(raw, model->outputs(own, requested_outputs(job.request))); });
  if (is_last)
    log_error(TRITONBACKEND_ResponseSend(raw, TRITONSERVER_RESPONSE_COMPLETE_FINAL, job.error));
  else if (job.error == nullptr)
    log_error(TRITONBACKEND_ResponseSend(raw, 0, nullptr));
  else
    log_error(TRITONBACKEND_ResponseDelete(raw));
  job.answered = is_last;
}

bool is_cancelled(TRITONBACKEND_Request* request) {
  bool cancelled = false;
  require(TRITONBACKEND_RequestIsCancelled(request, &cancelled));
  return cancelled;
}

/// What is told of the texts that are being written: ends those that nobody waits for, and sends
/// pieces where the model does so. The arguments must outlive it.
RowCallback piece_sender(const ServedModel& model, std::vector<Job>& jobs) {
  std::vector<Job*> job_of;  // of each row
  for (Job& job : jobs)
    if (job.error == nullptr) job_of.insert(job_of.end(), job.rows.size(), &job);
  return [&model, job_of](std::size_t row, const RowAnswer& piece, bool is_last) {
    Job& job = *job_of[row];
    if (model.streams()) respond(&model, std::span(&piece, 1), job, is_last);
    return job.error == nullptr && !is_cancelled(job.request);
  };
}

/// Tells all that are still to be answered, since nobody knows whose fault it is.
void fail(std::vector<Job>& jobs, TRITONSERVER_Error* error) {
  for (Job& job : jobs)
    if (job.error == nullptr && !job.answered)
      job.error =
          TRITONSERVER_ErrorNew(TRITONSERVER_ErrorCode(error), TRITONSERVER_ErrorMessage(error));
  log_error(error);
}

/// Answers every request.
void execute(TRITONBACKEND_ModelInstance* instance, std::vector<Job>& jobs) noexcept {
  const std::uint64_t begin = now_ns();
  const ServedModel* model = nullptr;
  std::vector<Row> batch;
  std::vector<RowAnswer> answers;
  TRITONSERVER_Error* failed = guarded([&] {
    model = &served_by(instance);
    batch = read(*model, jobs);
  });
  const std::uint64_t compute_begin = now_ns();
  if (failed == nullptr && !batch.empty())
    failed = guarded([&] { answers = model->answers(batch, piece_sender(*model, jobs)); });
  if (failed != nullptr) fail(jobs, failed);
  const std::uint64_t compute_end = now_ns();
  for (Job& job : jobs)
    if (!job.answered)
      respond(model,
              job.error == nullptr ? std::span(answers).subspan(job.first, job.rows.size())
                                   : std::span<RowAnswer>(),
              job);
  const std::uint64_t end = now_ns();

  for (const Job& job : jobs)
    log_error(TRITONBACKEND_ModelInstanceReportStatistics(
        instance, job.request, job.error == nullptr, begin, compute_begin, compute_end, end));
  if (!batch.empty())
    log_error(TRITONBACKEND_ModelInstanceReportBatchStatistics(instance, batch.size(), begin,
                                                               compute_begin, compute_end, end));
}

}  // namespace
}  // namespace espalier::serving

extern "C" {

using namespace espalier::serving;

ESPALIER_TRITON_EXPORT TRITONSERVER_Error* TRITONBACKEND_Initialize(TRITONBACKEND_Backend*) {
  return guarded([] {
    std::uint32_t major = 0, minor = 0;
    require(TRITONBACKEND_ApiVersion(&major, &minor));
    if (major != TRITONBACKEND_API_VERSION_MAJOR)
      throw TritonError(TRITONSERVER_ERROR_UNSUPPORTED,
                        "espalier: the server's backend API is version " + std::to_string(major) +
                            "." + std::to_string(minor) + "; expected version 1");
  });
}

// Where a configuration names no instance group: one instance, which computes on all threads.
ESPALIER_TRITON_EXPORT TRITONSERVER_Error* TRITONBACKEND_GetBackendAttribute(
    TRITONBACKEND_Backend*, TRITONBACKEND_BackendAttribute* attribute) {
  return TRITONBACKEND_BackendAttributeAddPreferredInstanceGroup(
      attribute, TRITONSERVER_INSTANCEGROUPKIND_CPU, 1, nullptr, 0);
}

ESPALIER_TRITON_EXPORT TRITONSERVER_Error* TRITONBACKEND_ModelInitialize(
    TRITONBACKEND_Model* model) {
  return guarded([&] { load(model); });
}

ESPALIER_TRITON_EXPORT TRITONSERVER_Error* TRITONBACKEND_ModelFinalize(TRITONBACKEND_Model* model) {
  return guarded([&] { delete served_by(model); });
}

// Answers all requests, and owns them when it returns null.
ESPALIER_TRITON_EXPORT TRITONSERVER_Error* TRITONBACKEND_ModelInstanceExecute(
    TRITONBACKEND_ModelInstance* instance, TRITONBACKEND_Request** requests, std::uint32_t count) {
  std::optional<std::vector<Job>> jobs;
  if (TRITONSERVER_Error* failed = guarded([&] { jobs.emplace(requests, requests + count); }))
    return failed;
  execute(instance, *jobs);
  for (Job& job : *jobs) {
    if (job.error != nullptr) TRITONSERVER_ErrorDelete(job.error);
    log_error(TRITONBACKEND_RequestRelease(job.request, TRITONSERVER_REQUEST_RELEASE_ALL));
  }
  return nullptr;
}

}  // extern "C"
