# Helpers that every folder's CMakeLists.txt uses: one way to declare a library, one way to declare a test.

# Warnings and sanitizers of our own targets; never exported to consumers.
add_library(espalier_options INTERFACE)
target_compile_options(espalier_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
  # g++ 12 reports std::string::replace and operator+ of its own library (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # g++ looks for garbage each time that it has filled 128 MB more, which takes an eighth of the time of a unit. From 256 MB on
  # (in KB here) it takes little; 512 MB gained nothing more.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=262144>
  $<$<BOOL:${ESPALIER_WARNINGS_AS_ERRORS}>:-Werror>)
# At -O3 g++ 12 also takes temporary aggregates for destroyed before they are made, and in operator+ strings for shorter
# than they are. The dev build, at -O2, has these warnings as errors.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(espalier_options INTERFACE
    "$<$<CONFIG:Release>:-Wno-maybe-uninitialized;-Wno-stringop-overflow;-Wno-array-bounds>")
endif()

# What makes a fault in memory of little use to whoever provokes it: stack frames that notice being
# overwritten, copies and containers that know their bounds, symbols resolved into pages that are
# read-only afterwards, programs that are loaded anywhere. What it costs: tests/README.md.
if(ESPALIER_HARDENING)
  include(CheckCXXCompilerFlag)
  include(CheckPIESupported)
  check_pie_supported()
  foreach(flag stack-protector-strong stack-clash-protection cf-protection)
    string(MAKE_C_IDENTIFIER "ESPALIER_HAS_${flag}" known)
    check_cxx_compiler_flag("-Werror -f${flag}" ${known})
    if(${known})
      target_compile_options(espalier_options INTERFACE -f${flag})
    endif()
  endforeach()
  # Containers that check their bounds keep a compiler from vectorising loops over them. So release
  # builds have them only where files from outside are read (espalier_checked).
  target_compile_definitions(espalier_options INTERFACE $<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)
  # Needs optimisation, and sanitizers replace the functions that it would check. A compiler may come
  # with a lower level of its own.
  if(NOT ESPALIER_SANITIZE)
    target_compile_options(espalier_options INTERFACE
      $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=3>)
  endif()
  target_link_options(espalier_options INTERFACE LINKER:-z,relro,-z,now,-z,noexecstack)
endif()

# What reads files from outside links this, to have containers that check their bounds in every build.
add_library(espalier_checked INTERFACE)
if(ESPALIER_HARDENING)
  target_compile_definitions(espalier_checked INTERFACE _GLIBCXX_ASSERTIONS)
endif()

