/* SPDX-License-Identifier: MIT */
#include "scene/decompose.h"

#define JACOBI_SWEEPS 60
#define JACOBI_DONE 1e-15
#define SHEAR_FREE 1e-6 /* cosine between columns up to which a matrix counts as TRS */

static void get_column(double out[3], const mat34 *m, int column)
{
    for (int r = 0; r < 3; r++)
        out[r] = m->m[r][column];
}

static void set_column(mat34 *m, int column, const double v[3])
{
    for (int r = 0; r < 3; r++)
        m->m[r][column] = v[r];
}

/* Turns columns p and q of a and v by the same angle. */
static void rotate_columns(mat34 *a, mat34 *v, int p, int q, double cosine, double sine)
{
    mat34 *const both[2] = {a, v};
    for (int k = 0; k < 2; k++) {
        for (int r = 0; r < 3; r++) {
            const double x = both[k]->m[r][p], y = both[k]->m[r][q];
            both[k]->m[r][p] = cosine * x - sine * y;
            both[k]->m[r][q] = sine * x + cosine * y;
        }
    }
}

/* One-sided Jacobi: makes two columns orthogonal; false where they already were. */
static bool orthogonalise(mat34 *a, mat34 *v, int p, int q)
{
    double x[3], y[3];
    get_column(x, a, p);
    get_column(y, a, q);
    const double xx = vec_dot(x, x, 3), yy = vec_dot(y, y, 3), xy = vec_dot(x, y, 3);
    if (fabs(xy) <= JACOBI_DONE * sqrt(xx * yy))
        return false;
    const double zeta = (yy - xx) / (2 * xy);
    const double tangent = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    const double cosine = 1 / sqrt(1 + tangent * tangent);
    rotate_columns(a, v, p, q, cosine, cosine * tangent);
    return true;
}

/* Any unit vector at right angles to the unit vector a. */
static void perpendicular(double out[3], const double a[3])
{
    int smallest = 0;
    for (int i = 1; i < 3; i++)
        if (fabs(a[i]) < fabs(a[smallest]))
            smallest = i;
    const double axis[3] = {smallest == 0, smallest == 1, smallest == 2};
    vec3_cross(out, a, axis);
    vec3_normalise(out);
}

/* Replaces columns without a length so that all three are orthonormal; lengths go to s. */
static void complete_columns(mat34 *u, double s[3])
{
    double largest = 0;
    for (int c = 0; c < 3; c++) {
        double column[3];
        get_column(column, u, c);
        s[c] = sqrt(vec_dot(column, column, 3));
        largest = s[c] > largest ? s[c] : largest;
    }
    int known = 0;
    bool usable[3];
    for (int c = 0; c < 3; c++) {
        usable[c] = s[c] > largest * 1e-14;
        if (!usable[c]) {
            s[c] = 0;
            continue;
        }
        known++;
        for (int r = 0; r < 3; r++)
            u->m[r][c] /= s[c];
    }
    if (known == 0) {
        for (int c = 0; c < 3; c++)
            set_column(u, c, (double[3]){c == 0, c == 1, c == 2});
        return;
    }
    for (int c = 0; c < 3; c++) {
        if (usable[c])
            continue;
        const int a = (c + 1) % 3, b = (c + 2) % 3;
        double first[3], second[3], column[3];
        get_column(first, u, usable[a] ? a : b);
        if (usable[a] && usable[b]) {
            get_column(second, u, b);
            vec3_cross(column, first, second);
        } else {
            perpendicular(column, first);
        }
        set_column(u, c, column);
        usable[c] = true;
    }
}

/* M3 = U diag(s) V^T; u and v are rotations also where M3 is singular, signs are in s. */
static void svd(mat34 *u, double s[3], mat34 *v, const mat34 *m)
{
    mat34 a = *m, turned = mat34_identity();
    for (int r = 0; r < 3; r++)
        a.m[r][3] = 0;
    for (int sweep = 0; sweep < JACOBI_SWEEPS; sweep++) {
        bool changed = orthogonalise(&a, &turned, 0, 1);
        changed |= orthogonalise(&a, &turned, 0, 2);
        changed |= orthogonalise(&a, &turned, 1, 2);
        if (!changed)
            break;
    }
    complete_columns(&a, s);
    if (mat34_determinant(&a) < 0) {
        for (int r = 0; r < 3; r++)
            a.m[r][0] = -a.m[r][0];
        s[0] = -s[0];
    }
    *u = a;
    *v = turned;
}

