/* SPDX-License-Identifier: MIT */
/*
 * The benchmark on the host: nanoseconds per vertex or joint as rows of bench.tsv on stdout, a
 * summary against the textbook on stderr.
 *
 *   bench [BLOB.pelt ...]    the stages before skinning are measured on the blobs' clip "walk", or
 *                            the first
 *
 * Every round measures each row once, so that all see the same machine; a row is the median of its
 * rounds, `textbook` the least of its forms. Before, all results are compared with those in double.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host_data.h"
#include "pelt/arrays.h"
#include "pelt/motion.h"
#include "src/kernel/kernel.h"
#include "textbook.h"
#include "textbook_best.h"

#define ROUNDS 21u
#define SAMPLE_S 5e-4 /* what is measured at once lasts at least this */
#define ROWS_MAX 128u
#define MEAN_RUN 64u /* lengths evenly spread over [1, 127] */
#define BLOBS_MAX 4u

typedef enum precision { Q16, F32 } precision;
static const char *const precision_names[] = {"q16", "f32"};

/* A character's stages, in the arithmetic of its blob. */
typedef struct character {
    void *blob, *memory;
    pelt_model model;
    uint32_t clip;
    pelt_clip_info info;
    pelt_time now;
    pelt_pose_q16 pose_q16, other_q16; /* the other for layers */
    pelt_joints_q16 joints_q16;
    pelt_palette_q16 palette_q16;
    pelt_pose_f32 pose_f32, other_f32;
    uint8_t *mask; /* nothing of it 0 or 255, which cost less */
    pelt_joints_f32 joints_f32;
    pelt_palette_f32 palette_f32;
} character;

typedef struct row row;
struct row {
    const char *kernel, *metric;
    precision precision;
    uint32_t influences; /* 0: not a skinning row */
    uint32_t items;      /* per call of work */
    void (*work)(const row *r);
    character *character;
    textbook_loop *loop;
    uint32_t repeats; /* of work, for one sample */
    double samples[ROUNDS], median_ns;
};

typedef struct mesh {
    plain_mesh plain;
    packed_mesh packed;
    textbook_vertex_q16 vertices_q16[VERTICES];
    textbook_vertex_f32 vertices_f32[VERTICES];
} mesh;

static mesh scattered[5], in_runs[5]; /* by number of influences */
static palettes joints;
static int32_t out_q16[VERTICES * 6u];
static float out_f32[VERTICES * 6u];
static row rows[ROWS_MAX];
static uint32_t row_count;

