// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/predictor.h>

#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <espalier/python/src/arrays.h>
#include <espalier/serving/predictor.h>
#include <espalier/sparse/core/error.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

using models::InferenceWorkspace;
using models::PackedModel;
using models::TokenSequence;
using serving::Predictor;

using Ids = std::vector<py::array>;

/// Row-major results that become an array of Python.
struct Results {
  Results(Index rows_, Index cols_)
      : rows(rows_), cols(cols_), values(static_cast<std::size_t>(rows * cols)) {}
  MatrixView<float> view() { return {values.data(), rows, cols}; }
  py::array_t<float> array() const {
    return array_of(std::span<const float>(values), {rows, cols});
  }

  Index rows, cols;
  std::vector<float> values;
};

/// Arrays of int32, which Python has checked.
std::vector<TokenSequence> sequences_of(const Ids& ids, const Ids& segments) {
  std::vector<TokenSequence> sequences;
  for (std::size_t i = 0; i < ids.size(); ++i)
    sequences.push_back({elements<const std::int32_t>(ids[i], "ids"),
                         segments.empty() ? std::span<const std::int32_t>()
                                          : elements<const std::int32_t>(segments[i], "segments")});
  return sequences;
}

Index tokens_of(const std::vector<TokenSequence>& sequences) {
  Index tokens = 0;
  for (const TokenSequence& sequence : sequences)
    tokens += static_cast<Index>(sequence.tokens.size());
  return tokens;
}

using Call = void (PackedModel::*)(std::span<const TokenSequence>, MatrixView<float>,
                                   InferenceWorkspace&) const;

/// Runs a call of the model without the GIL.
py::array_t<float> run(const Predictor& predictor, Call call, Index rows, Index cols,
                       const std::vector<TokenSequence>& sequences) {
  Results results(rows, cols);
  {
    const py::gil_scoped_release released;
    (predictor.model().*call)(sequences, results.view(), *predictor.workspace());
  }
  return results.array();
}

py::array_t<float> of_tokens(const Predictor& predictor, Call call, Index cols, const Ids& ids,
                             const Ids& segments) {
  const std::vector<TokenSequence> sequences = sequences_of(ids, segments);
  return run(predictor, call, tokens_of(sequences), cols, sequences);
}

py::array_t<float> of_sequences(const Predictor& predictor, Call call, Index cols, const Ids& ids,
                                const Ids& segments) {
  const std::vector<TokenSequence> sequences = sequences_of(ids, segments);
  return run(predictor, call, static_cast<Index>(sequences.size()), cols, sequences);
}

py::array_t<float> words(const Predictor& predictor, const Ids& ids, const Ids& segments,
                         const std::vector<Index>& positions) {
  const std::vector<TokenSequence> sequences = sequences_of(ids, segments);
  Results results(static_cast<Index>(positions.size()), predictor.model().config().vocabulary);
  {
    const py::gil_scoped_release released;
    predictor.model().word_logits(sequences, positions, results.view(), *predictor.workspace());
  }
  return results.array();
}

std::vector<serving::TokenisedText> encoded(const Predictor& predictor,
                                            const std::vector<std::string>& texts,
                                            const std::vector<std::string>& pairs) {
  std::vector<serving::TokenisedText> list;
  for (std::size_t i = 0; i < texts.size(); ++i)
    list.push_back(predictor.encode({texts[i], pairs.empty() ? "" : pairs[i]}));
  return list;
}

py::list fill_masks(const Predictor& predictor, const std::vector<std::string>& texts, Index best) {
  std::vector<std::vector<serving::FilledMask>> filled;
  {
    const py::gil_scoped_release released;
    filled = predictor.fill_masks(encoded(predictor, texts, {}), best);
  }
  py::list results;
  for (const auto& of_text : filled) {
    py::list masks;
    for (const serving::FilledMask& mask : of_text) {
      py::list chosen;
      for (const serving::WordScore& word : mask.words)
        chosen.append(py::make_tuple(word.word, word.id, word.probability));
      masks.append(py::make_tuple(mask.position, chosen));
    }
    results.append(masks);
  }
  return results;
}

py::list classify(const Predictor& predictor, const std::vector<std::string>& texts,
                  const std::vector<std::string>& pairs) {
  std::vector<std::vector<serving::LabelScore>> classified;
  {
    const py::gil_scoped_release released;
    classified = predictor.classify(encoded(predictor, texts, pairs));
  }
  py::list results;
  for (const auto& of_text : classified) {
    py::list labels;
    for (const serving::LabelScore& label : of_text)
      labels.append(py::make_tuple(label.label, label.score));
    results.append(labels);
  }
  return results;
}

py::array_t<float> embed(const Predictor& predictor, const std::vector<std::string>& texts) {
  Results results(static_cast<Index>(texts.size()), predictor.model().config().hidden);
  {
    const py::gil_scoped_release released;
    const std::vector<std::vector<float>> vectors = predictor.embed(encoded(predictor, texts, {}));
    for (std::size_t i = 0; i < vectors.size(); ++i)
      std::ranges::copy(vectors[i], results.view().row(static_cast<Index>(i)).begin());
  }
  return results.array();
}

py::list answer(const Predictor& predictor, const std::string& question, const std::string& context,
                Index best, Index longest, std::optional<Index> stride, bool may_have_none) {
  std::vector<serving::Answer> answers;
  {
    const py::gil_scoped_release released;
    answers = predictor.answer(
        question, context,
        {.best = best, .longest = longest, .stride = stride, .may_have_none = may_have_none});
  }
  py::list results;
  for (const serving::Answer& found : answers)
    results.append(py::make_tuple(found.text, found.begin, found.end, found.score));
  return results;
}

