// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/tokenizer.h>

#include <pybind11/stl.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <espalier/python/src/arrays.h>
#include <espalier/text/tokenizer/hugging_face_bpe.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>
#include <espalier/text/tokenizer/tokenizer.h>

namespace py = pybind11;
namespace fs = std::filesystem;

namespace espalier::python {
namespace {

using text::ByteLevelBpe;
using text::Tokenizer;

template <typename AnyTokenizer>
text::EncodedText encoded(const AnyTokenizer& tokenizer, py::handle text, bool special_pieces) {
  const std::string bytes = string(text, "text");
  const py::gil_scoped_release released;
  return tokenizer.encode_with_offsets(
      bytes, special_pieces ? text::SpecialText::kPieces : text::SpecialText::kPlain);
}

template <typename AnyTokenizer>
py::array_t<std::int32_t> ids_of(const AnyTokenizer& tokenizer, py::handle text,
                                 bool special_pieces) {
  return array_of(std::span<const std::int32_t>(encoded(tokenizer, text, special_pieces).ids));
}

template <typename AnyTokenizer>
py::tuple ids_and_offsets(const AnyTokenizer& tokenizer, py::handle text, bool special_pieces) {
  const text::EncodedText found = encoded(tokenizer, text, special_pieces);
  py::array_t<std::int64_t> offsets(
      {static_cast<py::ssize_t>(found.ranges.size()), py::ssize_t{2}});
  auto rows = offsets.mutable_unchecked<2>();
  for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
    rows(i, 0) = found.ranges[static_cast<std::size_t>(i)].begin;
    rows(i, 1) = found.ranges[static_cast<std::size_t>(i)].end;
  }
  return py::make_tuple(array_of(std::span<const std::int32_t>(found.ids)), offsets);
}

std::string text_of_ids(const Tokenizer& tokenizer, py::handle ids) {
  const std::vector<BlockIndex> numbers = block_indices(ids, "ids");
  const py::gil_scoped_release released;
  return tokenizer.decode(numbers);
}

py::bytes bytes_of_ids(const ByteLevelBpe& tokenizer, py::handle ids) {
  const std::vector<BlockIndex> numbers = block_indices(ids, "ids");
  return without_gil([&] { return tokenizer.decode(numbers); });
}

ByteLevelBpe bpe_from_pretrained(py::handle folder) {
  const fs::path there = path(folder, "folder");
  const py::gil_scoped_release released;
  return text::read_hugging_face_bpe(there);
}

py::tuple bpe_state(const ByteLevelBpe& tokenizer) {
  const text::BytePieces parts = tokenizer.parts();
  py::list added;
  for (const text::AddedPiece& one : parts.added)
    added.append(py::make_tuple(one.content, one.id, one.special, one.normalized));
  std::optional<bool> trimmed;
  if (parts.trimmed) trimmed = parts.trimmed->add_prefix_space;
  return py::make_tuple(parts.pieces, parts.merges, added, parts.add_prefix_space,
                        parts.end_of_text, trimmed);
}

/// The reverse.
ByteLevelBpe bpe_of_state(const py::tuple& state) {
  text::BytePieces parts = {
      .pieces = state[0].cast<std::vector<std::string>>(),
      .merges = state[1].cast<std::vector<std::pair<std::string, std::string>>>(),
      .added = {},
      .add_prefix_space = state[3].cast<bool>(),
      .end_of_text = state[4].cast<std::string>()};
  for (const py::handle entry : state[2]) {
    const auto one = py::reinterpret_borrow<py::tuple>(entry);
    parts.added.push_back({.content = one[0].cast<std::string>(),
                           .id = one[1].cast<std::int32_t>(),
                           .special = one[2].cast<bool>(),
                           .normalized = one[3].cast<bool>()});
  }
  if (const auto trimmed = state[5].cast<std::optional<bool>>())
    parts.trimmed = text::TrimmedRanges{.add_prefix_space = *trimmed};
  return ByteLevelBpe(parts, "tokenizer 'pickle'");
}

void bind_byte_level_bpe(py::module_& module) {
  py::class_<ByteLevelBpe>(module, "ByteLevelBpe", R"(
Byte-level byte-pair encoding as in GPT-2: text to ids of pieces and back. Immutable; threads may share
it, and what takes long releases the GIL. Ids are arrays of int32.

    tokenizer = espalier.ByteLevelBpe.from_pretrained("gpt2")
    tokenizer.decode(tokenizer.encode("A text.")).decode()

Raises IoError or FormatError, naming file and key, if a file cannot be read.)")
      .def_static("from_pretrained", &bpe_from_pretrained, py::arg("folder"), R"(
From a folder of Hugging Face: tokenizer.json, or vocab.json and merges.txt. What divides texts
otherwise than GPT-2 is refused by name.)")
      .def("encode", &ids_of<ByteLevelBpe>, py::arg("text"), py::kw_only(),
           py::arg("special_pieces") = false, R"(
Ids of the text. special_pieces: "<|endoftext|>" in the text is that piece, and so are the other
special ones; else they are text like any other.)")
      .def("encode_with_offsets", &ids_and_offsets<ByteLevelBpe>, py::arg("text"), py::kw_only(),
           py::arg("special_pieces") = false, R"(
(ids, offsets): the same ids, and an array [ids, 2] of int64 with the characters that each has bytes
of, the space before a word too: text[begin:end].)")
      .def("decode", &bytes_of_ids, py::arg("ids"),
           "The bytes of the pieces, which may end within a character. Raises ShapeError if an id "
           "is none, FormatError if it is negative or has more than 32 bits.")
      .def("__len__", &ByteLevelBpe::size)
      .def_property_readonly("end_of_text_id", &ByteLevelBpe::end_of_text)
      .def("__repr__",
           [](const ByteLevelBpe& tokenizer) {
             return "<espalier.ByteLevelBpe of " + std::to_string(tokenizer.size()) + " pieces>";
           })
      .def(py::pickle(&bpe_state, &bpe_of_state));
}

Tokenizer from_file(py::handle vocabulary, bool lower_case, std::optional<bool> strip_accents,
                    bool split_chinese) {
  const fs::path file = path(vocabulary, "path");
  const py::gil_scoped_release released;
  return Tokenizer::from_file(file, {lower_case, strip_accents, split_chinese});
}

Tokenizer from_pretrained(py::handle folder) {
  const fs::path there = path(folder, "folder");
  const py::gil_scoped_release released;
  return text::read_hugging_face_tokenizer(there);
}

}  // namespace

