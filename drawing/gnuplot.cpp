// SPDX-License-Identifier: Apache-2.0
#include <espalier/drawing/gnuplot.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/partial_file.h>
#include <espalier/sparse/core/system_call.h>

extern char** environ;

namespace espalier::drawing {
namespace {

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) {
      throw IoError(std::string("gnuplot: cannot make a pipe: ") + std::strerror(errno));
    }
  }
  ~Pipe() {
    ::close(ends_[0]);
    close_write();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int write_end() const { return ends_[1]; }
  void close_write() {
    if (ends_[1] >= 0) ::close(std::exchange(ends_[1], -1));
  }
  std::string read_all() {
    std::string text;
    std::array<char, 4096> buffer{};
    for (;;) {
      const ssize_t count =
          uninterrupted([&] { return ::read(ends_[0], buffer.data(), buffer.size()); });
      if (count <= 0) return text;
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  std::array<int, 2> ends_{};
};

struct Outcome {
  int error = 0;   // of starting the program
  int status = 0;  // as waitpid gives it, if it does
  std::string output;
};

/// Runs gnuplot on a script in `folder`, without what a user has in ~/.gnuplot for pictures of
/// their own, and collects what it says.
Outcome run_gnuplot(const std::filesystem::path& folder, std::string script) {
  Pipe pipe;
  std::string program = "gnuplot", defaults = "-d";
  const std::array<char*, 4> arguments = {program.data(), defaults.data(), script.data(), nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  ::posix_spawn_file_actions_adddup2(&actions, pipe.write_end(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, pipe.write_end(), STDERR_FILENO);
  pid_t child = 0;
  Outcome outcome;
  outcome.error =
      ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  pipe.close_write();
  if (outcome.error != 0) return outcome;
  outcome.output = pipe.read_all();
  // Where SIGCHLD is ignored, as it may be since before this program began, nobody learns how it
  // ended; then its pictures and what it said tell.
  uninterrupted([&] { return ::waitpid(child, &outcome.status, 0); });
  return outcome;
}

/// How a whole picture of this kind ends; empty: nothing is known of it.
std::string_view ending_of(const std::filesystem::path& picture) {
  using namespace std::string_view_literals;
  const std::string kind = picture.extension();
  if (kind == ".png") return "IEND\xae\x42\x60\x82"sv;
  if (kind == ".svg") return "</svg>\n\n"sv;
  if (kind == ".gif") return "\x3b"sv;
  return {};
}

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "no message" : text.substr(begin, 300);
}

/// The text as any reader of XML takes it, for an SVG: a question mark for each byte that is no
/// part of valid UTF-8, each control character of C0, and U+FFFE and U+FFFF, which XML does not
/// have.
std::string xml_characters(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    utf8proc_int32_t letter = 0;
    const utf8proc_ssize_t bytes =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                         static_cast<utf8proc_ssize_t>(text.size()), &letter);
    const auto length = static_cast<std::size_t>(std::max<utf8proc_ssize_t>(bytes, 1));
    if (bytes <= 0 || letter < 0x20 || letter == 0xfffe || letter == 0xffff)
      result += '?';
    else
      result += text.substr(0, length);
    text.remove_prefix(length);
  }
  return result;
}

/// A script that writes aside what another writes: gnuplot goes on where a disk is full, and says
/// that it has done well.
class Aside {
 public:
  Aside(const std::filesystem::path& folder, const std::string& name, const std::string& script)
      : folder_(folder), script_(name + kPartialSuffix) {
    constexpr std::string_view kOutput = "set output '";
    std::string text;
    std::size_t done = 0;
    for (std::size_t at = script.find(kOutput); at != std::string::npos;
         at = script.find(kOutput, done)) {
      const std::size_t begin = at + kOutput.size(), end = script.find('\'', begin);
      if (end == std::string::npos) break;
      pictures_.push_back(script.substr(begin, end - begin));
      text += script.substr(done, end - done) + kPartialSuffix;
      done = end;
    }
    remove_leftover(script_);
    for (const std::string& picture : pictures_) remove_leftover(picture + kPartialSuffix);
    files::write_file_atomically(folder_ / script_, text + script.substr(done));
  }
  ~Aside() {
    std::error_code ignored;
    std::filesystem::remove(folder_ / script_, ignored);
    for (const std::string& picture : pictures_)
      std::filesystem::remove(folder_ / (picture + kPartialSuffix), ignored);
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

  const std::string& script() const { return script_; }

  /// Throws IoError, with what gnuplot said, if one is not whole, and leaves the earlier ones as
  /// they were.
  void put_in_place(const std::string& said) const {
    constexpr std::size_t kLargest = std::size_t{1} << 30;
    for (const std::string& picture : pictures_) {
      const std::filesystem::path drawn = folder_ / (picture + kPartialSuffix);
      if (!std::filesystem::exists(drawn) ||
          !files::read_file(drawn, kLargest).ends_with(ending_of(picture)))
        throw IoError((folder_ / picture).string() +
                      ": gnuplot has not drawn all of it; is the disk full?" +
                      (said.empty() ? "" : " It said: " + one_line(said)));
    }
    for (const std::string& picture : pictures_)
      files::rename_path(folder_ / (picture + kPartialSuffix), folder_ / picture);
  }

 private:
  /// What a killed writer left may have become a link, through which another file would be written.
  void remove_leftover(const std::string& name) const {
    std::error_code error;
    std::filesystem::remove(folder_ / name, error);
    if (error) throw IoError((folder_ / name).string() + ": cannot remove: " + error.message());
  }

  const std::filesystem::path& folder_;
  std::string script_;
  std::vector<std::string> pictures_;
};

}  // namespace

std::string gnuplot_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : xml_characters(text)) {
    if (c == '\'') {
      result += "’";  // gnuplot reads a doubled quote at the beginning as an empty string
    } else {
      result += c;
    }
  }
  return result + '\'';
}

std::string gnuplot_word(const std::string& text) {
  std::string result = "\"";
  for (const char c : xml_characters(text)) result += c == '"' || c == '\\' ? '?' : c;
  return result + '"';
}

std::string gnuplot_terminal(std::string_view name, int width, int height) {
  if (name == "svg") {
    // Standalone: images are parts of the file, not files beside it.
    return fmt::format(
        "set terminal svg enhanced font 'DejaVu Sans,13' size {},{} dynamic standalone "
        "background rgb 'white'\n",
        width, height);
  }
  // Half as large again as in SVG, letters too: SVG's fonts are in pixels, Cairo's in points of 4/3
  // of one. Letters of other proportions would cover what they were placed beside.
  return fmt::format(
      "set terminal {} enhanced font 'DejaVu Sans,13' size {},{} fontscale 1.125 linewidth 1.5 "
      "pointscale 1.5\n",
      name, width * 3 / 2, height * 3 / 2);
}

void run_gnuplot_script(const std::filesystem::path& folder, const std::string& name,
                        const std::string& script) {
  files::write_file_atomically(folder / name, script);
  const Aside aside(folder, name, script);
  const Outcome outcome = run_gnuplot(folder, aside.script());
  if (outcome.error == ENOENT) {
    throw IoError("gnuplot: not found, install the package gnuplot-nox; then run 'gnuplot " + name +
                  "' in " + folder.string());
  }
  if (outcome.error != 0) {
    throw IoError(std::string("gnuplot: cannot start: ") + std::strerror(outcome.error));
  }
  const bool good = WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0;
  if (!good) {
    throw IoError((folder / name).string() + ": gnuplot failed: " + one_line(outcome.output));
  }
  aside.put_in_place(outcome.output);
}

}  // namespace espalier::drawing
