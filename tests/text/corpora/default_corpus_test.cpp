// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/default_corpus.h>
#include <espalier/text/corpora/gcide.h>
#include <espalier/text/corpora/wordnet.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;

using std::string;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

string clean(std::string_view entry) {
  const auto cleaned = clean_gcide_entry(entry);
  return cleaned ? cleaned->text : "(none)";
}

TEST(CleanGcideEntry, JoinsLinesAndDropsMarkup) {
  const auto entry = clean_gcide_entry(
      "Feeler \\Feel\"er\\, n.\n"
      "   1. One who, or that which, feels.\n"
      "      [1913 Webster]\n"
      "\n"
      "   2. (Zool.) One of the sense organs or certain animals (as\n"
      "      insects); an antenna; a palp.\n"
      "      [1913 Webster]\n"
      "\n"
      "            Insects . . . perpetually feeling and searching\n"
      "            before them with their feelers or antenn[ae].\n"
      "                                                  --Derham.\n"
      "      [1913 Webster]\n");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->headword, "Feeler");
  EXPECT_EQ(entry->text,
            "Feeler, n. One who, or that which, feels. One of the sense organs or certain animals "
            "(as insects); an antenna; a palp. Insects... perpetually feeling and searching before "
            "them with their feelers or antennae.");
  EXPECT_THAT(
      entry->passages,
      ElementsAre("One who, or that which, feels.",
                  "One of the sense organs or certain animals (as insects); an antenna; a palp.",
                  "Insects... perpetually feeling and searching before them with their "
                  "feelers or antennae."));
}

TEST(CleanGcideEntry, DropsPronunciationsAndEtymologies) {
  EXPECT_EQ(
      clean("Cosmopolitan \\Cos`mo*pol\"i*tan\\ (-p?l\"?-tan), Cosmopolite\n"
            "\\Cos*mop\"o*lite\\ (k?z-m?p\"?-l?t), n. [Gr. kosmopoli`ths;\n"
            "   ko`smos the world + poli`ths citizen: cf. F.\n"
            "   cosmopolitain, cosmopolite.]\n"
            "   One who has no fixed residence; a citizen of the world.\n"
            "   [1913 Webster] Cosmopolitan\n"),
      "Cosmopolitan, Cosmopolite, n. One who has no fixed residence; a citizen of the world.");
  EXPECT_EQ(clean("Paleophytologist \\Pa`le*o*phy*tol\"o*gist\\\n"
                  "   (p[=a]`l[-e]*[-o]*f[imac]*t[o^]l\"[-o]*j[i^]st), n.\n"
                  "   A paleobotanist.\n"
                  "   [1913 Webster]\n"),
            "Paleophytologist, n. A paleobotanist.");
  EXPECT_EQ(clean("Feese \\Feese\\, n. [Cf. OE. fesien to put to flight, AS.\n"
                  "   f[=e]sian, f[=y]sian, fr. f[=u]s, prompt, willing.]\n"
                  "   The short run before a leap. [Obs.] --Nares.\n"
                  "   [1913 Webster]\n"),
            "Feese, n. The short run before a leap.");
}

TEST(CleanGcideEntry, DropsAuthorsButKeepsWhatFollows) {
  EXPECT_EQ(
      clean("Hob \\Hob\\, n.\n"
            "   An evil. [Obs.] --Sir T. Browne. A peg used as a mark. --Beau. & Fl. \"Not so.\"\n"
            "   --Acts xvii. 27.\n"),
      "Hob, n. An evil. A peg used as a mark. \"Not so.\"");
  EXPECT_EQ(clean("Travailous \\Trav\"ail*ous\\, a.\n"
                  "   Causing travail; laborious. [Obs.] --Wyclif. --\n"
                  "   {Trav\"ail*ous*ly}, adv. [Obs.] --Wyclif.\n"
                  "   [1913 Webster]\n"),
            "Travailous, a. Causing travail; laborious. -- Travailously, adv.");
  EXPECT_EQ(clean("Zero \\Ze\"ro\\, n.\n   Nothing; -- said of numbers.\n"),
            "Zero, n. Nothing; -- said of numbers.");
}

