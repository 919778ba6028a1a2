# SPDX-License-Identifier: MIT
# Stands in for ESP-IDF's, after its manual: project() reads the component main.
macro(project name)
    _project(${name} LANGUAGES C)
    add_subdirectory(main)
endmacro()

function(idf_component_register)
    cmake_parse_arguments(A "" "" "SRCS;INCLUDE_DIRS;REQUIRES" ${ARGN})
    if(A_UNPARSED_ARGUMENTS OR NOT A_REQUIRES STREQUAL "pelt;esp_timer")
        message(FATAL_ERROR "idf_component_register: ${ARGN}")
    endif()
    add_library(main STATIC ${A_SRCS})
    target_include_directories(main PUBLIC ${A_INCLUDE_DIRS} ${OF_PELT} ${OF_IDF})
endfunction()
