// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/options.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <espalier/files/nearest_name.h>
#include <espalier/files/number_text.h>
#include <espalier/models/families/family_registry.h>

namespace espalier::benchmarks {

const char* const kHelp =
    "espalier-bench: speed of the sparse and dense products, of this library and of others\n"
    "\n"
    "Without a mode it runs named benchmarks under Google Benchmark: all of them, which takes\n"
    "long, or those of --benchmark_filter=REGEX.\n"
    "  --table             speed-ups over the best dense product, all interleaved in one process;\n"
    "                      about three minutes\n"
    "  --crossover         the density at which sparse and dense take the same time\n"
    "  --ablation          speed with one cost after another removed: what limits the products\n"
    "  --few-tokens        products of 1 to 64 tokens, as in an answer to one question or a\n"
    "                      generated token, on row-major activations\n"
    "  train_step          whole training steps: dense, every block size, PyTorch where it is "
    "found\n"
    "  infer               from tokens to hidden states: dense, every block size, in 8 bits too;\n"
    "                      1, 8 and 32 sequences of 16 tokens and of --sequence\n"
    "  infer --generate    tokens a second that causal models write: dense, every block size; "
    "prompts\n"
    "                      of --sequence tokens and steps behind them, of 1 text and of 16, or of\n"
    "                      --batch\n"
    "  --patterns DIR      the products on the .smtx patterns of a folder\n"
    "  --plot FILE         draw the figures of results that were written with --json\n"
    "\n"
    "  --quick             a small shape and few rounds: proves that it runs\n"
    "  --peers             with --table: measure and list every other library too, which takes\n"
    "                      much longer\n"
    "  --cold              use operand sets in turn that together exceed the last-level cache\n"
    "  --threads N         threads of every implementation (default 1)\n"
    "  --density D         stored / total of the sparse shapes (default 0.1)\n"
    "  --shape OxIxT       outputs x inputs x tokens, the first two multiples of 16; may be\n"
    "                      repeated for modes that measure several (default 768x768x2048 and\n"
    "                      3072x768x2048; of --few-tokens, whose tokens are its own, those,\n"
    "                      768x3072 and 4096x4096)\n"
    "  --blocks B,B,...    block sizes (default 1,2,4,8,16)\n"
    "  --type f32|bf16     element type of the sparse operands (default: both)\n"
    "  --models M,M,...    of train_step, infer: tiny, small, base, ..., groupbert_tiny, ... "
    "(default\n"
    "                      small); of infer --generate: gpt_tiny, gpt_small, ... (default "
    "gpt_small)\n"
    "  --sequence S        tokens of a sequence, a multiple of 16 (default 128)\n"
    "  --batch N           sequences of a step (default 32), or texts of infer --generate "
    "(default\n"
    "                      1 and 16)\n"
    "  --profile           with train_step: where the time of each step goes, by layer and pass\n"
    "  --python PROGRAM    interpreter that may have PyTorch (default python3)\n"
    "  --rounds N          interleaved rounds of the modes above (default 15)\n"
    "  --json FILE         write the results of the modes above, after each group that is "
    "measured\n"
    "  --out DIR           where figures and CSV go (default: the current folder)\n"
    "  --benchmark_...     options of Google Benchmark, such as --benchmark_filter=REGEX\n";

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts = {""};
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

[[noreturn]] void refuse(const std::string& key, const std::string& value,
                         const std::string& expected) {
  throw UsageError(key + " " + value + ": expected " + expected);
}

/// A table has a row for each: two of the same would be printed twice.
template <typename Value>
void add_once(std::vector<Value>& values, const Value& one, const std::string& key,
              const std::string& text) {
  if (std::ranges::find(values, one) != values.end()) refuse(key, text, "each once");
  values.push_back(one);
}

int read_count(const std::string& key, const std::string& value) {
  constexpr int kMaximum = 4096;
  const auto count = files::number_in<int>(value);
  if (!count || *count < 1 || *count > kMaximum)
    refuse(key, value, "a whole number from 1 to " + std::to_string(kMaximum));
  return *count;
}

double read_density(const std::string& key, const std::string& value) {
  const auto density = files::number_in<double>(value);
  if (!density || !(*density > 0 && *density <= 1)) refuse(key, value, "a number in (0, 1]");
  return *density;
}

Shape read_shape(const std::string& key, const std::string& value) {
  constexpr Index kMaximum = 1 << 20;
  std::vector<Index> extents;
  for (const std::string& part : split(value, 'x'))
    extents.push_back(files::number_in<Index>(part).value_or(0));
  const auto good = [](Index n, Index multiple) {
    return n >= 1 && n <= kMaximum && n % multiple == 0;
  };
  // Multiples of 16, so that every block size divides them.
  if (extents.size() != 3 || !good(extents[0], 16) || !good(extents[1], 16) || !good(extents[2], 1))
    refuse(key, value,
           "OUTxINxTOKENS, each from 1 to " + std::to_string(kMaximum) +
               ", outputs and inputs in multiples of 16");
  return {.out = extents[0], .in = extents[1], .tokens = extents[2]};
}

std::vector<Index> read_blocks(const std::string& key, const std::string& value) {
  std::vector<Index> blocks;
  for (const std::string& part : split(value, ',')) {
    const Index block = files::number_in<Index>(part).value_or(0);
    if (block != 1 && block != 2 && block != 4 && block != 8 && block != 16)
      refuse(key, value, "block sizes among 1, 2, 4, 8 and 16");
    add_once(blocks, block, key, value);
  }
  return blocks;
}

std::vector<std::string> read_models(const std::string& key, const std::string& value) {
  std::vector<std::string> known = models::model_names("bert");
  for (const char* family : {"groupbert", "gpt"})
    for (const std::string& name : models::model_names(family)) known.push_back(name);
  std::string list;
  for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
  std::vector<std::string> chosen;
  for (const std::string& name : split(value, ',')) {
    if (std::ranges::find(known, name) == known.end()) refuse(key, value, "names among " + list);
    add_once(chosen, name, key, value);
  }
  return chosen;
}

Index read_sequence(const std::string& key, const std::string& value) {
  constexpr Index kMaximum = 4096;
  const Index sequence = files::number_in<Index>(value).value_or(0);
  if (sequence < 16 || sequence > kMaximum || sequence % 16 != 0)
    refuse(key, value, "a multiple of 16 up to " + std::to_string(kMaximum));
  return sequence;
}

Type read_type(const std::string& key, const std::string& value) {
  if (value == "f32") return Type::kF32;
  if (value == "bf16") return Type::kBf16;
  refuse(key, value, "f32 or bf16");
}

using Setter = std::function<void(const std::string& key, const std::string& value)>;

/// `given`: the options of the command line.
void check(const Options& options, const std::set<std::string>& given) {
  const Plan& plan = options.plan;
  if (!options.plot.empty() && options.own_mode())
    throw UsageError("--plot: cannot be combined with modes that measure");
  struct Need {
    const char* option;
    bool met;
    const char* what;
  };
  const bool measures = options.plot.empty();  // by Google Benchmark, if in no mode of its own
  const bool peers = measures && options.measures_peers();
  const bool models = options.train_step || options.infer;
  const bool named = measures && !options.own_mode();
  const char* const no_plot = "a mode that measures";
  const Need needs[] = {
      {"--quick", measures, no_plot},
      {"--threads", measures, no_plot},
      {"--type", measures, no_plot},
      {"--cold", peers, "--table, --crossover, --few-tokens, --patterns or no mode"},
      {"--shape", peers || options.ablation,
       "--table, --crossover, --ablation, --few-tokens, --patterns or no mode"},
      {"--blocks",
       named || options.table || options.crossover || options.ablation || options.few_tokens ||
           models,
       "--table, --crossover, --ablation, --few-tokens, train_step, infer or no mode"},
      {"--density", named || options.table || options.ablation || options.few_tokens || models,
       "--table, --ablation, --few-tokens, train_step, infer or no mode"},
      {"--rounds", options.own_mode(),
       "--table, --crossover, --ablation, --few-tokens, --patterns, train_step or infer"},
      {"--json", options.own_mode(),
       "--table, --crossover, --ablation, --few-tokens, --patterns, train_step or infer; Google "
       "Benchmark writes its own by --benchmark_out"},
      {"--out", !options.plot.empty(), "--plot"},
      {"--peers", options.table, "--table"},
      {"--profile", options.train_step, "train_step"},
      {"--python", options.train_step, "train_step"},
      {"--generate", options.infer, "infer"},
      {"--models", models, "train_step or infer"},
      {"--sequence", models, "train_step or infer"},
      {"--batch", options.train_step || options.generate, "train_step or infer --generate"}};
  for (const Need& need : needs)
    if (given.contains(need.option) && !need.met)
      throw UsageError(std::string(need.option) + ": needs " + need.what);
  if (options.generate && options.train_step)
    throw UsageError("--generate: cannot be combined with train_step, which has no causal models");
  if (plan.types == std::vector{Type::kBf16} &&
      (options.few_tokens || options.ablation || !options.patterns.empty()))
    throw UsageError("--type bf16: --few-tokens, --ablation and --patterns measure f32 alone");
  if (plan.caches == Caches::kCold && (options.ablation || options.infer))
    throw UsageError("--cold: --ablation and infer measure from warm caches alone");
  if (plan.shapes.size() > 1 && (options.crossover || !options.patterns.empty()) &&
      !options.table && !options.ablation && !options.few_tokens)
    throw UsageError("--shape: --crossover and --patterns take one");
  if (!named && !options.rest.empty())
    throw UsageError(options.rest.front() +
                     ": is for Google Benchmark, which the modes of this program do not use");
}

void apply_defaults(Options& options, const std::set<std::string>& given) {
  Plan& plan = options.plan;
  if (options.quick) {
    if (!given.contains("--rounds")) plan.rounds = 2;
    plan.crossover_densities = {0.1, 0.5, 1};
    if (!given.contains("--models")) plan.models = {options.generate ? "gpt_tiny" : "tiny"};
    if (!given.contains("--batch")) plan.batch = 6;  // a whole panel group and a part of one
  }
  if (options.generate && !given.contains("--batch")) plan.batch = 0;  // 1 text, and 16
  if (options.generate && !options.quick && !given.contains("--models"))
    plan.models = {"gpt_small"};
  for (const std::string& name : plan.models) {
    if (options.train_step && name.starts_with("gpt_"))
      throw UsageError("--models " + name +
                       ": expected no gpt_... with train_step, whose loss is of masked words");
    if (options.infer && name.starts_with("gpt_") != options.generate)
      throw UsageError(
          "--models " + name + ": expected " +
          (options.generate ? "gpt_..., which write" : "no gpt_... but with --generate"));
  }
  if (!plan.shapes.empty()) return;
  if (options.quick)
    plan.shapes = {{.out = 256, .in = 128, .tokens = 200}};
  else if (options.few_tokens)  // within the second-level cache, beyond it, beyond all caches
    plan.shapes = {{.out = 768, .in = 768},
                   {.out = 3072, .in = 768},
                   {.out = 768, .in = 3072},
                   {.out = 4096, .in = 4096}};
  else
    plan.shapes = {{.out = 768, .in = 768}, {.out = 3072, .in = 768}};
}

}  // namespace

