// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/policies/policy_registry.h>

#include <algorithm>
#include <string>
#include <utility>

#include <espalier/schedules/policies/drop_and_grow.h>
#include <espalier/schedules/rules/policy_option_list.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>

namespace espalier::schedules {
namespace {

struct Registration {
  std::string name;
  PolicyInfo info;
  PolicyFactory make;
  PolicyOptions preset;
};

/// A policy that is the general one with the settings of its source.
Registration published(const char* name, const char* description, const PolicyOptions& preset,
                       bool dense_attention = false) {
  const PolicyInfo info = {
      .name = name, .description = description, .dense_attention = dense_attention};
  PolicyOptions example = preset;  // the cost does not depend on the length of the run
  example.steps = std::max<Index>(preset.updates, 1);
  return {name, drop_and_grow(info, example)->info(),
          [info](const PolicyOptions& options) { return drop_and_grow(info, options); }, preset};
}

Registration fixed(const char* name, const char* description) {
  const PolicyInfo info = {.name = name, .description = description};
  return {name,
          info,
          [info](const PolicyOptions& options) { return fixed_pattern(info, options.pattern); },
          {.pattern = name}};
}

std::vector<Registration> policies_of_the_library() {
  const PolicyOptions paper;
  // Where a source does not say how often it updates, in which unit, or how it rounds, the paper's
  // setting stands.
  const PolicyOptions rigl = {.drop_fraction = 0.3,
                              .every_steps = 100,
                              .end = 0.75,
                              .rounding = Rounding::kDown,
                              .grow = "gradient",
                              .regrow_dropped = true,
                              .keep_regrown = true,
                              .skip_optimizer = true};
  PolicyOptions srigl = rigl;
  srigl.structure = Structure::kConstantFanIn;
  srigl.pattern = "constant_fan_in";
  const PolicyOptions mest = {
      .drop_fraction = 0.2, .drop_schedule = ScheduleShape::kLinear, .drop = "magnitude_gradient"};
  PolicyOptions mest_soft = mest;
  mest_soft.grow_first = true;
  const PolicyOptions one_shot = {
      .once_at = 0.5, .drop_fraction_end = 0, .grow = "none", .density_start = 1};
  PolicyOptions one_shot_random = one_shot;
  one_shot_random.drop = "random";

  std::vector<Registration> list;
  list.push_back({"dense", dense()->info(), [](const PolicyOptions&) { return dense(); }, paper});
  list.push_back({"static", static_pattern()->info(),
                  [](const PolicyOptions& options) { return static_pattern(options.pattern); },
                  paper});
  list.push_back({"dynamic", dynamic({.updates = 1, .steps = 1})->info(), dynamic, paper});
  list.push_back(published(
      "set",
      "drop the smallest positive and negative blocks apart, grow at random (SET, Mocanu 2018)",
      {.drop_fraction = 0.3,
       .drop_schedule = ScheduleShape::kConstant,
       .drop = "signed",
       .rounding = Rounding::kDown,
       .regrow_dropped = true,
       .grown_values = GrownValues::kInitial}));
  list.push_back(published("set_magnitude",
                           "SET with one magnitude threshold for each weight (Evci 2020)",
                           {.drop_fraction = 0.3,
                            .every_steps = 100,
                            .end = 0.75,
                            .rounding = Rounding::kDown,
                            .regrow_dropped = true,
                            .keep_regrown = true}));
  list.push_back(published(
      "rigl", "drop by magnitude, grow where the gradient is largest (RigL, Evci 2020)", rigl));
  list.push_back(published(
      "itop_set", "SET with few, large updates, to explore more (ITOP, Liu 2021)",
      {.updates = 64, .drop_fraction_end = 0.005, .regrow_dropped = true, .keep_regrown = true}));
  list.push_back(published("itop_rigl",
                           "RigL with few, large updates, to explore more (ITOP, Liu 2021)",
                           {.updates = 24,
                            .drop_fraction_end = 0.005,
                            .grow = "gradient",
                            .regrow_dropped = true,
                            .keep_regrown = true}));
  list.push_back(
      published("snfs", "grow by momentum, in the weights of large momentum (SNFS, Dettmers 2019)",
                {.drop_fraction_end = 0.005,
                 .grow = "momentum",
                 .regrow_dropped = true,
                 .keep_regrown = true,
                 .redistribute = true}));
  list.push_back(
      published("gmp", "dense at first, pruned on a cubic schedule (GMP, Zhu 2017)",
                {.drop_fraction = 0, .grow = "none", .density_start = 1, .density_end = 0.75}));
  list.push_back(published(
      "granet", "half dense at first, pruned globally and regrown by gradient (GraNet, Liu 2021)",
      {.drop_fraction_end = 0.005,
       .grow = "gradient",
       .regrow_dropped = true,
       .keep_regrown = true,
       .density_start = 0.5,
       .density_end = 0.3,
       .density_scope = DensityScope::kGlobal}));
  // The source as far as it was to be had, its abstract and introduction, and what is reported of
  // it: the density falls on a cubic course, the blocks of smallest norm go, and those of largest
  // gradient norm grow. Ours: which share is exchanged and when the course ends, as in the paper
  // and in GMP; that an exchange leaves the number of blocks as it is; the norm, which is that of
  // all others here.
  list.push_back(published("blast",
                           "GMP and growth by gradient, in feed-forward layers alone (after BLaST, "
                           "Okanovic 2025)",
                           {.grow = "gradient",
                            .regrow_dropped = true,
                            .keep_regrown = true,
                            .density_start = 1,
                            .density_end = 0.75},
                           true));
  list.push_back(
      published("mest", "drop by |w| + lambda |g|, grow at random (MEST, Yuan 2021)", mest));
  list.push_back(published("mest_soft", "MEST that grows first and drops at the next update (EM&S)",
                           mest_soft));
  list.push_back(published("snip",
                           "keep the blocks of largest |w g| of the first batch (SNIP, Lee 2019)",
                           {.once_at = 0,
                            .drop = "saliency",
                            .grow = "none",
                            .skip_optimizer = true,
                            .density_start = 1,
                            .density_scope = DensityScope::kGlobal}));
  list.push_back(published("one_shot_magnitude", "dense for half the run, then pruned once by norm",
                           one_shot));
  list.push_back(published("one_shot_random", "dense for half the run, then pruned once at random",
                           one_shot_random));
  list.push_back(published(
      "srigl", "RigL with as many blocks in every block row, rows ablated (SRigL, Lasby 2024)",
      srigl));
  list.push_back(published(
      "n_of_m", "N of every M blocks along a row; drop and grow within them (after Zhou 2021)",
      {.structure = Structure::kGroups, .group = 10, .pattern = "n_of_m"}));
  list.push_back(fixed("constant_fan_in", "as many random blocks in every block row, fixed"));
  list.push_back(fixed("block_diagonal", "blocks along the diagonal, fixed"));
  list.push_back(fixed("banded", "a band around the diagonal, fixed"));
  list.push_back(fixed("butterfly", "the flat butterfly of Dao 2022 (Pixelated Butterfly), fixed"));
  list.push_back(fixed("small_world", "a rewired ring lattice (Watts 1998), fixed"));
  list.push_back(fixed("scale_free", "preferential attachment (Barabasi 1999), fixed"));
  return list;
}

/// The names a program knows. A process-wide table is what lets a configuration name a policy that
/// was compiled elsewhere; policies themselves have no state.
NamedRegistry<Registration>& policy_registry() {
  static NamedRegistry<Registration> instance("topology policy", policies_of_the_library());
  return instance;
}

}  // namespace

void register_topology_policy(PolicyInfo info, PolicyFactory factory, const PolicyOptions& preset) {
  if (!factory) throw ConfigError("topology policy '" + info.name + "': the factory is empty");
  std::string name = info.name;
  policy_registry().add({std::move(name), std::move(info), std::move(factory), preset});
}

std::vector<PolicyInfo> topology_policies() {
  std::vector<PolicyInfo> policies;
  for (Registration& entry : policy_registry().all()) policies.push_back(std::move(entry.info));
  return policies;
}

PolicyInfo policy_info(std::string_view name) { return policy_registry().at(name).info; }

PolicyOptions policy_preset(std::string_view name) { return policy_registry().at(name).preset; }

PolicyPtr make_topology_policy(std::string_view name, const PolicyOptions& options) {
  PolicyPtr policy = policy_registry().at(name).make(options);
  if (policy == nullptr)
    throw ConfigError("topology policy '" + std::string(name) +
                      "': its factory made nothing; expected a policy");
  return policy;
}

PolicyPtr preset_policy(std::string_view name, std::span<const std::string> settings) {
  return make_topology_policy(name, policy_options_from(settings, policy_preset(name)));
}

PolicyPtr preset_policy(std::string_view name, std::initializer_list<std::string> settings) {
  return preset_policy(name, std::span(settings.begin(), settings.size()));
}

}  // namespace espalier::schedules
