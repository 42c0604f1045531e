// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/train_step.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <stdexcept>

#include <espalier/benchmarks/measure/timing.h>
#include <espalier/benchmarks/measure/work_progress.h>
#include <espalier/benchmarks/modes/pytorch_step.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/panel_groups.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::benchmarks {
namespace {

constexpr std::uint64_t kSeed = 20210813;
constexpr double kMaskedShare = 0.15;  // Devlin et al. 2019
/// Small enough that weights stay where they are: a step takes as long wherever they go.
constexpr double kLearningRate = 1e-5;

models::ModelConfig config_of(const std::string& model, Index sequence) {
  models::ModelConfig config = models::model_by_name(model);
  config.max_positions = std::max(config.max_positions, sequence);
  return config;
}

struct Entry {
  StepCase what;
  double flops = 0;
  std::shared_ptr<Profile> profile = {};  ///< null: nobody asked, or a peer's
  Timed timed = {};
};

void print_profile(const StepRecord& record, double peak) {
  std::printf(
      "\n#### %s\n\n| layer | pass | calls | ms | share | GFLOP/s | share of peak |\n"
      "|---|---|---|---|---|---|---|\n",
      name_of(record.what).c_str());
  const auto steps = static_cast<double>(record.iterations);
  const double whole = record.all_seconds / steps;
  double rest = whole;
  const auto print = [&](const Profile::Part& part, double calls, double seconds, double flops) {
    std::printf("| %s | %s | %.0f | %.2f | %.1f%% |", part.layer.c_str(), part.pass.c_str(), calls,
                seconds * 1e3, 100 * seconds / whole);
    if (flops > 0)
      std::printf(" %.1f | %.0f%% |\n", flops / seconds * 1e-9, 100 * flops / seconds / peak);
    else
      std::printf(" | |\n");
  };
  for (const auto& [part, time] : record.parts) {
    const double seconds = time.seconds / steps;
    rest -= seconds;
    print(part, static_cast<double>(time.calls) / steps, seconds, time.flops / steps);
  }
  print({.layer = "the rest", .pass = ""}, 0, rest, 0);
}

/// Gives sparse weights `verified_deviation`.
void enlarge_weights(TrainStep& step, const models::ModelConfig& config, double density) {
  const double deviation = verified_deviation(config.hidden, density);
  for (models::Parameter* parameter : step.parameters()) {
    if (!parameter->is_sparse()) continue;
    const auto factor = static_cast<float>(deviation / parameter->initial_deviation);
    for (float& value : parameter->values) value *= factor;
  }
}

/// `verify_step` on one sequence of so many tokens.
std::string verify_sequence(const models::ModelConfig& config, Index block, double density,
                            int threads, Type type, Index sequence) {
  const StepBatch batch = make_step_batch(1, sequence, config.vocabulary);
  TrainStep fast(config, block, density, batch, threads, "", nullptr, type);
  TrainStep reference(config, block, density, batch, threads, "reference", nullptr, type);
  for (TrainStep* step : {&fast, &reference}) enlarge_weights(*step, config, density);
  const double loss = fast.add_gradients(), expected_loss = reference.add_gradients();
  double difference = 0, norm = 0;
  const models::ParameterList ours = fast.parameters(), theirs = reference.parameters();
  for (std::size_t p = 0; p < ours.size(); ++p) {
    for (std::size_t i = 0; i < ours[p]->gradient.size(); ++i) {
      const double expected = theirs[p]->gradient[i], error = ours[p]->gradient[i] - expected;
      norm += expected * expected;
      difference += error * error;
    }
  }
  const double share = std::sqrt(difference / norm), bound = step_bound(config, type);
  // Not the other way round: a NaN is wrong.
  const bool right = share <= bound && std::abs(loss - expected_loss) <= bound * expected_loss;
  if (right) return "";
  return "of " + std::to_string(sequence) + " tokens the gradient differs by " +
         std::to_string(share) + " of its norm, loss " + std::to_string(loss) + " for " +
         std::to_string(expected_loss) + "; bound " + std::to_string(bound);
}

}  // namespace

