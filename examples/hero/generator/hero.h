/* SPDX-License-Identifier: MIT */
/*
 * The project's own character, a fox:
 *
 *   body.c        joints
 *   surface.c     distance to their smooth union, and its colours
 *   polygonise.c  its polygons on a fine grid, one half
 *   reduce.c      down to a number of vertices, spread over the surface as its shape needs
 *   mesh.c        both halves together
 *   ornament.c    eyes, nose and scarf, closed surfaces of their own
 *   weights.c     influences from the distance to the bones
 *   face.c        morph targets: the eyes close, the mouth smiles
 *   gait.c        two-bone legs and the steps they take
 *   motion.c      idle, walk and wave as functions of time
 *   clip.c        keys from those
 *   lantern.c     what it may hold
 *   glb.c         the files
 *
 * Metres and seconds; +Y is up, the face looks along +Z, so that its left is +X; feet on y = 0.
 */
#ifndef HERO_HERO_H
#define HERO_HERO_H

#include "vector.h"

#include <stdint.h>
#include <stdio.h>

/* Joints, parents before children. The right side follows the left in the same order. */
enum {
    JOINT_HIPS,
    JOINT_SPINE,
    JOINT_CHEST,
    JOINT_NECK,
    JOINT_HEAD,
    JOINT_JAW,
    JOINT_TAIL1,
    JOINT_TAIL2,
    JOINT_TAIL3,
    JOINT_EAR,
    JOINT_SHOULDER,
    JOINT_UPPER_ARM,
    JOINT_LOWER_ARM,
    JOINT_HAND,
    JOINT_UPPER_LEG,
    JOINT_LOWER_LEG,
    JOINT_FOOT,
    JOINT_TOE,
    JOINT_RIGHT_EAR,
    JOINT_SIDE_COUNT = JOINT_RIGHT_EAR - JOINT_EAR,
    JOINT_COUNT = JOINT_RIGHT_EAR + JOINT_SIDE_COUNT
};

#define JOINT_RIGHT(joint) ((joint) + JOINT_SIDE_COUNT)

/* A joint's bone runs from its position to its tip, in model space. All rest rotations are none. */
typedef struct {
    char name[16];
    int parent;   /* -1 for the first */
    double girth; /* metres; influence falls with distance in units of it */
    vec3 position;
    vec3 tip;
} hero_joint;

hero_joint hero_joint_at(int joint);

/* Translation of a joint from its parent. */
vec3 hero_joint_offset(int joint);

typedef struct {
    uint8_t r, g, b;
} colour;

/* Distance to the skin, positive outside. Exact on it, and a fair estimate near it. */
double surface_distance(vec3 p);

/* Unit vector outwards. */
vec3 surface_normal(vec3 p);

/* The point of the skin near p, found along the normal; stays on x = 0 when it starts there. */
vec3 surface_project(vec3 p);

/* Length that edges near p should have, relative to others. */
double surface_grain(vec3 p);

colour surface_colour(vec3 p);

typedef struct {
    uint8_t joint[4];
    float weight[4]; /* multiples of 1/4096, sum exactly 1; zeros last */
} influences;

influences weights_at(vec3 p);

typedef struct {
    vec3 position, normal;
    colour tint;
    influences bound;
    enum { ON_SKIN, ON_EYE, ON_MOUTH } feature;
} vertex;

/* Triangles counter-clockwise from outside. */
typedef struct {
    vertex *vertices;
    int (*triangles)[3];
    int vertex_count, triangle_count;
    int vertex_room, triangle_room;
} mesh;

int mesh_vertex(mesh *m, vertex v);
void mesh_triangle(mesh *m, int a, int b, int c);
void mesh_free(mesh *m);

/* Memory or exit. */
void *hero_alloc(void *old, size_t bytes);

/* Positions and normals of the left half of the skin on a fine grid, its rim exactly on x = 0. */
void surface_polygonise(mesh *half);

/* Reduces the half until it and its mirror image have no more than `vertex_count` vertices. */
void reduce_half(mesh *half, int vertex_count);

