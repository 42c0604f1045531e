// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/triton/served_model.h>

#include <algorithm>
#include <utility>

#include <espalier/models/inference/packed_model.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/matrix.h>

namespace espalier::serving {
namespace {

constexpr Index kDefaultWords = 5;  // for a mask
/// In one row: each mask takes logits of a whole vocabulary.
constexpr Index kMostMasks = 32;
/// Of one text: each token of it is searched for all of them.
constexpr Index kMostStopStrings = 16;

const InputTensor* find(std::span<const InputTensor> inputs, const std::string& name) {
  const auto found = std::ranges::find(inputs, name, &InputTensor::name);
  return found == inputs.end() ? nullptr : &*found;
}

const InputTensor& needed(std::span<const InputTensor> inputs, const std::string& name) {
  if (const InputTensor* input = find(inputs, name)) return *input;
  throw FormatError("input " + name + " is missing");
}

void require_same_shape(const InputTensor& tensor, const InputTensor& other) {
  if (tensor.shape != other.shape)
    throw FormatError(tensor.name + " has another shape than " + other.name +
                      "; expected the same");
}

Index top_k_of(const Predictor& predictor, Task task, Index wanted) {
  if (task == Task::kAnswer) return std::max<Index>(1, wanted);
  if (task == Task::kFillMask)
    return std::min(wanted == 0 ? kDefaultWords : wanted, predictor.tokenizer().size());
  if (task != Task::kClassify) return 0;
  const Index classes = predictor.model().classes();
  return wanted == 0 ? classes : std::min(wanted, classes);
}

ModelInterface interface_of_generation() {
  const auto option = [](const char* name, TensorType type, Index extent = 1) {
    return TensorSpec{
        .name = name, .type = type, .dims = {extent}, .optional = true, .ragged = extent == -1};
  };
  return {.inputs = {{.name = "TEXT", .type = TensorType::kText, .dims = {1}},
                     option("MAX_TOKENS", TensorType::kWhole),
                     option("TEMPERATURE", TensorType::kFloat),
                     option("TOP_K", TensorType::kWhole),
                     option("TOP_P", TensorType::kFloat),
                     option("SEED", TensorType::kWhole),
                     option("STOP", TensorType::kText, -1)},
          .outputs = {{.name = "COMPLETION", .type = TensorType::kText, .dims = {1}},
                      {.name = "FINISH_REASON", .type = TensorType::kText, .dims = {1}},
                      {.name = "PROMPT_TOKENS", .type = TensorType::kWhole, .dims = {1}},
                      {.name = "COMPLETION_TOKENS", .type = TensorType::kWhole, .dims = {1}},
                      {.name = "TOKEN_IDS", .type = TensorType::kWhole, .dims = {-1}}}};
}

/// An output of texts that were written; ids of shorter ones end with -1.
OutputTensor written_tensor(const TensorSpec& spec, std::span<const RowAnswer> rows,
                            Index longest) {
  const bool has_ids = spec.dims[0] == -1;
  OutputTensor tensor = {
      .name = spec.name, .type = spec.type, .shape = {std::ssize(rows), has_ids ? longest : 1}};
  for (const RowAnswer& row : rows) {
    const GeneratedText& text = row.written;
    const bool is_last = text.prompt_tokens > 0;  // of the pieces of a text, or all of it
    if (spec.name == "COMPLETION")
      tensor.append(std::string_view(text.text));
    else if (spec.name == "FINISH_REASON")
      tensor.append(is_last ? std::string_view(to_string(text.end)) : std::string_view());
    else if (spec.name == "PROMPT_TOKENS")
      tensor.append(std::int64_t{text.prompt_tokens});
    else if (spec.name == "COMPLETION_TOKENS")
      tensor.append(std::int64_t{text.tokens});
    else
      for (std::size_t i = 0; i < static_cast<std::size_t>(longest); ++i)
        tensor.append(std::int64_t{i < text.ids.size() ? text.ids[i] : -1});
  }
  return tensor;
}

}  // namespace

ServedModel::ServedModel(const models::StoredModel& model, text::AnyTokenizer tokenizer,
                         const ModelSettings& settings)
    : predictor_(model, std::move(tokenizer), settings.predictor),
      task_(settings.task.value_or(predictor_.task())),
      // For texts to go on with there is no such input, which config.pbtxt is told of.
      takes_ids_(settings.takes_ids && task_ != Task::kGenerate),
      streams_(settings.streams),
      longest_(settings.predictor.longest != 0 ? settings.predictor.longest
                                               : predictor_.model().config().max_positions),
      top_k_(top_k_of(predictor_, task_, settings.top_k)),
      may_have_none_(settings.may_have_none) {
  if (!predictor_.can(task_))
    throw ConfigError("config.pbtxt: parameter task is " + to_string(task_) +
                      ", and the model has the head " +
                      std::string(to_string(predictor_.model().head())) + "; expected " +
                      to_string(predictor_.task()) + " or embed");
  if (streams_ && task_ != Task::kGenerate)
    throw ConfigError("config.pbtxt: model_transaction_policy is decoupled, and the task is " +
                      to_string(task_) + "; expected generate, whose texts come in pieces");
  const auto require_parameter = [&](bool is_set, TaskOption option, const char* name) {
    if (!is_set) return;
    const std::string where = std::string("config.pbtxt: parameter ") + name;
    predictor_.require_use(task_, option, where);
    if (takes_ids_ && option != TaskOption::kLongest)
      throw ConfigError(
          where + ": is not read for INPUT_IDS, which are answered by all LOGITS; leave it out");
  };
  require_parameter(settings.predictor.longest != 0, TaskOption::kLongest, "longest");
  require_parameter(settings.top_k != 0, TaskOption::kBest, "top_k");
  require_parameter(settings.may_have_none, TaskOption::kMayHaveNone, "no_answer");
  const models::ModelConfig& config = predictor_.model().config();
  if (task_ == Task::kGenerate)
    interface_ = interface_of_generation();
  else if (takes_ids_)
    interface_.inputs = {
        {.name = "INPUT_IDS", .type = TensorType::kWhole, .dims = {-1}, .ragged = true},
        {.name = "TOKEN_TYPE_IDS",
         .type = TensorType::kWhole,
         .dims = {-1},
         .optional = true,
         .ragged = true}};
  else if (task_ == Task::kAnswer)
    interface_.inputs = {{.name = "QUESTION", .type = TensorType::kText, .dims = {1}},
                         {.name = "CONTEXT", .type = TensorType::kText, .dims = {1}}};
  else
    interface_.inputs = {
        {.name = "TEXT", .type = TensorType::kText, .dims = {1}},
        {.name = "TEXT_PAIR", .type = TensorType::kText, .dims = {1}, .optional = true}};
  if (task_ == Task::kGenerate) return;
  const auto add = [&](const char* name, TensorType type, std::vector<Index> dims) {
    interface_.outputs.push_back({.name = name, .type = type, .dims = std::move(dims)});
  };
  if (task_ == Task::kEmbed) {
    add("EMBEDDING", TensorType::kFloat, {config.hidden});
  } else if (takes_ids_) {
    add("LOGITS", TensorType::kFloat,
        task_ == Task::kClassify ? std::vector<Index>{predictor_.model().classes()}
        : task_ == Task::kAnswer ? std::vector<Index>{-1, 2}
                                 : std::vector<Index>{-1, config.vocabulary});
  } else if (task_ == Task::kAnswer) {
    add("ANSWER", TensorType::kText, {-1});
    add("SCORE", TensorType::kFloat, {-1});
    add("BEGIN", TensorType::kWhole, {-1});
    add("END", TensorType::kWhole, {-1});
  } else {
    const auto dims =
        task_ == Task::kClassify ? std::vector<Index>{top_k_} : std::vector<Index>{-1, top_k_};
    add(task_ == Task::kClassify ? "LABEL" : "WORD", TensorType::kText, dims);
    add("SCORE", TensorType::kFloat, dims);
  }
}

std::vector<Row> ServedModel::rows_of(std::span<const InputTensor> inputs) const {
  if (task_ == Task::kGenerate) return prompts_of_request(inputs);
  std::vector<Row> rows = takes_ids_ ? ids_of_request(inputs) : texts_of_request(inputs);
  if (task_ == Task::kFillMask)
    for (std::size_t row = 0; row < rows.size(); ++row) {
      require_masks(rows[row].tokens, "row " + std::to_string(row));
      if (const Index masks = masks_of(rows[row].tokens); masks > kMostMasks)
        throw FormatError("row " + std::to_string(row) + " has " + std::to_string(masks) +
                          " masks; expected at most " + std::to_string(kMostMasks));
    }
  return rows;
}

std::vector<Row> ServedModel::texts_of_request(std::span<const InputTensor> inputs) const {
  const bool answers = task_ == Task::kAnswer;
  const InputTensor& first = needed(inputs, answers ? "QUESTION" : "TEXT");
  const InputTensor* second = answers ? &needed(inputs, "CONTEXT") : find(inputs, "TEXT_PAIR");
  const std::vector<std::string_view> texts = texts_of(first);
  std::vector<std::string_view> pairs(texts.size());
  if (second != nullptr) {
    require_same_shape(*second, first);
    pairs = texts_of(*second);
  }
  std::vector<Row> rows(texts.size());
  for (std::size_t row = 0; row < texts.size(); ++row) {
    if (answers)
      rows[row].question = {std::string(texts[row]), std::string(pairs[row])};
    else
      rows[row].tokens = predictor_.encode({texts[row], pairs[row]});
  }
  return rows;
}

std::vector<Row> ServedModel::ids_of_request(std::span<const InputTensor> inputs) const {
  const models::ModelConfig& config = predictor_.model().config();
  const InputTensor& first = needed(inputs, "INPUT_IDS");
  const InputTensor* second = find(inputs, "TOKEN_TYPE_IDS");
  const std::vector<std::int32_t> ids = ids_of(first, longest_, config.vocabulary);
  std::vector<std::int32_t> segments;
  if (second != nullptr) {
    require_same_shape(*second, first);
    segments = ids_of(*second, longest_, std::max<Index>(1, config.segments));
  }
  std::vector<Row> rows;
  const auto tokens = static_cast<std::size_t>(first.shape[1]);
  for (std::size_t at = 0; at < ids.size(); at += tokens) {
    const auto part = [&](const std::vector<std::int32_t>& all) {
      return all.empty() ? all : std::vector<std::int32_t>(&all[at], &all[at] + tokens);
    };
    rows.push_back({.tokens = {.tokens = part(ids), .segments = part(segments)}});
  }
  return rows;
}

std::vector<Row> ServedModel::prompts_of_request(std::span<const InputTensor> inputs) const {
  const std::vector<std::string_view> texts = texts_of(needed(inputs, "TEXT"));
  std::vector<Row> rows(texts.size());
  const auto require_rows = [&](const InputTensor& tensor) {
    if (tensor.shape[0] != std::ssize(rows))
      throw FormatError(tensor.name + " has " + std::to_string(tensor.shape[0]) +
                        " rows; expected " + std::to_string(rows.size()) + ", as TEXT");
  };
  const auto take_whole = [&](const char* name, std::int64_t least, const auto& set) {
    const InputTensor* tensor = find(inputs, name);
    if (tensor == nullptr) return;
    const std::vector<std::int64_t> numbers = whole_numbers_of(*tensor);
    require_rows(*tensor);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (numbers[row] < least)
        throw FormatError(std::string(name) + ", row " + std::to_string(row) + " is " +
                          std::to_string(numbers[row]) + "; expected at least " +
                          std::to_string(least));
      set(rows[row].options, numbers[row]);
    }
  };
  const auto take_float = [&](const char* name, const auto& set) {
    const InputTensor* tensor = find(inputs, name);
    if (tensor == nullptr) return;
    const std::vector<float> numbers = floats_of(*tensor);
    require_rows(*tensor);
    for (std::size_t row = 0; row < rows.size(); ++row) set(rows[row].options, numbers[row]);
  };
  take_whole("MAX_TOKENS", 1, [](auto& options, Index value) { options.max_tokens = value; });
  take_whole("TOP_K", 0, [](auto& options, Index value) { options.sampling.top_k = value; });
  take_whole("SEED", 0, [](auto& options, std::int64_t value) {
    options.sampling.seed = static_cast<std::uint64_t>(value);
  });
  take_float("TEMPERATURE",
             [](auto& options, float value) { options.sampling.temperature = double{value}; });
  take_float("TOP_P", [](auto& options, float value) { options.sampling.top_p = double{value}; });
  if (const InputTensor* tensor = find(inputs, "STOP")) {
    const std::vector<std::string_view> stops = texts_of(*tensor, kMostStopStrings);
    require_rows(*tensor);
    const auto columns = static_cast<std::size_t>(tensor->shape[1]);
    for (std::size_t i = 0; i < stops.size(); ++i)
      if (!stops[i].empty()) rows[i / columns].options.stop.emplace_back(stops[i]);
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    rows[row].prompt = texts[row];
    rows[row].options.first_sequence = row;
    predictor_.check_prompt(rows[row].prompt, "generation: prompt " + std::to_string(row),
                            rows[row].options);
  }
  if (streams_ && rows.size() != 1)
    throw FormatError("TEXT has " + std::to_string(rows.size()) +
                      " rows; expected 1, since the answer comes in pieces");
  return rows;
}

