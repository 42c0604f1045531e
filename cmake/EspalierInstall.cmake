# Install and export: `find_package(espalier COMPONENTS sparse schedules models text serving)` and `pkg-config espalier`.
# Headers go to include/espalier and are spelled <espalier/sparse/ops/spmm.h>, as here.
option(ESPALIER_INSTALL "Add the install rules" ${PROJECT_IS_TOP_LEVEL})
if(NOT ESPALIER_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

set(targets "")
foreach(component sparse files schedules models)
  if(TARGET espalier_${component})
    list(APPEND targets espalier_${component})
  endif()
endforeach()

# espalier_needs(VARIABLE target...): the packages that a consumer of these must find: of a static library also those
# that it links privately.
function(espalier_needs variable)
  set(packages "")
  foreach(target IN LISTS ARGN)
    get_target_property(type ${target} TYPE)
    set(property INTERFACE_LINK_LIBRARIES)
    if(type STREQUAL "STATIC_LIBRARY")
      set(property LINK_LIBRARIES)
    endif()
    get_target_property(libraries ${target} ${property})
    foreach(library IN LISTS libraries)
      if(library MATCHES "^([A-Za-z0-9_]+)::" AND NOT CMAKE_MATCH_1 STREQUAL "espalier")
        list(APPEND packages ${CMAKE_MATCH_1})
      elseif(NOT library MATCHES "^(espalier::|\\$<|.*-NOTFOUND$)")
        message(FATAL_ERROR "${target} links ${library}, which is no imported target: a consumer could not find it")
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES packages)
  set(${variable} ${packages} PARENT_SCOPE)
endfunction()
espalier_needs(ESPALIER_DEPENDENCIES ${targets})

# Shared libraries find one another beside themselves, wherever the installed tree is moved to: whoever links one
# directly need not know on which others it stands.
set_target_properties(${targets} PROPERTIES INSTALL_RPATH "$ORIGIN")
if(TARGET espalier)
  file(RELATIVE_PATH libraries_from_programs ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(espalier PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries_from_programs}")
endif()

set(config_directory ${CMAKE_INSTALL_LIBDIR}/cmake/espalier)
set(include_directory ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS ${targets} EXPORT espalier
  LIBRARY COMPONENT libraries NAMELINK_COMPONENT development
  ARCHIVE COMPONENT development
  FILE_SET HEADERS DESTINATION ${include_directory} COMPONENT development)
install(EXPORT espalier FILE espalierTargets.cmake NAMESPACE espalier:: DESTINATION ${config_directory}
  COMPONENT development)
# Each exported by itself, so that only who asks for the component has to find what it needs.
set(ESPALIER_TEXT_DEPENDENCIES "")
foreach(component paths text serving)
  if(TARGET espalier_${component})
    set_target_properties(espalier_${component} PROPERTIES INSTALL_RPATH "$ORIGIN")
    install(TARGETS espalier_${component} EXPORT espalier_${component}
      LIBRARY COMPONENT libraries NAMELINK_COMPONENT development
      ARCHIVE COMPONENT development
      FILE_SET HEADERS DESTINATION ${include_directory} COMPONENT development)
    install(EXPORT espalier_${component} FILE espalier_${component}Targets.cmake NAMESPACE espalier::
      DESTINATION ${config_directory} COMPONENT development)
  endif()
endforeach()
if(TARGET espalier_paths)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/FindGraphBLAS.cmake DESTINATION ${config_directory}
    COMPONENT development)
endif()
if(TARGET espalier_text)
  espalier_needs(ESPALIER_TEXT_DEPENDENCIES espalier_text)
endif()

# For who asks for one that is not there.
set(ESPALIER_COMPONENTS "")
foreach(component sparse files schedules models paths text serving)
  if(TARGET espalier_${component})
    list(APPEND ESPALIER_COMPONENTS ${component})
  endif()
endforeach()
list(JOIN ESPALIER_COMPONENTS ", " ESPALIER_COMPONENTS)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/espalierConfig.cmake.in
  ${PROJECT_BINARY_DIR}/espalierConfig.cmake INSTALL_DESTINATION ${config_directory})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/espalierConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/espalierConfig.cmake ${PROJECT_BINARY_DIR}/espalierConfigVersion.cmake
  DESTINATION ${config_directory} COMPONENT development)
# Our own find modules travel along: these packages bring no configuration that works.
foreach(package IN LISTS ESPALIER_DEPENDENCIES ESPALIER_TEXT_DEPENDENCIES)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/Find${package}.cmake DESTINATION ${config_directory}
    COMPONENT development OPTIONAL)
endforeach()

# pkg-config, relative to the place of the file, so that the installed tree can be moved.
file(RELATIVE_PATH ESPALIER_PREFIX_FROM_PC
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
foreach(directory LIBDIR INCLUDEDIR)
  set(ESPALIER_PC_${directory} ${CMAKE_INSTALL_${directory}})
  if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_${directory}}")
    string(PREPEND ESPALIER_PC_${directory} "\${prefix}/")
  endif()
endforeach()
set(ESPALIER_PC_LIBS "")
set(ESPALIER_PC_REQUIRES_PRIVATE libhwy)
if(TARGET espalier_text)
  list(APPEND targets espalier_text espalier_serving)
  string(APPEND ESPALIER_PC_REQUIRES_PRIVATE " fmt liblzma libutf8proc libzstd zlib")
endif()
foreach(target IN LISTS targets)
  string(PREPEND ESPALIER_PC_LIBS "-l${target} ")
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/espalier.pc.in ${PROJECT_BINARY_DIR}/espalier.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/espalier.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
