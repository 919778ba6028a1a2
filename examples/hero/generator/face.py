# SPDX-License-Identifier: MIT
"""Morph targets of the face, and the clip that plays them."""
import surface
from vector import length, mirrored, scale, smooth_step, sub

TARGETS = ("blink", "smile")

# Seconds, and a weight for each target. Blinks are short; the smile comes and goes.
KEYS = (
    (0.00, 0, 0), (0.60, 0, 0), (0.70, 1, 0), (0.80, 0, 0), (1.20, 0, 0), (1.70, 0, 1),
    (2.20, 0, 1), (2.30, 1, 1), (2.40, 0, 1), (3.10, 0, 1), (3.50, 0, 0), (4.00, 0, 0),
)

EYE_CENTRE = (0.118, 1.250, 0.24)  # where the left eye is put onto the skin
CORNER = (0.115, 1.105, 0.245)     # of the mouth


def mouth(x, smile):
    """The place on the skin of a point of the mouth; a full smile is 1."""
    out = x / 0.1
    return surface.project((x * (1.0 + 0.25 * smile),
                            1.098 + smile * (0.085 * out * out - 0.012),
                            0.365 - 0.09 * out * out))


def delta(target, vertex):
    """The change of a vertex's position by a target."""
    x, y, z = vertex.position
    if target == "blink":  # the eyes, separate dark surfaces, close to a line
        if vertex.feature != "eye":
            return (0, 0, 0)
        return (0, -0.88 * (y - surface.project(EYE_CENTRE)[1]), 0)
    if vertex.feature == "eye":
        return (0, 0, 0)
    if vertex.feature == "mouth":  # its vertices lie round a point of this x
        return sub(mouth(x, 1.0), mouth(x, 0.0))
    # The corners of the mouth go up, back and out, and the cheeks with them.
    reach = smooth_step(0.0, 1.0, 1.0 - length(sub((abs(x), y, z), CORNER)) / 0.15)
    pull = scale((0.022, 0.052, -0.012), reach)
    return mirrored(pull) if x < 0 else pull
