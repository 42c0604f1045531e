// SPDX-License-Identifier: Apache-2.0
#include "tests/faults/support/disk_log.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "tests/support/temporary_folder.h"

namespace espalier::faults {
namespace {

namespace fs = std::filesystem;

Operation read_operation(std::istream& log, const std::string& line) {
  std::istringstream words(line);
  Operation operation;
  words >> operation.kind;
  const auto rest = [&words] {
    std::string text;
    std::getline(words >> std::ws, text);
    return text;
  };
  if (operation.kind == "open") {
    words >> operation.file >> operation.number;
    operation.path = rest();
  } else if (operation.kind == "write") {
    std::size_t count = 0;
    words >> operation.file >> operation.number >> count;
    operation.bytes.resize(count);
    log.read(operation.bytes.data(), static_cast<std::streamsize>(count));
  } else if (operation.kind == "fsync" || operation.kind == "close" ||
             operation.kind == "truncate") {
    words >> operation.file >> operation.number;
  } else {
    operation.path = rest();
    if (operation.kind == "rename" || operation.kind == "exchange") {
      std::string to;
      std::getline(log, to);
      operation.to = to;
    }
  }
  return operation;
}

/// A choice for each question that is asked, the same ones for the same seed.
class Dice {
 public:
  explicit Dice(const Random& random) : random_(random) {}
  std::uint64_t below(std::uint64_t n) { return random_.below(counter_++, n); }
  bool heads() { return below(2) == 0; }

 private:
  const Random& random_;
  std::uint64_t counter_ = 0;
};

/// A write, or a truncation if it has no bytes.
struct Change {
  std::size_t at = 0;
  std::string bytes = {};
};

void apply_to(std::string& content, const Change& change) {
  if (change.bytes.empty()) return content.resize(change.at);
  content.resize(std::max(content.size(), change.at + change.bytes.size()));
  content.replace(change.at, change.bytes.size(), change.bytes);
}

/// Some pages of a write; where the length survives without them, zeros.
void apply_in_parts(std::string& content, const Change& change, Dice& dice) {
  const std::size_t page = dice.heads() ? 512 : 4096;
  const std::size_t end = change.at + change.bytes.size();
  if (dice.heads()) content.resize(std::max(content.size(), end));
  for (std::size_t from = change.at; from < end;) {
    const std::size_t to = std::min(end, (from / page + 1) * page);
    if (dice.heads()) apply_to(content, {from, change.bytes.substr(from - change.at, to - from)});
    from = to;
  }
}

std::string after_loss(std::string content, const std::vector<Change>& changes, Dice& dice) {
  for (const Change& change : changes) {
    const std::uint64_t fate = dice.below(3);
    if (fate == 0) continue;
    if (fate == 1 || change.bytes.empty())
      apply_to(content, change);
    else
      apply_in_parts(content, change, dice);
  }
  return content;
}

}  // namespace

/// A file or a folder: as the process sees it, as it is durable, and the changes between.
struct Disk::Node {
  using Entries = std::map<std::string, NodePtr>;

  /// Names and what they stand for from now on; a null one is gone. They change together.
  using EntryChange = std::vector<std::pair<std::string, NodePtr>>;

  void write(const Change& change) {
    apply_to(content, change);
    changes.push_back(change);
  }
  void enter(EntryChange change) {
    enter_into(entries, change);
    entry_changes.push_back(std::move(change));
  }
  static void enter_into(Entries& into, const EntryChange& change) {
    for (const auto& [name, node] : change) {
      if (node == nullptr)
        into.erase(name);
      else
        into[name] = node;
    }
  }
  void sync() {
    durable = content;
    changes.clear();
    durable_entries = entries;
    entry_changes.clear();
  }

  void materialise(const fs::path& path, Loss loss, Dice& dice) const {
    if (!is_folder) {
      const std::string bytes =
          loss == Loss::kEverything ? durable : after_loss(durable, changes, dice);
      std::ofstream(path, std::ios::binary) << bytes;
      return;
    }
    fs::create_directories(path);
    Entries survived = durable_entries;
    const std::size_t point =
        loss == Loss::kLateEntries ? dice.below(entry_changes.size() + 1) : entry_changes.size();
    for (std::size_t i = 0; i < point; ++i)
      if (loss == Loss::kLateEntries || (loss == Loss::kAnySubset && dice.heads()))
        enter_into(survived, entry_changes[i]);
    for (const auto& [name, node] : survived) node->materialise(path / name, loss, dice);
  }

  bool is_folder = false;
  std::string content, durable;
  std::vector<Change> changes;
  Entries entries, durable_entries;
  std::vector<EntryChange> entry_changes;
};

std::vector<Operation> read_log(const fs::path& log) {
  std::ifstream file(log, std::ios::binary);
  std::vector<Operation> operations;
  for (std::string line; std::getline(file, line);)
    operations.push_back(read_operation(file, line));
  return operations;
}

Disk::Disk(const fs::path& root) : root_path_(root), root_(load(root)) {}
Disk::~Disk() = default;
Disk::Disk(Disk&&) noexcept = default;

Disk::NodePtr Disk::load(const fs::path& path) const {
  const auto node = std::make_shared<Node>();
  node->is_folder = fs::is_directory(path);
  if (node->is_folder) {
    for (const auto& entry : fs::directory_iterator(path))
      node->entries[entry.path().filename()] = load(entry.path());
  } else {
    node->content = testing::read_bytes(path);
  }
  node->sync();
  return node;
}

Disk::NodePtr Disk::at(const fs::path& path) const {
  NodePtr node = root_;
  for (const fs::path& name : path.lexically_relative(root_path_)) {
    if (name == ".") continue;
    const auto found = node->entries.find(name);
    if (found == node->entries.end()) return nullptr;
    node = found->second;
  }
  return node;
}

Disk::Node& Disk::folder_of(const fs::path& path) const {
  const NodePtr folder = at(path.parent_path());
  if (folder == nullptr) throw std::logic_error(path.string() + ": in no folder of the log");
  return *folder;
}

void Disk::apply(const Operation& operation) {
  const auto name = operation.path.filename().string();
  if (operation.kind == "open") {
    NodePtr node = at(operation.path);
    if (node == nullptr) {
      node = std::make_shared<Node>();
      folder_of(operation.path).enter({{name, node}});
    } else if (operation.number != 0 && !node->content.empty()) {
      node->write({});
    }
    open_[operation.file] = node;
  } else if (operation.kind == "write") {
    open_.at(operation.file)->write({static_cast<std::size_t>(operation.number), operation.bytes});
  } else if (operation.kind == "truncate") {
    open_.at(operation.file)->write({static_cast<std::size_t>(operation.number)});
  } else if (operation.kind == "fsync") {
    open_.at(operation.file)->sync();
  } else if (operation.kind == "mkdir") {
    const auto node = std::make_shared<Node>();
    node->is_folder = true;
    folder_of(operation.path).enter({{name, node}});
  } else if (operation.kind == "remove") {
    folder_of(operation.path).enter({{name, nullptr}});
  } else if (operation.kind == "rename" || operation.kind == "exchange") {
    if (operation.path.parent_path() != operation.to.parent_path())
      throw std::logic_error(operation.path.string() + ": renamed into another folder");
    Node& folder = folder_of(operation.path);
    const NodePtr other = operation.kind == "exchange" ? at(operation.to) : nullptr;
    folder.enter({{name, other}, {operation.to.filename(), at(operation.path)}});
  }
}

void Disk::materialise(const fs::path& target, Loss loss, const Random& random) const {
  Dice dice(random);
  root_->materialise(target, loss, dice);
}

}  // namespace espalier::faults