/// `told`, if it is not None, is called with the number of a prompt and a piece of its text; False
/// ends that text.
py::list generate(const Predictor& predictor, const std::vector<std::string>& prompts,
                  const serving::GenerateOptions& options, const py::object& told) {
  std::vector<serving::GeneratedText> texts;
  {
    const py::gil_scoped_release released;
    texts = predictor.generate(prompts, options, [&told](const serving::TextPiece& piece) {
      const py::gil_scoped_acquire acquired;
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (told.is_none() || piece.text.empty()) return true;
      const py::str text(piece.text.data(), piece.text.size());
      return !told(piece.prompt, text).is(py::bool_(false));
    });
  }
  py::list results;
  for (const serving::GeneratedText& text : texts)
    results.append(py::make_tuple(text.text, text.prompt_tokens, text.tokens, to_string(text.end)));
  return results;
}

std::unique_ptr<Predictor> load(py::handle folder, int threads, const std::string& precision,
                                bool int8, Index longest) {
  const std::filesystem::path there = path(folder, "folder");
  const py::gil_scoped_release released;
  return std::make_unique<Predictor>(
      there, serving::PredictorOptions{.threads = threads,
                                       .precision = precision_by_name(precision),
                                       .int8 = int8,
                                       .longest = longest});
}

}  // namespace

void bind_predictor(py::module_& module) {
  const auto config = [](const Predictor& predictor) -> const models::ModelConfig& {
    return predictor.model().config();
  };
  py::class_<Predictor>(module, "Predictor")
      .def(py::init(&load), py::arg("folder"), py::arg("threads"), py::arg("precision"),
           py::arg("int8"), py::arg("longest"))
      .def_property_readonly("task", [](const Predictor& p) { return to_string(p.task()); })
      .def_property_readonly(
          "head", [](const Predictor& p) { return std::string(to_string(p.model().head())); })
      .def_property_readonly("labels", [](const Predictor& p) { return p.model().labels(); })
      .def_property_readonly("classes", [](const Predictor& p) { return p.model().classes(); })
      .def_property_readonly("hidden", [config](const Predictor& p) { return config(p).hidden; })
      .def_property_readonly("vocabulary",
                             [config](const Predictor& p) { return config(p).vocabulary; })
      .def_property_readonly("longest",
                             [config](const Predictor& p) { return config(p).max_positions; })
      .def_property_readonly("density", [](const Predictor& p) { return p.model().density(); })
      .def(
          "encode",
          [](const Predictor& p, const std::string& text, const std::string& pair) {
            const serving::TokenisedText encoded = without_gil([&] {
              return p.encode({text, pair});
            });
            std::vector<std::int32_t> segments = encoded.segments;
            segments.resize(encoded.tokens.size());
            return py::make_tuple(array_of(std::span<const std::int32_t>(encoded.tokens)),
                                  array_of(std::span<const std::int32_t>(segments)));
          },
          py::arg("text"), py::arg("pair"))
      .def("fill_masks", &fill_masks, py::arg("texts"), py::arg("best"))
      .def("classify", &classify, py::arg("texts"), py::arg("pairs"))
      .def("embed", &embed, py::arg("texts"))
      .def("answer", &answer, py::arg("question"), py::arg("context"), py::arg("best"),
           py::arg("longest"), py::arg("stride"), py::arg("may_have_none"))
      .def(
          "generate",
          [](const Predictor& p, const std::vector<std::string>& prompts, Index max_tokens,
             double temperature, Index top_k, double top_p, std::uint64_t seed,
             const std::vector<std::string>& stop, std::uint64_t first, const py::object& told) {
            return generate(p, prompts,
                            {.max_tokens = max_tokens,
                             .sampling = {.temperature = temperature,
                                          .top_k = top_k,
                                          .top_p = top_p,
                                          .seed = seed},
                             .stop = stop,
                             .first_sequence = first},
                            told);
          },
          py::arg("prompts"), py::arg("max_tokens"), py::arg("temperature"), py::arg("top_k"),
          py::arg("top_p"), py::arg("seed"), py::arg("stop"), py::arg("first"), py::arg("told"))
      .def(
          "hidden_states",
          [config](const Predictor& p, const Ids& ids, const Ids& segments) {
            return of_tokens(p, &PackedModel::hidden_states, config(p).hidden, ids, segments);
          },
          py::arg("ids"), py::arg("segments"))
      .def(
          "pooled_states",
          [config](const Predictor& p, const Ids& ids, const Ids& segments) {
            return of_sequences(p, &PackedModel::pooled_states, config(p).hidden, ids, segments);
          },
          py::arg("ids"), py::arg("segments"))
      .def(
          "class_logits",
          [](const Predictor& p, const Ids& ids, const Ids& segments) {
            return of_sequences(p, &PackedModel::class_logits, p.model().classes(), ids, segments);
          },
          py::arg("ids"), py::arg("segments"))
      .def(
          "span_logits",
          [](const Predictor& p, const Ids& ids, const Ids& segments) {
            return of_tokens(p, &PackedModel::span_logits, 2, ids, segments);
          },
          py::arg("ids"), py::arg("segments"))
      .def("word_logits", &words, py::arg("ids"), py::arg("segments"), py::arg("positions"));
}

}  // namespace espalier::python
