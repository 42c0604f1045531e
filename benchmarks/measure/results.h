// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/benchmarks/measure/problem.h>
#include <espalier/benchmarks/measure/timing.h>
#include <espalier/sparse/core/profile.h>

namespace espalier::benchmarks {

/// One measured benchmark.
struct Record {
  Case what;
  bool cold = false;
  /// Records of one group were measured interleaved; times are compared only within a group.
  int group = 0;
  std::string pattern;  ///< file of the pattern; empty: random
  double flops = 0;
  double operand_bytes = 0;
  Spread seconds;
  double cpu_seconds = 0;  ///< median for one run, summed over the threads of the process
  Index iterations = 0;    ///< runs that were timed

  double gflops() const { return flops / seconds.median * 1e-9; }
  /// Of the matrix, as its operations say: what was asked for, up to whole blocks. 0 for a topology
  /// update.
  double stored_share() const;
};

/// What one measurement of a whole training step is of.
struct StepCase {
  std::string implementation;
  std::string model;
  Index block = 0;  ///< 0: dense
  double density = 1;
  Index sequence = 128;
  Type type = Type::kF32;
  int threads = 1;
};

/// train_step/IMPLEMENTATION/model:M/block:B/density:D/sequence:S/type:f32|bf16/threads:N
std::string name_of(const StepCase& what);

/// A measured training step; those of one model were measured interleaved.
struct StepRecord {
  StepCase what;
  Index tokens = 0;  ///< of the batch
  double flops = 0;
  Index iterations = 0;    ///< steps that were timed
  double cpu_seconds = 0;  ///< median for one step, summed over the threads of this process
  Spread seconds;
  double all_seconds = 0;  ///< of all timed steps together
  /// Where they went; empty if nobody asked, or the step is not ours.
  std::map<Profile::Part, Profile::Time> parts = {};

  double tokens_per_second() const { return static_cast<double>(tokens) / seconds.median; }
};

/// How a packed model stores its layers.
struct PackedForm {
  Index block = 0;  ///< 0: dense
  bool int8 = false;

  bool operator==(const PackedForm&) const = default;
};
/// "f32", "bf16" or "int8".
const char* type_name(Type type, const PackedForm& form);

/// What one request is: so many sequences of so many tokens.
struct RequestShape {
  Index batch = 1;
  Index sequence = 128;

  Index tokens() const { return batch * sequence; }
};

/// A measured encoder.
struct InferenceRecord {
  std::string implementation = {};  ///< "packed", or "training": the dense layers that training has
  std::string model = {};
  PackedForm form = {};
  double density = 1;
  Type type = Type::kF32;
  RequestShape request = {};
  int threads = 1;
  RunTimes times = {};  ///< from tokens to hidden states
};

/// infer/IMPLEMENTATION/model:M/block:B/density:D/batch:N/sequence:S/type:f32|bf16|int8/threads:N
std::string name_of(const InferenceRecord& record);

/// A measured causal model.
struct GenerationRecord {
  std::string model = {};
  PackedForm form = {};
  double density = 1;
  Type type = Type::kF32;
  RequestShape prompts = {};  ///< of texts that are written together
  int threads = 1;
  RunTimes prefill = {};  ///< reading the prompts
  RunTimes step = {};     ///< one more token of each text, and all logits of the next
  RunTimes greedy = {};   ///< the same, and the largest logit alone
};

/// generate/PART/model:M/block:B/density:D/batch:N/sequence:S/type:f32|bf16|int8/threads:N, where
/// the part is prefill, step or greedy.
std::string name_of(const GenerationRecord& record, const std::string& part);

/// All that a run of the program found out.
struct Results {
  std::vector<std::pair<std::string, std::string>> context;
  /// Limits of the machine by name (modes/ceilings.h): operations or bytes per second.
  std::map<std::string, double> ceilings;
  std::vector<Record> records;
  std::vector<StepRecord> steps;
  std::vector<InferenceRecord> inferences = {};
  std::vector<GenerationRecord> generations = {};
  /// What an implementation has, but not on this processor.
  std::vector<Case> absent = {};
  /// If it is given, called with these results after each group that is measured: a program that is
  /// killed loses the one that it measures.
  std::function<void(const Results&)> keep = {};

  void keep_so_far() const {
    if (keep) keep(*this);
  }
};

/// The fastest dense record of the same group, product, extents, threads and caches, on operands of
/// single precision unless another type is given; null if there is none.
const Record* best_dense(const Results& results, const Record& record, Type type = Type::kF32);
/// The fastest record of another library in the same group for the same sparse shape; null if there
/// is none.
const Record* best_peer(const Results& results, const Record& record);
/// The fastest dense step of the same model, sequence, type and threads; null if there is none.
const StepRecord* fastest_dense_step(const Results& results, const StepRecord& record);
/// How many times faster than the best dense product; 0 if there is none.
double speed_up(const Results& results, const Record& record);

/// The most operations per second on operands of a type, as measured; 0 if it was not. Those of
/// bf16 may be converted and multiplied in single precision, where that is faster.
double arithmetic_ceiling(const Results& results, Type type);

/// How many medians there are, and how many of them are of a noisy machine: a quartile further than
/// a tenth away, which is more than separates most implementations.
struct Noise {
  std::size_t medians = 0;
  std::size_t noisy = 0;
};
Noise noise_of(const Results& results);

/// Throws IoError naming the file if results cannot be written there: for the time before they are
/// measured. Makes the folder, and leaves the file as it is.
void require_writable(const std::filesystem::path& path);
/// Writes JSON of the form that Google Benchmark writes ("context", "benchmarks" with "name",
/// "real_time" and "cpu_time" in microseconds, medians, "iterations"), with quartiles, operations
/// and bytes in each entry and the ceilings in the context. Makes the folder. Throws IoError naming
/// the file, whose last results are still there then.
void write_json(const Results& results, const std::filesystem::path& path);
/// After a failure, for the `reason`, or before the end, writes what was measured so far, with the
/// reason as "incomplete" in the context. Leaves the file as it is and returns false if that is
/// nothing.
bool write_incomplete(Results results, const std::string& reason,
                      const std::filesystem::path& path);
/// Reads such a file, or one that Google Benchmark wrote for this program, where a benchmark's
/// quartiles are its time. Entries that are no products are left out. Throws IoError or FormatError
/// naming the file, also for a time that is not above zero.
Results read_json(const std::filesystem::path& path);

}  // namespace espalier::benchmarks