TEST(CleanGcideEntry, KeepsLettersWordsAndReferences) {
  EXPECT_EQ(clean("Caf['e] \\Ca`f['e]\"\\, n.\n"
                  "   A na[i^]ve [eth]ing of 90[deg]; see {Coffee house}.\n"
                  "            [They] drank it. [Written also {cafe}.]\n"
                  "\n"
                  "   Syn: Inn; {tavern}.\n"
                  "        [WordNet 1.5 +PJC]\n"),
            "Cafe, n. A naive thing of 90\u00b0; see Coffee house. They drank it. Synonyms: Inn; "
            "tavern.");
}

TEST(CleanGcideEntry, SkipsEntriesWithoutText) {
  EXPECT_EQ(clean("00-database-info\n   This file was converted\n"), "(none)");
  EXPECT_EQ(clean("Word \\Word\\, n.\n   [1913 Webster]\n"), "(none)");
  EXPECT_EQ(clean(""), "(none)");
  EXPECT_EQ(clean("\n\n"), "(none)");
}

TEST(CleanGcideEntry, SurvivesUnbalancedMarks) {
  for (const char mark : {'[', ']', '(', ')', '{', '}', '\\', '-', '"', '*'}) {
    const string m(1, mark);
    for (const string& entry : {m, m + m + m, "Word " + m + " x", "Word, n.\n   text " + m,
                                "Word " + m + "\n   one " + m + "\n\n   two" + m + m + "\n"}) {
      const string text = clean(entry);
      EXPECT_EQ(text.find_first_of("[]{}\\\n"), string::npos) << entry << " -> " << text;
    }
  }
}

