# SPDX-License-Identifier: MIT
# pelt_bake(TARGET MODEL [NAME name] [FLAGS option...]): adds MODEL (.glb or .gltf, relative to the
# calling folder) to TARGET as a baked source, and the folder of name.h to its include path. The
# default name is the file's. FLAGS are options of `pelt bake`, whose files are also relative to the
# calling folder; the byte order is the compiler's.
# The model is baked anew if MODEL, a file that it refers to or the tool is newer.
#
#   add_executable(game main.c)
#   target_link_libraries(game PRIVATE pelt::pelt)
#   pelt_bake(game art/fox.glb FLAGS --core m0)
#
# CMakeLists.txt includes this file, and it is installed as pelt-config.cmake.
cmake_minimum_required(VERSION 3.20)
include("${CMAKE_CURRENT_LIST_DIR}/pelt-targets.cmake" OPTIONAL)
if(NOT TARGET pelt::tool)
    set(pelt_up "${CMAKE_CURRENT_LIST_DIR}/../../..")
    find_program(PELT_TOOL pelt NO_CMAKE_FIND_ROOT_PATH
        HINTS "${CMAKE_CURRENT_LIST_DIR}/build/host" "${pelt_up}/bin" "${pelt_up}/../bin"
        DOC "the host tool of pelt")
endif()

function(pelt_bake target model)
    cmake_parse_arguments(PARSE_ARGV 2 bake "" "NAME" "FLAGS")
    if(DEFINED bake_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "pelt_bake: not understood: ${bake_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT CMAKE_C_COMPILE_OBJECT)
        message(FATAL_ERROR "pelt_bake: the project needs the language C: project(... LANGUAGES C)")
    endif()
    get_target_property(home ${target} SOURCE_DIR)
    if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR) # whose rules a target elsewhere does not see
        message(FATAL_ERROR "pelt_bake: ${target} is a target of ${home}: bake there")
    endif()
    if(PELT_TOOL)
        set(tool "${PELT_TOOL}")
    elseif(TARGET pelt::tool)
        set(tool pelt::tool)
    else()
        message(FATAL_ERROR "pelt_bake: no host tool `pelt`; say where with -DPELT_TOOL=FILE")
    endif()
    cmake_path(ABSOLUTE_PATH model)
    if(NOT DEFINED bake_NAME)
        cmake_path(GET model STEM LAST_ONLY stem)
        string(MAKE_C_IDENTIFIER "${stem}" bake_NAME)
    endif()
    if(CMAKE_C_BYTE_ORDER STREQUAL "BIG_ENDIAN")
        list(PREPEND bake_FLAGS --endian big)
    endif()
    set(flags)
    set(option)
    set(relative "^[^/\\$]([^:]|$)")
    foreach(flag IN LISTS bake_FLAGS)
        if(option STREQUAL "--clips-from" AND NOT flag MATCHES "[$]<")
            string(REPLACE "\\," "<comma>" flag "${flag}") # of a name
            string(REPLACE "," ";" flag "${flag}")
            list(TRANSFORM flag PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "${relative}")
            list(JOIN flag "," flag)
            string(REPLACE "<comma>" "\\," flag "${flag}")
        elseif(option MATCHES "^--(events|retarget)$" AND flag MATCHES "${relative}")
            string(PREPEND flag "${CMAKE_CURRENT_SOURCE_DIR}/")
        endif()
        set(option "${flag}")
        string(REPLACE ";" "\\;" flag "${flag}") # it is part of a name
        list(APPEND flags "${flag}")
    endforeach()
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.baked")
    file(MAKE_DIRECTORY "${folder}")
    set(baked "${folder}/${bake_NAME}")
    add_custom_command(
        OUTPUT "${baked}.pelt" "${baked}.c" "${baked}.h" # named first, as in the rule, for ninja
        COMMAND "${tool}" bake "${model}" -o "${baked}.pelt" --c ${bake_NAME}
                --depfile "${baked}.d" ${flags}
        DEPENDS "${model}" "${tool}" DEPFILE "${baked}.d" COMMENT "Baking ${bake_NAME}" VERBATIM)
    target_sources(${target} PRIVATE "${baked}.c")
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()
