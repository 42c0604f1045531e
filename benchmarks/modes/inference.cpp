// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/inference.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include <espalier/benchmarks/measure/runner.h>
#include <espalier/benchmarks/measure/work_progress.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/panel_groups.h>
#include <espalier/models/inference/packed_model.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::benchmarks {
namespace {

constexpr std::uint64_t kModelSeed = 20210813;
constexpr Index kShortSentence = 16;

ContextOptions context_of(int threads, Type type, const std::string& kernel = "") {
  return {.threads = threads,
          .seed = kModelSeed,
          .kernel = kernel,
          .precision = type == Type::kBf16 ? Precision::kBFloat16 : Precision::kFloat32};
}

models::EncoderOptions options_of(const models::ModelConfig& config, Index block, double density) {
  return {.config = config, .block = block == 0 ? 1 : block, .density = block == 0 ? 1 : density};
}

models::StoredModel random_model(const models::EncoderOptions& options) {
  const Context context({.threads = 1, .seed = kModelSeed});
  const auto encoder = models::make_encoder(options, context);
  return models::store_model(options.config, encoder->parameters(), options.config.name);
}

Packed pack_random(const models::EncoderOptions& options, bool int8, int threads, Type type) {
  Packed packed;
  packed.context = std::make_unique<Context>(context_of(threads, type));
  packed.model = std::make_unique<models::PackedModel>(random_model(options), *packed.context,
                                                       models::PackedOptions{.int8 = int8});
  return packed;
}

/// Hidden states of one request by the packed encoder.
class PackedRequest final : public Runner {
 public:
  /// `model` must outlive it.
  PackedRequest(const models::PackedModel& model, const RequestShape& request)
      : model_(&model),
        tokens_(random_tokens(request.tokens(), model.config().vocabulary)),
        hidden_(static_cast<std::size_t>(request.tokens() * model.config().hidden)) {
    for (Index i = 0; i < request.batch; ++i)
      sequences_.push_back({std::span<const std::int32_t>(tokens_).subspan(
          static_cast<std::size_t>(i * request.sequence),
          static_cast<std::size_t>(request.sequence))});
  }
  void run() override {
    model_->hidden_states(
        sequences_, {hidden_.data(), static_cast<Index>(tokens_.size()), model_->config().hidden},
        workspace_);
  }
  std::vector<float> result() const override { return hidden_; }

 private:
  const models::PackedModel* model_;
  std::vector<std::int32_t> tokens_;
  std::vector<models::TokenSequence> sequences_;
  std::vector<float> hidden_;
  models::InferenceWorkspace workspace_;
};

/// The same by the layers of training, panel group by panel group.
class TrainedRequest final : public Runner {
 public:
  /// `encoder` must outlive it.
  TrainedRequest(const models::Encoder& encoder, const RequestShape& request)
      : encoder_(&encoder),
        request_(request),
        tokens_(random_tokens(request.tokens(), encoder.config().vocabulary)),
        record_(encoder.make_record()) {}
  void run() override {
    for (Index first = 0; first < request_.batch; first += models::kPanelGroup) {
      const Index count = std::min(models::kPanelGroup, request_.batch - first);
      encoder_->forward({.tokens = std::span<const std::int32_t>(tokens_).subspan(
                             static_cast<std::size_t>(first * request_.sequence),
                             static_cast<std::size_t>(count * request_.sequence)),
                         .sequence = request_.sequence},
                        *record_);
    }
  }
  std::vector<float> result() const override { return {}; }

