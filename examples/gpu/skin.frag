#version 300 es
// SPDX-License-Identifier: MIT
//
// A texture, lit from one side.
precision highp float;

uniform sampler2D image;
uniform vec3 light; // towards it, of unit length

in vec3 world_position;
in vec3 world_normal;
in vec2 image_place;

out vec4 colour;

void main()
{
    float lit = 0.5 + 0.5 * dot(normalize(world_normal + vec3(0.0, 1e-6, 0.0)), light);
    colour = vec4(texture(image, image_place).rgb * lit, 1.0);
}
