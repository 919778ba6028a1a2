# SPDX-License-Identifier: MIT
"""Joints, and the binding of the skin to them."""
from vector import clamp, mirrored, segment_distance, smooth_step, sub


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
# The right is the mirror image of the left.
LEFT_JOINTS = (
    ("ear", "head", 0.09, (0.15, 1.40, 0.00), (0.23, 1.66, -0.01)),
    ("shoulder", "chest", 0.08, (0.04, 0.90, 0.00), (0.13, 0.90, 0.00)),
    ("upper_arm", "shoulder", 0.08, (0.15, 0.89, 0.00), (0.29, 0.75, 0.00)),
    ("lower_arm", "upper_arm", 0.07, (0.29, 0.75, 0.00), (0.42, 0.62, 0.01)),
    ("hand", "lower_arm", 0.07, (0.42, 0.62, 0.01), (0.49, 0.55, 0.02)),
    ("upper_leg", "hips", 0.11, (0.11, 0.52, 0.00), (0.125, 0.30, 0.02)),
    ("lower_leg", "upper_leg", 0.09, (0.125, 0.30, 0.02), (0.13, 0.10, -0.02)),
    ("foot", "lower_leg", 0.08, (0.13, 0.10, -0.02), (0.135, 0.05, 0.08)),
    ("toe", "foot", 0.07, (0.135, 0.03, 0.10), (0.14, 0.03, 0.18)),
)


def make_joints():
    """The joints by name, parents before children."""
    paired = {row[0] for row in LEFT_JOINTS}
    joints = {row[0]: Joint(*row) for row in MIDDLE_JOINTS}
    for side in (".L", ".R"):
        for name, parent, girth, position, tip in LEFT_JOINTS:
            if side == ".R":
                position, tip = mirrored(position), mirrored(tip)
            joints[name + side] = Joint(name + side, parent + side if parent in paired else parent,
                                        girth, position, tip)
    return joints


JOINTS = make_joints()
NUMBERS = {name: number for number, name in enumerate(JOINTS)}


# The end of the scarf, which swings from its knot, of those who have a texture.
SCARFED = {**JOINTS,
           "scarf": Joint("scarf", "chest", 0.05, (0.055, 0.955, 0.135), (0.095, 0.79, 0.155)),
           "scarf.end": Joint("scarf.end", "scarf", 0.05, (0.095, 0.79, 0.155), (0.1, 0.77, 0.16))}
NUMBERS.update((name, number) for number, name in enumerate(SCARFED))


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
    total = 0.0
    for share in shares:
        total += share
    shares = [share / total - LEAST for share in shares]
    chosen = [i for i in sorted(range(len(shares)), key=lambda i: -shares[i])[:4] if shares[i] > 0.0]
    kept = 0.0
    for i in chosen:
        kept += shares[i]
    parts = [int(shares[i] / kept * GRID + 0.5) for i in chosen]
    # The strongest gets the rest after rounding the others; those that round to zero are dropped.
    parts[0] = GRID - sum(parts[1:])
    pairs = [(i, part / GRID) if part else (0, 0.0) for i, part in zip(chosen, parts)]
    pairs += [(0, 0.0)] * (4 - len(pairs))
    return [i for i, _ in pairs], [weight for _, weight in pairs]
