// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/serving/predictor.h>
#include <espalier/serving/request_lines.h>
#include <espalier/serving/triton/model_settings.h>
#include <espalier/serving/triton/tensors.h>
#include <espalier/text/tokenizer/any_tokenizer.h>

namespace espalier::serving {

/// One row of a request: a text, two or ids, all as tokens; a question with its context;
/// or a text to go on with.
struct Row {
  TokenisedText tokens = {};
  TextRequest question = {};
  std::string prompt = {};
  GenerateOptions options = {};
};

/// What the model says of one row.
struct RowAnswer {
  Index count = 0;  ///< labels, masks, answers, tokens or values; entries of the rest
  std::vector<std::string> words = {};  ///< [count][those of each]
  std::vector<float> scores = {};       ///< the same, or values
  std::vector<Index> begins = {};       ///< of answers
  std::vector<Index> ends = {};
  GeneratedText written = {};
};

/// Some more of the text of a row. Returns whether it should go on.
using RowCallback = std::function<bool(std::size_t row, const RowAnswer& piece, bool is_last)>;

/// A model of the server: a predictor, and which tensors go in and come out. Texts go in and words
/// come out, or ids go in and numbers come out:
///
///   task       TEXT, TEXT_PAIR                          INPUT_IDS, TOKEN_TYPE_IDS
///   classify   LABEL [labels], SCORE                    LOGITS [labels]
///   fill-mask  WORD [masks, words], SCORE               LOGITS [masks, vocabulary]
///   qa         ANSWER [answers], SCORE, BEGIN, END      LOGITS [tokens, 2]
///   embed      EMBEDDING [hidden]                       EMBEDDING [hidden]
///   generate   COMPLETION, FINISH_REASON, PROMPT_TOKENS, COMPLETION_TOKENS, TOKEN_IDS [tokens]
///
/// The texts of qa are QUESTION and CONTEXT; generate takes TEXT and, for each row, MAX_TOKENS,
/// TEMPERATURE, TOP_K, TOP_P, SEED and STOP [strings], empty ones of which are none.
/// Knows nothing of the server. Immutable; any number of threads may ask one at once.
class ServedModel {
 public:
  /// Throws as `Predictor`, and ConfigError if the model has no head for the task.
  ServedModel(const models::StoredModel& model, text::AnyTokenizer tokenizer,
              const ModelSettings& settings);

  const Predictor& predictor() const { return predictor_; }
  Task task() const { return task_; }
  const ModelInterface& interface() const { return interface_; }

  /// Whether texts are told of in pieces.
  bool streams() const { return streams_; }

  /// The rows of one request. Throws FormatError naming a tensor that is missing or wrong, and
  /// ConfigError naming an option of generation.
  std::vector<Row> rows_of(std::span<const InputTensor> inputs) const;

  /// What the model says of rows of any number of requests, computed together: for each what it is
  /// alone, bit for bit. Random numbers of a text depend on its seed and its row in its request.
  /// `told`, if there is one, gets texts that are written in pieces, as they come: of the answer
  /// only the last piece has more than the text.
  std::vector<RowAnswer> answers(std::span<const Row> asked,
                                 const RowCallback& told = nullptr) const;

  /// Answers to the rows of one request as the output tensors of these names. Rows with fewer masks
  /// or answers than another end with empty words and zeros. Throws FormatError if there is no such
  /// output.
  std::vector<OutputTensor> outputs(std::span<const RowAnswer> rows,
                                    std::span<const std::string> names) const;

 private:
  std::vector<Row> texts_of_request(std::span<const InputTensor> inputs) const;
  std::vector<Row> ids_of_request(std::span<const InputTensor> inputs) const;
  std::vector<Row> prompts_of_request(std::span<const InputTensor> inputs) const;
  std::vector<RowAnswer> written(std::span<const Row> asked, const RowCallback& told) const;
  Index masks_of(const TokenisedText& row) const;
  std::vector<RowAnswer> logits(std::span<const TokenisedText> rows) const;

  Predictor predictor_;
  Task task_;
  bool takes_ids_;
  bool streams_;
  Index longest_;  ///< tokens of a row
  Index top_k_;    ///< labels, words for a mask, or answers
  bool may_have_none_;
  ModelInterface interface_;
};

}  // namespace espalier::serving
