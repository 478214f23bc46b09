# Fails if an object compiled for one processor holds inline code that the linker could merge with that of another.
foreach(object ${OBJECTS})
  execute_process(COMMAND ${NM} -C ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]* W [^\n]*" weak "${symbols}")
  list(FILTER weak EXCLUDE REGEX "turncoat::avx2::")
  if(weak)
    message(FATAL_ERROR "shared code in ${object}:\n${weak}")
  endif()
endforeach()
