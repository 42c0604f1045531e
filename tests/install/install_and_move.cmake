# Installs the library's components from BUILD_TREE to a place of its own, then moves them to PREFIX: nothing
# installed may know where it was installed, nor be left from an earlier version.
file(REMOVE_RECURSE ${PREFIX} ${PREFIX}.first)
foreach(component libraries development)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_TREE} --prefix ${PREFIX}.first --component ${component}
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(RENAME ${PREFIX}.first ${PREFIX})
