# SuiteSparse:GraphBLAS. Release 7.4 brings no package configuration; distributions put the header in
# the include directory itself or in suitesparse/.
find_path(GraphBLAS_INCLUDE_DIR GraphBLAS.h PATH_SUFFIXES suitesparse)
find_library(GraphBLAS_LIBRARY graphblas)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GraphBLAS REQUIRED_VARS GraphBLAS_LIBRARY GraphBLAS_INCLUDE_DIR)
if(GraphBLAS_FOUND AND NOT TARGET GraphBLAS::GraphBLAS)
  add_library(GraphBLAS::GraphBLAS UNKNOWN IMPORTED)
  set_target_properties(GraphBLAS::GraphBLAS PROPERTIES
    IMPORTED_LOCATION ${GraphBLAS_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${GraphBLAS_INCLUDE_DIR})
endif()
