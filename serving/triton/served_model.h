// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/serving/predictor.h>
#include <espalier/serving/triton/model_settings.h>
#include <espalier/serving/triton/tensors.h>
#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::serving {

/// What the model says of one row of a request.
struct RowAnswer {
  Index count = 0;                 ///< labels, masks, tokens or values; the entries of the rest
  std::vector<std::string> words;  ///< [count][those of each]
  std::vector<float> scores;       ///< the same, or values
};

/// A model of the server: a predictor, and which tensors go in and come out. Texts go in and words
/// come out, or ids go in and numbers come out:
///
///   task       TEXT, TEXT_PAIR                  INPUT_IDS, TOKEN_TYPE_IDS
///   classify   LABEL [labels], SCORE            LOGITS [labels]
///   fill-mask  WORD [masks, words], SCORE       LOGITS [masks, vocabulary]
///   embed      EMBEDDING [hidden]               EMBEDDING [hidden]
///
/// Knows nothing of the server. Immutable; any number of threads may ask one at once.
class ServedModel {
 public:
  /// Throws as `Predictor`, and ConfigError if the model has no head for the task.
  ServedModel(const models::StoredModel& model, text::Tokenizer tokenizer,
              const ModelSettings& settings);

  const Predictor& predictor() const { return predictor_; }
  Task task() const { return task_; }
  const ModelInterface& interface() const { return interface_; }

  /// The rows of one request. Throws FormatError naming a tensor that is missing or wrong.
  std::vector<TokenisedText> rows_of(std::span<const InputTensor> inputs) const;

  /// What the model says of rows of any number of requests, computed together: for each what it is
  /// alone, bit for bit.
  std::vector<RowAnswer> answers(std::span<const TokenisedText> rows) const;

  /// Answers to the rows of one request as the output tensors of these names. Rows with fewer masks
  /// than another end with empty words and zeros. Throws FormatError if there is no such output.
  std::vector<OutputTensor> outputs(std::span<const RowAnswer> rows,
                                    std::span<const std::string> names) const;

 private:
  std::vector<TokenisedText> texts_of_request(std::span<const InputTensor> inputs) const;
  std::vector<TokenisedText> ids_of_request(std::span<const InputTensor> inputs) const;
  Index masks_of(const TokenisedText& row) const;
  std::vector<RowAnswer> logits(std::span<const TokenisedText> rows) const;

  Predictor predictor_;
  Task task_;
  bool takes_ids_;
  Index longest_;  ///< tokens of a row
  Index top_k_;    ///< labels, or words for a mask
  ModelInterface interface_;
};

}  // namespace espalier::serving
// Tested by tests/serving/triton/served_model_test.cpp
