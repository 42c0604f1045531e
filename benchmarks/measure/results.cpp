// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/results.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include <espalier/files/atomic_file.h>
#include <espalier/files/json_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::benchmarks {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMicroseconds = 1e6;

bool same_work(const Record& a, const Record& b) {
  return a.group == b.group && a.what.product == b.what.product &&
         a.what.shape.out == b.what.shape.out && a.what.shape.in == b.what.shape.in &&
         a.what.shape.tokens == b.what.shape.tokens && a.what.threads == b.what.threads &&
         a.cold == b.cold;
}

template <typename Accept>
const Record* fastest(const Results& results, const Accept& accept) {
  const Record* best = nullptr;
  for (const Record& r : results.records)
    if (accept(r) && (best == nullptr || r.seconds.median < best->seconds.median)) best = &r;
  return best;
}

/// What every entry has.
Json timing_of(const std::string& name, const RunTimes& times) {
  return {{"name", name},
          {"run_name", name},
          {"run_type", "iteration"},
          {"iterations", times.iterations},
          {"real_time", times.seconds.median * kMicroseconds},
          {"cpu_time", times.cpu_seconds * kMicroseconds},
          {"time_unit", "us"},
          {"lower_quartile", times.seconds.lower_quartile * kMicroseconds},
          {"upper_quartile", times.seconds.upper_quartile * kMicroseconds}};
}

template <typename AnyRecord>
Json timing_with_flops(const AnyRecord& record) {
  Json entry =
      timing_of(name_of(record.what), {record.seconds, record.cpu_seconds, record.iterations});
  entry["flops"] = record.flops;
  return entry;
}

Json timing_with_tokens(const std::string& name, const RunTimes& times, Index tokens) {
  Json entry = timing_of(name, times);
  entry["tokens_per_second"] = static_cast<double>(tokens) / times.seconds.median;
  return entry;
}

Json entry_of(const Record& record) {
  Json entry = timing_with_flops(record);
  entry["operand_bytes"] = record.operand_bytes;
  entry["useful_gflops"] = record.gflops();
  entry["cold"] = record.cold ? 1 : 0;
  entry["group"] = record.group;
  if (!record.pattern.empty()) entry["pattern"] = record.pattern;
  return entry;
}

Json entry_of(const StepRecord& record) {
  Json entry = timing_with_flops(record);
  entry["tokens_per_second"] = record.tokens_per_second();
  return entry;
}

std::string model_text(const std::string& model, const PackedForm& form, double density,
                       const RequestShape& request, Type type, int threads) {
  std::ostringstream text;
  text << "/model:" << model << "/block:" << form.block << "/density:" << density
       << "/batch:" << request.batch << "/sequence:" << request.sequence
       << "/type:" << type_name(type, form) << "/threads:" << threads;
  return text.str();
}

void make_folder_of(const std::filesystem::path& path) {
  std::error_code error;  // a folder that cannot be made shows when the file is written
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
}

/// The time under a key, or the median where an entry has no quartiles.
double seconds_in(const Json& entry, const char* key) {
  if (!entry.contains(key)) key = "real_time";
  const auto time = entry.at(key).get<double>();
  if (!std::isnormal(time) || time < 0)
    throw FormatError(entry.at("name").get<std::string>() + ": " + key + " is " +
                      entry.at(key).dump() + "; expected a time above 0");
  return time / kMicroseconds;
}

std::optional<Record> record_of(const Json& entry) {
  const auto what = case_of(entry.at("name").get<std::string>());
  if (!what || entry.contains("error_occurred") ||
      entry.value("run_type", "iteration") != "iteration")
    return {};
  if (entry.at("time_unit").get<std::string>() != "us")
    throw FormatError("time_unit is " + entry.at("time_unit").dump() + "; expected us");
  Record record;
  record.what = *what;
  record.cold = entry.value("cold", 0.0) != 0;
  record.group = entry.value("group", 0);
  record.pattern = entry.value("pattern", "");
  record.flops = entry.value("flops", 0.0);
  record.operand_bytes = entry.value("operand_bytes", 0.0);
  record.seconds = {seconds_in(entry, "lower_quartile"), seconds_in(entry, "real_time"),
                    seconds_in(entry, "upper_quartile")};
  record.cpu_seconds = entry.value("cpu_time", 0.0) / kMicroseconds;
  record.iterations = entry.value("iterations", Index{0});
  return record;
}

}  // namespace

double Record::stored_share() const {
  const Shape& s = what.shape;
  const double products = what.product == Product::kLayerStep ? kSteps.size() : 1;
  return flops / (2 * products * static_cast<double>(s.out) * static_cast<double>(s.in) *
                  static_cast<double>(s.tokens));
}

const Record* best_dense(const Results& results, const Record& record, Type type) {
  return fastest(results, [&](const Record& r) {
    return r.what.shape.dense() && r.what.shape.type == type && same_work(r, record);
  });
}