/* Of a rotation matrix. */
static void to_quaternion(double q[4], const mat34 *m)
{
    const double(*a)[4] = m->m;
    const double trace = a[0][0] + a[1][1] + a[2][2];
    if (trace > 0) {
        q[0] = a[2][1] - a[1][2];
        q[1] = a[0][2] - a[2][0];
        q[2] = a[1][0] - a[0][1];
        q[3] = 1 + trace;
    } else {
        const int i = a[1][1] > a[0][0] ? (a[2][2] > a[1][1] ? 2 : 1) : (a[2][2] > a[0][0] ? 2 : 0);
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = 1 + a[i][i] - a[j][j] - a[k][k];
        q[j] = a[j][i] + a[i][j];
        q[k] = a[k][i] + a[i][k];
        q[3] = a[k][j] - a[j][k];
    }
    quat_normalise(q);
}

double matrix_norm(const mat34 *m)
{
    double largest = 0;
    for (int c = 0; c < 3; c++) {
        double column[3];
        get_column(column, m, c);
        const double length = sqrt(vec_dot(column, column, 3));
        largest = length > largest ? length : largest;
    }
    return largest;
}

/* Largest |cosine| between two columns that have a length. */
static double column_skew(const mat34 *m)
{
    double skew = 0;
    for (int p = 0; p < 3; p++) {
        double x[3], y[3];
        get_column(x, m, p);
        get_column(y, m, (p + 1) % 3);
        const double lengths = sqrt(vec_dot(x, x, 3)) * sqrt(vec_dot(y, y, 3));
        if (lengths > 0 && fabs(vec_dot(x, y, 3)) > skew * lengths)
            skew = fabs(vec_dot(x, y, 3)) / lengths;
    }
    return skew;
}

bool matrix_is_uniform(double *k, const mat34 *m, double tolerance)
{
    *k = matrix_norm(m);
    for (int c = 0; c < 3; c++) {
        double column[3];
        get_column(column, m, c);
        if (!(fabs(sqrt(vec_dot(column, column, 3)) - *k) <= tolerance * *k))
            return false;
    }
    return *k > 0 && column_skew(m) <= tolerance;
}

double trs_decompose(trs *out, const mat34 *m)
{
    mat34 rotation = *m;
    for (int r = 0; r < 3; r++) {
        out->t[r] = m->m[r][3];
        rotation.m[r][3] = 0;
    }
    if (column_skew(m) <= SHEAR_FREE) {
        complete_columns(&rotation, out->s);
        if (mat34_determinant(&rotation) < 0) {
            for (int r = 0; r < 3; r++)
                rotation.m[r][0] = -rotation.m[r][0];
            out->s[0] = -out->s[0];
        }
        to_quaternion(out->r, &rotation);
        return 0;
    }

    /* The nearest rotation is U V^T; the scale is what it leaves on the diagonal. */
    mat34 u, v;
    double s[3];
    svd(&u, s, &v, m);
    v = mat34_transposed(&v);
    rotation = mat34_mul(&u, &v);
    to_quaternion(out->r, &rotation);
    double missed = 0;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double element = 0;
            for (int i = 0; i < 3; i++)
                element += rotation.m[i][r] * m->m[i][c];
            if (r == c)
                out->s[r] = element;
            else if (fabs(element) > missed)
                missed = fabs(element);
        }
    }
    const double norm = matrix_norm(m);
    return norm > 0 ? missed / norm : 0;
}

void trs_split(trs *outer, trs *inner, const mat34 *m)
{
    mat34 u, v;
    svd(&u, outer->s, &v, m);
    to_quaternion(outer->r, &u);
    for (int r = 0; r < 3; r++)
        outer->t[r] = m->m[r][3];
    v = mat34_transposed(&v);
    *inner = trs_identity();
    to_quaternion(inner->r, &v);
}
