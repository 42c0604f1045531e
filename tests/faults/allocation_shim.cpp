// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program (LD_PRELOAD): its memory, which runs out. Counts from the call of main
// on, since nothing can be told before.
//   ALLOCATION_AT     the allocation that fails, once, counted from 1. Those within oneDNN's
//   product do
//                     not count: it makes its code there, in tens of thousands of allocations whose
//                     failure it does not check. The library has it do so where there is room.
//   ALLOCATION_CAP    bytes that may be live; an allocation beyond fails
//   ALLOCATION_COUNT  file that gets the number of allocations and the most live bytes at exit
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// The allocator of the C library, by the names that it keeps for those who stand before it.
extern "C" {
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* old, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void* memory);
}

namespace {

std::atomic<bool> counts = false;
std::atomic<long> allocations = 0;
std::atomic<long> live = 0;  // bytes since main began; what was there before may be freed, too
std::atomic<long> most_live = 0;
long fails_at = 0;
long cap = 0;

long number_in(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : std::atol(text);
}

thread_local bool within_product = false;

/// May this many bytes more be had?
bool allowed(std::size_t bytes) {
  if (!counts) return true;
  const bool fails = (!within_product && ++allocations == fails_at) ||
                     (cap > 0 && live + static_cast<long>(bytes) > cap);
  if (fails) errno = ENOMEM;
  return !fails;
}

void* taken(void* memory) {
  if (memory == nullptr || !counts) return memory;
  const long now = live += static_cast<long>(malloc_usable_size(memory));
  long most = most_live;
  while (now > most && !most_live.compare_exchange_weak(most, now)) {
  }
  return memory;
}

void given_back(void* memory) {
  if (memory != nullptr && counts) live -= static_cast<long>(malloc_usable_size(memory));
}

void write_count() {
  counts = false;
  const char* path = std::getenv("ALLOCATION_COUNT");
  if (path == nullptr) return;
  char text[64];
  const int length =
      std::snprintf(text, sizeof text, "%ld %ld\n", allocations.load(), most_live.load());
  const long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  syscall(SYS_write, file, text, static_cast<std::size_t>(length));
  syscall(SYS_close, file);
}

using Main = int (*)(int, char**, char**);
Main program_main = nullptr;

int counted_main(int count, char** arguments, char** environment) {
  fails_at = number_in("ALLOCATION_AT");
  cap = number_in("ALLOCATION_CAP");
  counts = true;
  const int code = program_main(count, arguments, environment);
  write_count();
  return code;
}

}  // namespace

extern "C" {

void* malloc(size_t bytes) noexcept {
  return allowed(bytes) ? taken(__libc_malloc(bytes)) : nullptr;
}
void* calloc(size_t count, size_t bytes) noexcept {
  return allowed(count * bytes) ? taken(__libc_calloc(count, bytes)) : nullptr;
}
void* realloc(void* old, size_t bytes) noexcept {
  if (!allowed(bytes)) return nullptr;
  given_back(old);
  void* memory = __libc_realloc(old, bytes);
  if (memory == nullptr && bytes > 0) return taken(old), nullptr;
  return taken(memory);
}
void* memalign(size_t alignment, size_t bytes) noexcept {
  return allowed(bytes) ? taken(__libc_memalign(alignment, bytes)) : nullptr;
}
void* aligned_alloc(size_t alignment, size_t bytes) noexcept { return memalign(alignment, bytes); }
int posix_memalign(void** memory, size_t alignment, size_t bytes) noexcept {
  void* result = memalign(alignment, bytes);
  if (result == nullptr) return ENOMEM;
  *memory = result;
  return 0;
}
void free(void* memory) noexcept {
  given_back(memory);
  __libc_free(memory);
}

int dnnl_sgemm(char transpose_a, char transpose_b, std::int64_t m, std::int64_t n, std::int64_t k,
               float alpha, const float* a, std::int64_t lda, const float* b, std::int64_t ldb,
               float beta, float* c, std::int64_t ldc) {
  static const auto product =
      reinterpret_cast<decltype(&dnnl_sgemm)>(dlsym(RTLD_NEXT, "dnnl_sgemm"));
  within_product = true;
  const int status =
      product(transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  within_product = false;
  return status;
}

// Of the OpenMP runtime, which oneDNN brings: it ends the program if it has no room for a thread's
// settings.
void omp_set_num_threads(int threads) {
  static const auto set =
      reinterpret_cast<decltype(&omp_set_num_threads)>(dlsym(RTLD_NEXT, "omp_set_num_threads"));
  within_product = true;
  set(threads);
  within_product = false;
}

int __libc_start_main(Main main, int count, char** arguments, void (*begin)(), void (*end)(),
                      void (*dynamic_end)(), void* stack) {
  using Start = int(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  auto* const start = reinterpret_cast<Start*>(dlsym(RTLD_NEXT, "__libc_start_main"));
  program_main = main;
  return start(counted_main, count, arguments, begin, end, dynamic_end, stack);
}

}  // extern "C"
