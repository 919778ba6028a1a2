# SPDX-License-Identifier: MIT
"""Joints, the binding of the skin to them, and a cast of others on the same skeleton."""
from math import fsum

from vector import add, along, clamp, dot, mirrored, scale, segment_distance, smooth_step, sub, unit


class Joint:
    """A bone runs from its position to its tip, in model space. No joint is rotated at rest.
    Influence falls with the distance in units of the girth."""

    def __init__(self, name, parent, girth, position, tip):
        self.name, self.parent, self.girth = name, parent, girth
        self.position, self.tip = position, tip
        self.side = {"L": 1.0, "R": -1.0}.get(name.partition(".")[2], 0.0)  # of +x


MIDDLE_JOINTS = (
    ("hips", None, 0.17, (0.00, 0.56, 0.00), (0.00, 0.64, 0.00)),
    ("spine", "hips", 0.16, (0.00, 0.67, 0.00), (0.00, 0.78, 0.00)),
    ("chest", "spine", 0.15, (0.00, 0.80, 0.00), (0.00, 0.93, 0.00)),
    ("neck", "chest", 0.11, (0.00, 0.96, 0.00), (0.00, 1.04, 0.01)),
    ("head", "neck", 0.22, (0.00, 1.06, 0.01), (0.00, 1.34, 0.03)),
    ("jaw", "head", 0.06, (0.00, 1.12, 0.14), (0.00, 1.10, 0.30)),
    ("tail.1", "hips", 0.07, (0.00, 0.54, -0.15), (0.00, 0.50, -0.30)),
    ("tail.2", "tail.1", 0.10, (0.00, 0.50, -0.30), (0.00, 0.58, -0.47)),
    ("tail.3", "tail.2", 0.09, (0.00, 0.58, -0.47), (0.00, 0.80, -0.54)),
)
# The right is the mirror image of the left. Parents with a dot are at the same side.
LEFT_JOINTS = (
    ("ear.", "head", 0.09, (0.15, 1.40, 0.00), (0.23, 1.66, -0.01)),
    ("shoulder.", "chest", 0.08, (0.04, 0.90, 0.00), (0.13, 0.90, 0.00)),
    ("upper_arm.", "shoulder.", 0.08, (0.15, 0.89, 0.00), (0.29, 0.75, 0.00)),
    ("lower_arm.", "upper_arm.", 0.07, (0.29, 0.75, 0.00), (0.42, 0.62, 0.01)),
    ("hand.", "lower_arm.", 0.07, (0.42, 0.62, 0.01), (0.49, 0.55, 0.02)),
    ("upper_leg.", "hips", 0.11, (0.11, 0.52, 0.00), (0.125, 0.30, 0.02)),
    ("lower_leg.", "upper_leg.", 0.09, (0.125, 0.30, 0.02), (0.13, 0.10, -0.02)),
    ("foot.", "lower_leg.", 0.08, (0.13, 0.10, -0.02), (0.135, 0.05, 0.08)),
    ("toe.", "foot.", 0.07, (0.135, 0.03, 0.10), (0.14, 0.03, 0.18)),
)
# The end of the scarf, which swings from its knot, of those who have a texture.
SCARF_JOINTS = (
    ("scarf", "chest", 0.05, (0.055, 0.955, 0.135), (0.095, 0.79, 0.155)),
    ("scarf.end", "scarf", 0.05, (0.095, 0.79, 0.155), (0.1, 0.77, 0.16)),
)


def sided(name, side):
    return name + side if name.endswith(".") else name


def joints_of(rows):
    """The joints by name, parents before children."""
    return {row[0]: Joint(*row) for row in rows}


JOINTS = joints_of(MIDDLE_JOINTS + tuple(
    (sided(name, side), sided(parent, side), girth, *(map(mirrored, ends) if side == "R" else ends))
    for side in "LR" for name, parent, girth, *ends in LEFT_JOINTS))
SCARFED = {**JOINTS, **joints_of(SCARF_JOINTS)}
NUMBERS = {name: number for number, name in enumerate(SCARFED)}


def offset(name, joints=JOINTS):
    """The translation of a joint from its parent."""
    joint = joints[name]
    return sub(joint.position, joints[joint.parent].position) if joint.parent else joint.position


## Weights #######################################################################################
# Influences fall with the fourth power of the distance from the bone over its girth, and end a few
# girths away, so that a limb takes hold of nothing but its neighbours.