Options parse(std::span<const std::string> arguments) {
  Options options;
  Plan& plan = options.plan;
  std::set<std::string> given;
  const std::map<std::string, bool*> switches = {
      {"--help", &options.help},           {"-h", &options.help},
      {"--quick", &options.quick},         {"--table", &options.table},
      {"--peers", &plan.list_peers},       {"--profile", &plan.profile},
      {"train_step", &options.train_step}, {"--crossover", &options.crossover},
      {"--ablation", &options.ablation},   {"--few-tokens", &options.few_tokens},
      {"infer", &options.infer},           {"--generate", &options.generate}};
  const auto path = [](std::filesystem::path& target) -> Setter {
    return [&target](const std::string& key, const std::string& value) {
      if (value.empty()) refuse(key, value, "a path");
      target = value;
    };
  };
  const std::map<std::string, Setter> setters = {
      {"--threads", [&](auto& key, auto& value) { plan.threads = read_count(key, value); }},
      {"--density", [&](auto& key, auto& value) { plan.density = read_density(key, value); }},
      {"--shape",
       [&](auto& key, auto& value) { add_once(plan.shapes, read_shape(key, value), key, value); }},
      {"--blocks", [&](auto& key, auto& value) { plan.blocks = read_blocks(key, value); }},
      {"--type", [&](auto& key, auto& value) { plan.types = {read_type(key, value)}; }},
      {"--rounds", [&](auto& key, auto& value) { plan.rounds = read_count(key, value); }},
      {"--models", [&](auto& key, auto& value) { plan.models = read_models(key, value); }},
      {"--sequence", [&](auto& key, auto& value) { plan.sequence = read_sequence(key, value); }},
      {"--batch", [&](auto& key, auto& value) { plan.batch = read_count(key, value); }},
      {"--python",
       [&](auto& key, auto& value) {
         if (value.empty()) refuse(key, value, "a program");
         plan.python = value;
       }},
      {"--patterns", path(options.patterns)},
      {"--json", path(options.json)},
      {"--plot", path(options.plot)},
      {"--out", path(options.out)}};

  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const auto equals = argument.find('=');
    const std::string key = argument.substr(0, equals);
    if (const auto found = switches.find(argument); found != switches.end()) {
      *found->second = true;
      given.insert(argument);
    } else if (argument == "--cold") {
      plan.caches = Caches::kCold;
      given.insert(argument);
    } else if (const auto setter = setters.find(key); setter != setters.end()) {
      if (equals == std::string::npos && i + 1 == arguments.size())
        throw UsageError(key + ": needs a value");
      given.insert(key);
      setter->second(key,
                     equals == std::string::npos ? arguments[++i] : argument.substr(equals + 1));
    } else if (argument.starts_with("--benchmark_") || argument.starts_with("--v=")) {
      options.rest.push_back(argument);
    } else {
      std::vector<std::string> known = {"--cold"};
      for (const auto& [name, target] : switches) known.push_back(name);
      for (const auto& [name, function] : setters) known.push_back(name);
      const std::string nearest = files::nearest_of(key, known);
      throw UsageError(argument + ": unknown option" +
                       (nearest.empty() ? "; --help lists them" : nearest));
    }
  }
  check(options, given);
  apply_defaults(options, given);
  return options;
}

}  // namespace espalier::benchmarks