StepBatch make_step_batch(Index sequences, Index sequence, Index vocabulary) {
  const Random tokens(kSeed, stream_id("step tokens"));
  StepBatch batch;
  batch.sequence = sequence;
  const auto word = [&](std::uint64_t i) {
    return static_cast<std::int32_t>(tokens.below(i, static_cast<std::uint64_t>(vocabulary)));
  };
  const auto count = static_cast<std::uint64_t>(sequences * sequence);
  for (std::uint64_t i = 0; i < count; ++i) {
    batch.tokens.push_back(word(2 * i));
    const auto masked_before = [](std::uint64_t n) {
      return std::floor(kMaskedShare * static_cast<double>(n));
    };
    if (masked_before(i + 1) == masked_before(i)) continue;
    batch.positions.push_back(static_cast<std::int32_t>(i));
    batch.labels.push_back(word(2 * i + 1));
  }
  return batch;
}

double step_bound(const models::ModelConfig& config, Type type) {
  constexpr double kUnit = 0x1p-24, kLambda = 8;
  const auto products = static_cast<double>(2 * (models::declare(config).weights.size() + 2));
  if (type == Type::kBf16) return std::sqrt(products) * 0x1p-8;
  return products * kLambda * std::sqrt(static_cast<double>(config.intermediate)) * kUnit;
}

struct TrainStep::Parts {
  Parts(const models::ModelConfig& shape, Index block, double density, const StepBatch& step_batch,
        int threads, const std::string& kernel, Profile* profile, Type type)
      : context({.threads = threads,
                 .seed = kSeed,
                 .kernel = kernel,
                 .precision = type == Type::kBf16 ? Precision::kBFloat16 : Precision::kFloat32,
                 .profile = profile}),
        model({.config = shape, .block = block, .density = density}, context),
        adamw(model.parameters(), {.learning_rate = kLearningRate}, &context),
        batch(&step_batch) {}

  /// The mean over the masked positions of what `sum(panel group, one over their number)` sums.
  template <typename Sum>
  double mean(const Sum& sum) {
    const double scale = 1 / static_cast<double>(batch->positions.size());
    double total = 0;
    models::for_each_panel_group(
        batch->tokens, batch->sequence, batch->positions, batch->labels, models::kPanelGroup,
        [&](const models::MlmBatch& group) { total += sum(group, scale); });
    return total * scale;
  }

  Context context;
  models::MlmModel model;
  models::AdamW adamw;
  const StepBatch* batch;
  models::MlmModel::Record record;
};

TrainStep::TrainStep(const models::ModelConfig& config, Index block, double density,
                     const StepBatch& batch, int threads, const std::string& kernel,
                     Profile* profile, Type type)
    : parts_(std::make_unique<Parts>(config, block == 0 ? 1 : block, block == 0 ? 1 : density,
                                     batch, threads, kernel, profile, type)) {}
TrainStep::~TrainStep() = default;

double TrainStep::loss() {
  Parts& p = *parts_;
  return p.mean([&](const models::MlmBatch& group, double) {
    return p.model.evaluate(group, p.record).loss_sum;
  });
}

double TrainStep::add_gradients() {
  Parts& p = *parts_;
  return p.mean([&](const models::MlmBatch& group, double scale) {
    return p.model.train(group, scale, p.record).loss_sum;
  });
}

void TrainStep::run() {
  add_gradients();
  parts_->adamw.step();
}

models::ParameterList TrainStep::parameters() { return parts_->model.parameters(); }

double TrainStep::flops() const {
  Parts& p = *parts_;
  models::ModelDeclaration declaration = models::declare(p.model.config());
  models::LmHead::declare(p.model.config().hidden, p.model.config().vocabulary, declaration);
  const Index sequences = p.batch->sequences();
  const double predicted =
      static_cast<double>(p.batch->positions.size()) / static_cast<double>(sequences);
  const models::FlopCount count = models::count_flops(
      declaration,
      models::mean_density(declaration, models::stored_values(declaration, p.model.parameters())),
      p.batch->sequence, predicted, models::Pass::kTraining,
      {.flops_per_value = p.adamw.flops_per_value(), .batch = sequences});
  return count.total() * static_cast<double>(sequences);
}

std::string verify_step(const models::ModelConfig& config, Index block, double density, int threads,
                        Type type) {
  for (const Index sequence : kVerifiedSequences)
    if (std::string wrong = verify_sequence(config, block, density, threads, type, sequence);
        !wrong.empty())
      return wrong;
  return "";
}

