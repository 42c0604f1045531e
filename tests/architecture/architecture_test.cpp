// SPDX-License-Identifier: Apache-2.0
// Reads every C++ file and fails on an include or a forward declaration in the wrong direction and
// on a missing header line.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// Which folders each folder may include, besides itself. Any other include is an error.
const std::map<std::string, std::set<std::string>>& may_include() {
  static const auto table = [] {
    std::map<std::string, std::set<std::string>> rules = {
        {"sparse/core", {}},
        {"sparse/format", {"sparse/core"}},
        {"sparse/kernels", {"sparse/core"}},
        {"sparse/ops", {"sparse/core", "sparse/format", "sparse/kernels"}},
        {"sparse/topology", {"sparse/core", "sparse/format"}},
        {"files", {"sparse/core"}},
        {"drawing", {"sparse/core", "files"}},
        {"machines", {"sparse/core", "files"}},
    };
    // What others may see of sparse: all but the kernels.
    const std::set<std::string> sparse = {"sparse/core", "sparse/format", "sparse/ops",
                                          "sparse/topology"};
    // add("floor", rooms, below): each room may include `below`, sparse and the rooms it names.
    const auto add = [&](const std::string& floor,
                         const std::map<std::string, std::set<std::string>>& rooms,
                         std::set<std::string> below) {
      below.insert(sparse.begin(), sparse.end());
      for (const auto& [room, others] : rooms) {
        std::set<std::string>& allowed = rules[room.empty() ? floor : floor + '/' + room];
        allowed = below;
        for (const std::string& other : others) allowed.insert(floor + '/' + other);
      }
    };
    add("schedules",
        {{"timing", {}},
         {"rules", {"timing"}},
         {"policies", {"timing", "rules"}},
         {"update", {"timing", "rules", "policies"}}},
        {"files"});
    add("models",
        {{"parameters", {}},
         {"layers", {"parameters"}},
         {"families", {"parameters", "layers"}},
         {"optimizers", {"parameters"}},
         {"checkpoints", {"parameters", "layers", "families", "optimizers"}},
         {"inference", {"parameters", "layers", "families", "checkpoints"}}},
        {"files"});
    std::set<std::string> library = {"files", "drawing"};
    for (const auto& [folder, others] : rules) {
      if (folder.starts_with("schedules/") || folder.starts_with("models/")) library.insert(folder);
    }
    add("text",
        {{"reading", {}},
         {"tokenizer", {"reading"}},
         {"corpora", {"tokenizer", "reading"}},
         {"answers", {"corpora", "tokenizer", "reading"}},
         {"sequences", {"corpora", "tokenizer", "reading"}}},
        {"files"});
    std::set<std::string> lower = library;
    for (const auto& [folder, others] : rules)
      if (folder.starts_with("text/")) lower.insert(folder);
    std::set<std::string> served = sparse;
    for (const auto& [folder, others] : rules)
      if (folder == "files" || folder.starts_with("models/") || folder.starts_with("text/"))
        served.insert(folder);
    rules["serving"] = served;
    rules["serving/triton"] = served;
    rules["serving/triton"].insert("serving");
    std::set<std::string> trained = lower;
    trained.insert("machines");
    add("training",
        {{"config", {}},
         {"runs", {"config"}},
         {"tasks", {"runs", "config"}},
         {"loop", {"tasks", "runs", "config"}},
         {"sessions", {"loop", "tasks", "runs", "config"}},
         {"measure", {"sessions", "loop", "tasks", "runs", "config"}}},
        trained);
    for (const auto& [folder, others] : rules)
      if (folder.starts_with("training/")) lower.insert(folder);
    lower.insert("serving");
    lower.insert("serving/triton");
    lower.insert("machines");
    add("experiments",
        {{"studies", {}},
         {"results", {"studies", "figures"}},
         {"program", {"results", "studies", "figures"}}},
        lower);
    add("experiments", {{"figures", {}}}, library);
    add("benchmarks",
        {{"measure", {}},
         {"baselines", {"measure"}},
         {"modes", {"baselines", "measure"}},
         {"", {"modes", "baselines", "measure"}}},
        library);
    library.erase("drawing");
    library.insert(served.begin(), served.end());
    library.insert("serving");
    add("python", {{"src", {}}}, library);
    return rules;
  }();
  return table;
}

