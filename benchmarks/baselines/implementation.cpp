// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/baselines/implementation.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include <espalier/sparse/ops/target_names.h>

namespace espalier::benchmarks {
namespace {

/// The three products of a step, one after the other. Those of a library that works on plain arrays
/// share the arrays of the problem.
class StepRunner : public Runner {
 public:
  StepRunner(const Implementation& implementation, const Problem& problem, int threads) {
    for (const Product product : kSteps)
      parts_.push_back(implementation.make(problem, product, threads));
  }
  void run() override {
    for (const auto& part : parts_) part->run();
  }
  std::vector<float> result() const override {
    std::vector<float> all;
    for (const auto& part : parts_) {
      const std::vector<float> one = part->result();
      all.insert(all.end(), one.begin(), one.end());
    }
    return all;
  }

 private:
  std::vector<std::unique_ptr<Runner>> parts_;
};

std::unique_ptr<Runner> make_one(const Implementation& implementation, const Problem& problem,
                                 Product product, int threads) {
  std::unique_ptr<Runner> runner = implementation.make(problem, product, threads);
  if (runner == nullptr && product == Product::kLayerStep)
    runner = std::make_unique<StepRunner>(implementation, problem, threads);
  return runner;
}

/// Goes through copies of the operands.
class RotatingRunner : public Runner {
 public:
  RotatingRunner(const Implementation& implementation, const Problem& problem, Product product,
                 int threads, int operand_sets) {
    for (int i = 0; i < operand_sets; ++i) {
      problems_.push_back(std::make_unique<Problem>(problem));
      runners_.push_back(make_one(implementation, *problems_.back(), product, threads));
    }
  }
  void run() override {
    last_ = (last_ + 1) % runners_.size();
    runners_[last_]->run();
  }
  std::vector<float> result() const override { return runners_[last_]->result(); }

