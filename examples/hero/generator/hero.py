#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates the project's own character, a fox, as binary glTF, and the lantern that it may hold.

    hero.py FOLDER NAME...     writes FOLDER/NAME.glb of hero|hero500|hero250|fox|walker|performer|
                               adventurer|guard|sage|scout|lantern

    body.py        joints; influences from the distance to the bones; guard, sage and scout
    surface.py     the skin, a smooth union of round cones: distance to it, and its colours
    mesh.py        meshes; polygons of one half of the skin, on a fine grid; puts both halves together
    reduce.py      reduces them to a number of vertices, spread as the shape needs
    ornament.py    eyes, nose, scarf, mouth and lantern; the eyes close, the mouth smiles
    motion.py      idle, walk, wave, run and jump as functions of time; legs that reach the ground
    clip.py        keys of these motions
    texture.py     the texture: coordinates, stripes, markings, eyes, scarf; as PNG
    glb.py         writes binary glTF

Lengths are metres, times seconds; +Y is up, the face looks along +Z, so its left is +X; the feet are
at y = 0. The exit status is 0; 1 if the surface is not closed; 2 for wrong arguments; 3 if the file
cannot be written.
"""
import sys

import glb
import surface
import texture
from body import CAST, JOINTS, SCARFED, shaped, weights_at
from clip import clips
from mesh import Mesh
from ornament import add_lantern, add_mouth, add_ornaments
from reduce import reduced_halves

# By the most vertices, ornaments included: the vertices around an eye, the nose and the scarf, and the rings
# of eyes and nose from front to rim.
DETAILS = {800: (8, 6, 14, 2), 500: (6, 5, 11, 2), 250: (6, 5, 7, 1)}
SIZES = {
    "hero": 800, "hero500": 500, "hero250": 250, "fox": 800,
    "walker": 250,      # walks along a circle
    "performer": 800,   # has a face that moves, and events
    "adventurer": 500,  # runs and jumps; its scarf is a mesh of its own
    **dict.fromkeys(CAST, 500), "lantern": 0,
}
# These have a texture instead of vertex colours, and vertices twice along cuts.
TEXTURED = ("fox", "performer")


def ornaments_of(name):
    """Returns the ornaments, and the scarf if it is a mesh of its own."""
    ornaments = Mesh()
    scarf = Mesh() if name == "adventurer" else None
    add_ornaments(ornaments, scarf or ornaments, *DETAILS[SIZES[name]], name in TEXTURED)
    if name == "performer":
        add_mouth(ornaments)
    return ornaments, scarf


def skin_count(name):
    return SIZES[name] - len(ornaments_of(name)[0].vertices)


def fox(name, half):
    """Returns the character's mesh, its scarf's mesh and its texture; None for those it lacks."""
    ornaments, scarf = ornaments_of(name)
    image = None
    if name in TEXTURED:
        half = texture.unwrap(half)
        image = texture.png(texture.picture(half, has_mouth=name != "performer"))
    mesh = half.with_mirror_image()
    for v in mesh.vertices:
        v.normal = surface.normal(v.position)
        v.tint = surface.colour(v.position)
        v.bound = weights_at(v.position)
    mesh.append(ornaments)
    return mesh, scarf, image


def summary(mesh, joints):
    counts = [sum(weight > 0.0 for weight in v.bound[1]) for v in mesh.vertices]
    each = ", ".join(str(counts.count(n)) for n in (1, 2, 3, 4))
    return f"{len(counts)} vertices ({each} with 1 to 4 influences), " \
        f"{len(mesh.triangles)} triangles, {len(joints)} joints"


def write(name, path, half):
    """Writes one file; returns the exit status."""
    mesh, scarf, image = fox(name, half) if half else (Mesh(), None, None)
    if name == "lantern":
        add_lantern(mesh)
    if not mesh.is_closed():
        print("hero: the surface is not closed", file=sys.stderr)
        return 1
    try:
        if name == "lantern":
            glb.write_prop(path, mesh, "lantern")
        else:
            joints = shaped(name, mesh) if name in CAST else SCARFED if name in TEXTURED else JOINTS
            glb.write_fox(path, name, mesh, clips(name), joints, scarf, image)
            print(f"{path}: {summary(mesh, joints)}")
    except OSError as error:
        print(f"hero: cannot write {path}: {error.strerror}", file=sys.stderr)
        return 3
    return 0


def main(words):
    names = words[1:]
    if not names or not set(names) <= {*SIZES}:
        print(f"usage: hero.py FOLDER {'|'.join(SIZES)}...", file=sys.stderr)
        return 2
    counts = {name: skin_count(name) for name in names if SIZES[name]}
    halves = reduced_halves(counts.values())
    return max(write(name, f"{words[0]}/{name}.glb", halves.get(counts.get(name))) for name in names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
