// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/generation.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include <espalier/benchmarks/measure/runner.h>
#include <espalier/benchmarks/measure/work_progress.h>
#include <espalier/benchmarks/modes/inference.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/inference/packed_model.h>

namespace espalier::benchmarks {
namespace {

using models::KeyValueCache;
using models::PackedModel;

/// Steps of one run, after which the cache is as before.
constexpr Index kStepsOfRun = 16;

/// Texts of one model, read up to the end of their prompts.
class Texts {
 public:
  /// `model` must outlive it.
  Texts(const PackedModel& model, Index batch, Index prompt)
      : model_(&model),
        prompt_(prompt),
        tokens_(random_tokens(batch * (prompt + kStepsOfRun), model.config().vocabulary)),
        caches_(static_cast<std::size_t>(batch)),
        next_(static_cast<std::size_t>(batch)),
        logits_(static_cast<std::size_t>(batch * model.config().vocabulary)) {
    for (Index i = 0; i < batch; ++i) {
      prompts_.push_back({tokens_of(i).first(static_cast<std::size_t>(prompt))});
      pointers_.push_back(&caches_[static_cast<std::size_t>(i)]);
    }
  }

  void read() { model_->prefill(prompts_, pointers_, out(), workspace_); }
  /// Reads the token at `place`, the next, and gives all logits or the `largest` largest.
  void go_on(Index place, Index largest) {
    for (std::size_t i = 0; i < next_.size(); ++i)
      next_[i] = tokens_of(static_cast<Index>(i))[static_cast<std::size_t>(place)];
    model_->step(next_, pointers_, out(), workspace_, largest);
  }
  void go_back(Index place) {
    for (KeyValueCache& cache : caches_) cache.shorten(place);
  }
  void go_on_to_end(Index largest) {
    go_back(prompt_);
    for (Index step = 0; step < kStepsOfRun; ++step) go_on(prompt_ + step, largest);
  }
  std::span<const std::int32_t> tokens_of(Index text) const {
    const auto length = static_cast<std::size_t>(prompt_ + kStepsOfRun);
    return std::span(tokens_).subspan(static_cast<std::size_t>(text) * length, length);
  }
  const std::vector<float>& logits() const { return logits_; }

 private:
  MatrixView<float> out() {
    return {logits_.data(), static_cast<Index>(caches_.size()), model_->config().vocabulary};
  }

  const PackedModel* model_;
  Index prompt_;
  std::vector<std::int32_t> tokens_;
  std::vector<models::TokenSequence> prompts_;
  std::vector<KeyValueCache> caches_;
  std::vector<KeyValueCache*> pointers_;
  std::vector<std::int32_t> next_;
  std::vector<float> logits_;
  models::InferenceWorkspace workspace_;
};

class PrefillRunner final : public Runner {
 public:
  explicit PrefillRunner(Texts& texts) : texts_(&texts) {}
  void run() override { texts_->read(); }
  std::vector<float> result() const override { return texts_->logits(); }

 private:
  Texts* texts_;
};

class StepsRunner final : public Runner {
 public:
  StepsRunner(Texts& texts, Index largest) : texts_(&texts), largest_(largest) {}
  void run() override { texts_->go_on_to_end(largest_); }
  std::vector<float> result() const override { return texts_->logits(); }

