// SPDX-License-Identifier: Apache-2.0
// Lines of requests to a model, in each format.
#include <espalier/serving/request_lines.h>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(request_lines)(std::string_view bytes) {
  const std::string line = with_repetitions(bytes);
  for (const serving::LineFormat format :
       {serving::LineFormat::kText, serving::LineFormat::kTsv, serving::LineFormat::kJsonl})
    may_refuse([&] {
      const serving::TextRequest request = serving::parse_request(line, format, "requests:1");
      require(request.text.size() + request.pair.size() <= line.size() * 3,
              "texts are no longer than the line, but for escapes");
    });
}

}  // namespace espalier::fuzz
