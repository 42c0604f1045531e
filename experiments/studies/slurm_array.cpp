// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/slurm_array.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <sstream>
#include <string_view>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

/// As one word of a shell.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

/// A path in a line of #SBATCH, where nothing can be quoted safely and % begins a pattern.
std::string sbatch_path(const std::filesystem::path& path) {
  const std::string text = path.string();
  if (!std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) != 0 || c >= 0x80 ||
               std::string_view("/._-+=@,:").find(static_cast<char>(c)) != std::string_view::npos;
      }))
    throw ConfigError(files::printable(text) +
                      ": sbatch takes no such path: expected one of letters, digits and /._-+=@,:");
  return text;
}

/// What a command prints, and whether it ended well.
struct Answer {
  std::string text;
  bool good = false;
};

Answer answer_of(const std::string& command) {
  Answer answer;
  std::FILE* output = ::popen(command.c_str(), "r");
  if (output == nullptr) return answer;
  std::array<char, 4096> buffer{};
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), output)) > 0;)
    answer.text.append(buffer.data(), count);
  answer.good = ::pclose(output) == 0;
  return answer;
}

/// "#SBATCH --NAME=VALUE", for "NAME=VALUE".
std::string option_line(const std::string& option) {
  const std::string name = option.substr(0, option.find('='));
  const bool plain_name = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
  }) && name.front() != '-';
  const bool plain_value = std::ranges::all_of(option, [](unsigned char c) {
    return c > ' ' && c != 0x7f && c != '\'' && c != '"' && c != '\\' && c != '#';
  });
  if (!plain_name || !plain_value)
    throw ConfigError("--slurm-option: " + files::printable(option) +
                      ", expected NAME=VALUE of an option of sbatch in one word, such as "
                      "time=24:00:00");
  if (name == "array" || name == "signal" || name == "wrap")
    throw ConfigError(
        "--slurm-option: " + name + " is the program's own; " +
        (name == "array" ? "--slurm-tasks says how many tasks there are at most" : "leave it out"));
  return "#SBATCH --" + option + '\n';
}

}  // namespace

std::string slurm_script(const SlurmArray& array) {
  std::string script = fmt::format(
      R"(#!/bin/bash
#SBATCH --job-name={}
#SBATCH --array=1-{}
#SBATCH --chdir={}
#SBATCH --output={}/%A_%a.log
#SBATCH --open-mode=append
#SBATCH --cpus-per-task={}
#SBATCH --requeue
#SBATCH --signal=B:USR1@120
)",
      sbatch_path(array.name), array.tasks, sbatch_path(array.directory), sbatch_path(array.folder),
      array.cores);
  for (const std::string& option : array.options) script += option_line(option);
  script +=
      "\n# Written by espalier: each task trains a part of the runs; those of the same part go on "
      "after a requeue.\n";
  for (const std::string& word : array.command) script += shell_word(word) + ' ';
  script += fmt::format(R"(--part "$SLURM_ARRAY_TASK_ID/{}" &
part=$!
cancelled=false
trap 'signalled=true; kill -USR1 "$part" 2>/dev/null' USR1
trap 'signalled=true; cancelled=true; kill -TERM "$part" 2>/dev/null' TERM
signalled=true
while $signalled; do # a trap ends `wait` too
  signalled=false
  status=0
  wait "$part" || status=$?
done
# 75: stopped with a checkpoint, and not done.
if ((status == 75)) && ! $cancelled; then
  scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID"
fi
exit "$status"
)",
                        array.tasks);
  return script;
}

Index most_array_tasks() {
  constexpr Index kDefault = 1000;  // MaxArraySize is 1001 unless it is set; indices stay below it
  std::istringstream lines(answer_of("scontrol show config 2>/dev/null").text);
  for (std::string name, equals, value; lines >> name;) {
    if (name != "MaxArraySize") continue;
    lines >> equals >> value;
    const auto size = files::number_in<Index>(value);
    return size && *size > 1 ? *size - 1 : kDefault;
  }
  return kDefault;
}

std::string submit(const std::filesystem::path& script) {
  Answer answer = answer_of("sbatch " + shell_word(script.string()) + " 2>&1");
  while (answer.text.ends_with('\n')) answer.text.pop_back();
  std::ranges::replace(answer.text, '\n', ' ');
  if (!answer.good)
    throw IoError(script.string() +
                  ": cannot be submitted: " + files::without_controls(answer.text));
  return answer.text;
}

}  // namespace espalier::experiments