std::vector<RowAnswer> ServedModel::written(std::span<const Row> asked,
                                            const RowCallback& told) const {
  std::vector<std::string> prompts;
  std::vector<GenerateOptions> options;
  for (const Row& row : asked) {
    prompts.push_back(row.prompt);
    options.push_back(row.options);
  }
  TextCallback tell;
  if (told)
    tell = [&](const TextPiece& piece) {
      RowAnswer answer = {.count = 0};
      const bool is_last = piece.finished != nullptr;
      if (is_last) {
        answer.written = *piece.finished;
        answer.count = answer.written.tokens;
      }
      answer.written.text = piece.text;
      return told(piece.prompt, answer, is_last);
    };
  std::vector<RowAnswer> answers;
  for (GeneratedText& text : predictor_.generate(prompts, options, tell)) {
    const Index tokens = text.tokens;
    answers.push_back({.count = tokens, .written = std::move(text)});
  }
  return answers;
}

Index ServedModel::masks_of(const TokenisedText& row) const {
  return std::ranges::count(row.tokens, predictor_.tokenizer().special().mask);
}

std::vector<RowAnswer> ServedModel::answers(std::span<const Row> asked,
                                            const RowCallback& told) const {
  if (task_ == Task::kGenerate) return written(asked, told);
  std::vector<RowAnswer> answers(asked.size());
  if (task_ == Task::kAnswer && !takes_ids_) {
    std::vector<TextPair> questions;
    for (const Row& row : asked) questions.push_back(row.question);
    const std::vector<std::vector<Answer>> found =
        predictor_.answer(questions, {.best = top_k_, .may_have_none = may_have_none_});
    for (std::size_t i = 0; i < asked.size(); ++i)
      for (const Answer& answer : found[i]) {
        ++answers[i].count;
        answers[i].words.push_back(answer.text);
        answers[i].scores.push_back(static_cast<float>(answer.score));
        answers[i].begins.push_back(answer.begin);
        answers[i].ends.push_back(answer.end);
      }
    return answers;
  }
  std::vector<TokenisedText> rows;
  for (const Row& row : asked) rows.push_back(row.tokens);
  if (task_ == Task::kEmbed) {
    std::vector<std::vector<float>> vectors = predictor_.embed(rows);
    for (std::size_t i = 0; i < rows.size(); ++i)
      answers[i] = {.count = std::ssize(vectors[i]), .scores = std::move(vectors[i])};
  } else if (takes_ids_) {
    answers = logits(rows);
  } else if (task_ == Task::kClassify) {
    const std::vector<std::vector<LabelScore>> labels = predictor_.classify(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      answers[i].count = top_k_;
      for (Index k = 0; k < top_k_; ++k) {
        const LabelScore& label = labels[i][static_cast<std::size_t>(k)];
        answers[i].words.push_back(label.label);
        answers[i].scores.push_back(static_cast<float>(label.score));
      }
    }
  } else {
    const std::vector<std::vector<FilledMask>> filled = predictor_.fill_masks(rows, top_k_);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      answers[i].count = std::ssize(filled[i]);
      for (const FilledMask& mask : filled[i])
        for (const WordScore& word : mask.words) {
          answers[i].words.push_back(word.word);
          answers[i].scores.push_back(static_cast<float>(word.probability));
        }
    }
  }
  return answers;
}

