#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the lists of a blob of `bake --max-palette N` are what its vertices need.

    tests/host/part_joints.py FILE.pelt N

Written from docs/FORMAT.md alone. Each part must list at most N entries, ascending, those of its
vertices and no others; parts must not share vertices. Prints the number of parts, and the largest
number of entries of one.
"""
import sys

from reader import Blob, PartJoints, RUN_COPIES, RUN_PACKED, RUN_SET, VERTEX_BYTES

FLOAT = 2
PACKED_BYTES = (8, 12, 12, 16)
ENTRY_BYTES = 48


def offsets_at(blob, at, count):
    return [o // ENTRY_BYTES for o in blob.get(f"{count}{'I' if blob.header.encoding == FLOAT else 'H'}", at)]


def packed_entries(blob, at, count):
    if count == 1:
        return offsets_at(blob, at, 1)
    a, b = blob.get("2H", at)
    if count == 4:
        return [a & 255, b & 255, a >> 8, b >> 8]
    c, = blob.get("H", at + 10)
    return [a & 255, b & 255, c & 255][:count]


def run_entries(blob, run, before):
    """The entries of the vertices of a run; `before`: those of earlier vertices."""
    at, n = blob.of["VERT"].offset + run.records, run.influences
    if run.flags & RUN_COPIES:
        return [before[v] for v in blob.get(f"{run.vertices}I", at)]
    if run.flags & RUN_SET:
        return [offsets_at(blob, at, n)] * run.vertices
    if run.flags & RUN_PACKED:
        return [packed_entries(blob, at + k * PACKED_BYTES[n - 1], n) for k in range(run.vertices)]
    size = VERTEX_BYTES[blob.header.encoding][n - 1]
    return [offsets_at(blob, at + k * size, n) for k in range(run.vertices)]


def vertex_entries(blob, mesh):
    out = []
    for run in blob.records("RUNS")[mesh.first_run:mesh.first_run + mesh.runs]:
        out += run_entries(blob, run, out)
    return [set(entries) for entries in out]


def check(true, what):
    if not true:
        sys.exit(f"part_joints.py: {what}")


def check_mesh(blob, index, mesh, most):
    lists, used = PartJoints(blob, index, mesh), vertex_entries(blob, mesh)
    check(len(used) == mesh.vertices, f"mesh {index}: {len(used)} vertices")
    needs = [set() for _ in range(mesh.parts)]
    for part, entries in zip(lists.vertices, used):
        needs[part] |= entries
    parts = blob.records("PART")[mesh.first_part:mesh.first_part + mesh.parts]
    letter = "I" if mesh.flags & 2 else "H"
    for k, (part, entries) in enumerate(zip(parts, lists.entries)):
        where = f"mesh {index} part {k}"
        check(len(entries) <= most, f"{where}: {len(entries)} entries")
        check(list(entries) == sorted(set(entries)), f"{where}: order")
        check(set(entries) == needs[k], f"{where}: {entries}, needed {sorted(needs[k])}")
        indices = blob.get(f"{part.count}{letter}", blob.of["INDX"].offset + part.indices)
        check(all(lists.vertices[v] == k for v in indices), f"{where}: vertices of others")
    return max((len(e) for e in lists.entries), default=0)


def main(path, most):
    with open(path, "rb") as file:
        blob = Blob(file.read())
    meshes = blob.records("MESH")
    largest = [check_mesh(blob, i, mesh, most) for i, mesh in enumerate(meshes)]
    print(sum(mesh.parts for mesh in meshes), max(largest, default=0))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
