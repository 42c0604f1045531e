// SPDX-License-Identifier: Apache-2.0
// tree_sums FOLDER, under mpirun: the ranks of a job add the gradients of eight shards as a step of
// training does. Each writes those of its shards and the sum that it got, for tree_sums.py.
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>

#include <espalier/machines/mpi.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/loop/gradient_tree.h>
#include <espalier/training/loop/rank_sum.h>

namespace {

using namespace espalier;

constexpr Index kShards = 8;

/// Values of many magnitudes, so that the order of a sum shows in most of them.
void add_gradient(const models::ParameterList& parameters, Index shard) {
  const Random random(11, stream_id("gradient", static_cast<std::uint64_t>(shard)));
  std::uint64_t next = 0;
  for (models::Parameter* parameter : parameters)
    for (float& value : parameter->gradient) {
      const double size = std::exp2(static_cast<double>(random.below(next++, 20)));
      value += static_cast<float>(size * (random.uniform(next++) - 0.5));
    }
}

void write(const std::filesystem::path& path, const models::ParameterList& parameters) {
  std::ofstream file(path, std::ios::binary);
  for (const models::Parameter* parameter : parameters) {
    const auto bytes = std::as_bytes(std::span(parameter->gradient));
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  if (!file.flush()) throw IoError(path.string() + ": cannot be written");
}

void run(machines::Machines& job, const std::filesystem::path& folder) {
  const Context context({.threads = 2});
  models::Parameter small, large;
  small.make_dense({3});
  large.make_dense({200, 251});
  const models::ParameterList parameters = {&small, &large};
  training::GradientTree tree(parameters, context);
  training::RankSum ranks(job, context);
  const Index own = kShards / job.ranks();
  tree.sum(job.rank() * own, own, [&](Index shard, const models::BackwardProgress& /*progress*/) {
    add_gradient(parameters, shard);
    write(folder / ("shard_" + std::to_string(shard)), parameters);
    return 0.0;
  });
  ranks.add({small.gradient, large.gradient});
  write(folder / ("sum_" + std::to_string(job.rank())), parameters);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: tree_sums FOLDER\n");
    return 2;
  }
  const std::unique_ptr<machines::Machines> job = machines::over_mpi();
  try {
    run(*job, arguments[1]);
    return 0;
  } catch (const std::exception& error) {
    job->abort(1, error.what());
  }
}