std::vector<RowAnswer> ServedModel::logits(std::span<const TokenisedText> rows) const {
  const models::PackedModel& model = predictor_.model();
  const Index width = task_ == Task::kClassify ? model.classes()
                      : task_ == Task::kAnswer ? 2
                                               : model.config().vocabulary;
  std::vector<Index> positions;  // of masks, counted over all rows
  std::vector<Index> counts;     // of rows of logits, for each row of a request
  Index token = 0, height = 0;
  for (const TokenisedText& row : rows) {
    counts.push_back(task_ == Task::kClassify ? 1
                     : task_ == Task::kAnswer ? std::ssize(row.tokens)
                                              : masks_of(row));
    height += counts.back();
    for (const std::int32_t id : row.tokens) {
      if (id == predictor_.tokenizer().special().mask) positions.push_back(token);
      ++token;
    }
  }
  std::vector<float> values(static_cast<std::size_t>(height * width));
  const MatrixView<float> out(values.data(), height, width);
  const std::vector<models::TokenSequence> sequences(rows.begin(), rows.end());
  if (task_ == Task::kClassify)
    model.class_logits(sequences, out, *predictor_.workspace());
  else if (task_ == Task::kAnswer)
    model.span_logits(sequences, out, *predictor_.workspace());
  else
    model.word_logits(sequences, positions, out, *predictor_.workspace());

  std::vector<RowAnswer> answers(rows.size());
  auto from = values.begin();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto end = from + counts[i] * width;
    // Classes are the entries of their one row.
    answers[i] = {.count = task_ == Task::kClassify ? width : counts[i], .scores = {from, end}};
    from = end;
  }
  return answers;
}

