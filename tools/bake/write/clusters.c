/* SPDX-License-Identifier: MIT */
/* Groups of triangles share a cluster with those before as long as 16 windows contain all their vertices. */
#include "bake/write/sections.h"

#include <stdlib.h>

#include "common/compare.h"

#define WINDOW FORMAT_CLUSTER_WINDOW
#define MOST_CORNERS 96u /* of a group */

typedef struct cluster {
    uint32_t vertices[WINDOW * WINDOW + MOST_CORNERS], vertex_count; /* ascending */
    uint32_t begins[WINDOW];
} cluster;

COMPARE_BY(compare_vertices, uint32_t, 1)

/* Adds the vertices of a group; returns false if they need more windows than there are. */
static bool add_group(cluster *c, const uint32_t *indices, uint32_t count)
{
    uint32_t windows = 0, kept = 0;
    memcpy(c->vertices + c->vertex_count, indices, count * sizeof *indices);
    qsort(c->vertices, c->vertex_count + count, sizeof *indices, compare_vertices);
    for (uint32_t i = 0; i < c->vertex_count + count; i++) {
        const uint32_t vertex = c->vertices[i];
        if (windows == 0 || vertex >= c->begins[windows - 1] + WINDOW) {
            if (windows == WINDOW)
                return false;
            c->begins[windows++] = vertex;
        }
        if (kept == 0 || vertex != c->vertices[kept - 1])
            c->vertices[kept++] = vertex;
    }
    c->vertex_count = kept;
    while (windows < WINDOW)
        c->begins[windows++] = UINT32_MAX;
    return true;
}

/* What is stored of the triangles so far; the last cluster, `at`, is open: it lacks bases and corners. */
typedef struct clustering {
    cluster at;
    uint8_t *corners, *groups;
    int16_t bases[FORMAT_MAX_CLUSTERS][WINDOW];
    uint32_t cluster_count, group_count;
} clustering;

static void close_cluster(clustering *to, const uint32_t *indices, uint32_t first, uint32_t end)
{
    int16_t *bases = to->bases[to->cluster_count - 1];
    for (uint32_t w = 0; w < WINDOW; w++)
        bases[w] = to->at.begins[w] == UINT32_MAX
                       ? 0
                       : (int16_t)((int)to->at.begins[w] - (int)(WINDOW * w));
    for (uint32_t i = first; i < end; i++) {
        uint32_t w = 0;
        while (indices[i] - to->at.begins[w] >= WINDOW)
            w++;
        to->corners[i] = (uint8_t)((int)indices[i] - bases[w]);
    }
}

/* Returns the bytes, or 0 if a group needs too many windows or the groups too many clusters. */
static size_t make(clustering *to, const uint32_t *indices, uint32_t count, uint32_t shift)
{
    const uint32_t whole = 3u << shift;
    uint32_t opened = 0; /* the first index of the last cluster */
    to->cluster_count = to->group_count = 0;
    for (uint32_t first = 0; first < count; first += whole) {
        const uint32_t size = count - first < whole ? count - first : whole;
        cluster before = to->at;
        if (to->cluster_count == 0 || !add_group(&to->at, indices + first, size)) {
            to->at = before;
            if (to->cluster_count > 0)
                close_cluster(to, indices, opened, first);
            opened = first;
            to->at.vertex_count = 0;
            if (to->cluster_count++ == FORMAT_MAX_CLUSTERS ||
                !add_group(&to->at, indices + first, size))
                return 0;
        }
        to->groups[to->group_count++] = (uint8_t)(to->cluster_count - 1);
    }
    close_cluster(to, indices, opened, count);
    return 4 + (size_t)to->cluster_count * FORMAT_CLUSTER_BYTES +
           ((size_t)count + to->group_count + 3) / 4 * 4;
}

static bool reaches_too_far(const uint32_t *indices, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = indices[i] > most ? indices[i] : most;
    return most >= FORMAT_MAX_CLUSTERED;
}

uint32_t clusters_put(byte_buffer *out, const uint32_t *indices, uint32_t count)
{
    size_t least = ((size_t)count * 2 + 3) / 4 * 4;
    uint32_t best = 0;
    if (count == 0 || reaches_too_far(indices, count))
        return 0;
    FREED clustering *to = diag_calloc(1, sizeof *to);
    to->corners = diag_calloc(count, 1);
    to->groups = diag_calloc(count, 1);
    for (uint32_t bits = FORMAT_CLUSTERS; bits > 0; bits--) {
        const size_t bytes = make(to, indices, count, format_group_shift(bits));
        if (bytes != 0 && bytes < least) {
            least = bytes;
            best = bits;
        }
    }
    if (best != 0) {
        (void)make(to, indices, count, format_group_shift(best));
        buffer_u32(out, to->cluster_count);
        for (uint32_t i = 0; i < to->cluster_count * WINDOW; i++)
            buffer_u16(out, (uint16_t)to->bases[i / WINDOW][i % WINDOW]);
        buffer_bytes(out, to->corners, count);
        buffer_bytes(out, to->groups, to->group_count);
        buffer_pad4(out);
    }
    free(to->corners);
    free(to->groups);
    return best;
}