TEST(CleanGcideEntry, OfBracketsWithinBracketsTheOutermostAreRead) {
  const auto nested = [](int depth) {
    const std::string note(120, 'x');
    return "Word, n.\n   a " + string(static_cast<std::size_t>(depth), '[') + note + ' ' + note +
           string(static_cast<std::size_t>(depth), ']') + " b\n";
  };
  EXPECT_THAT(clean(nested(3)), ::testing::HasSubstr("xxx"));
  EXPECT_EQ(clean(nested(100'000)).find('x'), string::npos);  // and no stack overflows
}

TEST(SplitGcide, CutsAtUnindentedLinesAfterBlankOnes) {
  EXPECT_THAT(split_gcide("A \\A\\\n   one\n\n   two\n\nB \\B\\,\nC\n   three\n"),
              ElementsAre("A \\A\\\n   one\n\n   two\n", "B \\B\\,\nC\n   three\n"));
  EXPECT_THAT(split_gcide(""), ElementsAre());
}

TEST(ParseWordnetLine, TakesLemmaAndGloss) {
  const auto entry = parse_wordnet_line(
      "00001740 03 n 02 physical_entity 0 thing 3 002 @ 00001740 n 0000 ~ 00002452 n 0000 | an "
      "entity "
      "that exists; \"it was full of rackets\"- W.B.Yeats; \"so it was\"  ");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->headword, "physical entity");
  EXPECT_EQ(entry->text,
            "physical entity, n. an entity that exists; \"it was full of rackets\"; \"so it was\"");
  EXPECT_THAT(entry->passages,
              ElementsAre("an entity that exists; \"it was full of rackets\"; \"so it was\"",
                          "an entity that exists"));
  EXPECT_EQ(parse_wordnet_line("00001 00 s 01 afraid(p) 0 000 | filled with fear  ")->text,
            "afraid, a. filled with fear");
  EXPECT_FALSE(parse_wordnet_line("  1 This software and database is being provided | x"));
  EXPECT_FALSE(parse_wordnet_line("00001740 03 n 01 entity 0 003"));
  EXPECT_FALSE(parse_wordnet_line("00001740 | gloss"));
  EXPECT_FALSE(parse_wordnet_line(""));
}

TEST(ComparableText, KnowsLettersAndDigitsOnly) {
  EXPECT_EQ(comparable_text(" The \"Act\" of--refreshing, 2 times. "),
            "the act of refreshing 2 times");
  EXPECT_EQ(comparable_text("..."), "");
}

/// A default corpus of a few hundred entries. Every fourth GCIDE entry shares its headword, in
/// another case, with a WordNet synset; every tenth gloss is used by two headwords.
class SmallDefaultCorpus : public ::testing::Test {
 protected:
  void SetUp() override {
    string gcide = "00-database-info\n   Notes.\n\n";
    string nouns = "  1 Licence\n";
    for (int i = 0; i < 400; ++i) {
      const string n = std::to_string(i);
      gcide += "Word" + n + " \\Word\\, n.\n   The meaning of entry " + n +
               ". [Obs.]\n   [1913 Webster]\n\n";
      nouns +=
          "0000 03 n 01 " + (i % 4 == 0 ? "word" + n : "lemma" + n) + " 0 000 | the " +
          (i % 10 == 0 ? "meaning of entry " + std::to_string(399 - i) : "sense of synset " + n) +
          "  \n";
    }
    folder_.write("usr/share/dictd/gcide.dict.dz", gcide);
    folder_.write("usr/share/wordnet/data.noun", nouns);
    for (const char* type : {"verb", "adj", "adv"}) {
      folder_.write(string("usr/share/wordnet/data.") + type,
                    string("0000 03 v 01 ") + type + " 0 000 | only this \x92 one  \n");
    }
  }

  Corpus load(double validation_fraction = 0.3) const {
    return load_corpus({.source = "default",
                        .folder = folder_.path(),
                        .validation_fraction = validation_fraction});
  }

  const TemporaryFolder folder_;
};

string lower(string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

TEST_F(SmallDefaultCorpus, HeadwordStandsOnOneSide) {
  const Corpus corpus = load();
  std::set<string> train;
  for (const Document& document : corpus.train) train.insert(lower(document.key));
  EXPECT_GT(corpus.validation.size(), 50u);
  for (const Document& document : corpus.validation) {
    EXPECT_EQ(train.count(lower(document.key)), 0u) << document.key;
  }
}

TEST_F(SmallDefaultCorpus, DropsValidationGlossesThatStandInTraining) {
  const Corpus corpus = load();
  std::set<string> train;
  const auto meaning = [](const Document& document) {
    return comparable_text(document.text.substr(document.text.find("n. ") + 3));
  };
  for (const Document& document : corpus.train) train.insert(meaning(document));
  for (const Document& document : corpus.validation) {
    EXPECT_EQ(train.count(meaning(document)), 0u) << document.text;
  }
  EXPECT_GT(corpus.facts.dropped_documents, 0);
  EXPECT_EQ(corpus.facts.training_documents + corpus.facts.validation_documents +
                corpus.facts.dropped_documents,
            400 + 400 + 3);
}

TEST_F(SmallDefaultCorpus, FactsNameSourcesAndRepairs) {
  const Corpus corpus = load();
  EXPECT_EQ(corpus.facts.name, "default");
  EXPECT_EQ(corpus.facts.invalid_bytes, 3);
  ASSERT_EQ(corpus.facts.sources.size(), 5u);
  for (const CorpusSource& source : corpus.facts.sources) EXPECT_FALSE(source.as_expected);
  EXPECT_EQ(load().facts.hash, corpus.facts.hash);
  EXPECT_NE(load(0.1).facts.hash, corpus.facts.hash);
}

TEST_F(SmallDefaultCorpus, MissingFilesSayWhatToDo) {
  std::filesystem::remove(folder_.path() / "usr/share/wordnet/data.adj");
  EXPECT_THAT(message_of<IoError>([&] { load(); }),
              AllOf(HasSubstr("data.adj"), HasSubstr("./reproduce"), HasSubstr("dict-gcide"),
                    HasSubstr("wordnet-base")));
}

TEST_F(SmallDefaultCorpus, AFileWithoutEntriesIsAnError) {
  folder_.write("usr/share/wordnet/data.adv", "  1 Only a licence\n");
  EXPECT_THAT(message_of<FormatError>([&] { load(); }),
              AllOf(HasSubstr("data.adv"), HasSubstr("no entry")));
}

}  // namespace
}  // namespace espalier::text
