// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program (LD_PRELOAD): stands between it and the system calls that change or read
// files under one folder, makes the n-th of them fail or kills the program there, and writes down
// what was done. It knows nothing of the program. Written without the heap and without streams,
// which would call it again.
//   FAULT_FOLDER  only files under this absolute path count
//   FAULT_ACTION  what happens to the call: kill (before it), half (half of a write is done, then
//                 kill), short (half of a write is done) or the name of an error, such as ENOSPC
//   FAULT_AT      to which call, counted from 1; only calls that the action can happen to count
//   FAULT_REPEAT  if set, to all later calls too
//   FAULT_HIT     file that is made when the action first happens
//   FAULT_LOG     file that gets a line for each call that changed something; see disk_log.h
// The fortified headers have versions of their own of what is defined here.
#undef _FORTIFY_SOURCE

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum Kind {
  kOpen,
  kCreate,
  kRead,
  kWrite,
  kSync,
  kClose,
  kRename,
  kRemove,
  kMakeFolder,
  kTruncate,
  kLock
};

struct ErrorName {
  const char* name;
  int number;
  unsigned kinds;  ///< calls that can end so
};

constexpr unsigned bits() { return 0; }
template <typename... More>
constexpr unsigned bits(Kind kind, More... more) {
  return 1U << kind | bits(more...);
}

constexpr ErrorName kErrors[] = {
    {"ENOSPC", ENOSPC, bits(kCreate, kWrite, kSync, kRename, kMakeFolder, kTruncate)},
    {"EIO", EIO, ~0U},
    {"EINTR", EINTR, bits(kOpen, kCreate, kRead, kWrite, kSync, kClose, kTruncate, kLock)},
    {"EROFS", EROFS, bits(kCreate, kRename, kRemove, kMakeFolder)},
    {"EMFILE", EMFILE, bits(kOpen, kCreate)},
    {"ENOLCK", ENOLCK, bits(kLock)},
};

enum class Action { kNone, kKill, kHalfThenKill, kShort, kError };

struct Plan {
  char folder[PATH_MAX] = "";
  std::size_t folder_length = 0;
  Action action = Action::kNone;
  int error = 0;
  unsigned kinds = 0;
  long at = 0;
  bool repeat = false;
  const char* hit = nullptr;
  int log = -1;
};

constexpr int kMostFiles = 4096;
Plan plan;
long calls = 0;
bool watched[kMostFiles];  // by file descriptor
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

template <typename Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void choose_action(const char* name) {
  if (name == nullptr) return;
  plan.kinds = ~0U;
  if (std::strcmp(name, "kill") == 0) {
    plan.action = Action::kKill;
  } else if (std::strcmp(name, "half") == 0 || std::strcmp(name, "short") == 0) {
    plan.action = name[0] == 'h' ? Action::kHalfThenKill : Action::kShort;
    plan.kinds = bits(kWrite);
  }
  for (const ErrorName& error : kErrors) {
    if (std::strcmp(name, error.name) != 0) continue;
    plan.action = Action::kError;
    plan.error = error.number;
    plan.kinds = error.kinds;
  }
  if (plan.action == Action::kNone) std::abort();  // a misspelt plan must not pass for a calm run
}

__attribute__((constructor)) void read_plan() {
  const char* folder = std::getenv("FAULT_FOLDER");
  if (folder == nullptr) return;
  plan.folder_length = std::strlen(folder);
  if (plan.folder_length >= sizeof plan.folder) std::abort();
  std::memcpy(plan.folder, folder, plan.folder_length + 1);
  choose_action(std::getenv("FAULT_ACTION"));
  if (const char* at = std::getenv("FAULT_AT")) plan.at = std::atol(at);
  plan.repeat = std::getenv("FAULT_REPEAT") != nullptr;
  plan.hit = std::getenv("FAULT_HIT");
  if (const char* log = std::getenv("FAULT_LOG")) {
    const long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    plan.log = static_cast<int>(syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, kMostFiles / 8));
    syscall(SYS_close, file);
  }
}

bool is_under_folder(const char* path) {
  return plan.folder_length > 0 && std::strncmp(path, plan.folder, plan.folder_length) == 0 &&
         (path[plan.folder_length] == '/' || path[plan.folder_length] == 0);
}
bool is_watched(int file) { return file >= 0 && file < kMostFiles && watched[file]; }

void watch(int file, const char* path) {
  if (file >= 0 && file < kMostFiles) watched[file] = is_under_folder(path);
}

/// A path beside an open folder, as unlinkat and openat take it.
struct Path {
  Path(int folder, const char* name) {
    char link[64];
    std::snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d",
                  folder);
    const ssize_t length = name[0] == '/' ? 0 : readlink(link, text, sizeof text / 2);
    const std::size_t used = length > 0 ? static_cast<std::size_t>(length) : 0;
    std::snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? "/" : "", name);
  }
  char text[2 * PATH_MAX];
};

