// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace espalier::experiments {

/// page.html with its style and its script, up to the data and from there on; made by the build,
/// see embed_page.cmake.
extern const std::string_view kPageHead, kPageTail;

}  // namespace espalier::experiments
