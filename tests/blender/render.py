# SPDX-License-Identifier: MIT
"""In Blender: renders glTF files by Cycles, without light and shade, as `pelt view --light none`
shows them in the rest pose, and compares: blender -b -P render.py -- FOLDER NAME=FILE...

FOLDER has NAME.png of the tool. A line a file: `NAME difference D pixels N`, the mean difference of a
channel, 255 being 1, over the N pixels that are inside the character by two pixels or more. Leaves
NAME_cycles.png.
"""
import math
import sys

import bpy
import mathutils
import numpy as np
from bpy_extras.object_utils import world_to_camera_view

if not hasattr(np, 'bool'):
    np.bool = bool  # which 3.4's importer still asks a newer numpy for
folder, *files = sys.argv[sys.argv.index('--') + 1:]
YAW, PITCH = math.radians(30), 1900 / 65536 * 2 * math.pi  # tools/cmd/view.c
SIZE, INSIDE = 320, 2


def make_plain(material):
    """The base colour as light."""
    if material is None or not material.use_nodes:
        return
    tree = material.node_tree
    shader = next((n for n in tree.nodes if n.type == 'BSDF_PRINCIPLED'), None)
    if shader is None:
        return
    colour, alpha = shader.inputs['Base Color'], shader.inputs['Alpha']
    light = tree.nodes.new('ShaderNodeEmission')
    light.inputs['Color'].default_value = colour.default_value
    if colour.is_linked:
        tree.links.new(colour.links[0].from_socket, light.inputs['Color'])
    shown = light.outputs[0]
    if alpha.is_linked:
        mix = tree.nodes.new('ShaderNodeMixShader')
        tree.links.new(alpha.links[0].from_socket, mix.inputs[0])
        tree.links.new(tree.nodes.new('ShaderNodeBsdfTransparent').outputs[0], mix.inputs[1])
        tree.links.new(shown, mix.inputs[2])
        shown = mix.outputs[0]
    output = next(n for n in tree.nodes if n.type == 'OUTPUT_MATERIAL')
    tree.links.new(shown, output.inputs['Surface'])
    for node in tree.nodes:
        if node.type == 'TEX_IMAGE':
            node.interpolation = 'Closest'


def corners(meshes):
    graph = bpy.context.evaluated_depsgraph_get()
    for o in meshes:
        for v in o.evaluated_get(graph).to_mesh().vertices:
            yield o.matrix_world @ v.co


def place_camera(meshes):
    """As pelt_camera_frame() and pelt_camera_fit(): five times the longest half side away, then 80 % of the
    height or 15/16 of the width."""
    scene = bpy.context.scene
    points = list(corners(meshes))
    low = mathutils.Vector(min(p[i] for p in points) for i in range(3))
    high = mathutils.Vector(max(p[i] for p in points) for i in range(3))
    half = (high - low) / 2
    longest = max(max(half.x, half.y) + min(half.x, half.y) / 4, half.z)
    camera = bpy.data.objects.new('camera', bpy.data.cameras.new('camera'))
    scene.collection.objects.link(camera)
    scene.camera = camera
    turn = mathutils.Matrix.Rotation(-YAW, 4, 'Z') @ mathutils.Matrix.Rotation(-PITCH, 4, 'X')
    camera.matrix_world = (mathutils.Matrix.Translation((low + high) / 2) @ turn @
                           mathutils.Matrix.Translation((0, -5 * longest, 0)) @
                           mathutils.Matrix.Rotation(math.pi / 2, 4, 'X'))
    camera.data.clip_end = 100 * longest
    camera.data.clip_start = longest / 100
    camera.data.sensor_fit = 'HORIZONTAL'
    camera.data.angle = 2 * math.atan(0.3)
    bpy.context.view_layer.update()
    seen = [world_to_camera_view(scene, camera, p) for p in points]
    left, right = min(p.x for p in seen), max(p.x for p in seen)
    down, up = min(p.y for p in seen), max(p.y for p in seen)
    share = min(0.8 / (up - down), 0.9375 / (right - left))
    camera.data.angle = 2 * math.atan(0.3 / share)
    camera.data.shift_x = ((left + right) / 2 - 0.5) * share
    camera.data.shift_y = ((down + up) / 2 - 0.5) * share - (0.5 - 15 / 32)


def pixels(path):
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = 'Non-Color'
    values = np.array(image.pixels[:]).reshape(SIZE, SIZE, 4)
    bpy.data.images.remove(image)
    return values


def inside(alpha):
    mask = alpha > 0.99
    for _ in range(INSIDE):
        smaller = mask.copy()
        for axis in (0, 1):
            for step in (-1, 1):
                smaller &= np.roll(mask, step, axis)
        mask = smaller
    return mask


for word in files:
    name, _, path = word.partition('=')
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.world = None
    scene.render.resolution_x = scene.render.resolution_y = SIZE
    bpy.ops.import_scene.gltf(filepath=path)
    for rig in (o for o in scene.objects if o.type == 'ARMATURE'):
        rig.data.pose_position = 'REST'
    for o in scene.objects:
        if o.animation_data is not None and o.type != 'ARMATURE':
            o.animation_data.action = None
    shown = [o for o in scene.objects if o.type == 'MESH' and o.visible_get()]
    meshes = [o for o in shown if not o.name.startswith('Icosphere')]  # the importer's bone shape
    for o in scene.objects:
        o.hide_render = o not in meshes
    for material in bpy.data.materials:
        make_plain(material)
    place_camera(meshes)
    scene.render.engine = 'CYCLES'
    scene.cycles.samples = 16
    scene.cycles.use_denoising = False
    scene.render.film_transparent = True
    scene.view_settings.view_transform = 'Standard'
    scene.render.filepath = f'{folder}/{name}_cycles.png'
    bpy.ops.render.render(write_still=True)
    ours, theirs = pixels(f'{folder}/{name}.png'), pixels(scene.render.filepath)
    mask = inside(theirs[..., 3])
    apart = np.abs(ours - theirs)[mask][:, :3]
    print(f'{name} difference {apart.mean() if mask.any() else 1:.4f} pixels {mask.sum()}')
