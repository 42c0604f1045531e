// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/toml_text.h>

#include <gmock/gmock.h>

#include <espalier/experiments/studies/sweep.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::training::toml_text_test {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

/// Enough parts that destroying their tables overflows a stack of 8 MiB.
constexpr int kOverflowingParts = 50000;

/// "a.a.a", with `dot` between the parts.
std::string dotted(int parts, const std::string& part = "a", const std::string& dot = ".") {
  std::string key = part;
  for (int i = 1; i < parts; ++i) key += dot + part;
  return key;
}

std::string refusal(const std::string& toml) {
  return message_of<ConfigError>([&] { parse_toml(toml, "file"); });
}

TEST(TomlText, RefusesKeysThatWouldOverflowTheStack) {
  const std::string key = dotted(kOverflowingParts);
  for (const std::string& text :
       {"[" + key + "]\n", "[[" + key + "]]\n", key + " = 1\n", "a = {" + key + " = 1}\n",
        "a = [{b = 1, " + key + " = 1}]\n", dotted(kOverflowingParts, "a", " . ") + " = 1\n",
        dotted(kOverflowingParts, "\"a\"", "\t.") + " = 1\n",
        dotted(kOverflowingParts, "'a.b'") + " = 1\n", key})
    EXPECT_EQ(refusal("# one line\n" + text), "file:2: a key of more than 16 parts")
        << text.substr(0, 20);
}

TEST(TomlText, FindsKeysBehindStringsAndComments) {
  const std::string key = dotted(kOverflowingParts) + " = 1\n";
  for (const std::string before :
       {"a = 'b\\'\n", R"(a = "b\"c")", "a = \"\"\n", "a = ''\n", "a = '''b''''\n",
        "a = '''b'''''\n", "a = \"\"\"b\"\"\"\"\n", "a = \"\"\"\\\"\"\"\"\n", "a = '''\n\\'''\n",
        "# \"\n", "# '''\n", "a = 1 # \"\"\"\r\n", "a = \"#\" # '\n"})
    EXPECT_THAT(refusal(before + "\n" + key), HasSubstr("a key of more than 16 parts")) << before;
}

TEST(TomlText, CountsOnlyTheDotsOfOneKey) {
  const std::string dots(100, '.');
  for (const std::string& text :
       {dotted(16) + " = 1", "[" + dotted(16) + "]", "a = '" + dots + "'", "a = \"" + dots + "\"",
        "a = '''" + dots + "\n" + dots + "'''", "a = \"\"\"" + dots + "\\\"" + dots + "\"\"\"",
        "a = 1 # " + dots, "'" + dots + "' = 1", "a = [" + dotted(99, "1.5", ", ") + "]",
        "a = [" + dotted(99, "1979-05-27T07:32:00.5Z", ", ") + "]",
        "a = [\n" + dotted(99, "{b.c = 1.5}", ",\n") + "\n]"})
    EXPECT_NO_THROW(parse_toml(text, "file")) << text.substr(0, 20);
  EXPECT_THAT(refusal("[" + dotted(17) + "]"), HasSubstr("16 parts"));
}

TEST(TomlText, RefusesWhatIsNoTextInOneLine) {
  using namespace std::string_literals;
  for (const std::string& text :
       {"a = \"\0\""s, "\0"s, "a = \"\xff\""s, "a = \"\xc0\xa2\""s, std::string(1 << 20, '['),
        std::string(1 << 20, 'a'), "a = " + std::string(1 << 20, '{'), "a = \"b"s, "a = '''b"s})
    EXPECT_THAT(refusal(text), HasSubstr("file:1: not valid TOML")) << text.substr(0, 20);
}

TEST(TomlText, NoReaderOverflowsTheStack) {
  const std::string key = dotted(kOverflowingParts);
  EXPECT_THAT(message_of<ConfigError>([&] { parse_run_config(key + " = 1", "file", {}); }),
              HasSubstr("16 parts"));
  // What is no TOML is a bare word, and no seed is one.
  for (const std::string& value : {"{" + key + " = 1}", "1\n" + key + " = 1", "1\n[" + key + "]"})
    EXPECT_THAT(
        message_of<ConfigError>([&] { parse_run_config("", "file", {"run.seed=" + value}); }),
        HasSubstr("--set: run.seed"));

  const TemporaryFolder folder;
  const std::string head = "[sweep]\nbase = 'base.toml'\nfolder = 'runs'\n";
  for (const std::string& grid :
       {"[grid]\n" + key + " = 1", "[grid]\n'run.seed' = {" + key + " = 1}"})
    EXPECT_THAT(message_of<ConfigError>(
                    [&] { experiments::load_sweep(folder.write("sweep.toml", head + grid)); }),
                HasSubstr("sweep.toml:5: a key of more than 16 parts"));
}

}  // namespace
}  // namespace espalier::training::toml_text_test
