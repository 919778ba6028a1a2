# SPDX-License-Identifier: MIT
"""In Blender: makes tube.glb, a tube with a rig, weights, a texture and two actions, exported as
docs/GUIDE.md says, and four still things whose textures repeat, have holes, are two, or are seen from
below: blender -b -P character.py -- FOLDER

FOLDER/positions has, for each action, a line `NAME SECONDS`, then Blender's own positions of all
vertices at that moment, one a line, in glTF's axes; an empty line ends it. Prints the names of the
exporter's settings.
"""
import math
import sys

import bpy

folder = sys.argv[sys.argv.index('--') + 1]
BONES, RINGS, AROUND, LENGTH, RADIUS = 4, 13, 12, 2.0, 0.25
# docs/GUIDE.md, "Export": what is not Blender's own default. Newer versions have more of them.
SETTINGS = {
    'export_format': 'GLB', 'use_selection': True, 'export_def_bones': True, 'export_apply': True,
    'export_frame_range': False, 'export_anim_single_armature': True,
    'export_rest_position_armature': True, 'export_influence_nb': 4,
}

bpy.ops.wm.read_factory_settings(use_empty=True)


def make_rig():
    rig = bpy.data.objects.new('rig', bpy.data.armatures.new('rig'))
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode='EDIT')
    parent = None
    for i in range(BONES):
        bone = rig.data.edit_bones.new(f'bone{i}')
        bone.head = (0, 0, LENGTH * i / BONES)
        bone.tail = (0, 0, LENGTH * (i + 1) / BONES)
        bone.parent = parent
        parent = bone
    control = rig.data.edit_bones.new('control')
    control.head, control.tail, control.use_deform = (0, 1, 0), (0, 1, 1), False
    bpy.ops.object.mode_set(mode='OBJECT')
    return rig


def make_image(colour_of):
    """32 x 32 pixels, rows from below."""
    image = bpy.data.images.new('image', 32, 32, alpha=True)
    image.pixels = [v for y in range(32) for x in range(32) for v in colour_of(x, y)]
    image.pack()
    return image


def stripes(x, y):
    """Around, red on one side and blue on the other."""
    light = 1.0 if y // 4 % 2 else 0.5
    return (light, 0.1, 0.1, 1) if x < 16 else (0.1, 0.1, light, 1)


def holes(x, y):
    return 0.9, 0.7, x / 31, (x % 16 - 8) ** 2 + (y % 16 - 8) ** 2 > 20


def checks(x, y):
    return (0.9, 0.9, 0.8, 1) if (x // 8 + y // 8) % 2 else (0.2, 0.6, 0.3, 1)


def make_material(name, colour_of):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    texture = nodes.new('ShaderNodeTexImage')
    texture.image = make_image(colour_of)
    shader = nodes['Principled BSDF']
    links.new(texture.outputs['Color'], shader.inputs['Base Color'])
    if colour_of is holes:
        material.blend_method = 'CLIP'
        links.new(texture.outputs['Alpha'], shader.inputs['Alpha'])
    return material


def make_tube(rig):
    heights = [LENGTH * ring / (RINGS - 1) for ring in range(RINGS)]
    turns = [2 * math.pi * i / AROUND for i in range(AROUND)]
    vertices = [(RADIUS * math.cos(t), RADIUS * math.sin(t), z) for z in heights for t in turns]
    faces = [(r * AROUND + i, r * AROUND + (i + 1) % AROUND, (r + 1) * AROUND + (i + 1) % AROUND,
              (r + 1) * AROUND + i) for r in range(RINGS - 1) for i in range(AROUND)]
    mesh = bpy.data.meshes.new('tube')
    mesh.from_pydata(vertices, [], faces)
    uvs = mesh.uv_layers.new()
    for face in mesh.polygons:
        face.use_smooth = True
        for k, loop in enumerate(face.loop_indices):
            ring, i = divmod(face.index, AROUND)
            uvs.data[loop].uv = ((i + (k in (1, 2))) / AROUND, (ring + (k > 1)) / (RINGS - 1))
    mesh.materials.append(make_material('fur', stripes))
    tube = bpy.data.objects.new('tube', mesh)
    bpy.context.collection.objects.link(tube)
    tube.parent = rig
    tube.modifiers.new('rig', 'ARMATURE').object = rig
    for i in range(BONES):
        group = tube.vertex_groups.new(name=f'bone{i}')
        for v, (_, _, z) in enumerate(vertices):
            away = abs(z * BONES / LENGTH - 0.5 - i)
            if away < 1:
                group.add([v], 1 - away, 'REPLACE')
    return tube


def make_action(rig, name, axis, degrees):
    rig.animation_data_create().action = bpy.data.actions.new(name)
    rig.animation_data.action.use_fake_user = True
    for frame, part in ((1, 0), (13, 1), (25, 0)):
        for i in range(1, BONES):
            bone = rig.pose.bones[f'bone{i}']
            bone.rotation_mode = 'XYZ'
            bone.rotation_euler = [math.radians(degrees * part) if k == axis else 0 for k in range(3)]
            bone.keyframe_insert('rotation_euler', frame=frame)


rig = make_rig()
tube = make_tube(rig)
make_action(rig, 'bend', 0, 35)
make_action(rig, 'twist', 1, 30)
bpy.context.scene.frame_end = 10  # "Limit to Playback Range" would cut the clips here
rate = bpy.context.scene.render.fps
with open(f'{folder}/positions', 'w', encoding='ascii') as to:
    for name, frame in (('bend', 13), ('twist', 7)):
        rig.animation_data.action = bpy.data.actions[name]
        bpy.context.scene.frame_set(frame)
        seen = tube.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
        print(name, frame / rate, file=to)
        for v in seen.vertices:
            at = tube.matrix_world @ v.co
            print(at.x, at.z, -at.y, file=to)
        print(file=to)
rig.animation_data.action = None


def export(name, *things):
    bpy.ops.object.select_all(action='DESELECT')
    for thing in things:
        thing.select_set(True)
    known = {p.identifier for p in bpy.ops.export_scene.gltf.get_rna_type().properties}
    bpy.ops.export_scene.gltf(filepath=f'{folder}/{name}.glb',
                              **{k: v for k, v in SETTINGS.items() if k in known})


def make_still(name, add, *patterns):
    add()
    thing = bpy.context.object
    for i, pattern in enumerate(patterns):
        thing.data.materials.append(make_material(f'{name}{i}', pattern))
    for face in thing.data.polygons:
        face.material_index = face.index % 4 // 2 if len(patterns) > 1 else 0
    return thing


export('tube', rig, tube)
monkey = make_still('monkey', bpy.ops.mesh.primitive_monkey_add, checks)
for place in monkey.data.uv_layers.active.data:
    place.uv *= 4
torus = make_still('torus', bpy.ops.mesh.primitive_torus_add, stripes, checks)
sphere = make_still('sphere', bpy.ops.mesh.primitive_uv_sphere_add, holes)
cone = make_still('cone', bpy.ops.mesh.primitive_cone_add, stripes)
for thing in (monkey, torus, sphere, cone):
    export(thing.data.materials[0].name[:-1], thing)
for p in bpy.ops.export_scene.gltf.get_rna_type().properties:
    print('setting', p.name)