/// The folder that a path from the root belongs to: the floor and the room in it, where it has
/// rooms.
std::string folder_of(std::string_view path) {
  const auto first = path.find('/');
  const auto second = path.find('/', first + 1);
  if (path.starts_with("tests/") || second == std::string_view::npos)
    return std::string(path.substr(0, first));
  return std::string(path.substr(0, second));
}

/// The file of ours that an #include line names, from the root: <espalier/FILE>, or "tests/FILE" as
/// it stands. A quoted path that is spelled otherwise comes back whole. Empty for any other line.
std::string_view included_file(std::string_view line) {
  for (const std::string_view start : {"#include <espalier/", "#include \""}) {
    if (!line.starts_with(start)) continue;
    line.remove_prefix(start.size());
    return line.substr(0, line.find_first_of(">\""));
  }
  return {};
}

/// What is wrong with `file` including `included`; empty if nothing is. Tests may include anything.
std::string include_fault(const std::string& file, std::string_view included) {
  const std::string from = folder_of(file);
  if (from == "tests") return {};
  const std::string to = folder_of(included);
  if (to != "tests" && !may_include().contains(to)) return "is not spelled from the root";
  if (from == to || may_include().at(from).contains(to)) return {};
  return "is in the wrong direction: " + from + " may not include " + to;
}

