// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace espalier::drawing {

/// Text as a gnuplot string of single quotes, where nothing but the quote is special; quotes become
/// apostrophes.
std::string gnuplot_quoted(const std::string& text);

/// Text as one word of a data block, where quotes have no escape.
std::string gnuplot_word(const std::string& text);

/// The command that chooses the terminal "svg" or "pngcairo", both in one design of
/// `width` x `height`; the bitmap has half as many pixels again.
std::string gnuplot_terminal(std::string_view name, int width, int height);

/// Writes `script` to `folder`/`name` and runs it there. The script stays, to draw again. Its
/// pictures (`set output '...'`) take the place of earlier ones once all of them are whole. Throws
/// IoError naming the Debian package if gnuplot is missing, with what gnuplot says if it fails, or
/// naming a picture that is cut.
void run_gnuplot_script(const std::filesystem::path& folder, const std::string& name,
                        const std::string& script);

}  // namespace espalier::drawing
