# oneDNN. Debian's own package configuration asks for OpenCL even for use on the CPU, so find the
# header and the library directly. Its threads are OpenMP's; the runtime must be the one that oneDNN was
# linked with (GCC's on Debian, whatever compiles us), so that limiting the threads of a call reaches it.
find_path(DNNL_INCLUDE_DIR dnnl.h)
find_library(DNNL_LIBRARY dnnl)
find_library(DNNL_OPENMP_LIBRARY NAMES libgomp.so.1 gomp)
# What we call of it, descriptors of operations, went with its third version.
if(EXISTS ${DNNL_INCLUDE_DIR}/oneapi/dnnl/dnnl_version.h)
  file(STRINGS ${DNNL_INCLUDE_DIR}/oneapi/dnnl/dnnl_version.h DNNL_VERSION REGEX "define DNNL_VERSION_MAJOR")
  string(REGEX MATCH "[0-9]+" DNNL_VERSION "${DNNL_VERSION}")
  if(DNNL_VERSION GREATER 2)
    set(DNNL_LIBRARY DNNL_LIBRARY-NOTFOUND)
    set(DNNL_NOT_FOUND_MESSAGE REASON_FAILURE_MESSAGE "found version ${DNNL_VERSION}, expected 2")
  endif()
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(DNNL ${DNNL_NOT_FOUND_MESSAGE} REQUIRED_VARS DNNL_LIBRARY DNNL_OPENMP_LIBRARY DNNL_INCLUDE_DIR)
unset(DNNL_NOT_FOUND_MESSAGE)
if(DNNL_FOUND AND NOT TARGET DNNL::DNNL)
  add_library(DNNL::DNNL UNKNOWN IMPORTED)
  set_target_properties(DNNL::DNNL PROPERTIES
    IMPORTED_LOCATION ${DNNL_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${DNNL_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES ${DNNL_OPENMP_LIBRARY})
endif()