static void stop(const char *what)
{
    (void)fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

/// Skinning /////////////////////////////////////////////////////////////////////////////////////

typedef void kernel_q16(int32_t *, const uint8_t *, uint32_t, const int32_t *, const void *);
typedef void kernel_f32(float *, const uint8_t *, uint32_t, const float *, const void *);

static kernel_q16 *const plain_q16[5] = {NULL, pelt_kernel_1_q16, pelt_kernel_2_q16,
                                         pelt_kernel_3_q16, pelt_kernel_4_q16};
static kernel_q16 *const set_q16[5] = {NULL, pelt_kernel_set_1_q16, pelt_kernel_set_2_q16,
                                       pelt_kernel_set_3_q16, pelt_kernel_set_4_q16};
static kernel_f32 *const plain_f32[5] = {NULL, pelt_kernel_1_f32, pelt_kernel_2_f32,
                                         pelt_kernel_3_f32, pelt_kernel_4_f32};
static kernel_f32 *const set_f32[5] = {NULL, pelt_kernel_set_1_f32, pelt_kernel_set_2_f32,
                                       pelt_kernel_set_3_f32, pelt_kernel_set_4_f32};

static void skin(const row *r)
{
    const packed_mesh *m = &scattered[r->influences].packed;
    if (r->precision == Q16)
        plain_q16[r->influences](out_q16, (const uint8_t *)m->records_q16,
                                 VERTICES, joints.folded_q16, NULL);
    else
        plain_f32[r->influences](out_f32, (const uint8_t *)m->records_f32,
                                 VERTICES, joints.plain_f32, NULL);
}

static void skin_set_run(const row *r)
{
    const packed_mesh *m = &in_runs[r->influences].packed;
    const uint32_t n = r->influences;
    const uint8_t *at = r->precision == Q16 ? (const uint8_t *)m->records_q16
                                            : (const uint8_t *)m->records_f32;
    uint32_t vertex = 0;
    for (uint32_t i = 0; i < m->run_count; i++) {
        const uint32_t count = m->run_lengths[i];
        const uint8_t *offsets = at;
        if (r->precision == Q16) {
            at += format_offset_bytes_q16(n);
            set_q16[n](out_q16 + 6u * vertex, at, count, joints.folded_q16, offsets);
            at += format_set_bytes_q16(n) * count;
        } else {
            at += format_offset_bytes_f32(n);
            set_f32[n](out_f32 + 6u * vertex, at, count, joints.plain_f32, offsets);
            at += format_set_bytes_f32(n) * count;
        }
        vertex += count;
    }
}

/* The reference kernels: pelt's own C. */
static void portable(const row *r)
{
    static kernel_q16 *const q16[5] = {NULL, pelt_reference_1_q16, pelt_reference_2_q16,
                                       pelt_reference_3_q16, pelt_reference_4_q16};
    static kernel_f32 *const f32[5] = {NULL, pelt_reference_1_f32, pelt_reference_2_f32,
                                       pelt_reference_3_f32, pelt_reference_4_f32};
    const packed_mesh *m = &scattered[r->influences].packed;
    if (r->precision == Q16)
        q16[r->influences](out_q16, (const uint8_t *)m->records_q16, VERTICES, joints.folded_q16, NULL);
    else
        f32[r->influences](out_f32, (const uint8_t *)m->records_f32, VERTICES, joints.plain_f32, NULL);
}

static void textbook(const row *r)
{
    const mesh *m = &scattered[r->influences];
    if (r->precision == Q16)
        r->loop(out_q16, m->vertices_q16, VERTICES, joints.plain_q16);
    else
        r->loop(out_f32, m->vertices_f32, VERTICES, joints.plain_f32);
}

/* The arrays themselves, through the public call. */
static void skin_arrays(const row *r)
{
    const plain_mesh *m = &scattered[r->influences].plain;
    pelt_status status;
    if (r->precision == Q16) {
        const pelt_output_q16 to = {out_q16, out_q16 + 3, 24, PELT_RAW_NORMALS};
        const pelt_arrays_q16 arrays = {.positions = m->positions_q16, .normals = m->normals_q16,
                                        .joints = m->joints, .weights = m->weights_q16,
                                        .vertex_count = VERTICES,
                                        .influence_count = r->influences};
        status = pelt_arrays_skin_q16(&to, &arrays, (const void *)joints.plain_q16, JOINTS, 0,
                                      VERTICES);
    } else {
        const pelt_output_f32 to = {out_f32, out_f32 + 3, 24, PELT_RAW_NORMALS};
        const pelt_arrays_f32 arrays = {.positions = m->positions_f32, .normals = m->normals_f32,
                                        .joints = m->joints, .weights = m->weights_f32,
                                        .vertex_count = VERTICES,
                                        .influence_count = r->influences};
        status = pelt_arrays_skin_f32(&to, &arrays, (const void *)joints.plain_f32, JOINTS, 0,
                                      VERTICES);
    }
    if (status != PELT_OK)
        stop("plain arrays are refused");
}

/* The plain mesh in a structure per vertex. */
static void make_vertices(mesh *m, uint32_t influences)
{
    for (uint32_t i = 0; i < VERTICES; i++) {
        textbook_vertex_q16 *q16 = &m->vertices_q16[i];
        textbook_vertex_f32 *f32 = &m->vertices_f32[i];
        memcpy(q16->position, m->plain.positions_q16 + 3u * i, sizeof q16->position);
        memcpy(q16->normal, m->plain.normals_q16 + 3u * i, sizeof q16->normal);
        memcpy(f32->position, m->plain.positions_f32 + 3u * i, sizeof f32->position);
        memcpy(f32->normal, m->plain.normals_f32 + 3u * i, sizeof f32->normal);
        for (uint32_t k = 0; k < influences; k++) {
            q16->weights[k] = m->plain.weights_q16[influences * i + k];
            f32->weights[k] = m->plain.weights_f32[influences * i + k];
            q16->joints[k] = f32->joints[k] = (uint8_t)m->plain.joints[influences * i + k];
        }
    }
}

static void transform_mesh(const row *r)
{
    const plain_mesh *m = &scattered[r->influences].plain;
    if (r->precision == Q16)
        textbook_transform_q16(out_q16, m->positions_q16, m->normals_q16, m->joints,
                               m->weights_q16, joints.plain_q16, r->influences, VERTICES);
    else
        textbook_transform_f32(out_f32, m->positions_f32, m->normals_f32, m->joints,
                               m->weights_f32, joints.plain_f32, r->influences, VERTICES);
}

static void textbook_blend(const row *r)
{
    const plain_mesh *m = &scattered[r->influences].plain;
    if (r->precision == Q16)
        textbook_blend_q16(out_q16, m->positions_q16, m->normals_q16, m->joints, m->weights_q16,
                           joints.plain_q16, r->influences, VERTICES);
    else
        textbook_blend_f32(out_f32, m->positions_f32, m->normals_f32, m->joints, m->weights_f32,
                           joints.plain_f32, r->influences, VERTICES);
}

/* Of the last skinned normals; the first round makes them unit, which costs the same. */
static void normalise(const row *r)
{
    if (r->precision == Q16)
        pelt_kernel_normalise_q16(out_q16 + 3, 24, VERTICES);
    else
        pelt_kernel_normalise_f32(out_f32 + 3, 24, VERTICES);
}

/* Component c of the vertex, 0 to 2 position, 3 to 5 normal, in double; all layouts represent the
 * mesh exactly, the palettes nearly. */
static double evaluate(const plain_mesh *m, uint32_t influences, uint32_t vertex, uint32_t c)
{
    const float *v = (c < 3u ? m->positions_f32 : m->normals_f32) + 3u * vertex;
    double sum = 0.0;
    for (uint32_t k = 0; k < influences; k++) {
        const float *e = joints.plain_f32 + 12u * m->joints[vertex * influences + k] + c % 3u * 4u;
        const double part = (double)e[0] * (double)v[0] + (double)e[1] * (double)v[1] +
                            (double)e[2] * (double)v[2] + (c < 3u ? (double)e[3] : 0.0);
        sum += (double)m->weights_f32[vertex * influences + k] * part;
    }
    return sum;
}

/* Positions, within 60 units, and normals: within 5e-3 in q16 (Q16.16 steps summed up), 1e-4 in
 * f32. raw_bits: a unit normal's length in q16. */
static void check(const row *r, const mesh *m, unsigned raw_bits)
{
    memset(out_q16, 0, sizeof out_q16);
    memset(out_f32, 0, sizeof out_f32);
    r->work(r);
    for (uint32_t i = 0; i < VERTICES * 6u; i++) {
        const double unit = i % 6u < 3u ? 65536.0 : (double)(1 << raw_bits);
        const double got = r->precision == Q16 ? out_q16[i] / unit : (double)out_f32[i];
        const double wanted = evaluate(&m->plain, r->influences, i / 6u, i % 6u);
        if (!(fabs(got - wanted) < (r->precision == Q16 ? 5e-3 : 1e-4))) {
            (void)fprintf(stderr, "%s %s %u\n", r->kernel, precision_names[r->precision],
                          r->influences);
            stop("a result differs from that in double");
        }
    }
}

/// The stages before ////////////////////////////////////////////////////////////////////////////

static void sample(const row *r)
{
    character *c = r->character;
    c->now += PELT_TICKS_PER_SECOND / 60;
    if (c->now >= c->info.end)
        c->now = c->info.start;
    if (r->precision == Q16)
        pelt_pose_sample_q16(&c->pose_q16, c->clip, c->now);
    else
        pelt_pose_sample_f32(&c->pose_f32, c->clip, c->now);
}

/* Again and again towards the same pose; it takes the same time. */
static void blend_by(const row *r, const uint8_t *mask)
{
    character *c = r->character;
    if (r->precision == Q16)
        pelt_pose_blend_q16(&c->pose_q16, &c->other_q16, 21845, mask);
    else
        pelt_pose_blend_f32(&c->pose_f32, &c->other_f32, 0.33f, mask);
}

static void blend(const row *r)
{
    blend_by(r, NULL);
}

static void blend_masked(const row *r)
{
    blend_by(r, r->character->mask);
}

static void build_joints(const row *r)
{
    character *c = r->character;
    if (r->precision == Q16)
        pelt_joints_build_q16(&c->joints_q16, &c->pose_q16);
    else
        pelt_joints_build_f32(&c->joints_f32, &c->pose_f32);
}

static void build_palette(const row *r)
{
    character *c = r->character;
    if (r->precision == Q16)
        pelt_palette_build_q16(&c->palette_q16, &c->joints_q16);
    else
        pelt_palette_build_f32(&c->palette_f32, &c->joints_f32);
}

static void *read_file(size_t *bytes, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        stop(path);
    const long length = ftell(file);
    void *data = malloc(length > 0 ? (size_t)length : 1u);
    if (data == NULL || length < 0 || fseek(file, 0, SEEK_SET) != 0 ||
        fread(data, 1, (size_t)length, file) != (size_t)length)
        stop(path);
    (void)fclose(file);
    *bytes = (size_t)length;
    return data;
}

static void open_character(character *c, const char *path)
{
    size_t bytes;
    pelt_arena arena;
    c->blob = read_file(&bytes, path);
    if (pelt_model_open(&c->model, c->blob, bytes, &pelt_exact) != PELT_OK &&
        pelt_model_open(&c->model, c->blob, bytes, &pelt_float) != PELT_OK)
        stop(path);
    const uint32_t walk = pelt_clip_find(&c->model, "walk");
    c->clip = walk == PELT_NONE ? 0u : walk;
    if (pelt_clip_get(&c->info, &c->model, c->clip) != PELT_OK)
        stop(path);
    const pelt_model *m = &c->model;
    const bool q16 = m->encoding == PELT_EXACT;
    const size_t needed =
        q16 ? 2u * pelt_pose_bytes_q16(m) + pelt_joints_bytes_q16(m) + pelt_palette_bytes_q16(m, 0)
            : 2u * pelt_pose_bytes_f32(m) + pelt_joints_bytes_f32(m) + pelt_palette_bytes_f32(m, 0);
    c->memory = malloc(needed);
    pelt_status status = pelt_arena_init(&arena, c->memory, needed);
    if (status == PELT_OK)
        status = q16 ? pelt_pose_alloc_q16(&c->pose_q16, m, &arena)
                     : pelt_pose_alloc_f32(&c->pose_f32, m, &arena);
    if (status == PELT_OK)
        status = q16 ? pelt_pose_alloc_q16(&c->other_q16, m, &arena)
                     : pelt_pose_alloc_f32(&c->other_f32, m, &arena);
    if (status == PELT_OK)
        status = q16 ? pelt_joints_alloc_q16(&c->joints_q16, m, &arena)
                     : pelt_joints_alloc_f32(&c->joints_f32, m, &arena);
    if (status == PELT_OK)
        status = q16 ? pelt_palette_alloc_q16(&c->palette_q16, m, 0, &arena)
                     : pelt_palette_alloc_f32(&c->palette_f32, m, 0, &arena);
    if (status != PELT_OK)
        stop(pelt_status_text(status));
    c->now = c->info.start;
    c->mask = malloc(pelt_mask_bytes(m) + 1u);
    if (c->mask == NULL)
        stop("no memory");
    for (size_t i = 0; i < pelt_mask_bytes(m); i++)
        c->mask[i] = (uint8_t)(1u + 37u * i % 254u);
}

/// Measuring ////////////////////////////////////////////////////////////////////////////////////

static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static row *add(const char *kernel, precision p, uint32_t influences, void (*work)(const row *r))
{
    if (row_count == ROWS_MAX)
        stop("too many rows");
    row *r = &rows[row_count++];
    r->kernel = kernel;
    r->metric = "ns_per_vertex";
    r->precision = p;
    r->influences = influences;
    r->items = VERTICES;
    r->work = work;
    return r;
}

static void add_stage(const char *kernel, character *c, void (*work)(const row *r))
{
    row *r = add(kernel, c->model.encoding == PELT_EXACT ? Q16 : F32, 0, work);
    r->metric = "ns_per_joint";
    r->items = c->model.joint_count;
    r->character = c;
}

static double measure(const row *r)
{
    const double start = seconds();
    for (uint32_t i = 0; i < r->repeats; i++)
        r->work(r);
    return (seconds() - start) / r->repeats;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void measure_all(void)
{
    for (uint32_t i = 0; i < row_count; i++) {
        row *r = &rows[i];
        double once = SAMPLE_S;
        for (r->repeats = 1; (once = measure(r)) * r->repeats < SAMPLE_S; r->repeats *= 2u)
            continue;
    }
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < row_count; i++)
            rows[i].samples[round] = measure(&rows[i]);
    for (uint32_t i = 0; i < row_count; i++) {
        row *r = &rows[i];
        qsort(r->samples, ROUNDS, sizeof r->samples[0], by_value);
        r->median_ns = r->samples[ROUNDS / 2u] / r->items * 1e9;
    }
}

/* Of several of one subject the least. */
static const row *find(const char *kernel, precision p, uint32_t influences)
{
    const row *least = NULL;
    for (uint32_t i = 0; i < row_count; i++)
        if (strcmp(rows[i].kernel, kernel) == 0 && rows[i].precision == p &&
            rows[i].influences == influences &&
            (least == NULL || rows[i].median_ns < least->median_ns))
            least = &rows[i];
    return least;
}

static bool is_printed(const row *r)
{
    return r->character != NULL || r == find(r->kernel, r->precision, r->influences);
}

static void print_rows(void)
{
    for (uint32_t i = 0; i < row_count; i++) {
        const row *r = &rows[i];
        char influences[12] = "-";
        if (!is_printed(r))
            continue;
        if (r->influences > 0u)
            (void)snprintf(influences, sizeof influences, "%u", r->influences);
        printf("host\tx86\t%s\t%s\t%s\tpn\t%s\t%.3f\n", r->kernel, precision_names[r->precision],
               influences, r->metric, r->median_ns);
    }
}

/* How many times faster than the textbook and than pelt's own C. */
static void print_summary(void)
{
    (void)fprintf(stderr, "kernels of port \"%s\"; x: against the textbook, against portable C\n",
                  pelt_port_name());
    for (uint32_t i = 0; i < row_count; i++) {
        const row *r = &rows[i];
        const row *plain = find("textbook", r->precision, r->influences);
        const row *own = find("portable", r->precision, r->influences);
        if (!is_printed(r))
            continue;
        (void)fprintf(stderr, "%-18s %s %u %8.2f %s", r->kernel, precision_names[r->precision],
                      r->influences, r->median_ns, r->metric);
        if (plain != NULL)
            (void)fprintf(stderr, " %6.2f x %6.2f x", plain->median_ns / r->median_ns,
                          own->median_ns / r->median_ns);
        (void)fprintf(stderr, "\n");
    }
}

static void add_textbooks(precision p, uint32_t n)
{
    static textbook_loops *const levels[] = {&textbook_o2, &textbook_o3};
    const textbook_arithmetic a = p == Q16 ? TEXTBOOK_Q16 : TEXTBOOK_F32;
    for (unsigned i = 0; i < 2u * TEXTBOOK_FORMS; i++) {
        textbook_loop *const loop = (*levels[i % 2u])[a][i / 2u][n - 1u];
        if (loop == NULL)
            continue;
        row *r = add("textbook", p, n, textbook);
        r->loop = loop;
        check(r, &scattered[n], 16);
    }
}

static void add_skinning(precision p, uint32_t n)
{
    const mesh *m = &scattered[n];
    check(add("skin", p, n, skin), m, RAW_NORMAL_BITS);
    check(add(n == 1u ? "skin_rigid_run" : "skin_set_run", p, n, skin_set_run), &in_runs[n],
          RAW_NORMAL_BITS);
    check(add("portable", p, n, portable), m, RAW_NORMAL_BITS);
    check(add("arrays", p, n, skin_arrays), m, 16);
    check(add("textbook_transform", p, n, transform_mesh), m, 16);
    check(add("textbook_blend", p, n, textbook_blend), m, 16);
    add_textbooks(p, n);
}

int main(int argc, char **argv)
{
    static character characters[BLOBS_MAX];
    make_palettes(&joints);
    for (uint32_t n = 1; n <= 4u; n++) {
        make_mesh(&scattered[n].plain, &scattered[n].packed, n, 0);
        make_vertices(&scattered[n], n);
        make_mesh(&in_runs[n].plain, &in_runs[n].packed, n, MEAN_RUN);
    }
    for (precision p = Q16; p <= F32; p++) {
        for (uint32_t n = 1; n <= 4u; n++)
            add_skinning(p, n);
        add("normalise", p, 0, normalise);
    }
    for (int i = 1; i < argc && i <= (int)BLOBS_MAX; i++) {
        character *c = &characters[i - 1];
        open_character(c, argv[i]);
        add_stage("sample", c, sample);
        add_stage("blend", c, blend);
        add_stage("blend_masked", c, blend_masked);
        add_stage("joints", c, build_joints);
        add_stage("palette", c, build_palette);
    }
    measure_all();
    print_rows();
    print_summary();
    for (int i = 0; i < (int)BLOBS_MAX; i++) {
        free(characters[i].blob);
        free(characters[i].memory);
        free(characters[i].mask);
    }
    return 0;
}