/* Both halves, welded along x = 0. */
void mesh_mirror(mesh *whole, const mesh *half);

/* Vertices around each ornament, and from the front of a button to its rim. */
typedef struct {
    int eye, nose, scarf;
    int rings;
} ornament_detail;

void ornaments_add(mesh *m, const ornament_detail *detail);

/* A line across the muzzle, for faces that smile. */
void ornaments_add_mouth(mesh *m);

/* Where the left eye is put onto the skin. */
extern const vec3 eye_centre;

enum { FACE_BLINK, FACE_SMILE, FACE_COUNT, FACE_KEY_COUNT = 12 };

typedef struct {
    double time_s;
    int weight[FACE_COUNT];
} face_key;

extern const char *const face_names[FACE_COUNT];
extern const face_key face_keys[FACE_KEY_COUNT];

/* Where a point of the mouth goes in a full smile, before it is put onto the skin; |x| counts. */
vec3 face_mouth(double x, double smile);

/* What a target adds to a vertex's position. */
vec3 face_delta(int target, const vertex *v);

/* A lantern that hangs from the origin, bound to nothing. */
void lantern_make(mesh *m);

/* Every edge in two triangles, in opposite directions. */
int mesh_is_closed(const mesh *m);

typedef struct {
    vec3 hips;                  /* model space */
    quat rotation[JOINT_COUNT]; /* local */
} hero_pose;

/* Bends the legs so that both feet stay where they rest while the hips move. */
void gait_stand(hero_pose *pose);

/* Legs and feet of the walk, on the spot: 0 <= phase < 1, the left foot lands at 0. */
void gait_walk(hero_pose *pose, double phase);
double gait_length(void); /* metres over the ground in one cycle of it */

typedef enum { KEYS_LINEAR, KEYS_STEP, KEYS_CUBICSPLINE } interpolation;

enum { MAX_STEPS = 8, NO_JOINT = -1 };

/* A movement as a function of time, which may lie a little outside of 0 to `length_s`. */
typedef struct {
    const char *name;
    void (*pose_at)(hero_pose *pose, double time_s);
    double length_s;
    int intervals; /* between keys evenly spaced */
    interpolation keys;
    int step_joint; /* one that jumps at some times instead, or NO_JOINT */
    int step_count;
    double step_s[MAX_STEPS];
} motion;

enum { MOTION_COUNT = 3 };

extern const motion motions[MOTION_COUNT];

/* The walk over the ground, instead of in place. */
extern const motion travelling;

typedef enum { PATH_ROTATION, PATH_TRANSLATION } channel_path;

/* Times that tracks share. */
enum { ROW_EVEN, ROW_FIRST, ROW_STEPS, ROW_COUNT };

enum { MAX_KEYS = 32 };

/* Values of one joint at the times of one row; if cubic in-tangent, value, out-tangent per key. */
typedef struct {
    int joint, row;
    channel_path path;
    interpolation keys;
    float *values;
} track;

/* A motion as it is stored. */
typedef struct {
    const char *name;
    int key_count[ROW_COUNT];
    float time_s[ROW_COUNT][MAX_KEYS];
    int track_count;
    track tracks[JOINT_COUNT + 1];
} clip;

void clip_make(clip *c, const motion *m);
void clip_free(clip *c);

/* The fox; performs: with the targets and the clip of its face, and with events where its feet land.
 * Returns 0, or -1 if the stream failed. */
int glb_write(FILE *out, const mesh *m, const clip *clips, int clip_count, int performs);

/* A mesh that hangs on one node, both of this name. */
int glb_write_prop(FILE *out, const mesh *m, const char *name);

/* Stored lengths, weights and times lie on a grid of 1/65536, rotations on one of 2^-24. */
static inline float on_grid(double a)
{
    return (float)(floor(a * 65536.0 + 0.5) / 65536.0);
}

static inline float on_fine_grid(double a)
{
    return (float)(floor(a * 16777216.0 + 0.5) / 16777216.0);
}

#endif
