// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/inspection.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string_view>

#include <espalier/files/plain_text.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/grouped_pattern.h>
#include <espalier/sparse/topology/pattern_stats.h>
#include <espalier/training/loop/trainer.h>

#ifdef ESPALIER_HAS_PATHS
#include <espalier/sparse/topology/effective_paths.h>
#endif

namespace espalier::experiments {
namespace {

using models::ParameterSummary;

/// Share of the bits that are set, one for each position from the lowest bit of the first word.
double share_of_bits(const std::vector<std::uint64_t>& words, const ParameterSummary& parameter,
                     const std::filesystem::path& checkpoint) {
  constexpr Index kBits = 64;
  const Index positions = parameter.pattern->grid_size();
  const Index expected = (positions + kBits - 1) / kBits;
  const Index unused = expected * kBits - positions;
  if (static_cast<Index>(words.size()) != expected ||
      (unused > 0 && words.back() >> (kBits - unused) != 0))
    throw FormatError(fmt::format("{}: the explored positions of {} do not fit its {} blocks",
                                  checkpoint.string(), parameter.name, positions));
  Index set = 0;
  for (const std::uint64_t word : words) set += std::popcount(word);
  return positions == 0 ? 0 : static_cast<double>(set) / static_cast<double>(positions);
}

InspectedParameter inspected(ParameterSummary summary, const models::CheckpointExtras& extras,
                             std::span<const training::NamedPattern> initial,
                             const std::filesystem::path& checkpoint) {
  InspectedParameter result;
  if (summary.pattern != nullptr) {
    const sparse::BlockPattern& pattern = *summary.pattern;
    result.dead_rows = sparse::dead_rows(pattern);
    result.dead_cols = sparse::dead_cols(pattern);
    result.norms = schedules::norm_histogram(summary.block_norms);
    const auto bits = extras.bits.find(training::kExploredPrefix + summary.name);
    if (bits != extras.bits.end())
      result.explored = share_of_bits(bits->second, summary, checkpoint);
    const auto start = std::ranges::find(initial, summary.name, &training::NamedPattern::name);
    if (start != initial.end()) result.overlap_initial = sparse::overlap(*start->pattern, pattern);
  }
  result.summary = std::move(summary);
  return result;
}

#ifdef ESPALIER_HAS_PATHS
void follow_paths(std::span<const ParameterSummary> summaries, Inspection& inspection) {
  for (const auto& chain : weight_chains(summaries)) {
    std::vector<sparse::PatternPtr> patterns;
    patterns.reserve(chain.size());
    for (const ChainLink& link : chain) patterns.push_back(link.pattern);
    const sparse::EffectivePaths paths = sparse::effective_paths(patterns);
    InspectedChain& result = inspection.chains.emplace_back();
    result.paths = paths.paths;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      result.weights.push_back(chain[i].weight->name);
      const auto stored = static_cast<double>(patterns[i]->values());
      inspection.parameters[static_cast<std::size_t>(chain[i].weight - summaries.data())]
          .effective = stored > 0 ? static_cast<double>(paths.effective_values[i]) / stored : 1;
    }
  }
}
#endif

std::string shape_text(const std::vector<Index>& shape) {
  std::string text;
  for (const Index extent : shape) text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

std::string share_text(const std::optional<double>& share) {
  return share ? fmt::format("{:.4f}", *share) : "-";
}

template <typename T>
nlohmann::json json_or_null(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

/// Width of the column of names.
std::size_t name_width(const Inspection& inspection) {
  std::size_t width = 10;
  for (const InspectedParameter& parameter : inspection.parameters)
    width = std::max(width, files::cell_text(parameter.summary.name).size() + 2);
  return width;
}

}  // namespace

bool follows_paths() {
#ifdef ESPALIER_HAS_PATHS
  return true;
#else
  return false;
#endif
}

Inspection inspect_checkpoint_topology(const std::filesystem::path& checkpoint,
                                       std::span<const training::NamedPattern> initial) {
  Inspection inspection = {.checkpoint = checkpoint, .parameters = {}, .chains = {}};
  const std::vector<ParameterSummary> summaries = models::inspect_checkpoint(checkpoint);
  const models::CheckpointExtras extras = models::checkpoint_extras(checkpoint);
  for (const ParameterSummary& summary : summaries)
    inspection.parameters.push_back(inspected(summary, extras, initial, checkpoint));
#ifdef ESPALIER_HAS_PATHS
  follow_paths(summaries, inspection);
#endif
  return inspection;
}

std::vector<std::vector<ChainLink>> weight_chains(std::span<const ParameterSummary> parameters) {
  std::vector<models::NamedShape> shapes;
  std::map<std::string_view, const ParameterSummary*> sparse;
  for (const ParameterSummary& parameter : parameters) {
    shapes.push_back({parameter.name, parameter.shape});
    if (parameter.pattern != nullptr) sparse[parameter.name] = &parameter;
  }
  std::vector<std::vector<ChainLink>> chains;
  const auto model = models::recognise(shapes);
  if (!model) return chains;
  const auto groups_of = [&](const std::string& name) {
    const auto weight = std::ranges::find(model->weights, name, &models::LinearWeight::name);
    return weight == model->weights.end() ? 1 : weight->groups;
  };
  for (const std::vector<std::string>& declared : model->chains) {
    chains.emplace_back();
    for (const std::string& name : declared) {
      const auto found = sparse.find(name);
      sparse::PatternPtr pattern;
      if (found != sparse.end() && found->second->pattern->grid_rows() % groups_of(name) == 0)
        pattern = sparse::ungrouped(found->second->pattern, groups_of(name));
      const bool goes_on =
          pattern != nullptr &&
          (chains.back().empty() || chains.back().back().pattern->rows() == pattern->cols());
      if (!goes_on) chains.emplace_back();  // what is dense, or does not fit, ends a chain
      if (pattern != nullptr) chains.back().push_back({found->second, pattern});
    }
  }
  std::erase_if(chains, [](const auto& chain) { return chain.size() < 2; });
  std::ranges::sort(chains, {}, [](const auto& chain) -> const std::string& {
    return chain.front().weight->name;
  });
  return chains;
}

std::string histogram_text(const schedules::NormHistogram& histogram) {
  constexpr std::array<const char*, 9> kBars = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string text;
  if (!histogram.counts.empty()) {
    const Index most = std::ranges::max(histogram.counts);
    text = fmt::format("2^{} ", histogram.lowest_exponent);
    // Rounded up, so that a bin with a single block shows.
    for (const Index count : histogram.counts)
      text += kBars[static_cast<std::size_t>((8 * count + most - 1) / most)];
    text +=
        fmt::format(" 2^{}", histogram.lowest_exponent + static_cast<int>(histogram.counts.size()));
  }
  const auto also = [&](Index count, const char* what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  also(histogram.zeros, "at 0");
  also(histogram.not_finite, "not finite");
  return text.empty() ? "no blocks" : text;
}

nlohmann::json inspection_json(const Inspection& inspection) {
  nlohmann::json parameters = nlohmann::json::array();
  for (const InspectedParameter& parameter : inspection.parameters) {
    const ParameterSummary& summary = parameter.summary;
    nlohmann::json entry = {{training::field::kName, summary.name},
                            {"shape", summary.shape},
                            {training::field::kDensity, summary.density},
                            {"hash", summary.values_hash}};
    if (summary.pattern != nullptr) {
      entry["block"] = {summary.pattern->block().rows, summary.pattern->block().cols};
      entry["blocks"] = summary.pattern->blocks();
      entry[training::field::kDeadRows] = parameter.dead_rows;
      entry[training::field::kDeadCols] = parameter.dead_cols;
      entry[training::field::kExplored] = json_or_null(parameter.explored);
      entry[training::field::kOverlapInitial] = json_or_null(parameter.overlap_initial);
      entry["effective"] = json_or_null(parameter.effective);
      entry[training::field::kNorms] = training::norm_record(parameter.norms);
    }
    parameters.push_back(std::move(entry));
  }
  nlohmann::json out = {{"checkpoint", inspection.checkpoint.string()}, {"parameters", parameters}};
  if (!follows_paths()) return out;
  out["chains"] = nlohmann::json::array();
  for (const InspectedChain& chain : inspection.chains)
    out["chains"].push_back({{training::field::kWeights, chain.weights}, {"paths", chain.paths}});
  return out;
}

std::string inspection_text(const Inspection& inspection) {
  const std::size_t width = name_width(inspection);
  std::string text = files::without_controls(inspection.checkpoint.string()) + '\n';
  text += fmt::format("{:<{}}{:<12}{:<9}{:<7}{:<9}{}\n", "parameter", width, "shape", "density",
                      "block", "blocks", "hash");
  bool sparse = false;
  for (const InspectedParameter& parameter : inspection.parameters) {
    const ParameterSummary& summary = parameter.summary;
    sparse = sparse || summary.pattern != nullptr;
    const auto block =
        summary.pattern == nullptr
            ? "dense"
            : shape_text({summary.pattern->block().rows, summary.pattern->block().cols});
    const auto blocks = summary.pattern == nullptr ? "" : std::to_string(summary.pattern->blocks());
    text +=
        fmt::format("{:<{}}{:<12}{:<9.4g}{:<7}{:<9}{}\n", files::cell_text(summary.name), width,
                    shape_text(summary.shape), summary.density, block, blocks, summary.values_hash);
  }
  if (!sparse) return text;
  text +=
      fmt::format("\n{:<{}}{:<11}{:<11}{:<10}{:<10}{:<11}{}\n", "sparse weight", width, "dead rows",
                  "dead cols", "explored", "overlap", "effective", "norms (L1) of its blocks");
  for (const InspectedParameter& parameter : inspection.parameters) {
    if (parameter.summary.pattern == nullptr) continue;
    text += fmt::format("{:<{}}{:<11}{:<11}{:<10}{:<10}{:<11}{}\n",
                        files::cell_text(parameter.summary.name), width, parameter.dead_rows,
                        parameter.dead_cols, share_text(parameter.explored),
                        share_text(parameter.overlap_initial), share_text(parameter.effective),
                        histogram_text(parameter.norms));
  }
  for (const InspectedChain& chain : inspection.chains)
    text += fmt::format("{:.4g} paths through {}\n", chain.paths,
                        files::without_controls(fmt::format("{}", fmt::join(chain.weights, ", "))));
  return text;
}

}  // namespace espalier::experiments
