#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates the project's own character, a fox, as binary glTF, and the lantern that it may hold.

    hero.py full|500|250|fox|walker|performer|adventurer|lantern OUT.glb

    body.py        joints; influences from the distance to the bones
    surface.py     distance to their smooth union, and its colours
    polygonise.py  its polygons on a fine grid, one half
    reduce.py      down to a number of vertices, spread over the surface as its shape needs
    mesh.py        both halves together
    ornament.py    eyes, nose, scarf, mouth and lantern
    face.py        morph targets: the eyes close, the mouth smiles
    gait.py        two-bone legs and the steps they take
    motion.py      idle, walk, wave, run and jump as functions of time
    clip.py        keys from those
    unwrap.py      texture coordinates
    paint.py       colours of the texture: stripes, markings, eyes, scarf
    texture.py     its picture as PNG
    glb.py         the files

Lengths are metres, times seconds; +Y is up, the face looks along +Z, so its left is +X; the feet are
at y = 0. The exit status is 0; 1 if the surface is not closed; 2 for wrong arguments; 3 if the file
cannot be written.
"""
import sys

import glb
import surface
import texture
from body import JOINTS, weights_at
from clip import clips
from mesh import Mesh
from ornament import add_lantern, add_mouth, add_ornaments
from polygonise import left_half
from reduce import reduce_half
from unwrap import unwrap

# The most vertices, ornaments included; the vertices around eyes, nose and scarf, and rings of a
# button.
SIZES = {
    "full": (800, (8, 6, 14, 2)), "500": (500, (6, 5, 11, 2)), "250": (250, (6, 5, 7, 1)),
    "walker": (250, (6, 5, 7, 1)),  # leaves the place
    "fox": (800, (8, 6, 14, 2)),
    "performer": (800, (8, 6, 14, 2)),  # has a face that moves, and events
    "adventurer": (500, (6, 5, 11, 2)),  # runs and jumps, and its scarf is a mesh of its own
}
# These have a texture instead of vertex colours, and some vertices twice (unwrap.py).
TEXTURED = ("fox", "performer")


def fox(name):
    """Its mesh, that of its scarf where it has one of its own, and the picture of its texture."""
    vertex_count, detail = SIZES[name]
    ornaments = Mesh()
    scarf = Mesh() if name == "adventurer" else None
    add_ornaments(ornaments, scarf or ornaments, *detail)
    if name == "performer":
        add_mouth(ornaments)
    half = left_half()
    reduce_half(half, vertex_count - len(ornaments.vertices))
    image = None
    if name in TEXTURED:
        half = unwrap(half)
        image = texture.png(texture.picture(half, has_mouth=name != "performer"))
    mesh = half.with_mirror_image()
    for v in mesh.vertices:
        v.normal = surface.normal(v.position)
        v.tint = surface.colour(v.position)
        v.bound = weights_at(v.position)
    mesh.append(ornaments)
    return mesh, scarf, image


def summary(mesh):
    counts = [sum(weight > 0.0 for weight in v.bound[1]) for v in mesh.vertices]
    each = ", ".join(str(counts.count(n)) for n in (1, 2, 3, 4))
    return f"{len(counts)} vertices ({each} with 1 to 4 influences), " \
        f"{len(mesh.triangles)} triangles, {len(JOINTS)} joints"


def main(words):
    if len(words) != 2 or words[0] not in (*SIZES, "lantern"):
        print(f"usage: hero.py {'|'.join(SIZES)}|lantern OUT.glb", file=sys.stderr)
        return 2
    name, path = words
    mesh, scarf, image = (Mesh(), None, None) if name == "lantern" else fox(name)
    if name == "lantern":
        add_lantern(mesh)
    if not mesh.is_closed():
        print("hero: the surface is not closed", file=sys.stderr)
        return 1
    try:
        if name == "lantern":
            glb.write_prop(path, mesh, "lantern")
        else:
            glb.write_fox(path, name, mesh, clips(name), scarf, image)
            print(f"{path}: {summary(mesh)}")
    except OSError as error:
        print(f"hero: cannot write {path}: {error.strerror}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