 private:
  const models::Encoder* encoder_;
  RequestShape request_;
  std::vector<std::int32_t> tokens_;
  std::unique_ptr<models::EncoderRecord> record_;
};

const InferenceRecord* fastest_dense(const std::vector<InferenceRecord>& records,
                                     const InferenceRecord& beside) {
  const InferenceRecord* fastest = nullptr;
  for (const InferenceRecord& r : records)
    if (r.form == PackedForm{} && r.model == beside.model && r.type == beside.type &&
        r.request.batch == beside.request.batch && r.request.sequence == beside.request.sequence &&
        (fastest == nullptr || r.times.seconds.median < fastest->times.seconds.median))
      fastest = &r;
  return fastest;
}

/// The one of the same model in the same blocks that is not in 8 bits.
const InferenceRecord& without_int8(const std::vector<InferenceRecord>& records,
                                    const InferenceRecord& of) {
  return *std::ranges::find_if(records, [&](const InferenceRecord& r) {
    return r.implementation == of.implementation && r.form == PackedForm{of.form.block} &&
           r.model == of.model && r.type == of.type && r.request.batch == of.request.batch &&
           r.request.sequence == of.request.sequence;
  });
}

/// How far the hidden states of one sequence are from those of the encoder, as a share of their
/// norm.
double difference_of(const models::PackedModel& model, const models::Encoder& encoder,
                     Index sequence) {
  const RequestShape request = {.batch = 1, .sequence = sequence};
  PackedRequest packed(model, request);
  packed.run();
  const std::vector<float> found = packed.result();
  const models::ModelConfig& config = encoder.config();
  const std::vector<std::int32_t> tokens = random_tokens(request.tokens(), config.vocabulary);
  const auto record = encoder.make_record();
  const sparse::Activations& hidden =
      encoder.forward({.tokens = tokens, .sequence = sequence}, *record);
  double error = 0, norm = 0;
  for (Index t = 0; t < request.tokens(); ++t)
    for (Index f = 0; f < config.hidden; ++f) {
      const double expected = hidden.at(t, f);
      const double difference = found[static_cast<std::size_t>(t * config.hidden + f)] - expected;
      error += difference * difference;
      norm += expected * expected;
    }
  return std::sqrt(error / norm);
}

}  // namespace

std::vector<PackedForm> packed_forms(const std::vector<Index>& blocks, Type type) {
  std::vector<PackedForm> forms;
  for (const bool int8 : {false, true}) {
    if (int8 && type != Type::kF32) break;
    forms.push_back({.block = 0, .int8 = int8});
    for (const Index block : blocks)
      if (!int8 || block >= 4) forms.push_back({.block = block, .int8 = int8});
  }
  return forms;
}

std::vector<std::int32_t> random_tokens(Index count, Index vocabulary) {
  const Random random(kModelSeed, stream_id("request tokens"));
  std::vector<std::int32_t> tokens;
  for (Index i = 0; i < count; ++i)
    tokens.push_back(static_cast<std::int32_t>(
        random.below(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(vocabulary))));
  return tokens;
}

Packed packed_model(const models::ModelConfig& config, const PackedForm& form, double density,
                    int threads, Type type) {
  return pack_random(options_of(config, form.block, density), form.int8, threads, type);
}

models::EncoderOptions verified_options(const models::ModelConfig& config, Index block,
                                        double density) {
  models::EncoderOptions options = options_of(config, block, density);
  options.initial_deviation = verified_deviation(config.hidden, options.density);
  return options;
}

double hidden_bound(const models::ModelConfig& config, Type type, bool int8) {
  constexpr double kUnit = 0x1p-24, kLambda = 8;
  const auto products = static_cast<double>(4 * config.layers);
  const double of_sums =
      products * kLambda * std::sqrt(static_cast<double>(config.intermediate)) * kUnit;
  const double of_operands = int8 ? 0x1p-5 : type == Type::kBf16 ? 0x1p-8 : 0;
  return of_sums + std::sqrt(products) * of_operands;
}

std::string verify_inference(const models::ModelConfig& config, const PackedForm& form,
                             double density, int threads, Type type) {
  const models::EncoderOptions options = verified_options(config, form.block, density);
  const Packed fast = pack_random(options, form.int8, threads, type);
  const Context reference(context_of(threads, type, "reference"));
  const auto encoder = models::make_encoder(options, reference);
  const double bound = hidden_bound(config, type, form.int8);
  for (const Index sequence : kVerifiedSequences) {
    const double share = difference_of(*fast.model, *encoder, sequence);
    if (share <= bound) continue;  // not the other way round: a NaN is wrong
    return "hidden states of " + std::to_string(sequence) + " tokens differ by " +
           std::to_string(share) + " of their norm; bound " + std::to_string(bound);
  }
  return "";
}

