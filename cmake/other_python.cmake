# A Python of another system, as tools/wheels describes it, in place of the one that CMake would find here:
#   FREECELL_PYTHON_HEADERS   the folder of its headers
#   FREECELL_PYTHON_VERSION   3.11, or 3.12 for the stable interface of 3.12 and newer
#   FREECELL_PYTHON_SUFFIX    how the names of its modules end
#   FREECELL_PYTHON_LIBRARY   what modules are linked with: on Windows alone
set(Python_INTERPRETER_ID Python)
set(Python_VERSION ${FREECELL_PYTHON_VERSION})
set(Python_INCLUDE_DIRS ${FREECELL_PYTHON_HEADERS})
add_executable(Python::Interpreter IMPORTED)
set_target_properties(Python::Interpreter PROPERTIES IMPORTED_LOCATION "${Python_EXECUTABLE}")
set(modules Module)
if(Python_VERSION VERSION_GREATER_EQUAL 3.12)
  list(APPEND modules SABIModule)
endif()
foreach(module ${modules})
  add_library(Python::${module} INTERFACE IMPORTED)
  set_target_properties(Python::${module} PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${FREECELL_PYTHON_HEADERS}"
    INTERFACE_LINK_LIBRARIES "${FREECELL_PYTHON_LIBRARY}")
endforeach()
set(SKBUILD_SOABI "")  # which are those of this system
unset(SKBUILD_SOSABI)
unset(SKBUILD_SOSABI CACHE)
set(NB_SUFFIX ${FREECELL_PYTHON_SUFFIX})
set(NB_SUFFIX_S ${FREECELL_PYTHON_SUFFIX})
set(NB_HAS_MTLS_GNU2 OFF CACHE BOOL "not every system that the module is for has it")
