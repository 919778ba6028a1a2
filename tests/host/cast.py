#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes characters with one skeleton, and prints where clips of one put the vertices of another.

    cast.py make FOLDER                               FOLDER/KIND.gltf, the characters of KINDS
    cast.py expect FOLDER FROM TO CLIP:SECONDS...     FOLDER/FROM-TO-CLIP:SECONDS, the rows of
                                                      `pelt dump` for TO with a clip of FROM

The rows are computed with matrices in numpy, without the tool's quaternions and keys.
"""
import math
import sys

import numpy as np

from make_gltf import Gltf, flat

# name, parent, way from the parent's joint in model space, what moves it
BODY = [("root", None, (0, 0, 0)), ("hips", 0, (0, 1.0, 0)), ("spine", 1, (0, .3, 0)),
        ("head", 2, (0, .3, .02)), ("thigh.L", 1, (.12, -.05, 0)), ("shin.L", 4, (0, -.45, .02)),
        ("foot.L", 5, (0, -.42, -.02)), ("thigh.R", 1, (-.12, -.05, 0)), ("shin.R", 7, (0, -.45, .02)),
        ("foot.R", 8, (0, -.42, -.02)), ("arm.L", 2, (.2, .2, 0)), ("hand.L", 10, (.4, 0, 0))]
MIXAMO = ["Root", "mixamorig:Hips", "mixamorig:Spine", "mixamorig:Head", "mixamorig:LeftUpLeg",
          "mixamorig:LeftLeg", "mixamorig:LeftFoot", "mixamorig:RightUpLeg", "mixamorig:RightLeg",
          "mixamorig:RightFoot", "mixamorig:LeftArm", "mixamorig:LeftHand"]
RIGIFY = ["root", "DEF-spine", "DEF-spine.001", "DEF-spine.006", "DEF-thigh.L", "DEF-shin.L",
          "DEF-foot.L", "DEF-thigh.R", "DEF-shin.R", "DEF-foot.R", "DEF-upper_arm.L", "DEF-hand.L"]
LEGS = (4, 5, 6, 7, 8, 9)
# seed of the joints' axes, length of legs and of all else, a pose at rest of its own, names, clips,
# radius of the limbs
KINDS = {"one": (1, 1, 1, 0, None, True, .06), "tall": (1, 1.4, .8, 0, None, False, .06),
         "posed": (1, 1.4, .8, .5, None, False, .06), "turned": (2, 1.4, .8, 0, None, False, .06),
         "named": (1, 1, 1, 0, [f"bone {i}" for i in range(12)], False, .06),
         "mixamo": (3, 1, 1, 0, MIXAMO, True, .06), "rigify": (1, 1.4, .8, 0, RIGIFY, False, .06),
         "stout": (1, 1, 1, 0, None, False, .25)}
TIMES = [k / 8 for k in range(9)]


def turn(axis, angle):
    """The matrix of a rotation."""
    x, y, z = axis / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * (k @ k)


def quaternion(m):
    """The quaternion of a rotation: the eigenvector of the largest eigenvalue of a form of it."""
    (a, b, c), (d, e, f), (g, h, i) = m
    form = np.array([[a - e - i, b + d, c + g, h - f], [b + d, e - a - i, f + h, c - g],
                     [c + g, f + h, i - a - e, d - b], [h - f, c - g, d - b, a + e + i]])
    return np.linalg.eigh(form)[1][:, 3]


class Character:
    def __init__(self, kind):
        seed, legs, rest, posed, self.names, self.has_clips, self.radius = KINDS[kind]
        draw = np.random.default_rng(seed)
        axes = [turn(draw.normal(size=3), draw.uniform(0, 3)) for _ in BODY]
        axes[0] = np.eye(3)
        draw = np.random.default_rng(9)
        poses = [turn(draw.normal(size=3), posed) if i > 1 else np.eye(3) for i in range(len(BODY))]
        self.names = self.names or [name for name, _, _ in BODY]
        self.local, self.globals, self.turns = [], [], []
        for i, (_, parent, way) in enumerate(BODY):
            size = legs if i in LEGS or i == 1 else rest
            before = np.eye(4) if parent is None else self.globals[parent]
            frame = np.eye(3) if parent is None else axes[parent]
            m = np.eye(4)
            m[:3, :3] = frame.T @ axes[i] @ poses[i]
            m[:3, 3] = frame.T @ (np.array(way) * size)
            self.local.append(m)
            self.globals.append(before @ m)
            self.turns.append(self.globals[i][:3, :3])
        # Two corners of a tetrahedron at each joint, two that its parent shares.
        corners = np.array([(1, 1, 1), (-1, -1, 1), (-1, 1, -1), (1, -1, -1)]) * self.radius
        self.vertices, self.joints, self.weights = [], [], []
        for i, (_, parent, _) in enumerate(BODY):
            for k, corner in enumerate(corners):
                self.vertices.append(self.globals[i][:3, 3] + corner)
                share = 0 if parent is None or k < 2 else .4
                self.joints.append((i, parent or 0, 0, 0))
                self.weights.append((1 - share, share, 0, 0))

    def clip(self, clip, seconds):
        """The local matrices of a clip: the first is linear, the second is held."""
        out = [m.copy() for m in self.local]
        k = min(max(seconds, 0), 1) * 8
        u = 0 if clip else k - math.floor(k)
        for i in range(1, len(BODY)):
            a, b = (self.key(i, clip, min(int(k) + j, 8)) for j in (0, 1))
            axis_angle = quaternion(a.T @ b)
            axis_angle *= math.copysign(1, axis_angle[3])
            half = math.acos(min(axis_angle[3], 1))
            between = turn(axis_angle[:3], 2 * half * u) if half > 1e-9 else np.eye(3)
            out[i][:3, :3] = a @ between
        ways = [self.way(clip, min(int(k) + j, 8)) for j in (0, 1)]
        out[1][:3, 3] = (1 - u) * ways[0] + u * ways[1]
        return out

    def key(self, joint, clip, k):
        axis = np.random.default_rng(50 + joint).normal(size=3)
        return self.local[joint][:3, :3] @ turn(axis, .7 * math.sin(k * math.tau / 8 + joint + clip))

    def way(self, clip, k):
        return self.local[1][:3, 3] + np.array([.1 * math.sin(k), .05 * math.cos(3 * k), (1 - clip) * k / 8])

    def write(self, path):
        g = Gltf([0, len(BODY)])
        column_major = [np.linalg.inv(m).T.ravel() for m in self.globals]
        for i, m in enumerate(self.local):
            children = [k for k, joint in enumerate(BODY) if joint[1] == i]
            g.add("nodes", name=self.names[i], translation=m[:3, 3].tolist(),
                  rotation=quaternion(m[:3, :3]).tolist(), **({"children": children} if children else {}))
        faces = [4 * i + k for i in range(len(BODY)) for k in (0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2)]
        g.mesh({"attributes": {"POSITION": g.accessor("VEC3", flat(self.vertices)),
                               "JOINTS_0": g.accessor("VEC4", flat(self.joints), "B"),
                               "WEIGHTS_0": g.accessor("VEC4", flat(self.weights))},
                "indices": g.accessor("SCALAR", faces, "H")})
        g.add("skins", joints=list(range(len(BODY))),
              inverseBindMatrices=g.accessor("MAT4", flat(column_major)))
        g.add("nodes", name="body", mesh=0, skin=0)
        for clip in range(2 if self.has_clips else 0):
            more = {"interpolation": "STEP"} if clip else {}
            times = g.accessor("SCALAR", TIMES)
            g.clip = {"channels": [], "samplers": [], "name": ("walk", "stand")[clip],
                      "extras": {"events": [{"name": "step", "time": .25}]}}
            for i in range(1, len(BODY)):
                keys = [quaternion(self.key(i, clip, k)) for k in range(9)]
                g.channel(i, "rotation", times, g.accessor("VEC4", flat(keys)), **more)
            ways = [self.way(clip, k) for k in range(9)]
            g.channel(1, "translation", times, g.accessor("VEC3", flat(ways)), **more)
            g.add("animations", **g.clip)
        g.clip = {"channels": []}
        g.write(path)


def expect(source, target, clip, seconds, out):
    """Prints `target` turned from its rest as the clip turns `source`: about the same axes of the joints
    if both characters have the same, else about the same axes in space."""
    alike = KINDS[source][0] == KINDS[target][0]
    one, two = Character(source), Character(target)
    legs = KINDS[target][1] / KINDS[source][1]
    moved, globals_ = one.clip(clip, seconds), []
    for i, (_, parent, _) in enumerate(BODY):
        change = one.local[i][:3, :3].T @ moved[i][:3, :3]
        if not alike:
            change = two.turns[i].T @ (one.turns[i] @ change @ one.turns[i].T) @ two.turns[i]
        m = two.local[i].copy()
        m[:3, :3] = m[:3, :3] @ change
        if i == 1:
            m[:3, 3] += legs * (moved[i][:3, 3] - one.local[i][:3, 3])
        globals_.append(m if parent is None else globals_[parent] @ m)
    skin = [g @ np.linalg.inv(rest) for g, rest in zip(globals_, two.globals)]
    for v, (place, joints, weights) in enumerate(zip(two.vertices, two.joints, two.weights)):
        at = sum(w * (skin[j] @ np.append(place, 1)) for j, w in zip(joints, weights))
        print(len(BODY), 0, v, *(f"{x:.9f}" for x in at[:3]), "- - -", file=out)


if __name__ == "__main__":
    command, folder, *words = sys.argv[1:]
    if command == "make":
        for kind in KINDS:
            Character(kind).write(f"{folder}/{kind}.gltf")
    else:
        for moment in words[2:]:
            with open(f"{folder}/{words[0]}-{words[1]}-{moment}", "w") as file:
                expect(*words[:2], int(moment.split(":")[0]), float(moment.split(":")[1]), file)
