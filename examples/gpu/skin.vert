#version 300 es
// SPDX-License-Identifier: MIT
//
// Skinning in a vertex shader. pelt/gpu.h writes the attributes, once, and the bones, every frame
// (pelt_palette_export_*, PELT_ROWS_3X4). OpenGL ES 3.0, WebGL 2.
//
// ES 3.0 guarantees 256 vectors of uniforms: bones of three each, and what else is there; here 80
// bones and 12 vectors of matrices. Desktops have 1024 and more. For a mesh with more joints split
// its parts (pelt bake --max-palette 80), or read the rows from a texture of floats by texelFetch.
#ifndef BONES // -DBONES=n: a line "#define BONES n" after the first
#define BONES 80
#endif

uniform mat4 model, view, projection;
uniform vec4 bones[3 * BONES];

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in uvec4 joints; // glVertexAttribIPointer
layout(location = 4) in vec4 weights;

out vec3 world_position;
out vec3 world_normal;
out vec2 image_place;

void main()
{
    vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
    for (int k = 0; k < 4; k++) {
        int row = 3 * int(joints[k]);
        x += weights[k] * bones[row];
        y += weights[k] * bones[row + 1];
        z += weights[k] * bones[row + 2];
    }
    vec4 p = vec4(position, 1.0);
    vec4 world = model * vec4(dot(x, p), dot(y, p), dot(z, p), 1.0);
    vec3 n = vec3(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal));
    n = mat3(model) * n;

    world_position = world.xyz;
    world_normal = n * inversesqrt(max(dot(n, n), 1e-30)); // zero where there is none
    image_place = uv;
    gl_Position = projection * view * world;
}