void measure_train_steps(const Plan& plan, Results& results) {
  for (const std::string& model : plan.models) {
    const models::ModelConfig config = config_of(model, plan.sequence);
    const StepBatch batch = make_step_batch(plan.batch, plan.sequence, config.vocabulary);
    std::vector<Entry> entries;
    const auto add = [&](StepCase what, double flops, std::shared_ptr<Profile> profile,
                         std::unique_ptr<Runner> runner) {
      const bool spins = what.implementation == "pytorch" && plan.threads > 1;
      entries.push_back({std::move(what),
                         flops,
                         std::move(profile),
                         {.runner = std::move(runner), .spinning = spins ? "pytorch" : ""}});
    };
    std::vector<Index> blocks = {0};
    blocks.insert(blocks.end(), plan.blocks.begin(), plan.blocks.end());
    for (const Type type : plan.types) {
      for (const Index block : blocks) {
        const StepCase what{.implementation = "espalier",
                            .model = model,
                            .block = block,
                            .density = block == 0 ? 1 : plan.density,
                            .sequence = plan.sequence,
                            .type = type,
                            .threads = plan.threads};
        const std::string wrong = verify_step(config, block, plan.density, plan.threads, type);
        if (!wrong.empty()) throw std::runtime_error(name_of(what) + ": " + wrong);
        const auto profile = plan.profile ? std::make_shared<Profile>() : nullptr;
        auto step = std::make_unique<TrainStep>(config, block, plan.density, batch, plan.threads,
                                                "", profile.get(), type);
        const double flops = step->flops();
        if (block == 0) {
          auto peer = make_pytorch_step(plan.python, config, *step, batch, type, plan.threads);
          StepCase theirs = what;
          theirs.implementation = "pytorch";
          if (peer.runner != nullptr) add(theirs, flops, nullptr, std::move(peer.runner));
          if (type == plan.types.front()) std::printf("- pytorch: %s\n", peer.note.c_str());
        }
        step->run();  // memory is allocated in the first step
        add(what, flops, profile, std::move(step));
      }
    }
    std::fflush(stdout);
    std::vector<Timed*> all;
    all.reserve(entries.size());
    for (Entry& e : entries) all.push_back(&e.timed);
    for (const Entry& e : entries)
      if (e.profile != nullptr) e.profile->clear();
    // A step reads more than any cache holds: one after the other is as cold as in training.
    WorkProgress progress("train_step " + model, plan.rounds);
    progress.begin("", plan.rounds);
    measure_interleaved(all, plan.rounds, Caches::kCold, [&](int rounds) {
      progress.reach(static_cast<double>(rounds) / plan.rounds);
    });
    for (const Entry& e : entries) {
      const RunTimes times = times_of(e.timed);
      results.steps.push_back(
          {.what = e.what,
           .tokens = plan.batch * plan.sequence,
           .flops = e.flops,
           .iterations = times.iterations,
           .cpu_seconds = times.cpu_seconds,
           .seconds = times.seconds,
           .all_seconds = std::accumulate(e.timed.seconds.begin(), e.timed.seconds.end(), 0.0),
           .parts = e.profile != nullptr ? e.profile->parts() : decltype(StepRecord::parts)()});
    }
    results.keep_so_far();
  }
}

void print_train_steps(const Results& results) {
  std::printf(
      "\n### One training step\n\n| model | implementation | block | density | type | threads | "
      "tokens/s | quartiles | ms | GFLOP/s | x fastest dense "
      "|\n|---|---|---|---|---|---|---|---|---|"
      "---|---|\n");
  for (const StepRecord& r : results.steps) {
    const StepRecord* dense = fastest_dense_step(results, r);
    std::printf("| %s | %s | %lld | %g | %s | %d | %.0f | %+.1f%% %+.1f%% | %.1f | %.1f | %.2f |\n",
                r.what.model.c_str(), r.what.implementation.c_str(),
                static_cast<long long>(r.what.block), r.what.density, type_name(r.what.type),
                r.what.threads, r.tokens_per_second(),
                100 * (r.seconds.median / r.seconds.upper_quartile - 1),
                100 * (r.seconds.median / r.seconds.lower_quartile - 1), r.seconds.median * 1e3,
                r.flops / r.seconds.median * 1e-9,
                dense == nullptr ? 0 : dense->seconds.median / r.seconds.median);
  }
  for (const StepRecord& r : results.steps)
    if (!r.parts.empty()) print_profile(r, arithmetic_ceiling(results, r.what.type));
  std::fflush(stdout);
}

}  // namespace espalier::benchmarks
