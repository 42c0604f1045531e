// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/streaming_decoder.h>

namespace espalier::text {
namespace {

constexpr std::string_view kSpaces = " \t\n\r";

}  // namespace

StreamingDecoder::StreamingDecoder(const Tokenizer& tokenizer, std::string_view before)
    : tokenizer_(&tokenizer),
      needs_space_(!before.empty() && kSpaces.find(before.back()) == kSpaces.npos) {}

std::string StreamingDecoder::next(std::int32_t id) {
  std::string text = tokenizer_->decode({&id, 1});
  if (needs_space_ && !tokenizer_->continues(id)) text.insert(text.begin(), ' ');
  needs_space_ = true;
  return text;
}

}  // namespace espalier::text
