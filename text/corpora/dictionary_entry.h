// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace espalier::text {

/// A dictionary entry after cleaning.
struct DictionaryEntry {
  std::string headword;
  std::string text;  ///< "headword, part of speech. definitions and quotations"
  std::vector<std::string>
      passages;  ///< its definitions and quotations one by one, without headword
};

}  // namespace espalier::text
