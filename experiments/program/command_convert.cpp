// SPDX-License-Identifier: Apache-2.0
// The verb convert: models and matrices from one kind of file to another.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/model_source.h>
#include <espalier/experiments/program/npz_file.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/model_folder.h>
#include <espalier/models/checkpoints/sparsify_model.h>
#include <espalier/schedules/rules/choice.h>
#include <espalier/schedules/rules/policy_options.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/format/matrix_io.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>
#include <espalier/training/measure/trained_model.h>
#include <espalier/training/runs/run_files.h>

namespace espalier::experiments {
namespace {

namespace fs = std::filesystem;
using sparse::BlockCsrMatrix;

struct ConvertArguments {
  std::string in;
  fs::path out;
  bool sparse = false;
  Index block = 0;     ///< 0: not given
  double density = 0;  ///< 0: not given
  std::string norm = "l1";
  std::string tensor;
  bool quiet = false;
};

bool is_matrix_file(const fs::path& path) {
  const std::string kind = path.extension().string();
  return kind == ".smtx" || kind == ".mtx" || kind == ".npz";
}

/// A model, and the files beside it by name: of its tokenizer, and of what it writes.
struct ModelWithTokenizer {
  models::StoredModel model;
  std::map<std::string, std::string> files;
};

/// What `tokenizer` says of the ends of texts, as far as `model` has pieces for it.
models::TextBounds bounds_of(const models::StoredModel& model,
                             const text::AnyTokenizer& tokenizer) {
  const Index pieces = model.config.vocabulary;
  models::TextBounds bounds;
  if (const auto begin = text::begin_of_text(tokenizer); begin && *begin < pieces)
    bounds.begin = *begin;
  if (const auto end = text::end_of_text(tokenizer); end && *end < pieces) bounds.ends = {*end};
  return bounds;
}

/// Lets transformers end texts of a folder whose config.json does not say how.
void find_bounds(models::StoredModel& model, const fs::path& folder) {
  if (model.config.family != "gpt" || !model.bounds.ends.empty()) return;
  try {
    model.bounds = bounds_of(model, text::read_any_tokenizer(folder));
  } catch (const Error&) {
    // A tokenizer that the library does not read goes along as it is.
  }
}

ModelWithTokenizer read_folder(const fs::path& folder) {
  ModelWithTokenizer read = {models::read_model_folder(folder), tokenizer_files(folder)};
  find_bounds(read.model, folder);
  // Beside what config.json says of it, how transformers writes texts.
  constexpr const char* kGeneration = "generation_config.json";
  constexpr std::size_t kLargestBytes = std::size_t{1} << 20;
  if (fs::exists(folder / kGeneration))
    read.files[kGeneration] = files::read_file(folder / kGeneration, kLargestBytes);
  if (!read.files.contains("vocab.txt")) return read;
  // As the file, whose lines may end as on Windows.
  const fs::path path = folder / "vocab.txt";
  const Index pieces = text::Tokenizer::from_file(path).size();
  if (pieces > read.model.config.vocabulary)
    throw FormatError(fmt::format("{}: has {} pieces, expected at most the {} of vocab_size",
                                  path.string(), pieces, read.model.config.vocabulary));
  return read;
}

ModelWithTokenizer read_run(const std::string& run) {
  const training::TrainedModel trained = training::trained_model(run, "convert");
  const text::Tokenizer tokenizer = training::tokenizer_of(trained);
  models::StoredModel model = training::stored_model_of(trained, tokenizer.size());
  model.bounds = bounds_of(model, tokenizer);
  std::map<std::string, std::string> of_tokenizer = {
      {"vocab.txt", tokenizer.vocabulary_text()},
      {"tokenizer_config.json",
       text::hugging_face_tokenizer_config(tokenizer, model.config.max_positions)}};
  return {std::move(model), std::move(of_tokenizer)};
}

/// RUN@STEP of the folder of a checkpoint that lies in a run; else `in` itself.
std::string as_run(const std::string& in) {
  const fs::path path = fs::absolute(fs::path(in) / "").lexically_normal().parent_path();
  const std::string name = path.filename().string();
  const fs::path run = path.parent_path().parent_path();
  if (!name.starts_with("step_") || !fs::exists(run / training::run_file::kConfig)) return in;
  return run.string() + '@' + name.substr(5);
}

ModelWithTokenizer read_model(const std::string& in) {
  const std::string source = as_run(in);
  return is_model_folder(source) ? read_folder(source) : read_run(source);
}

std::optional<double> density_of(const ConvertArguments& arguments) {
  return arguments.density > 0 ? std::optional(arguments.density) : std::nullopt;
}

sparse::BlockNorm norm_of(const ConvertArguments& arguments) {
  return schedules::choice<sparse::BlockNorm>(arguments.norm);
}

/// A matrix in the blocks that are asked for, and pruned if that is asked for.
BlockCsrMatrix<float> changed(BlockCsrMatrix<float> matrix, const ConvertArguments& arguments) {
  if (arguments.block > 0)
    matrix = sparse::reblock(matrix, {.rows = arguments.block, .cols = arguments.block});
  const auto density = density_of(arguments);
  return density ? models::prune(matrix, *density, norm_of(arguments)) : matrix;
}

/// The matrix of a file, or of a tensor of a model.
BlockCsrMatrix<float> read_matrix(const ConvertArguments& arguments) {
  const fs::path in = arguments.in;
  if (is_matrix_file(in) && !arguments.tensor.empty())
    throw ConfigError("--tensor: of a model, whose weights have names; " + arguments.in +
                      " is one matrix: leave it out");
  if (in.extension() == ".mtx") return sparse::read_mtx(in);
  if (in.extension() == ".npz") return read_npz(in);
  if (in.extension() == ".smtx") {
    BlockCsrMatrix<float> matrix(sparse::read_smtx(in));
    std::ranges::fill(matrix.values(), 1.0f);  // as the entries of a pattern in .mtx
    return matrix;
  }
  if (arguments.tensor.empty())
    throw ConfigError("--tensor: not given, expected the name of the weight of " + arguments.in +
                      " that " + arguments.out.string() + " is to hold");
  const models::StoredModel model = read_model(arguments.in).model;
  const models::StoredTensor& tensor = model.at(arguments.tensor);
  if (tensor.is_sparse()) return {tensor.pattern, tensor.values};
  if (tensor.shape.size() != 2)
    throw ConfigError(fmt::format("--tensor: {} has {} extents, expected a matrix",
                                  arguments.tensor, tensor.shape.size()));
  return sparse::from_dense({tensor.values.data(), tensor.shape[0], tensor.shape[1]}, {1, 1});
}

std::string matrix_text(const sparse::BlockPattern& pattern) {
  const auto [rows, cols] = pattern.block();
  return fmt::format("{} x {}, density {:.4g} in blocks of {}", pattern.rows(), pattern.cols(),
                     pattern.density(),
                     rows == cols ? std::to_string(rows) : fmt::format("{} x {}", rows, cols));
}

std::string convert_matrix(const ConvertArguments& arguments) {
  if (arguments.sparse) throw ConfigError("--sparse: of a matrix, expected a model");
  const BlockCsrMatrix<float> matrix = changed(read_matrix(arguments), arguments);
  if (arguments.out.extension() == ".smtx")
    sparse::write_smtx(arguments.out, matrix.pattern());
  else if (arguments.out.extension() == ".npz")
    write_npz(arguments.out, matrix);
  else
    sparse::write_mtx(arguments.out, matrix);
  return matrix_text(matrix.pattern());
}

std::string model_text(const models::StoredModel& model) {
  Index blocks = 0, positions = 0, weights = 0;
  for (const auto& [name, tensor] : model.parameters) {
    if (!tensor.is_sparse()) continue;
    ++weights;
    blocks += tensor.pattern->blocks();
    positions += tensor.pattern->grid_size();
  }
  std::string text =
      fmt::format("{} with head {}, {} layers of {}", model.config.family,
                  models::to_string(model.head), model.config.layers, model.config.hidden);
  if (weights > 0)
    text += fmt::format(", {} weights of density {:.4g}", weights,
                        static_cast<double>(blocks) / static_cast<double>(positions));
  return text;
}

std::string convert_model(const ConvertArguments& arguments) {
  if (!arguments.tensor.empty())
    throw ConfigError("--tensor: for a folder, expected an OUT that ends in .mtx, .smtx or .npz");
  if (is_matrix_file(arguments.in))
    throw ConfigError(arguments.out.string() +
                      ": is no .mtx, .smtx or .npz, expected one for what is in " + arguments.in);
  ModelWithTokenizer read = read_model(arguments.in);
  if (arguments.block > 0)
    models::sparsify(
        read.model,
        {.block = arguments.block, .density = density_of(arguments), .norm = norm_of(arguments)});
  models::write_model_folder(arguments.out, read.model,
                             {.ours = arguments.sparse, .files = std::move(read.files)});
  return model_text(read.model);
}

void convert(const ConvertArguments& arguments) {
  if (arguments.density > 0 && arguments.block == 0)
    throw ConfigError("--density: given without --block, expected both");
  const std::string text =
      is_matrix_file(arguments.out) ? convert_matrix(arguments) : convert_model(arguments);
  if (!arguments.quiet)
    std::cout << files::without_controls(arguments.out.string() + ": " + text) << '\n';
}

}  // namespace

void add_convert_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "convert", "Turn a checkpoint or a folder of Hugging Face into the other; matrices too");
  auto arguments = std::make_shared<ConvertArguments>();
  command
      ->add_option("in", arguments->in,
                   "A model: a folder of Hugging Face or of ours, a run's folder, RUN@STEP or a "
                   "step_N folder. Or a matrix, .mtx, .smtx or .npz")
      ->required();
  command
      ->add_option("out", arguments->out,
                   "A folder that is not there yet, or an .mtx, .smtx or .npz file")
      ->required();
  command->add_flag("--sparse", arguments->sparse,
                    "Keep sparse weights sparse: a folder of ours, which transformers cannot read");
  command
      ->add_option("--block", arguments->block,
                   "Store the encoder's linear weights in blocks of this side; blocks of exact "
                   "zeros are left out")
      ->check(CLI::IsMember({1, 2, 4, 8, 16}));
  auto* const density =
      command
          ->add_option("--density", arguments->density,
                       "Keep this share of the blocks of each weight, those with the largest norms")
          ->check(number_between(1e-9, 1));
  command->add_option("--norm", arguments->norm, "Of blocks, for --density (default l1)")
      ->check(CLI::IsMember(schedules::choice_names<sparse::BlockNorm>()))
      ->needs(density);
  command->add_option("--tensor", arguments->tensor,
                      "The weight of a model that a matrix file is to hold, as inspect names it");
  command->add_flag("--quiet", arguments->quiet, "Print nothing");
  command->footer(
      "Models of Hugging Face: BertModel, BertForMaskedLM, BertForPreTraining,\n"
      "BertForSequenceClassification, BertForQuestionAnswering, GPT2Model, GPT2LMHeadModel, as\n"
      "safetensors. A configuration that the library does not compute is refused by name; pickles\n"
      "are never read. The files of the tokenizer go along, and so does generation_config.json.\n"
      "config.json names the tokens that end a text, at which generate of transformers stops.\n"
      "\n"
      "  espalier convert runs/moves moves_hf                      for transformers: dense, with "
      "zeros\n"
      "  espalier convert bert-base-uncased bert_s90 --sparse --block 16 --density 0.1\n"
      "  espalier convert moves_hf moves --sparse --block 4        zeros become a pattern again\n"
      "  espalier convert runs/moves@2000 query.mtx --tensor "
      "bert.encoder.layer.0.attention.self.query.weight\n"
      "\n"
      "An .smtx has a pattern without values; as .mtx they are 1. An .npz is what\n"
      "scipy.sparse.save_npz writes: bsr, csr, csc or coo; bsr is what is written.");
  command->callback([arguments, &exit_code] {
    convert(*arguments);
    exit_code = kExitDone;
  });
}

}  // namespace espalier::experiments
