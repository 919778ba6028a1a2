/* SPDX-License-Identifier: MIT */
#include "hero.h"

#include <stdlib.h>
#include <string.h>

static const struct size {
    const char *name;
    int vertex_count; /* at most, ornaments included */
    ornament_detail detail;
    int travels;  /* its walk leaves the place: for tests and examples */
    int performs; /* has a face that moves, and events */
} sizes[] = {
    {"full", 800, {8, 6, 14, 2}, 0, 0},      {"500", 500, {6, 5, 11, 2}, 0, 0},
    {"250", 250, {6, 5, 7, 1}, 0, 0},        {"walker", 250, {6, 5, 7, 1}, 1, 0},
    {"performer", 800, {8, 6, 14, 2}, 0, 1},
};

static void build_mesh(mesh *m, const struct size *size)
{
    mesh half = {0}, ornaments = {0};
    int i;

    ornaments_add(&ornaments, &size->detail);
    if (size->performs)
        ornaments_add_mouth(&ornaments);
    surface_polygonise(&half);
    reduce_half(&half, size->vertex_count - ornaments.vertex_count);
    mesh_mirror(m, &half);
    for (i = 0; i < m->vertex_count; ++i) {
        vertex *v = &m->vertices[i];

        v->normal = surface_normal(v->position);
        v->tint = surface_colour(v->position);
        v->bound = weights_at(v->position);
    }
    for (i = 0; i < ornaments.triangle_count; ++i) {
        const int *t = ornaments.triangles[i];
        int first = m->vertex_count;

        mesh_triangle(m, first + t[0], first + t[1], first + t[2]);
    }
    for (i = 0; i < ornaments.vertex_count; ++i)
        (void)mesh_vertex(m, ornaments.vertices[i]);
    mesh_free(&half);
    mesh_free(&ornaments);
}

static void print_summary(const char *name, const mesh *m)
{
    int count[5] = {0, 0, 0, 0, 0};
    int i, k;

    for (i = 0; i < m->vertex_count; ++i) {
        int n = 0;

        for (k = 0; k < 4; ++k)
            n += m->vertices[i].bound.weight[k] > 0.0f;
        ++count[n];
    }
    printf("%s: %d vertices (%d, %d, %d, %d with 1 to 4 influences), %d triangles, %d joints\n",
           name, m->vertex_count, count[1], count[2], count[3], count[4], m->triangle_count,
           (int)JOINT_COUNT);
}

static int write_fox(FILE *out, const mesh *m, const struct size *size)
{
    clip clips[MOTION_COUNT];
    int i, status;

    for (i = 0; i < MOTION_COUNT; ++i)
        clip_make(&clips[i], size->travels && strcmp(motions[i].name, travelling.name) == 0
                                 ? &travelling
                                 : &motions[i]);
    status = glb_write(out, m, clips, MOTION_COUNT, size->performs);
    for (i = 0; i < MOTION_COUNT; ++i)
        clip_free(&clips[i]);
    return status;
}

/* size: of a fox; NULL for a lantern. */
static int write_file(const char *path, const mesh *m, const struct size *size)
{
    FILE *out = fopen(path, "wb");
    int status = -1;

    if (out != NULL) {
        status = size != NULL ? write_fox(out, m, size) : glb_write_prop(out, m, "lantern");
        if (fclose(out) != 0)
            status = -1;
    }
    if (status != 0)
        fprintf(stderr, "hero: cannot write %s\n", path);
    return status;
}

/* The exit status. */
static int make(const char *path, const struct size *size)
{
    mesh m = {0};
    int status;

    if (size != NULL)
        build_mesh(&m, size);
    else
        lantern_make(&m);
    if (!mesh_is_closed(&m)) {
        fprintf(stderr, "hero: the surface is not closed\n");
        return 1;
    }
    status = write_file(path, &m, size);
    if (status == 0 && size != NULL)
        print_summary(path, &m);
    mesh_free(&m);
    return status == 0 ? 0 : 3;
}

int main(int argc, char **argv)
{
    size_t i;

    for (i = 0; argc == 3 && i < sizeof sizes / sizeof sizes[0]; ++i)
        if (strcmp(argv[1], sizes[i].name) == 0)
            return make(argv[2], &sizes[i]);
    if (argc == 3 && strcmp(argv[1], "lantern") == 0)
        return make(argv[2], NULL);
    fprintf(stderr, "usage: hero full|500|250|walker|performer|lantern OUT.glb\n");
    return 2;
}
