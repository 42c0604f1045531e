# Writes revision.h at build time, and only if it changed: the revision is that of the tree that was
# built, not of the last configuration, and an unchanged revision rebuilds nothing.
find_package(Git QUIET)
set(ESPALIER_GIT_REVISION unknown)
set(ESPALIER_GIT_DIRTY false)
if(Git_FOUND)
  # Of a copy without a history inside of another project's tree it would be that one's.
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --show-prefix WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE place OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
endif()
if(Git_FOUND AND NOT failed AND place STREQUAL "")
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(ESPALIER_GIT_REVISION ${revision})
    execute_process(COMMAND ${GIT_EXECUTABLE} status --porcelain --untracked-files=no WORKING_DIRECTORY ${SOURCE_DIR}
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(NOT changes STREQUAL "")
      set(ESPALIER_GIT_DIRTY true)
    endif()
  endif()
endif()
configure_file(${SOURCE_DIR}/sparse/core/revision.h.in ${OUTPUT} @ONLY)
