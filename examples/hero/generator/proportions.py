# SPDX-License-Identifier: MIT
"""A cast on the fox's skeleton: the same surface with bones of other lengths and girths, in other
colours. The hips and the legs' lengths stay, so that all move by one set of clips."""
from body import JOINTS, Joint
from vector import add, along, dot, scale, sub, unit

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


class Stretch:
    """What a bone does to the space around it: lengths along it and across it are multiplied."""

    def __init__(self, joint, long, wide):
        self.joint, self.long, self.wide = joint, long, wide
        self.axis = unit(sub(joint.tip, joint.position))

    def of(self, v):
        return along(scale(v, self.wide), self.axis, (self.long - self.wide) * dot(self.axis, v))

    def of_normal(self, v):
        rest = 1 / self.long - 1 / self.wide
        return along(scale(v, 1 / self.wide), self.axis, rest * dot(self.axis, v))


def shaped(kind, mesh):
    """Changes the mesh, and returns the joints where they are then."""
    bones, order = CAST[kind]
    stretches = [Stretch(joint, *bones.get(joint.name.partition(".")[0], (1, 1)))
                 for joint in JOINTS.values()]
    joints = {}
    for s in stretches:
        name, parent = s.joint.name, s.joint.parent
        place = s.joint.position
        if parent:
            above = next(other for other in stretches if other.joint.name == parent)
            place = add(joints[parent].position, above.of(sub(place, above.joint.position)))
        joints[name] = Joint(name, parent, s.joint.girth, place, place)
    for v in mesh.vertices:
        place = normal = (0, 0, 0)
        for number, weight in zip(*v.bound):
            s = stretches[number]
            moved = add(joints[s.joint.name].position, s.of(sub(v.position, s.joint.position)))
            place, normal = along(place, moved, weight), along(normal, s.of_normal(v.normal), weight)
        v.position, v.normal = place, unit(normal)
        v.tint = tuple(v.tint[i] for i in order)
    return joints
