// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/measure/memory_use.h>

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <memory>
#include <string>

#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/grouped_pattern.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/shards.h>
#include <espalier/training/loop/run_clock.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/tasks/task.h>
#include <espalier/training/tasks/topology_setup.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {
namespace {

/// Bytes of all blocks that the allocator has given out.
double allocated_bytes() {
#if defined(__GLIBC__)
  const auto info = ::mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
#else
  throw ConfigError("memory by kind: found no glibc; expected one, whose allocator is asked");
#endif
}

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

/// Bytes that the allocator holds more after `work` than before it.
template <typename Work>
double growth(const Work& work) {
  const double before = allocated_bytes();
  work();
  return allocated_bytes() - before;
}

double block_bytes(const AlignedVector<float>& values) {
#if defined(__GLIBC__)
  // It takes a mutable pointer to what it does not change.
  return static_cast<double>(::malloc_usable_size(const_cast<float*>(values.data())));
#else
  return static_cast<double>(values.capacity() * sizeof(float));
#endif
}

/// Groups of the weights that have several, by name.
std::map<std::string, Index> groups_of(const RunConfig& config) {
  std::map<std::string, Index> groups;
  for (const models::LinearWeight& weight : declared_model(config).weights)
    if (weight.groups > 1) groups[weight.name] = weight.groups;
  return groups;
}

/// Pattern and plan of a weight, by making them once more. The plan of a grouped one is of a
/// pattern of its own, that in full.
double pattern_bytes(const models::Parameter& parameter, const std::map<std::string, Index>& groups,
                     const Context& context) {
  if (!parameter.is_sparse()) return 0;
  const auto grouped = groups.find(parameter.name);
  sparse::PatternPtr pattern;
  sparse::ProductPlan plan;
  return growth([&] {
    pattern = std::make_shared<const sparse::BlockPattern>(*parameter.pattern);
    plan = sparse::make_plan(
        sparse::ungrouped(pattern, grouped == groups.end() ? 1 : grouped->second), context);
  });
}

}  // namespace

double MemoryUse::allocated() const {
  double sum = 0;
  for (const Part& part : parts) sum += part.bytes;
  return sum;
}

MemoryUse measure_memory(const RunConfig& config,
                         const std::function<void(const std::string&)>& say) {
  require_memory(config);
  MemoryUse use;
  use.resident_before = resident_bytes();
  const TaskPtr kind = task_of(config);
  std::unique_ptr<const Context> context;
  std::shared_ptr<const TaskData> data;
  std::unique_ptr<TrainingTask> task;
  std::unique_ptr<Trainer> trainer;
  double rest = growth([&] { context = std::make_unique<const Context>(context_options(config)); });
  const double of_data = growth([&] { data = kind->load(config, say); });
  const double of_task = growth([&] { task = kind->make(config, *data, *context); });
  say("measuring");

  const std::map<std::string, Index> groups = groups_of(config);
  double weights = 0, gradients = 0, patterns = 0;
  for (const models::Parameter* parameter : task->parameters()) {
    weights += block_bytes(parameter->values);
    gradients += block_bytes(parameter->gradient);
    patterns += pattern_bytes(*parameter, groups, *context);
  }
  const double of_trainer =
      growth([&] { trainer = std::make_unique<Trainer>(config, *task, *context, stopwatch()); });
  std::unique_ptr<models::Optimizer> optimizer;  // once more, to tell it from the topology
  const double moments = growth([&] {
    optimizer = models::make_optimizer(config.training.optimizer, task->parameters(),
                                       optimizer_settings(config), context.get());
  });
  optimizer.reset();
  // The second finds what it needs: a step asks for memory only where batches differ in size.
  const double of_steps = growth([&] {
    trainer->step();
    trainer->step();
    task->validate();
  });
  rest += of_task - weights - gradients - patterns;
  const double spares = gradients * static_cast<double>(spare_gradients(config));
  use.parts = {{"data", of_data},
               {"weights", weights},
               {"gradients", gradients + spares},
               {"moments", moments},
               {"patterns and plans", patterns},
               {"topology", of_trainer - moments},
               {"activations", of_steps - spares},
               {"the rest", rest}};
  use.resident = resident_bytes();
  return use;
}

std::string to_text(const MemoryUse& use) {
  constexpr double kMegabyte = 1e6;
  std::string text = "megabytes of training, as the allocator has them after two steps\n";
  const auto line = [&](const std::string& name, double bytes) {
    text += fmt::format("  {:<20}{:>12.3f}\n", name, bytes / kMegabyte);
  };
  for (const MemoryUse::Part& part : use.parts) line(part.kind, part.bytes);
  line("all", use.allocated());
  line("resident", use.resident);
  line("  of that before", use.resident_before);
  return text +
         "activations are those of a panel group, with their rounded copies and the scratch\n"
         "of all threads; the rest is batches of validation, names and threads; resident is\n"
         "what the process has of the machine's memory, with programs, code that libraries\n"
         "make, and what the allocator keeps\n";
}

}  // namespace espalier::training