std::vector<OutputTensor> ServedModel::outputs(std::span<const RowAnswer> rows,
                                               std::span<const std::string> names) const {
  Index longest = 0;
  for (const RowAnswer& row : rows) longest = std::max(longest, row.count);
  std::vector<OutputTensor> tensors;
  for (const std::string& name : names) {
    const auto spec = std::ranges::find(interface_.outputs, name, &TensorSpec::name);
    if (spec == interface_.outputs.end()) throw FormatError("output " + name + " is unknown");
    if (task_ == Task::kGenerate) {
      tensors.push_back(written_tensor(*spec, rows, longest));
      continue;
    }
    OutputTensor tensor = {.name = name, .type = spec->type, .shape = {std::ssize(rows), longest}};
    if (spec->dims.size() == 2) tensor.shape.push_back(spec->dims[1]);
    const auto entries =
        static_cast<std::size_t>(longest * (spec->dims.size() == 2 ? spec->dims[1] : 1));
    for (const RowAnswer& row : rows)
      for (std::size_t i = 0; i < entries; ++i) {
        if (spec->type == TensorType::kText)
          tensor.append(i < row.words.size() ? std::string_view(row.words[i]) : "");
        else if (const auto& places = name == "BEGIN" ? row.begins : row.ends;
                 spec->type == TensorType::kWhole)
          tensor.append(std::int64_t{i < places.size() ? places[i] : 0});
        else
          tensor.append(i < row.scores.size() ? row.scores[i] : 0.0f);
      }
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

}  // namespace espalier::serving
