// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include <espalier/text/corpora/labelled_texts.h>

namespace espalier::text {

/// A set of GLUE as it is published: folders of tab-separated files, whose quotes are text. Source:
/// Wang et al. 2019, "GLUE: A multi-task benchmark and analysis platform".
struct GlueSet {
  std::string_view name;     ///< "mrpc"
  std::string_view measure;  ///< the metric that it is ranked by: "f1"
  std::int64_t classes = 2;  ///< 0: its labels are numbers
  /// Names of the columns; of CoLA, which has no header, none.
  std::string_view label = {}, text = {}, second = {};
  bool has_broken_lines = false;  ///< some lack columns or a text, as published
  std::string_view validation = "dev.tsv";
  std::string_view test = {};  ///< a second file with labels, as MNLI has

  bool has_numbers() const { return classes == 0; }
};

/// CoLA, SST-2, MRPC, QQP, STS-B, MNLI, QNLI, RTE and WNLI, by their names in small letters without
/// hyphens.
std::span<const GlueSet> glue_sets();
/// Null if there is none of this name.
const GlueSet* find_glue_set(std::string_view name);

/// Fills `file` from one of the set's files with labels. Throws IoError if it cannot be read;
/// FormatError naming file and line if a column is missing, or a label or text is, or as
/// `read_labelled_texts`.
void read_glue_file(const GlueSet& set, const std::filesystem::path& path, LabelledFile& file);

}  // namespace espalier::text
