// SPDX-License-Identifier: Apache-2.0
// The real default corpus, where it has been downloaded: what was measured of it stays so.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/text/corpora/default_corpus.h>
#include <espalier/text/sequences/encoded_corpus.h>

namespace espalier::text {
namespace {

std::filesystem::path corpus_folder() {
  return std::getenv("ESPALIER_DATA") != nullptr
             ? std::filesystem::path()
             : std::filesystem::path(ESPALIER_SOURCE_DIR) / ".cache/corpus";
}

class DefaultCorpus : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      corpus_ = load_corpus({.source = "default", .folder = corpus_folder()});
    } catch (const IoError& error) {
      GTEST_SKIP() << error.what();
    }
  }
  Corpus corpus_;
};

TEST_F(DefaultCorpus, IsLanguageOfTheKnownSize) {
  const CorpusFacts& facts = corpus_.facts;
  const auto words = static_cast<double>(facts.training_words + facts.validation_words);
  EXPECT_NEAR(words, 5.58e6, 0.02e6);
  const auto documents = static_cast<double>(facts.training_documents + facts.validation_documents);
  EXPECT_NEAR(static_cast<double>(facts.validation_documents) / documents, 0.05, 0.002);
  EXPECT_EQ(facts.invalid_bytes, kPublishedInvalidBytes);
  for (const CorpusSource& source : facts.sources) EXPECT_TRUE(source.as_expected) << source.path;
  for (const auto* split : {&corpus_.train, &corpus_.validation}) {
    for (const Document& document : *split) {
      EXPECT_EQ(document.text.find("[1913 Webster"), std::string::npos) << document.text;
      EXPECT_EQ(document.text.find('\\'), std::string::npos) << document.text;
    }
  }
}

TEST_F(DefaultCorpus, NoHeadwordStandsOnBothSides) {
  const auto lower = [](std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
  };
  std::set<std::string> train;
  for (const Document& document : corpus_.train) train.insert(lower(document.key));
  for (const Document& document : corpus_.validation) {
    EXPECT_EQ(train.count(lower(document.key)), 0u) << document.key;
  }
}

TEST_F(DefaultCorpus, EncodesWithoutUnknownTokens) {
  WordCounts counts;
  for (const Document& document : corpus_.train) counts.add_text(document.text);
  const Tokenizer tokenizer = Tokenizer::learn(counts, 8192);
  const EncodedCorpus encoded = encode_corpus(corpus_, tokenizer, 128);
  EXPECT_EQ(encoded.facts.vocabulary_size, 8192);
  EXPECT_EQ(encoded.facts.training_unknown_fraction, 0);
  EXPECT_LT(encoded.facts.validation_unknown_fraction, 1e-5);
  EXPECT_NEAR(encoded.facts.validation_unigram_entropy, 6.64, 0.02);
  EXPECT_GT(encoded.facts.training_unigram_cross_entropy, encoded.facts.validation_unigram_entropy);
}

}  // namespace
}  // namespace espalier::text