const Record* best_peer(const Results& results, const Record& record) {
  return fastest(results, [&](const Record& r) {
    return !r.what.shape.dense() && !r.what.implementation.starts_with("espalier") &&
           same_work(r, record) && r.what.shape == record.what.shape && r.pattern == record.pattern;
  });
}

const StepRecord* fastest_dense_step(const Results& results, const StepRecord& record) {
  const StepRecord* best = nullptr;
  for (const StepRecord& r : results.steps) {
    const bool same = r.what.block == 0 && r.what.model == record.what.model &&
                      r.what.sequence == record.what.sequence && r.what.type == record.what.type &&
                      r.what.threads == record.what.threads;
    if (same && (best == nullptr || r.seconds.median < best->seconds.median)) best = &r;
  }
  return best;
}

std::string name_of(const StepCase& what) {
  std::ostringstream text;
  text << "train_step/" << what.implementation << "/model:" << what.model << "/block:" << what.block
       << "/density:" << what.density << "/sequence:" << what.sequence
       << "/type:" << type_name(what.type) << "/threads:" << what.threads;
  return text.str();
}

double speed_up(const Results& results, const Record& record) {
  // Single precision, whatever the type of the sparse operands: the figure that is asked for.
  const Record* dense = best_dense(results, record);
  return dense == nullptr ? 0 : dense->seconds.median / record.seconds.median;
}

double arithmetic_ceiling(const Results& results, Type type) {
  double ceiling = 0;
  for (const auto& [name, value] : results.ceilings)
    if (name == "fma_f32" || (name == "dot_bf16" && type == Type::kBf16))
      ceiling = std::max(ceiling, value);
  return ceiling;
}

const char* type_name(Type type, const PackedForm& form) {
  return form.int8 ? "int8" : type_name(type);
}

std::string name_of(const InferenceRecord& r) {
  return "infer/" + r.implementation +
         model_text(r.model, r.form, r.density, r.request, r.type, r.threads);
}

std::string name_of(const GenerationRecord& r, const std::string& part) {
  return "generate/" + part + model_text(r.model, r.form, r.density, r.prompts, r.type, r.threads);
}

Noise noise_of(const Results& results) {
  constexpr double kNoise = 0.1;
  Noise noise;
  const auto count = [&](const Spread& spread) {
    ++noise.medians;
    noise.noisy += spread.upper_quartile > (1 + kNoise) * spread.median ||
                   spread.lower_quartile < (1 - kNoise) * spread.median;
  };
  for (const Record& r : results.records) count(r.seconds);
  for (const StepRecord& r : results.steps) count(r.seconds);
  for (const InferenceRecord& r : results.inferences) count(r.times.seconds);
  for (const GenerationRecord& r : results.generations)
    for (const RunTimes* times : {&r.prefill, &r.step, &r.greedy}) count(times->seconds);
  return noise;
}

void require_writable(const std::filesystem::path& path) {
  make_folder_of(path);
  files::require_writable(path);
}

void write_json(const Results& results, const std::filesystem::path& path) {
  Json context = Json::object();
  for (const auto& [key, text] : results.context) context[key] = text;
  context["ceilings"] = results.ceilings;
  Json entries = Json::array();
  for (const Record& record : results.records) entries.push_back(entry_of(record));
  for (const StepRecord& record : results.steps) entries.push_back(entry_of(record));
  for (const InferenceRecord& r : results.inferences)
    entries.push_back(timing_with_tokens(name_of(r), r.times, r.request.tokens()));
  for (const GenerationRecord& r : results.generations) {
    entries.push_back(timing_with_tokens(name_of(r, "prefill"), r.prefill, r.prompts.tokens()));
    entries.push_back(timing_with_tokens(name_of(r, "step"), r.step, r.prompts.batch));
    entries.push_back(timing_with_tokens(name_of(r, "greedy"), r.greedy, r.prompts.batch));
  }
  const Json json = {{"context", context}, {"benchmarks", entries}};
  make_folder_of(path);
  // What a library says of itself need not be UTF-8.
  files::write_file_atomically(path, files::json_text(json, 1) + '\n');
}

bool write_incomplete(Results results, const std::string& reason,
                      const std::filesystem::path& path) {
  if (results.records.empty() && results.steps.empty() && results.inferences.empty() &&
      results.generations.empty())
    return false;
  results.context.emplace_back("incomplete", reason);
  write_json(results, path);
  return true;
}

Results read_json(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) throw IoError(path.string() + ": cannot be read");
  Results results;
  try {
    const Json json = Json::parse(in);
    for (const auto& [key, value] : json.at("context").items()) {
      if (key == "ceilings")
        results.ceilings = value.get<std::map<std::string, double>>();
      else
        results.context.emplace_back(key,
                                     value.is_string() ? value.get<std::string>() : value.dump());
    }
    for (const Json& entry : json.at("benchmarks"))
      if (const auto record = record_of(entry)) results.records.push_back(*record);
  } catch (const Error& error) {
    throw FormatError(path.string() + ": " + error.what());
  } catch (const std::exception&) {
    throw FormatError(path.string() + ": found no results; expected what --json writes");
  }
  return results;
}

}  // namespace espalier::benchmarks