 private:
  std::vector<std::unique_ptr<Problem>> problems_;
  std::vector<std::unique_ptr<Runner>> runners_;
  std::size_t last_ = 0;
};

std::vector<Implementation> installed() {
  std::vector<Implementation> all = {espalier_implementation(), espalier_reference_implementation(),
                                     espalier_sliced_implementation(), onednn_implementation()};
  std::array loaded_at_run_time = {openblas_implementation(), mkl_implementation()};
  for (Implementation& loaded : loaded_at_run_time)
    if (!loaded.name.empty()) all.push_back(std::move(loaded));
  // Beside the program, so that a build folder may be moved; tests are elsewhere.
  std::error_code error;
  const std::array folders = {std::filesystem::read_symlink("/proc/self/exe", error).parent_path(),
                              std::filesystem::path(ESPALIER_BENCH_MODULES)};
  for (Implementation& eigen : eigen_implementations(folders)) all.push_back(std::move(eigen));
#if defined(ESPALIER_BENCH_HAS_GRAPHBLAS)
  all.push_back(graphblas_implementation());
#endif
#if defined(ESPALIER_BENCH_HAS_LIBXSMM)
  all.push_back(libxsmm_implementation());
#endif
#if defined(ESPALIER_BENCH_HAS_LIBRSB)
  all.push_back(librsb_implementation());
#endif
  return all;
}

}  // namespace

const std::vector<Implementation>& implementations() {
  static const std::vector<Implementation> all = installed();
  return all;
}

std::vector<std::string> one_thread_only(std::span<const Shape> shapes, int threads) {
  std::vector<std::string> names;
  for (const Implementation& implementation : implementations()) {
    const auto has_product = [&](int count) {
      return std::ranges::any_of(shapes, [&](const Shape& shape) {
        return std::ranges::any_of(kAllProducts, [&](Product product) {
          return implementation.offers(shape, product, count);
        });
      });
    };
    if (has_product(1) && !has_product(threads)) names.push_back(implementation.name);
  }
  return names;
}

std::unique_ptr<Runner> make_runner(const Implementation& implementation, const Problem& problem,
                                    Product product, int threads, int operand_sets) {
  if (operand_sets == 0) return make_one(implementation, problem, product, threads);
  return std::make_unique<RotatingRunner>(implementation, problem, product, threads, operand_sets);
}

std::unique_ptr<Runner> make_verified_runner(const Implementation& implementation,
                                             const Problem& problem, const Case& what,
                                             int operand_sets) {
  const std::string name = name_of(what);
  std::unique_ptr<Runner> runner;
  try {
    runner = make_runner(implementation, problem, what.product, what.threads, operand_sets);
  } catch (const NotOnThisProcessor&) {
    throw;
  } catch (const std::exception& error) {
    throw std::runtime_error(name + ": " + error.what());
  }
  verify_or_throw(*runner, problem, what.product, name, operand_sets);
  return runner;
}

void verify_or_throw(Runner& runner, const Problem& problem, Product product,
                     const std::string& name, int operand_sets) {
  for (int i = 0; i < std::max(1, operand_sets); ++i) {
    try {
      runner.run();
    } catch (const std::exception& error) {
      throw std::runtime_error(name + ": " + error.what());
    }
    const std::string difference = problem.verify(product, runner.result());
    if (!difference.empty())
      throw std::runtime_error(std::string(name).append(": wrong result: ").append(difference));
  }
}

const char* forced_target_of_peer(const char* avx512, const char* avx2, const char* sse4) {
  const std::string forced = sparse::forced_simd_target();
  if (forced.empty()) return nullptr;
  if (forced.starts_with("AVX3")) return avx512;
  return forced == "AVX2" ? avx2 : sse4;
}

AlignedVector<float> transposed(std::span<const float> values, Index rows, Index cols) {
  AlignedVector<float> result(values.size());
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      result[static_cast<std::size_t>(c * rows + r)] =
          values[static_cast<std::size_t>(r * cols + c)];
  return result;
}

DenseOperands::DenseOperands(const Problem& problem, Product product) {
  is_plain(product) ? set_plain(problem, product) : set_packed(problem, product);
  c.resize(static_cast<std::size_t>(m * n));
}

void DenseOperands::set_packed(const Problem& problem, Product product) {
  const Shape& s = problem.shape();
  switch (product) {
    case Product::kSpmm:
      a = problem.dense_w().data(), b = problem.x().data();
      m = s.out, n = s.tokens, k = s.in, lda = s.in, ldb = s.tokens;
      break;
    case Product::kSpmmTransposed:
      a = problem.dense_w().data(), b = problem.dy().data(), transpose_a = true;
      m = s.in, n = s.tokens, k = s.out, lda = s.in, ldb = s.tokens;
      break;
    default:
      a = problem.dy().data(), b = problem.x().data(), transpose_b = true;
      m = s.out, n = s.in, k = s.tokens, lda = s.tokens, ldb = s.tokens;
      break;
  }
}

void DenseOperands::set_plain(const Problem& problem, Product product) {
  const Shape& s = problem.shape();
  if (product != Product::kLinearPlainTransposed) x_ = transposed(problem.x(), s.in, s.tokens);
  if (product != Product::kLinearPlain) dy_ = transposed(problem.dy(), s.out, s.tokens);
  switch (product) {
    case Product::kLinearPlain:
      a = x_.data(), b = problem.dense_w().data(), transpose_b = true, transpose_c_ = true;
      m = s.tokens, n = s.out, k = s.in, lda = s.in, ldb = s.in;
      break;
    case Product::kLinearPlainTransposed:
      a = dy_.data(), b = problem.dense_w().data(), transpose_c_ = true;
      m = s.tokens, n = s.in, k = s.out, lda = s.out, ldb = s.in;
      break;
    default:
      a = dy_.data(), b = x_.data(), transpose_a = true;
      m = s.out, n = s.in, k = s.tokens, lda = s.out, ldb = s.in;
      break;
  }
}

std::vector<float> DenseOperands::result() const {
  if (!transpose_c_) return {c.begin(), c.end()};
  const AlignedVector<float> turned = transposed(c, m, n);
  return {turned.begin(), turned.end()};
}

bool offers_dense(const Shape& shape, Product product, int /*threads*/) {
  return shape.dense() && shape.type == Type::kF32 && product != Product::kTopologyUpdate;
}

}  // namespace espalier::benchmarks