void measure_inference(const Plan& plan, Results& results) {
  std::vector<Index> lengths = {kShortSentence};
  if (plan.sequence != kShortSentence) lengths.push_back(plan.sequence);
  std::vector<RequestShape> requests;
  for (const Index sequence : lengths)
    for (const Index batch : {1, 8, 32}) requests.push_back({.batch = batch, .sequence = sequence});
  for (const std::string& name : plan.models) {
    models::ModelConfig config = models::model_by_name(name);
    config.max_positions = std::max(config.max_positions, plan.sequence);
    for (const Type type : plan.types) {
      const Context context(context_of(plan.threads, type));
      const auto trained = models::make_encoder(options_of(config, 0, 1), context);
      std::vector<Packed> models;
      const std::vector<PackedForm> forms = packed_forms(plan.blocks, type);
      for (const PackedForm& form : forms) {
        const std::string wrong = verify_inference(config, form, plan.density, plan.threads, type);
        if (!wrong.empty())
          throw std::runtime_error(
              std::string("infer ").append(name).append(1, ' ').append(type_name(type, form)) +
              " block " + std::to_string(form.block) + ": " + wrong);
        models.push_back(packed_model(config, form, plan.density, plan.threads, type));
      }
      WorkProgress progress("infer " + name, static_cast<double>(requests.size()));
      for (const RequestShape& request : requests) {
        std::vector<Timed> timed(1 + forms.size());
        std::vector<Timed*> all;
        all.reserve(timed.size());
        timed[0].runner = std::make_unique<TrainedRequest>(*trained, request);
        for (std::size_t i = 0; i < forms.size(); ++i)
          timed[i + 1].runner = std::make_unique<PackedRequest>(*models[i].model, request);
        for (Timed& one : timed) all.push_back(&one);
        progress.begin(std::to_string(request.batch) + " x " + std::to_string(request.sequence), 1);
        measure_interleaved(all, plan.rounds, Caches::kWarm, [&](int rounds) {
          progress.reach(static_cast<double>(rounds) / plan.rounds);
        });
        for (std::size_t i = 0; i < timed.size(); ++i) {
          const PackedForm form = i == 0 ? PackedForm() : forms[i - 1];
          results.inferences.push_back({.implementation = i == 0 ? "training" : "packed",
                                        .model = name,
                                        .form = form,
                                        .density = form.block == 0 ? 1 : plan.density,
                                        .type = type,
                                        .request = request,
                                        .threads = plan.threads,
                                        .times = times_of(timed[i])});
        }
        results.keep_so_far();
      }
    }
  }
}

void print_inference(const Results& results) {
  const std::vector<InferenceRecord>& records = results.inferences;
  std::printf(
      "\n### Inference: tokens to hidden states\n\n| model | implementation | block | density | "
      "type | threads | batch x tokens | ms | quartiles | CPU ms | sequences/s | x faster dense "
      "| x faster 8 bits |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const InferenceRecord& r : records) {
    const InferenceRecord* dense = fastest_dense(records, r);
    const Spread& seconds = r.times.seconds;
    std::string by_int8;
    if (r.form.int8) {
      char ratio[32];
      std::snprintf(ratio, sizeof ratio, "%.2f",
                    without_int8(records, r).times.seconds.median / seconds.median);
      by_int8 = ratio;
    }
    std::printf(
        "| %s | %s | %lld | %g | %s | %d | %lld x %lld | %.3f | %+.1f%% %+.1f%% | %.3f | %.0f | "
        "%.2f | %s |\n",
        r.model.c_str(), r.implementation.c_str(), static_cast<long long>(r.form.block), r.density,
        type_name(r.type, r.form), r.threads, static_cast<long long>(r.request.batch),
        static_cast<long long>(r.request.sequence), seconds.median * 1e3,
        100 * (seconds.lower_quartile / seconds.median - 1),
        100 * (seconds.upper_quartile / seconds.median - 1), r.times.cpu_seconds * 1e3,
        static_cast<double>(r.request.batch) / seconds.median,
        dense == nullptr ? 0 : dense->times.seconds.median / seconds.median, by_int8.c_str());
  }
  std::fflush(stdout);
}

}  // namespace espalier::benchmarks
