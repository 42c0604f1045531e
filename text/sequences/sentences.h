// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace espalier::text {

/// The sentences of a text of one line, as views of it without the spaces between them. One ends
/// with a full stop, question or exclamation mark and the quotes and brackets that follow it, where
/// a space comes next and then no small letter; not behind a single capital letter, as in "J.
/// Smith". Ideographic ones end with their own marks. Abbreviations such as "Mr." end a sentence:
/// no list of them is kept. A text without an end is one sentence; one of spaces has none.
std::vector<std::string_view> split_sentences(std::string_view text);

}  // namespace espalier::text
// Tested by tests/text/sequences/sentence_pairs_test.cpp