void bind_tokenizer(py::module_& module) {
  bind_byte_level_bpe(module);
  py::class_<Tokenizer>(module, "Tokenizer", R"(
WordPiece as in BERT: text to ids of pieces and back. Immutable; threads may share it, and what takes
long releases the GIL. Ids are arrays of int32, without [CLS] and [SEP].

    tokenizer = espalier.Tokenizer.from_pretrained("folder")
    ids, offsets = tokenizer.encode_with_offsets("A text.")

Raises IoError or FormatError, naming file and line or key, if a file cannot be read.)")
      .def_static("from_file", &from_file, py::arg("path"), py::kw_only(),
                  py::arg("lower_case") = true, py::arg("strip_accents") = py::none(),
                  py::arg("split_chinese") = true, R"(
From a vocab.txt, one piece to a line. strip_accents None: as lower_case, which is what BERT does.)")
      .def_static("from_pretrained", &from_pretrained, py::arg("folder"), R"(
From a folder of Hugging Face (vocab.txt or tokenizer.json, tokenizer_config.json) or of a run. What
is no WordPiece as BERT has it is refused by name.)")
      .def("encode", &ids_of<Tokenizer>, py::arg("text"), py::kw_only(),
           py::arg("special_pieces") = false, R"(
Ids of the text. special_pieces: "[MASK]" in the text is that piece, and so are the other special
ones; else they are text like any other.)")
      .def("encode_with_offsets", &ids_and_offsets<Tokenizer>, py::arg("text"), py::kw_only(),
           py::arg("special_pieces") = false, R"(
(ids, offsets): the same ids, and an array [ids, 2] of int64 with the part of the text that each stands
for: text[begin:end].)")
      .def("decode", &text_of_ids, py::arg("ids"),
           "Pieces joined into words, words divided by one space. Raises ShapeError if an id is "
           "none, FormatError if it is negative or has more than 32 bits.")
      .def("__len__", &Tokenizer::size)
      .def(
          "piece",
          [](const Tokenizer& tokenizer, py::handle of) {
            const Index id = whole(of, "id");
            if (id < 0 || id >= tokenizer.size())
              throw py::index_error("piece: found " + std::to_string(id) + "; expected 0 to " +
                                    std::to_string(tokenizer.size() - 1));
            return tokenizer.piece(static_cast<std::int32_t>(id));
          },
          py::arg("id"), "The piece of an id, such as \"##ing\".")
      .def_property_readonly("pad_id", [](const Tokenizer& t) { return t.special().pad; })
      .def_property_readonly("unknown_id", [](const Tokenizer& t) { return t.special().unknown; })
      .def_property_readonly("cls_id", [](const Tokenizer& t) { return t.special().cls; })
      .def_property_readonly("sep_id", [](const Tokenizer& t) { return t.special().sep; })
      .def_property_readonly("mask_id", [](const Tokenizer& t) { return t.special().mask; })
      .def_property_readonly("lower_case",
                             [](const Tokenizer& t) { return t.normalisation().lower_case; })
      .def_property_readonly("strip_accents",
                             [](const Tokenizer& t) { return t.normalisation().strips_accents(); })
      .def_property_readonly("split_chinese",
                             [](const Tokenizer& t) { return t.normalisation().split_chinese; })
      .def("__repr__",
           [](const Tokenizer& tokenizer) {
             return "<espalier.Tokenizer of " + std::to_string(tokenizer.size()) + " pieces>";
           })
      .def(py::pickle(
          [](const Tokenizer& tokenizer) {
            const text::Normalisation& n = tokenizer.normalisation();
            return py::make_tuple(tokenizer.vocabulary_text(), n.lower_case, n.strip_accents,
                                  n.split_chinese);
          },
          [](const py::tuple& state) {
            const auto vocabulary = state[0].cast<std::string>();
            const text::Normalisation normalisation = {
                state[1].cast<bool>(), state[2].cast<std::optional<bool>>(), state[3].cast<bool>()};
            return without_gil(
                [&] { return Tokenizer::from_text(vocabulary, "pickle", normalisation); });
          }));
}

}  // namespace espalier::python