GRID = 4096    # weights are multiples of its inverse
REACH = 3.2    # girths at which an influence ends
NEAREST = 0.1  # girths; nearer is no stronger
LEAST = 0.004  # taken from every share, so that a share fades to zero before it is dropped
MIDDLE = 0.06  # metres beyond x = 0 where the influence of a left or right joint ends


def strength(joint, p):
    girths = segment_distance(p, joint.position, joint.tip) / joint.girth
    fade = clamp(1.0 - girths / REACH, 0.0, 1.0)
    # Legs are close to each other, and so are shoulders.
    side = smooth_step(-MIDDLE, MIDDLE, joint.side * p[0]) if joint.side else 1.0
    girths = clamp(girths, NEAREST, REACH)
    return side * fade * fade / (girths * girths * girths * girths)


def weights_at(p):
    """Four joint numbers and four weights, whose sum is exactly 1, zeros last."""
    shares = [strength(joint, p) for joint in JOINTS.values()]
    total = fsum(shares)
    shares = [share / total - LEAST for share in shares]
    chosen = [i for i in sorted(range(len(shares)), key=lambda i: -shares[i])[:4] if shares[i] > 0.0]
    kept = fsum(shares[i] for i in chosen)
    parts = [int(shares[i] / kept * GRID + 0.5) for i in chosen]
    # The strongest gets the rest after rounding the others; those that round to zero are dropped.
    parts[0] = GRID - sum(parts[1:])
    pairs = [(i, part / GRID) if part else (0, 0.0) for i, part in zip(chosen, parts)]
    return tuple(map(list, zip(*(pairs + [(0, 0.0)] * 4)[:4])))


def bound_to(name):
    """The same for what moves with one joint."""
    return [NUMBERS[name], 0, 0, 0], [1.0, 0.0, 0.0, 0.0]


## The cast ######################################################################################
# The same surface with bones of other lengths and girths, in other colours. The hips and the legs' lengths
# stay, so that all move by one set of clips.

# By bone, or pair or row of bones: times its length, times its girth. Then the order of red, green and
# blue.
CAST = {
    "guard": ({"hips": (1, 1.3), "spine": (1, 1.45), "chest": (1, 1.4), "head": (0.85, 0.85),
               "jaw": (0.85, 0.85), "ear": (0.5, 0.9), "shoulder": (1.5, 1.4), "upper_arm": (1, 1.5),
               "lower_arm": (1, 1.5), "hand": (1.3, 1.5), "upper_leg": (1, 1.15), "tail": (0.6, 0.7)},
              (2, 1, 0)),
    "sage": ({"spine": (1.25, 0.8), "chest": (1.25, 0.75), "neck": (1.6, 0.8), "ear": (1.5, 0.8),
              "upper_arm": (1.25, 0.8), "lower_arm": (1.25, 0.8), "tail": (0.9, 0.5)}, (0, 2, 1)),
    "scout": ({"hips": (1, 0.85), "spine": (0.8, 0.75), "chest": (0.8, 0.75), "head": (1.2, 1.2),
               "jaw": (1.2, 1.2), "ear": (1.3, 1.2), "upper_leg": (1, 0.8), "tail": (1.2, 1.2)},
              (1, 0, 2)),
}


def stretched(joint, v, long, wide):
    """v in the space around a bone, which lengths along it and across it are multiplied in."""
    axis = unit(sub(joint.tip, joint.position))
    return along(scale(v, wide), axis, (long - wide) * dot(axis, v))


def shaped(kind, mesh):
    """Changes the mesh, and returns the joints where they are then."""
    bones, order = CAST[kind]
    sizes = {name: bones.get(name.partition(".")[0], (1, 1)) for name in JOINTS}
    joints = {}
    for name, joint in JOINTS.items():
        above, place = joint.parent, joint.position
        if above:
            place = add(joints[above].position, stretched(JOINTS[above], offset(name), *sizes[above]))
        joints[name] = Joint(name, above, joint.girth, place, place)
    names = list(JOINTS)
    for v in mesh.vertices:
        place = normal = (0, 0, 0)
        for number, weight in zip(*v.bound):
            joint, (long, wide) = JOINTS[names[number]], sizes[names[number]]
            moved = stretched(joint, sub(v.position, joint.position), long, wide)
            place = along(place, add(joints[joint.name].position, moved), weight)
            normal = along(normal, stretched(joint, v.normal, 1 / long, 1 / wide), weight)
        v.position, v.normal = place, unit(normal)
        v.tint = tuple(v.tint[i] for i in order)
    return joints
