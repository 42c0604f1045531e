// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/start_decision.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_hash.h>
#include "tests/training/small_images.h"

namespace espalier::training {
namespace {

using ::testing::HasSubstr;

/// A run of which nothing follows its length.
RunConfig even_config() {
  RunConfig config = small_image_config("images", "static");
  config.run.name = "run";
  config.training.decay_power = 0;
  config.training.warmup_steps = 6;
  config.training.record_every = 3;
  config.training.validate_every = 4;
  return config;
}

template <typename T>
Found<T> damaged(const std::string& message) {
  return {.fault = std::make_exception_ptr(FormatError(message))};
}

/// What a run of `config` leaves that has these checkpoints; without any, it was killed before its
/// first one was due.
RunState trained(const RunConfig& config, RunStatus status, std::vector<Index> checkpoints = {}) {
  RunState state = {.folder = "runs/run", .has_trained = true};
  Manifest manifest;
  manifest.name = "run";
  manifest.status = status;
  manifest.config_hash = config_hash(config);
  manifest.sittings.resize(1);
  state.manifest.value = manifest;
  state.config.value = config;
  if (checkpoints.empty() && status != RunStatus::kDone) state.past_a_checkpoint.value = false;
  state.checkpoints.value = std::move(checkpoints);
  state.start.value.emplace();
  return state;
}

RunState branched(std::vector<Index> checkpoints, std::vector<Index> start) {
  RunState state = trained(even_config(), RunStatus::kRunning, std::move(checkpoints));
  state.manifest.value->branched_from = "x@3";
  state.manifest.value->branched_from_hash = "of x";
  state.start.value = std::move(start);
  return state;
}

/// Every kind of folder that a start may find.
std::vector<std::pair<std::string, RunState>> states() {
  const RunConfig config = even_config();
  RunConfig other = config, shorter = config, elsewhere = config;
  other.training.learning_rate = 1;
  shorter.training.steps = 24;
  elsewhere.data.images = "elsewhere";
  std::vector<std::pair<std::string, RunState>> all;
  const auto add = [&](const char* name, RunState state) -> RunState& {
    return all.emplace_back(name, std::move(state)).second;
  };
  add("nothing has trained", {.folder = "runs/run"});
  add("a branch that has not", {.folder = "runs/run", .untrained = "a branch of x@3"});
  add("files without a manifest", {.folder = "runs/run", .has_trained = true});
  add("a damaged manifest", {.folder = "runs/run",
                             .has_trained = true,
                             .manifest = damaged<Manifest>("manifest.json: altered")});
  add("done", trained(config, RunStatus::kDone, {60}));
  add("stopped", trained(config, RunStatus::kStopped, {9, 4}));
  add("killed early", trained(config, RunStatus::kRunning));
  add("checkpoints lost", trained(config, RunStatus::kRunning)).past_a_checkpoint.value = true;
  add("gone on from one", trained(config, RunStatus::kRunning))
      .manifest.value->sittings[0]
      .first_step = 2;
  add("records damaged", trained(config, RunStatus::kRunning)).past_a_checkpoint =
      damaged<bool>("metrics.jsonl: altered");
  add("a branch", branched({9}, {3}));
  add("a branch at its start", branched({}, {3}));
  add("a branch without it", branched({}, {}));
  add("a replay", trained(config, RunStatus::kRunning)).manifest.value->replayed_from = "r";
  add("another, done", trained(other, RunStatus::kDone, {60}));
  add("another, killed early", trained(other, RunStatus::kRunning));
  add("another, failed late", trained(other, RunStatus::kFailed, {4}));
  RunState& cut = add("another, checkpoint lost", trained(other, RunStatus::kFailed));
  cut.manifest.value->sittings[0].first_step = 2;
  RunState& unreadable = add("another, unreadable", trained(other, RunStatus::kFailed));
  unreadable.config = damaged<RunConfig>("config.toml: altered");
  unreadable.past_a_checkpoint = damaged<bool>("config.toml: altered");
  add("a shorter one", trained(shorter, RunStatus::kDone, {24, 20}));
  add("a shorter one, checkpoints gone", trained(shorter, RunStatus::kDone));
  add("with its files elsewhere", trained(elsewhere, RunStatus::kStopped, {9, 4}));
  add("with its files elsewhere, done", trained(elsewhere, RunStatus::kDone, {60}));
  add("with its files elsewhere, done, checkpoints gone", trained(elsewhere, RunStatus::kDone));
  add("with its files elsewhere, done long ago", trained(elsewhere, RunStatus::kDone, {60}))
      .manifest.value->format = 1;
  add("with its files elsewhere, killed early", trained(elsewhere, RunStatus::kRunning));
  return all;
}

TrainingRunOptions options_of(Resume resume) {
  TrainingRunOptions options;
  options.resume = resume;
  return options;
}
TrainingRunOptions from_checkpoint() {
  TrainingRunOptions options;
  options.checkpoint = "runs/run/checkpoints/step_4";
  return options;
}
TrainingRunOptions as_branch(const std::string& name = "x@3") {
  TrainingRunOptions options;
  options.branch = RunBranch{.checkpoint = "runs/x/checkpoints/step_3",
                             .name = name,
                             .step = 3,
                             .config_hashes = {"of x"}};
  return options;
}
TrainingRunOptions by_itself() {
  TrainingRunOptions options;
  options.began_by_itself = true;
  return options;
}
TrainingRunOptions as_replay() {
  TrainingRunOptions options;
  options.replay.emplace().name = "r";
  return options;
}

char letter(Start start) {
  constexpr std::string_view kLetters = "FBPRExdm-";  // in the order of the enumeration
  return kLetters.at(static_cast<std::size_t>(start));
}

std::string refusal(const RunState& state, const TrainingRunOptions& options,
                    const RunConfig& config = even_config()) {
  try {
    decide(state, config, options).require_start();
  } catch (const Error& error) {
    return error.what();
  }
  return "no refusal";
}

// Every state with every option. F fresh, B branch, P replay, R resume, E extend, x replace, d
// done, m move, - refuse.
TEST(StartDecision, IsThatOfTheTable) {
  const std::vector<TrainingRunOptions> columns = {options_of(Resume::kAuto),
                                                   options_of(Resume::kNever),
                                                   options_of(Resume::kReplace),
                                                   options_of(Resume::kReplaceOther),
                                                   options_of(Resume::kExtend),
                                                   from_checkpoint(),
                                                   as_branch(),
                                                   by_itself(),
                                                   as_replay()};
  const std::vector<std::pair<std::string, std::string>> table = {
      // auto, never, replace, replace another, extend, a checkpoint, a branch, by itself, a replay
      {"nothing has trained", "FFFF-RBFP"},       //
      {"a branch that has not", "--FF-RBFP"},     //
      {"files without a manifest", "--x--R---"},  //
      {"a damaged manifest", "--x------"},        //
      {"done", "d-xdd--d-"},                      //
      {"stopped", "R-xRRR-R-"},                   //
      {"killed early", "F-xFFRxF-"},              //
      {"checkpoints lost", "--x--R---"},          //
      {"gone on from one", "--x--R---"},          //
      {"records damaged", "--x--R---"},           //
      {"a branch", "R-xRRRR--"},                  //
      {"a branch at its start", "R-xRRRR--"},     //
      {"a branch without it", "--x--R---"},       //
      {"a replay", "F-xFFR-FF"},                  //
      {"another, done", "--xx-----"},             //
      {"another, killed early", "x-xx--xxx"},     //
      {"another, failed late", "--xx-----"},      //
      {"another, checkpoint lost", "--xx-----"},  //
      {"another, unreadable", "--xx-----"},       //
      {"a shorter one", "--xxE----"},             //
      {"a shorter one, checkpoints gone", "--xx-----"},
      {"with its files elsewhere", "E-xxE--E-"},
      {"with its files elsewhere, done", "m-xxm--m-"},
      {"with its files elsewhere, done, checkpoints gone", "--xx-----"},
      {"with its files elsewhere, done long ago", "--xx-----"},
      {"with its files elsewhere, killed early", "x-xx--xxx"},
  };
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [name, state] : states()) {
    std::string row;
    for (const TrainingRunOptions& options : columns)
      row += letter(decide(state, even_config(), options).start);
    found.emplace_back(name, row);
  }
  EXPECT_EQ(found, table);
}

// The options together: whatever is asked, nothing that could be lost is.
TEST(StartDecision, NeverLosesARunThatNobodyGaveUp) {
  for (const auto& [name, found] : states())
    for (const Resume resume :
         {Resume::kAuto, Resume::kNever, Resume::kReplace, Resume::kReplaceOther, Resume::kExtend})
      for (const bool checkpoint : {false, true})
        for (TrainingRunOptions options :
             {TrainingRunOptions(), as_branch(), by_itself(), as_replay(), as_branch("y@3")})
          for (const bool replaced_there : {false, true}) {
            options.resume = resume;
            if (checkpoint) options.checkpoint = from_checkpoint().checkpoint;
            RunState state = found;
            state.replaced_there = replaced_there;
            const StartDecision decision = decide(state, even_config(), options);
            const std::string where = name + ", " + std::to_string(static_cast<int>(resume));
            EXPECT_EQ(decision.refusal != nullptr, decision.start == Start::kRefuse) << where;
            const bool asked = resume == Resume::kReplace || resume == Resume::kReplaceOther;
            const bool has_checkpoint =
                !state.checkpoints.value || !state.checkpoints.value->empty();
            switch (decision.start) {
              case Start::kReplace:
                EXPECT_TRUE(state.has_trained && !replaced_there) << where;
                EXPECT_TRUE(asked || (resume == Resume::kAuto && !has_checkpoint)) << where;
                break;
              case Start::kFresh:
                EXPECT_TRUE(!state.has_trained || !has_checkpoint) << where;
                EXPECT_FALSE(checkpoint) << where;
                break;
              case Start::kBranch:
              case Start::kReplay:
                EXPECT_TRUE(!state.has_trained && !checkpoint) << where;
                break;
              case Start::kMove:
                EXPECT_FALSE(decision.former_places.empty()) << where;
                break;
              case Start::kExtend:
                EXPECT_TRUE(resume == Resume::kExtend || !decision.former_places.empty()) << where;
                break;
              default:
                break;
            }
            EXPECT_TRUE(!state.has_trained || resume != Resume::kNever || decision.refusal)
                << where;
          }
}

TEST(StartDecision, RefusesInALineThatSaysWhatToDo) {
  const auto all = states();
  const auto state = [&](const std::string& name) {
    for (const auto& [known, found] : all)
      if (known == name) return found;
    throw Error("no state " + name);
  };
  EXPECT_THAT(refusal(state("nothing has trained"), options_of(Resume::kExtend)),
              HasSubstr("train one without --extend first"));
  EXPECT_THAT(refusal(state("stopped"), options_of(Resume::kNever)),
              HasSubstr("a run of this name exists"));
  EXPECT_THAT(refusal(state("a branch that has not"), {}),
              HasSubstr("runs/run: a branch of x@3, which was killed before it trained; repeat the "
                        "command that began it"));
  EXPECT_THAT(refusal(state("files without a manifest"), {}), HasSubstr("no manifest.json"));
  EXPECT_THAT(refusal(state("a damaged manifest"), {}),
              ::testing::AllOf(HasSubstr("manifest.json: altered"), HasSubstr("with --resume")));
  EXPECT_THAT(refusal(state("checkpoints lost"), {}), HasSubstr("no checkpoint, though"));
  EXPECT_THAT(refusal(state("gone on from one"), {}),
              HasSubstr("no checkpoint, though by manifest.json the run went on from one"));
  EXPECT_THAT(refusal(state("a branch without it"), {}), HasSubstr("what it began with"));
  EXPECT_THAT(refusal(state("records damaged"), {}), HasSubstr("metrics.jsonl: altered"));
  EXPECT_THAT(refusal(state("a branch"), by_itself()),
              HasSubstr("a branch of x@3, not a run that began by itself"));
  EXPECT_THAT(refusal(state("a branch"), as_branch("y@3")),
              HasSubstr("a branch of x@3, not of y@3"));
  TrainingRunOptions branch = as_branch();
  branch.branch->config_hashes = {"of another x"};
  EXPECT_THAT(refusal(state("a branch"), branch), HasSubstr("of another run of that name"));
  branch = as_branch();
  branch.branch->start = BranchStart::kNextPhase;
  EXPECT_THAT(refusal(state("a branch"), branch), HasSubstr("a branch of x@3, not a next phase"));
  EXPECT_THAT(refusal(state("stopped"), as_replay()), HasSubstr("no replay of r"));
  EXPECT_THAT(refusal(state("done"), from_checkpoint()),
              HasSubstr("runs/run: the run is done, and goes on from no checkpoint; go on as "
                        "another run with --from RUN@STEP"));
  EXPECT_THAT(refusal(state("another, done"), {}),
              HasSubstr("with training.learning_rate 1.0, not 0.003"));
  EXPECT_THAT(refusal(state("another, unreadable"), {}), HasSubstr("which cannot be read"));
  EXPECT_THAT(refusal(state("a shorter one"), {}), HasSubstr("add --extend to make it one of"));
  EXPECT_THAT(refusal(state("a shorter one, checkpoints gone"), options_of(Resume::kExtend)),
              HasSubstr("which cannot become one of 60 steps, since it has no checkpoint; train "
                        "anew with --overwrite"));
  RunState stuck = state("stopped");
  stuck.replaced_there = true;
  EXPECT_THAT(refusal(stuck, options_of(Resume::kReplace)), HasSubstr("runs/.run.replaced"));
  RunConfig by_hours = even_config();
  by_hours.own["training.schedule_by"] = std::string("hours");
  by_hours.own["training.hours"] = 2.0;
  RunConfig more_steps = by_hours;
  more_steps.training.steps = 90;
  RunState stopped = trained(by_hours, RunStatus::kStopped, {9});
  stopped.clock.value.emplace(9);
  EXPECT_THAT(refusal(stopped, {}, more_steps),
              HasSubstr("a run of 2 hours, at most 60 steps; add --extend to make it one of 2 "
                        "hours, at most 90 steps"));
  // The clock of a replay is that of another run, which said nothing of the steps to come.
  stopped.manifest.value->replayed_from = "r";
  EXPECT_THAT(refusal(stopped, options_of(Resume::kExtend), more_steps),
              HasSubstr("since it is a replay of r; go on from it as another run"));
}

// Who does not replace a run wants the one that a replacement was to remove.
TEST(StartDecision, StartsNoneInPlaceOfOneThatAKilledReplacementHasPutAside) {
  RunState state = {.folder = "runs/run", .replaced_there = true, .replaced_has_checkpoint = true};
  for (const TrainingRunOptions& options :
       {options_of(Resume::kAuto), options_of(Resume::kNever), options_of(Resume::kExtend),
        from_checkpoint(), as_branch(), as_replay()})
    EXPECT_THAT(refusal(state, options),
                HasSubstr("runs/.run.replaced: an earlier run of this name"));
  for (const Resume resume : {Resume::kReplace, Resume::kReplaceOther})
    EXPECT_EQ(decide(state, even_config(), options_of(resume)).start, Start::kFresh);
  // One without a checkpoint was replaced unasked, and has nothing to lose.
  state.replaced_has_checkpoint = false;
  EXPECT_EQ(decide(state, even_config(), {}).start, Start::kFresh);
}

// A run goes on from the last step that both budgets have in common, and what its clock said
// counts.
TEST(StartDecision, ExtendsFromTheLastCommonStep) {
  RunConfig longer = even_config();
  RunState state = trained(longer, RunStatus::kDone, {60, 56});
  longer.training.steps = 90;
  EXPECT_EQ(decide(state, longer, options_of(Resume::kExtend)).last_common_step, 60);
  longer.training.steps = 40;
  EXPECT_THAT(refusal(state, options_of(Resume::kExtend), longer),
              HasSubstr("it has trained 60 steps already"));
}

// Whose names stand in checkpoints by the hashes of what they hold.
TEST(StartDecision, GoesOnWithFilesInAnotherPlace) {
  RunConfig config = even_config();
  const RunState state = trained(config, RunStatus::kStopped, {9, 4});
  EXPECT_TRUE(decide(state, config, {}).former_places.empty());
  config.data.images = "elsewhere";
  const StartDecision decision = decide(state, config, {});
  EXPECT_EQ(decision.start, Start::kExtend);
  EXPECT_EQ(decision.last_common_step, 9);
  EXPECT_EQ(decision.former_places, "data.images images");
  RunState branch = branched({}, {3});
  EXPECT_EQ(decide(branch, config, {}).last_common_step, 3);
  config.training.learning_rate = 1;
  EXPECT_THAT(refusal(state, {}, config),
              HasSubstr("with data.images images, not elsewhere; training.learning_rate"));

  config = even_config();
  config.run.task = "sequence_classification";
  config.own["model.encoder"] = std::string("encoder");
  const RunState fine_tuned = trained(config, RunStatus::kStopped, {9});
  config.own["model.encoder"] = std::string("elsewhere");
  EXPECT_EQ(decide(fine_tuned, config, {}).former_places, "model.encoder encoder");
}

// The checkpoints of a run from scratch have no hash of an encoder, and it asks for none.
TEST(StartDecision, ARunFromScratchIsNoneWithAnEncoderInAnotherPlace) {
  RunConfig scratch = even_config();
  scratch.run.task = "sequence_classification";
  RunConfig fine_tuned = scratch;
  fine_tuned.own["model.encoder"] = std::string("encoder");
  for (const RunStatus status : {RunStatus::kStopped, RunStatus::kDone}) {
    EXPECT_THAT(refusal(trained(fine_tuned, status, {9}), {}, scratch),
                HasSubstr("a run of another configuration, with model.encoder encoder, not ''"));
    EXPECT_THAT(refusal(trained(scratch, status, {9}), {}, fine_tuned),
                HasSubstr("a run of another configuration, with model.encoder '', not encoder"));
  }
}

}  // namespace
}  // namespace espalier::training