if(ESPALIER_SANITIZE)
  target_compile_options(espalier_options INTERFACE
    -fsanitize=${ESPALIER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  # For tests that count memory: a sanitizer takes some of its own. Compilers name theirs differently.
  target_compile_definitions(espalier_options INTERFACE ESPALIER_SANITIZED)
  target_link_options(espalier_options INTERFACE -fsanitize=${ESPALIER_SANITIZE})
endif()
if(ESPALIER_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "ESPALIER_FUZZ needs clang, found ${CMAKE_CXX_COMPILER_ID}: libFuzzer is a part of it")
  endif()
  target_compile_options(espalier_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# The include root: <espalier/models/layers/linear.h> is models/layers/linear.h of this tree, by links, so that no
# folder of ours can be taken for one of a user's with the same name.
set(ESPALIER_INCLUDE_ROOT ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${ESPALIER_INCLUDE_ROOT}/espalier)
foreach(folder sparse files drawing machines schedules models text serving training experiments benchmarks python)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${ESPALIER_INCLUDE_ROOT}/espalier/${folder} SYMBOLIC)
endforeach()

# espalier_compile_together(TARGET [ALONE file...])
# Compiles the sources of a target several at a time (a unity build): most of the time of a source goes into headers
# that its neighbours include too. So names in unnamed namespaces must differ between the sources of a target, or stand
# in namespaces of their own; sources of ALONE are compiled by themselves, as are those that Highway includes once for
# each SIMD target, which it can do once in a unit only. ESPALIER_UNITY=OFF compiles every source alone, as tools that
# look at one need it.
option(ESPALIER_UNITY "Compile several sources at a time" ON)
function(espalier_compile_together target)
  cmake_parse_arguments(ARG "" "" "ALONE" ${ARGN})
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    if(source MATCHES "[.]cpp$" AND EXISTS ${source})
      file(STRINGS ${source} highway REGEX "HWY_TARGET_INCLUDE" LIMIT_COUNT 1)
      if(highway)
        list(APPEND ARG_ALONE ${source})
        list(APPEND vectorised ${source})
      endif()
    endif()
  endforeach()
  # What they expand in place is so without optimisation too. With it clang takes up to ten times as long for what its
  # sanitizers add.
  if(vectorised AND ESPALIER_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set_property(SOURCE ${vectorised} TARGET_DIRECTORY ${target} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
    set_property(SOURCE ${vectorised} TARGET_DIRECTORY ${target} APPEND PROPERTY COMPILE_OPTIONS -O0)
  endif()
  if(ARG_ALONE)
    set_source_files_properties(${ARG_ALONE} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  # Sixteen share their headers, and what they instantiate of templates.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ESPALIER_UNITY} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# espalier_add_library(NAME SOURCES file... [HEADERS file...] [PUBLIC target...] [PRIVATE target...] [ALONE file...])
# Declares target espalier_NAME with the alias espalier::NAME. Headers have one spelling, in the tree and for
# users: <espalier/sparse/ops/spmm.h>.
function(espalier_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;HEADERS;PUBLIC;PRIVATE;ALONE" ${ARGN})
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  list(TRANSFORM ARG_HEADERS PREPEND ${ESPALIER_INCLUDE_ROOT}/espalier/${folder}/)
  add_library(espalier_${name} ${ARG_SOURCES})
  add_library(espalier::${name} ALIAS espalier_${name})
  target_sources(espalier_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${ESPALIER_INCLUDE_ROOT} FILES ${ARG_HEADERS})
  set_target_properties(espalier_${name} PROPERTIES
    EXPORT_NAME ${name} VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(espalier_${name} PUBLIC cxx_std_20)
  target_link_libraries(espalier_${name} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE} $<BUILD_INTERFACE:espalier_options>)
  espalier_compile_together(espalier_${name} ALONE ${ARG_ALONE})
endfunction()

# The SIMD targets that tests run on once more, as on older processors: those below the best one of this machine, on which
# they run anyway.
set(ESPALIER_LOWER_SIMD_TARGETS "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(ESPALIER_LOWER_SIMD_TARGETS AVX2 SSE4)
  if(EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo with_avx512 REGEX "^flags.* avx512bw( |$)" LIMIT_COUNT 1)
    if(NOT with_avx512)
      set(ESPALIER_LOWER_SIMD_TARGETS SSE4)
    endif()
  endif()
endif()

# espalier_add_simd_tests(NAME [FILTER filter]): the cases of a test binary once more on each of these; left out where this
# machine has less.
function(espalier_add_simd_tests name)
  cmake_parse_arguments(ARG "" "FILTER" "" ${ARGN})
  if(NOT ARG_FILTER)
    set(ARG_FILTER *)
  endif()
  foreach(target IN LISTS ESPALIER_LOWER_SIMD_TARGETS)
    set(test simd.${target}.${name})
    add_test(NAME ${test} COMMAND ${name} --gtest_brief=1 --gtest_filter=${ARG_FILTER})
    set_tests_properties(${test} PROPERTIES LABELS simd TIMEOUT 1200 ENVIRONMENT ESPALIER_SIMD_TARGET=${target}
      SKIP_REGULAR_EXPRESSION "'${target}' is not a SIMD target of this machine")
  endforeach()
endfunction()

# espalier_compile_quickly(TARGET): in builds for development with -O1, which takes a fifth less time to compile than -O2.
# For tests and for what starts, reads and draws runs: what such a target waits for is in other libraries. Never for a
# library that is installed or that a step of training goes through, since those are timed in every build.
function(espalier_compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>)
endfunction()

# espalier_add_parsed_headers(NAME HEADERS header... LIBRARIES target...)
# What nearly every source includes, the standard library first, was more than half of the time of a unit. Target NAME
# parses it once, with HEADERS of LIBRARIES; targets with the same options load it (espalier_load_headers). Where each
# source is compiled alone (ESPALIER_UNITY=OFF) it has only what it includes itself.
function(espalier_add_parsed_headers name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LIBRARIES" ${ARGN})
  if(ESPALIER_UNITY)
    file(CONFIGURE OUTPUT ${name}.cpp CONTENT "")
    add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} espalier_options)
    target_precompile_headers(${name} PRIVATE
      <algorithm> <array> <atomic> <bit> <chrono> <cmath> <cstring> <filesystem> <fstream> <functional> <iostream> <limits>
      <map> <memory> <mutex> <numeric> <optional> <random> <set> <span> <sstream> <string> <string_view> <system_error>
      <thread> <utility> <variant> <vector> <oneapi/tbb/blocked_range.h> <oneapi/tbb/parallel_for.h>
      <oneapi/tbb/task_arena.h> ${ARG_HEADERS})
    espalier_cache_precompiled(${name})
  endif()
endfunction()

function(espalier_load_headers target name)
  if(TARGET ${name})
    target_precompile_headers(${target} REUSE_FROM ${name})
    espalier_cache_precompiled(${target})
  endif()
endfunction()

# espalier_compile_as_test(TARGET): the options of an executable of GoogleTest, and what all of them include.
function(espalier_compile_as_test target)
  espalier_compile_quickly(${target})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE GTest::gmock GTest::gtest_main espalier_options)
  espalier_load_headers(${target} espalier_test_headers)
endfunction()

# espalier_cache_precompiled(TARGET): has ccache keep objects that are compiled with precompiled headers, which it does
# only where it is told that their macros do not change.
function(espalier_cache_precompiled target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache$")
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
endfunction()

# espalier_add_test(NAME SOURCES file... LABELS label... [LIBRARIES target...] [READS_SOURCE_TREE] [ALONE file...])
# One GoogleTest binary whose cases ctest sees one by one, each with LABELS (unit, property, gradient,
# golden, slow, kernel, figures). READS_SOURCE_TREE defines ESPALIER_SOURCE_DIR; only for who needs it, since a path
# in the flags of every test would keep a compiler cache from serving two checkouts.
function(espalier_add_test name)
  cmake_parse_arguments(ARG "READS_SOURCE_TREE" "" "SOURCES;LABELS;LIBRARIES;ALONE" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  espalier_compile_together(${name} ALONE ${ARG_ALONE})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
  espalier_compile_as_test(${name})
  if(ARG_READS_SOURCE_TREE)
    target_compile_definitions(${name} PRIVATE ESPALIER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  endif()
  if("${ARG_LABELS}" MATCHES "^(unit|kernel|figures)$")
    # So many, and so short, that starting a process for each took most of their time.
    add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 1200)
  else()
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 600)
  endif()
endfunction()