/// Is this call the one? Counts it.
bool strikes(Kind kind) {
  if (plan.action == Action::kNone || (plan.kinds >> kind & 1) == 0) return false;
  const long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  if (call != plan.at && !(plan.repeat && call > plan.at)) return false;
  if (plan.hit != nullptr) {
    const long file = syscall(SYS_openat, AT_FDCWD, plan.hit, O_WRONLY | O_CREAT, 0666);
    syscall(SYS_close, file);
  }
  if (plan.action == Action::kKill) kill(getpid(), SIGKILL);
  return true;
}

/// The same for a call that can only fail.
bool fails(Kind kind) {
  if (!strikes(kind)) return false;
  errno = plan.error;
  return true;
}

/// Appends a line and then `bytes` to the log; keeps errno.
void note(const char* bytes, std::size_t count, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
void note(const char* bytes, std::size_t count, const char* format, ...) {
  if (plan.log < 0) return;
  const int before = errno;
  char line[4 * PATH_MAX + 64];
  va_list values;
  va_start(values, format);
  const int length = std::vsnprintf(line, sizeof line, format, values);
  va_end(values);
  iovec parts[] = {{line, static_cast<std::size_t>(length)}, {const_cast<char*>(bytes), count}};
  pthread_mutex_lock(&lock);
  syscall(SYS_writev, plan.log, parts, 2);
  pthread_mutex_unlock(&lock);
  errno = before;
}

int opened(int file, const char* path, int flags) {
  watch(file, path);
  if (is_watched(file))
    note(nullptr, 0, "open %d %d %s\n", file, (flags & O_TRUNC) != 0 ? 1 : 0, path);
  return file;
}

bool open_fails(const char* path, int flags) {
  return is_under_folder(path) && fails((flags & O_ACCMODE) != O_RDONLY ? kCreate : kOpen);
}

/// Is there a third argument of open?
bool has_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

ssize_t write_through(int file, const iovec* parts, int count) {
  static auto* const writev_ = real<ssize_t(int, const iovec*, int)>("writev");
  if (!is_watched(file)) return writev_(file, parts, count);
  iovec half = {parts[0].iov_base, (parts[0].iov_len + 1) / 2};
  const bool struck = strikes(kWrite);
  if (struck && plan.action == Action::kError) {
    errno = plan.error;
    return -1;
  }
  const off_t at =
      (fcntl(file, F_GETFL) & O_APPEND) != 0 ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
  const ssize_t written = struck ? writev_(file, &half, 1) : writev_(file, parts, count);
  if (struck && plan.action == Action::kHalfThenKill) kill(getpid(), SIGKILL);
  off_t place = at;
  for (ssize_t left = written; left > 0; ++parts) {
    const auto part = static_cast<std::size_t>(left) < parts->iov_len
                          ? static_cast<std::size_t>(left)
                          : parts->iov_len;
    note(static_cast<const char*>(parts->iov_base), part, "write %d %lld %zu\n", file,
         static_cast<long long>(place), part);
    place += static_cast<off_t>(part);
    left -= static_cast<ssize_t>(part);
  }
  return written;
}

FILE* open_stream(const char* name, const char* path, const char* mode) {
  auto* const fopen_ = real<FILE*(const char*, const char*)>(name);
  const int flags = mode[0] == 'r' && std::strchr(mode, '+') == nullptr ? O_RDONLY
                    : mode[0] == 'w'                                    ? O_WRONLY | O_TRUNC
                                                                        : O_WRONLY;
  const Path whole(AT_FDCWD, path);
  if (open_fails(whole.text, flags)) return nullptr;
  FILE* stream = fopen_(path, mode);
  if (stream != nullptr) opened(fileno(stream), whole.text, flags);
  return stream;
}

int open_file(const char* name, int folder, const char* path, int flags, mode_t mode) {
  auto* const openat_ = real<int(int, const char*, int, ...)>(name);
  const Path whole(folder, path);
  if (open_fails(whole.text, flags)) return -1;
  return opened(openat_(folder, path, flags, mode), whole.text, flags);
}

int sync_file(const char* name, int file) {
  auto* const sync_ = real<int(int)>(name);
  if (is_watched(file) && fails(kSync)) return -1;
  const int result = sync_(file);
  if (result == 0 && is_watched(file)) note(nullptr, 0, "fsync %d\n", file);
  return result;
}

/// Calls `remove` unless it is to fail.
template <typename Remove>
int remove_path(const Path& path, const Remove& remove) {
  if (!is_under_folder(path.text)) return remove();
  if (fails(kRemove)) return -1;
  const int result = remove();
  if (result == 0) note(nullptr, 0, "remove %s\n", path.text);
  return result;
}

template <typename Rename>
int rename_path(const Path& from, const Path& to, unsigned flags, const Rename& rename) {
  if (!is_under_folder(to.text)) return rename();
  if (fails(kRename)) return -1;
  const int result = rename();
  if (result == 0)
    note(nullptr, 0, "%s %s\n%s\n", (flags & RENAME_EXCHANGE) != 0 ? "exchange" : "rename",
         from.text, to.text);
  return result;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list values;
  va_start(values, flags);
  const mode_t mode = has_mode(flags) ? va_arg(values, mode_t) : 0;
  va_end(values);
  return open_file("openat", AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list values;
  va_start(values, flags);
  const mode_t mode = has_mode(flags) ? va_arg(values, mode_t) : 0;
  va_end(values);
  return open_file("openat", AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  va_list values;
  va_start(values, flags);
  const mode_t mode = has_mode(flags) ? va_arg(values, mode_t) : 0;
  va_end(values);
  return open_file("openat", folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  va_list values;
  va_start(values, flags);
  const mode_t mode = has_mode(flags) ? va_arg(values, mode_t) : 0;
  va_end(values);
  return open_file("openat", folder, path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) { return open_stream("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) { return open_stream("fopen64", path, mode); }

int close(int file) {
  static auto* const close_ = real<int(int)>("close");
  if (!is_watched(file)) return close_(file);
  const bool failed = fails(kClose);
  note(nullptr, 0, "close %d\n", file);
  watched[file] = false;
  const int result = close_(file);  // Linux closes it whatever it returns
  if (failed) errno = plan.error;
  return failed ? -1 : result;
}
int fclose(FILE* stream) {
  static auto* const fclose_ = real<int(FILE*)>("fclose");
  const int file = fileno(stream);
  if (!is_watched(file)) return fclose_(stream);
  const bool failed = fails(kClose);
  note(nullptr, 0, "close %d\n", file);
  watched[file] = false;
  const int result = fclose_(stream);
  if (failed) errno = plan.error;
  return failed ? EOF : result;
}
ssize_t read(int file, void* bytes, size_t count) {
  static auto* const read_ = real<ssize_t(int, void*, size_t)>("read");
  if (is_watched(file) && fails(kRead)) return -1;
  return read_(file, bytes, count);
}
ssize_t write(int file, const void* bytes, size_t count) {
  const iovec part = {const_cast<void*>(bytes), count};
  return write_through(file, &part, 1);
}
ssize_t writev(int file, const iovec* parts, int count) {
  return write_through(file, parts, count);
}

int fsync(int file) { return sync_file("fsync", file); }
int fdatasync(int file) { return sync_file("fdatasync", file); }

int ftruncate(int file, off_t length) {
  static auto* const ftruncate_ = real<int(int, off_t)>("ftruncate");
  if (is_watched(file) && fails(kTruncate)) return -1;
  const int result = ftruncate_(file, length);
  if (result == 0 && is_watched(file))
    note(nullptr, 0, "truncate %d %lld\n", file, static_cast<long long>(length));
  return result;
}
int ftruncate64(int file, off_t length) { return ftruncate(file, length); }

int rename(const char* from, const char* to) {
  static auto* const rename_ = real<int(const char*, const char*)>("rename");
  return rename_path({AT_FDCWD, from}, {AT_FDCWD, to}, 0, [&] { return rename_(from, to); });
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  static auto* const renameat2_ =
      real<int(int, const char*, int, const char*, unsigned)>("renameat2");
  return rename_path({from_folder, from}, {to_folder, to}, flags,
                     [&] { return renameat2_(from_folder, from, to_folder, to, flags); });
}

int unlink(const char* path) noexcept {
  static auto* const unlink_ = real<int(const char*)>("unlink");
  return remove_path({AT_FDCWD, path}, [&] { return unlink_(path); });
}
int unlinkat(int folder, const char* path, int flags) noexcept {
  static auto* const unlinkat_ = real<int(int, const char*, int)>("unlinkat");
  return remove_path({folder, path}, [&] { return unlinkat_(folder, path, flags); });
}
int rmdir(const char* path) noexcept {
  static auto* const rmdir_ = real<int(const char*)>("rmdir");
  return remove_path({AT_FDCWD, path}, [&] { return rmdir_(path); });
}
int remove(const char* path) noexcept {
  static auto* const remove_ = real<int(const char*)>("remove");
  return remove_path({AT_FDCWD, path}, [&] { return remove_(path); });
}

int mkdir(const char* path, mode_t mode) noexcept {
  static auto* const mkdir_ = real<int(const char*, mode_t)>("mkdir");
  const Path whole(AT_FDCWD, path);
  if (!is_under_folder(whole.text)) return mkdir_(path, mode);
  if (fails(kMakeFolder)) return -1;
  const int result = mkdir_(path, mode);
  if (result == 0) note(nullptr, 0, "mkdir %s\n", whole.text);
  return result;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // the structure of this name, as in the system's header
int flock(int file, int operation) noexcept {
  static auto* const flock_ = real<int(int, int)>("flock");
  if (is_watched(file) && fails(kLock)) return -1;
  return flock_(file, operation);
}
#pragma GCC diagnostic pop

}  // extern "C"