 private:
  Texts* texts_;
  Index largest_;
};

std::vector<float> logits_of_whole(const PackedModel& model, std::span<const std::int32_t> tokens) {
  std::vector<float> logits(static_cast<std::size_t>(model.config().vocabulary));
  const models::TokenSequence sequence = {tokens};
  const Index last = static_cast<Index>(tokens.size()) - 1;
  models::InferenceWorkspace workspace;
  model.word_logits({&sequence, 1}, {&last, 1}, {logits.data(), 1, model.config().vocabulary},
                    workspace);
  return logits;
}

/// Of one step, where a run has several.
RunTimes of_one_step(RunTimes times) {
  for (double* seconds : {&times.seconds.lower_quartile, &times.seconds.median,
                          &times.seconds.upper_quartile, &times.cpu_seconds})
    *seconds /= static_cast<double>(kStepsOfRun);
  times.iterations *= kStepsOfRun;
  return times;
}

}  // namespace

std::string verify_generation(const models::ModelConfig& config, const PackedForm& form,
                              double density, int threads, Type type) {
  if (std::string wrong = verify_inference(config, form, density, threads, type); !wrong.empty())
    return wrong;
  constexpr Index kPrompt = 20;
  const Packed packed = packed_model(config, form, density, threads, type);
  Texts texts(*packed.model, 1, kPrompt);
  texts.read();
  for (Index place = kPrompt; place < kPrompt + kStepsOfRun; ++place) {
    texts.go_on(place, 0);
    const std::vector<float> whole = logits_of_whole(
        *packed.model, texts.tokens_of(0).first(static_cast<std::size_t>(place) + 1));
    if (texts.logits() != whole) return "the logits of a step are not those of the whole sequence";
    texts.go_back(place);
    texts.go_on(place, 1);
    const auto largest = std::ranges::max_element(texts.logits());
    const auto expected = std::ranges::max_element(whole);
    if (*largest != *expected || largest - texts.logits().begin() != expected - whole.begin())
      return "the largest logit of a step is not that of the whole sequence";
  }
  return "";
}

void measure_generation(const Plan& plan, Results& results) {
  for (const std::string& name : plan.models) {
    models::ModelConfig config = models::model_by_name(name);
    config.max_positions = std::max(config.max_positions, plan.sequence + kStepsOfRun);
    for (const Type type : plan.types) {
      std::vector<Packed> models;
      const std::vector<PackedForm> forms = packed_forms(plan.blocks, type);
      for (const PackedForm& form : forms) {
        const std::string wrong = verify_generation(config, form, plan.density, plan.threads, type);
        if (!wrong.empty())
          throw std::runtime_error(
              std::string("generate ").append(name).append(1, ' ').append(type_name(type, form)) +
              " block " + std::to_string(form.block) + ": " + wrong);
        models.push_back(packed_model(config, form, plan.density, plan.threads, type));
      }
      const std::vector<Index> batches =
          plan.batch == 0 ? std::vector<Index>{1, 16} : std::vector<Index>{plan.batch};
      WorkProgress progress("generate " + name, static_cast<double>(batches.size()));
      for (const Index batch : batches) {
        std::vector<std::unique_ptr<Texts>> texts;
        std::vector<Timed> timed(3 * forms.size());
        std::vector<Timed*> all;
        all.reserve(timed.size());
        for (std::size_t i = 0; i < forms.size(); ++i) {
          texts.push_back(std::make_unique<Texts>(*models[i].model, batch, plan.sequence));
          timed[3 * i].runner = std::make_unique<PrefillRunner>(*texts[i]);
          timed[3 * i + 1].runner = std::make_unique<StepsRunner>(*texts[i], 0);
          timed[3 * i + 2].runner = std::make_unique<StepsRunner>(*texts[i], 1);
        }
        for (Timed& one : timed) all.push_back(&one);
        progress.begin("batch " + std::to_string(batch), 1);
        measure_interleaved(all, plan.rounds, Caches::kWarm, [&](int rounds) {
          progress.reach(static_cast<double>(rounds) / plan.rounds);
        });
        for (std::size_t i = 0; i < forms.size(); ++i)
          results.generations.push_back({.model = name,
                                         .form = forms[i],
                                         .density = forms[i].block == 0 ? 1 : plan.density,
                                         .type = type,
                                         .prompts = {.batch = batch, .sequence = plan.sequence},
                                         .threads = plan.threads,
                                         .prefill = times_of(timed[3 * i]),
                                         .step = of_one_step(times_of(timed[3 * i + 1])),
                                         .greedy = of_one_step(times_of(timed[3 * i + 2]))});
        results.keep_so_far();
      }
    }
  }
}

void print_generation(const Results& results) {
  const std::vector<GenerationRecord>& records = results.generations;
  std::printf(
      "\n### Generation: prompts read, then token after token\n\n"
      "| model | block | density | type | threads | texts x prompt | prompts ms | x dense | step "
      "ms "
      "| quartiles | CPU ms | tokens/s | x dense | greedy ms | x dense |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const GenerationRecord& r : records) {
    // The dense one of a group is its first.
    const auto dense = std::ranges::find_if(records, [&](const GenerationRecord& other) {
      return other.form == PackedForm{} && other.model == r.model && other.type == r.type &&
             other.prompts.batch == r.prompts.batch;
    });
    const Spread& step = r.step.seconds;
    std::printf(
        "| %s | %lld | %g | %s | %d | %lld x %lld | %.2f | %.2f | %.3f | %+.1f%% %+.1f%% | %.3f | "
        "%.0f | %.2f | %.3f | %.2f |\n",
        r.model.c_str(), static_cast<long long>(r.form.block), r.density, type_name(r.type, r.form),
        r.threads, static_cast<long long>(r.prompts.batch),
        static_cast<long long>(r.prompts.sequence), r.prefill.seconds.median * 1e3,
        dense->prefill.seconds.median / r.prefill.seconds.median, step.median * 1e3,
        100 * (step.lower_quartile / step.median - 1),
        100 * (step.upper_quartile / step.median - 1), r.step.cpu_seconds * 1e3,
        static_cast<double>(r.prompts.batch) / step.median,
        dense->step.seconds.median / step.median, r.greedy.seconds.median * 1e3,
        dense->greedy.seconds.median / r.greedy.seconds.median);
  }
  std::fflush(stdout);
}

}  // namespace espalier::benchmarks
