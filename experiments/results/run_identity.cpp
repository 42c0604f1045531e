// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_identity.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include <espalier/files/content_hash.h>
#include <espalier/files/plain_text.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::experiments {

bool has_records(const training::RunSummary& run) {
  return !run.folder.empty() && training::RunFolder::exists(run.folder);
}

std::string branch_step(const training::RunSummary& run) {
  if (!has_records(run)) return {};
  const std::string from = training::read_manifest(run.folder).branched_from;
  return from.substr(std::min(from.size(), from.rfind('@') + 1));
}

std::string run_identity(const training::RunSummary& run) {
  if (!has_records(run))
    return fmt::format("{} {} {} {} {}", run.name, run.settings_hash, run.seed, run.learning_rate,
                       run.validation_loss());
  files::ContentHash hash;
  bool any = false;
  const auto read = [&](const nlohmann::json& record, const std::string&) {
    if (!training::is_event(record, training::event::kTrain)) return;
    any = true;
    for (const char* name : {training::field::kStep, training::field::kLoss})
      hash.update_field(
          files::hex(std::bit_cast<std::uint64_t>(training::number_or_unknown(record, name))));
  };
  training::for_each_run_record(run.folder, read, training::event::kTopology);
  return any ? files::hex(hash.value()) : run.folder;
}

SameRuns same_runs(const std::vector<training::RunSummary>& runs) {
  SameRuns same = {.runs = static_cast<Index>(runs.size()), .distinct = {}};
  std::map<std::string, std::size_t> places;
  for (const training::RunSummary& run : runs) {
    const auto [found, is_new] = places.try_emplace(run_identity(run), same.distinct.size());
    if (is_new) same.distinct.emplace_back();
    same.distinct[found->second].push_back(run);
  }
  return same;
}

std::string same_runs_markdown(const SameRuns& same) {
  std::string text = fmt::format("{} runs, {} of them distinct.", same.runs, same.distinct.size());
  std::vector<std::string> lines;
  for (const auto& group : same.distinct) {
    if (group.size() < 2) continue;
    std::string line;
    for (const training::RunSummary& run : group)
      line += fmt::format("{}`{}`", line.empty() ? "" : ", ",
                          files::without_controls(place_of_run(run)));
    lines.push_back(std::move(line));
  }
  std::ranges::sort(lines);
  text += lines.empty() ? "\n" : " Each line is one run:\n\n";
  for (const std::string& line : lines) text += "- " + line + '\n';
  return text;
}

std::vector<training::RunSummary> without_repetitions(const std::vector<training::RunSummary>& runs,
                                                      std::vector<std::string>& notes,
                                                      std::vector<double>* apart) {
  std::vector<training::RunSummary> kept;
  for (const auto& group : same_runs(runs).distinct) {
    const training::RunSummary& first = group.front();
    kept.push_back(first);
    for (std::size_t i = 1; i < group.size(); ++i) {
      notes.push_back(fmt::format("{}: left out, it is the run {}", place_of_run(group[i]),
                                  place_of_run(first)));
      if (apart != nullptr)
        apart->push_back(std::abs(group[i].validation_loss() - first.validation_loss()));
    }
  }
  return kept;
}

std::string study_of_run(const training::RunSummary& run) {
  if (run.folder.empty()) return {};
  const std::filesystem::path folder = std::filesystem::absolute(run.folder).lexically_normal();
  return folder.parent_path().filename().string();
}

std::string place_of_run(const training::RunSummary& run) {
  if (run.folder.empty()) return run.name;
  return study_of_run(run) + '/' + training::folder_name(run.folder);
}

}  // namespace espalier::experiments