/// Whether the line spells a file of ours in quotes, which could be a file of someone else's.
bool is_misspelt(std::string_view line) {
  return line.starts_with("#include \"") && !line.starts_with("#include \"tests/");
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Every C++ file of the project, named from the root.
std::vector<std::string> cpp_files() {
  const fs::path root = ESPALIER_SOURCE_DIR;
  std::vector<std::string> files;
  for (const char* folder :
       {"sparse", "files", "drawing", "machines", "schedules", "models", "text", "serving",
        "training", "experiments", "benchmarks", "python", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension();
      if (extension == ".h" || extension == ".cpp")
        files.push_back(fs::relative(entry.path(), root).generic_string());
    }
  }
  return files;
}

/// The includes of ours of every C++ file.
const std::map<std::string, std::vector<std::string>>& all_includes() {
  static const auto includes = [] {
    std::map<std::string, std::vector<std::string>> found;
    for (const std::string& file : cpp_files())
      for (const std::string& line : lines_of(fs::path(ESPALIER_SOURCE_DIR) / file))
        if (const std::string_view included = included_file(line); !included.empty())
          found[file].emplace_back(included);
    return found;
  }();
  return includes;
}

/// How `file` comes to include a header of `folder`, over any number of others: "a.h, b.h, c.h".
/// Empty if it does not.
std::string way_into(const std::string& folder, const std::string& file,
                     std::set<std::string>& seen) {
  if (!seen.insert(file).second) return {};
  if (folder_of(file) == folder) return file;
  const auto found = all_includes().find(file);
  if (found == all_includes().end()) return {};
  for (const std::string& included : found->second)
    if (const std::string way = way_into(folder, included, seen); !way.empty())
      return file + ", " + way;
  return {};
}

/// The type that a line of a namespace names: X of "class X;", "struct X {" or "enum class X :
/// int". Empty for any other line, such as one inside a class, or of a specialisation.
std::string named_type(std::string_view line) {
  for (const std::string_view start : {"class ", "struct ", "enum class "}) {
    if (!line.starts_with(start)) continue;
    line.remove_prefix(start.size());
    const std::size_t end = std::min(line.find_first_of(" ;:{<"), line.size());
    const std::string_view rest = line.substr(end);
    return rest.starts_with('<') || rest.starts_with("::") ? "" : std::string(line.substr(0, end));
  }
  return {};
}

/// Whether a line that names a type only declares it: "class X;", with whatever comment.
bool only_declares(const std::string& line) {
  return line.find('{') == std::string::npos && line.find(';') < line.find("//");
}

/// Which folders define each type of a namespace.
const std::map<std::string, std::set<std::string>>& defining_folders() {
  static const auto folders = [] {
    std::map<std::string, std::set<std::string>> found;
    for (const std::string& file : cpp_files())
      for (const std::string& line : lines_of(fs::path(ESPALIER_SOURCE_DIR) / file))
        if (const std::string type = named_type(line);
            !type.empty() && !only_declares(line) && !file.starts_with("tests/"))
          found[type].insert(folder_of(file));
    return found;
  }();
  return folders;
}

/// What is wrong with this line of `file` if it declares a type that is defined elsewhere: who may
/// not include a folder may not name its types either. Empty if nothing is.
std::string declaration_fault(const std::string& file, const std::string& line) {
  // A pointer that only sparse/ops may look behind.
  const std::string from = folder_of(file), type = named_type(line);
  if (file == "sparse/core/kernel_variant.h" && type == "KernelTable") return {};
  if (from == "tests" || type.empty() || !only_declares(line)) return {};
  const auto found = defining_folders().find(type);
  if (found == defining_folders().end()) return {};
  const std::set<std::string>& allowed = may_include().at(from);
  std::string where;
  for (const std::string& to : found->second) {
    if (to == from || allowed.contains(to)) return {};
    where += (where.empty() ? "" : ", ") + to;
  }
  return "is in the wrong direction: " + from + " may not name a type of " + where;
}

/// The headers that are installed, from the root: those after HEADERS in the floors'
/// CMakeLists.txt.
std::vector<std::string> public_headers() {
  std::vector<std::string> headers;
  for (const std::string floor : {"sparse", "files", "schedules", "models", "text", "serving"}) {
    bool listed = false;
    for (const std::string& line :
         lines_of(fs::path(ESPALIER_SOURCE_DIR) / floor / "CMakeLists.txt")) {
      std::istringstream words(line);
      for (std::string word; words >> word;) {
        listed = word == "HEADERS" || (listed && word.ends_with(".h"));
        if (listed && word != "HEADERS") headers.push_back(floor + '/' + word);
      }
    }
  }
  return headers;
}

/// The floors whose public headers are looked up in the tests.
constexpr std::array kTestedFloors = {"sparse", "files", "schedules", "models", "text", "serving"};

/// The headers of a floor that others may include: those that are installed, and those that another
/// floor does include.
std::set<std::string> headers_for_others(const std::string& floor) {
  std::set<std::string> headers;
  for (const std::string& header : public_headers())
    if (header.starts_with(floor + '/')) headers.insert(header);
  for (const auto& [file, included] : all_includes())
    for (const std::string& header : included)
      if (header.starts_with(floor + '/') && !file.starts_with(floor + '/') &&
          !file.starts_with("tests/"))
        headers.insert(header);
  return headers;
}

/// Whether `file` uses `header`: includes it, or a header whose source does, over any number of
/// others.
bool reaches(const std::string& file, const std::string& header, std::set<std::string>& seen) {
  if (file == header) return true;
  if (!seen.insert(file).second) return false;
  if (file.ends_with(".h") && reaches(file.substr(0, file.size() - 2) + ".cpp", header, seen))
    return true;
  const auto found = all_includes().find(file);
  return found != all_includes().end() &&
         std::ranges::any_of(found->second, [&](const std::string& included) {
           return reaches(included, header, seen);
         });
}

/// What is wrong with the test of a header that says `lines`; empty if nothing is. The test is
/// tests/FOLDER/NAME_test.cpp, or the header says which: "// Tested by tests/FILE_test.cpp".
std::string test_fault(const std::string& header, const std::vector<std::string>& lines) {
  constexpr std::string_view kTestedBy = "// Tested by ";
  const std::string own =
      "tests/" + header.substr(0, header.size() - std::strlen(".h")) + "_test.cpp";
  const bool has_own = fs::exists(fs::path(ESPALIER_SOURCE_DIR) / own);
  std::string test = has_own ? own : "";
  for (const std::string& line : lines) {
    if (!line.starts_with(kTestedBy)) continue;
    if (has_own) return "names a test beside " + own;
    test = line.substr(kTestedBy.size());
  }
  if (test.empty())
    return "has no " + own + ": name its test by '// Tested by tests/FILE_test.cpp'";
  if (!test.ends_with("_test.cpp") || !fs::exists(fs::path(ESPALIER_SOURCE_DIR) / test))
    return "names " + test + ", which is no test";
  std::set<std::string> seen;
  return reaches(test, header, seen) ? "" : "is not used by " + test;
}

TEST(Architecture, RuleRefusesHeadersWithoutTest) {
  EXPECT_EQ(test_fault("sparse/core/rng.h", {}), "");
  EXPECT_EQ(test_fault("sparse/core/types.h", {"// Tested by tests/sparse/core/context_test.cpp"}),
            "");
  EXPECT_NE(test_fault("sparse/core/types.h", {}), "");
  EXPECT_NE(test_fault("sparse/core/types.h", {"// Tested by tests/sparse/core/no_test.cpp"}), "");
  EXPECT_NE(test_fault("sparse/core/types.h", {"// Tested by sparse/core/rng.h"}), "");
  EXPECT_NE(test_fault("models/layers/residual.h", {"// Tested by tests/sparse/core/rng_test.cpp"}),
            "");
  EXPECT_NE(test_fault("sparse/core/rng.h", {"// Tested by tests/sparse/core/rng_test.cpp"}), "");
}

TEST(Architecture, PublicHeadersHaveOrNameTheirTest) {
  for (const std::string floor : kTestedFloors) {
    const std::set<std::string> headers = headers_for_others(floor);
    EXPECT_FALSE(headers.empty()) << floor;
    for (const std::string& header : headers) {
      const std::string fault =
          test_fault(header, lines_of(fs::path(ESPALIER_SOURCE_DIR) / header));
      EXPECT_TRUE(fault.empty()) << header << ": " << fault;
    }
  }
}

TEST(Architecture, RuleRefusesWrongDirections) {
  EXPECT_EQ(include_fault("sparse/ops/spmm.cpp", "sparse/kernels/kernel_table.h"), "");
  EXPECT_EQ(include_fault("models/families/transformer.h", "models/layers/linear.h"), "");
  EXPECT_EQ(include_fault("experiments/results/pareto.h", "training/runs/run_store.h"), "");
  EXPECT_EQ(include_fault("tests/sparse/ops/spmm_test.cpp", "sparse/kernels/kernel_table.h"), "");
  for (const auto& [file, included] : std::vector<std::pair<std::string, std::string>>{
           {"sparse/core/rng.h", "sparse/format/block_pattern.h"},
           {"sparse/core/rng.h", "files/atomic_file.h"},
           {"sparse/topology/select.h", "sparse/ops/block_norms.h"},
           {"files/safetensors.h", "models/layers/linear.h"},
           {"files/safetensors.h", "sparse/format/block_pattern.h"},
           {"machines/mpi.cpp", "training/loop/trainer.h"},
           {"models/optimizers/optimizer.h", "machines/machines.h"},
           {"serving/predictor.h", "machines/machines.h"},
           {"drawing/gnuplot.cpp", "experiments/figures/pattern_figure.h"},
           {"schedules/timing/cadence.h", "schedules/update/topology_updater.h"},
           {"schedules/rules/criteria.h", "schedules/policies/topology_policy.h"},
           {"schedules/timing/cadence.h", "models/layers/linear.h"},
           {"models/layers/linear.cpp", "schedules/timing/cadence.h"},
           {"models/layers/linear.cpp", "models/families/transformer.h"},
           {"models/optimizers/optimizer.h", "models/layers/linear.h"},
           {"models/layers/linear.cpp", "sparse/kernels/kernel_table.h"},
           {"training/config/config_file.cpp", "training/tasks/mlm_task.h"},
           {"training/runs/run_store.cpp", "training/loop/trainer.h"},
           {"experiments/figures/pattern_figure.cpp", "training/runs/run_store.h"},
           {"benchmarks/main.cpp", "training/loop/trainer.h"},
           {"python/src/module.cpp", "training/loop/trainer.h"},
           {"benchmarks/measure/machine.cpp", "benchmarks/baselines/implementation.h"},
           {"benchmarks/measure/figures.cpp", "benchmarks/modes/crossover.h"},
           {"benchmarks/baselines/espalier.cpp", "benchmarks/modes/group.h"},
           {"benchmarks/modes/table.cpp", "benchmarks/options.h"},
           {"models/layers/linear.cpp", "python/src/pattern.h"},
           {"models/layers/linear.cpp", "linear.h"},
           {"models/layers/linear.cpp", "../sparse/core/rng.h"},
           {"models/layers/linear.cpp", "tests/support/oracle.h"}}) {
    EXPECT_NE(include_fault(file, included), "") << file << " including " << included;
  }
}

TEST(Architecture, IncludesPointOneWay) {
  int checked = 0;
  for (const std::string& file : cpp_files()) {
    if (file.starts_with("tests/install/consumer/")) continue;  // someone else's tree
    for (const std::string& line : lines_of(fs::path(ESPALIER_SOURCE_DIR) / file)) {
      const std::string_view included = included_file(line);
      if (included.empty()) continue;
      ++checked;
      EXPECT_FALSE(is_misspelt(line)) << file << ": " << line << ": write <espalier/...>";
      const std::string fault = include_fault(file, included);
      EXPECT_TRUE(fault.empty()) << file << ": \"" << included << "\" " << fault;
    }
  }
  EXPECT_GT(checked, 0);
}

TEST(Architecture, ForwardDeclarationsPointOneWay) {
  for (const auto& [file, line] : std::vector<std::pair<std::string, std::string>>{
           {"training/config/key.h", "class TrainingTask;  // tasks/training_task.h"},
           {"training/config/key.h", "struct RunSummary;"},
           {"training/runs/run_store.h", "class Trainer;"},
           {"sparse/core/context.h", "struct KernelTable;"},
           {"schedules/timing/cadence.h", "enum class BranchStart;"}})
    EXPECT_NE(declaration_fault(file, line), "") << file << ": " << line;
  EXPECT_EQ(declaration_fault("training/tasks/mlm_task.h", "struct RunSummary;"), "");
  EXPECT_EQ(declaration_fault("training/config/key.h", "struct RunSummary { int unrelated; };"),
            "");
  for (const std::string& file : cpp_files()) {
    if (file.starts_with("tests/install/consumer/")) continue;  // someone else's tree
    for (const std::string& line : lines_of(fs::path(ESPALIER_SOURCE_DIR) / file)) {
      const std::string fault = declaration_fault(file, line);
      EXPECT_TRUE(fault.empty()) << file << ": \"" << line << "\" " << fault;
    }
  }
}

TEST(Architecture, OnlyOpsReachesTheKernels) {
  std::vector<std::string> files = public_headers();
  EXPECT_GT(files.size(), 30u);
  for (const std::string& file : files)
    EXPECT_TRUE(fs::exists(fs::path(ESPALIER_SOURCE_DIR) / file)) << file;
  for (const std::string& file : cpp_files()) {
    const std::string folder = folder_of(file);
    if (folder != "sparse/kernels" && folder != "sparse/ops" && folder != "tests")
      files.push_back(file);
  }
  for (const std::string& file : files) {
    std::set<std::string> seen;
    EXPECT_EQ(way_into("sparse/kernels", file, seen), "");
  }
  // What the test would say of a header that is private to the products.
  std::set<std::string> seen;
  EXPECT_NE(way_into("sparse/kernels", "sparse/ops/panel_run.h", seen), "");
}

/// A function that a line at the left margin declares, and the type of its first parameter without
/// const and &: {"short_name", "std::string"}. Nothing for any other line.
std::optional<std::pair<std::string, std::string>> function_in(const std::string& line) {
  static const std::regex function(
      R"(^(?!using|return|TEST|class|struct|template|namespace|#|/|\}|\s)[\w:<>,&*\[\] ]+[ &*](\w+)\(([^)]*))");
  std::smatch found;
  // Most lines are none by their first character, which costs less than the expression.
  if (line.empty() || std::string_view(" #/}").find(line.front()) != std::string_view::npos ||
      line.find('(') == std::string::npos || !std::regex_search(line, found, function))
    return std::nullopt;
  std::string first;
  int depth = 0;
  for (const char c : found[2].str()) {
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (c == ',' && depth == 0) break;
    first += c;
  }
  static const std::regex qualifiers(R"(\bconst\b|&| = .*)"), name(R"(^\s+|\s+\w*\s*$)");
  first = std::regex_replace(first, qualifiers, "");
  first = std::regex_replace(first, name, "");
  return std::pair(found[1].str(), first);
}

// Several sources are one unit: a function of an unnamed namespace takes the calls of its
// neighbours that mean one of a header, without a word from the compiler if both take the same.
TEST(Architecture, NoUnnamedFunctionTakesCallsOfAnother) {
  EXPECT_EQ(function_in("std::string short_name(const std::string& name) {"),
            std::pair(std::string("short_name"), std::string("std::string")));
  EXPECT_EQ(function_in("std::string short_name(std::string name);"),
            function_in("std::string short_name(const std::string& name) {"));
  EXPECT_EQ(function_in("  call(name);"), std::nullopt);
  std::map<std::string, std::set<std::pair<std::string, std::string>>> declared;
  const auto floor_of = [](const std::string& file) { return file.substr(0, file.find('/')); };
  for (const std::string& file : cpp_files()) {
    if (!file.ends_with(".h") || file.ends_with("-inl.h")) continue;
    for (const std::string& line : lines_of(fs::path(ESPALIER_SOURCE_DIR) / file))
      if (const auto function = function_in(line)) declared[floor_of(file)].insert(*function);
  }
  int checked = 0;
  for (const std::string& file : cpp_files()) {
    if (!file.ends_with(".cpp") || file.starts_with("tests/")) continue;
    bool unnamed = false;
    for (const std::string& line : lines_of(fs::path(ESPALIER_SOURCE_DIR) / file)) {
      if (line == "namespace {") unnamed = true;
      if (line == "}  // namespace") unnamed = false;
      const auto function = unnamed ? function_in(line) : std::nullopt;
      if (!function) continue;
      ++checked;
      EXPECT_FALSE(declared[floor_of(file)].contains(*function))
          << file << ": " << function->first << " has the name and the parameter of a function of "
          << "a header of " << floor_of(file) << ": choose another name";
    }
  }
  EXPECT_GT(checked, 500);
}

TEST(Architecture, FilesNameTheirLicence) {
  for (const std::string& file : cpp_files()) {
    const auto lines = lines_of(fs::path(ESPALIER_SOURCE_DIR) / file);
    EXPECT_TRUE(!lines.empty() && lines[0] == "// SPDX-License-Identifier: Apache-2.0")
        << file << ": the first line is not the SPDX line";
  }
}

TEST(Architecture, HeadersAreIncludedOnce) {
  for (const std::string& file : cpp_files()) {
    // A "-inl.h" is compiled once for every SIMD target and so has Highway's toggled guard.
    if (!file.ends_with(".h") || file.ends_with("-inl.h")) continue;
    const auto lines = lines_of(fs::path(ESPALIER_SOURCE_DIR) / file);
    EXPECT_TRUE(lines.size() > 1 && lines[1] == "#pragma once")
        << file << ": the second line is not #pragma once";
  }
}

}  // namespace
