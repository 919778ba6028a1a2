/* SPDX-License-Identifier: MIT */
/* Decomposes matrices into translation, rotation, scale and shear. */
#include "scene/decompose.h"

#define JACOBI_SWEEPS 60
#define JACOBI_DONE 1e-15 /* cosine between columns that counts as none */
#define SHEAR_FREE 1e-6   /* cosine between columns up to which a matrix counts as TRS */

/* Rotates two columns by an angle. */
static void rotate_columns(double x[3], double y[3], double cosine, double sine)
{
    for (int r = 0; r < 3; r++) {
        const double from = x[r];
        x[r] = cosine * from - sine * y[r];
        y[r] = sine * from + cosine * y[r];
    }
}

/* A step of the one-sided Jacobi method: makes columns p and q of `a` orthogonal and rotates those
 * of `v` likewise; returns false if they already were. The rows of a mat34 serve as columns here.
 */
static bool orthogonalise(mat34 *a, mat34 *v, int p, int q)
{
    double *x = a->m[p], *y = a->m[q];
    const double xx = vec_dot(x, x, 3), yy = vec_dot(y, y, 3), xy = vec_dot(x, y, 3);
    if (fabs(xy) <= JACOBI_DONE * sqrt(xx * yy))
        return false;
    const double zeta = (yy - xx) / (2 * xy);
    const double tangent = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    const double cosine = 1 / sqrt(1 + tangent * tangent);
    rotate_columns(x, y, cosine, cosine * tangent);
    rotate_columns(v->m[p], v->m[q], cosine, cosine * tangent);
    return true;
}

/* Any unit vector perpendicular to the unit vector a. */
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

/* Normalises the columns. Those of zero length are replaced so that all three are orthonormal and
 * right-handed. Lengths go to s, the first with the sign that this requires. */
static mat34 complete_columns(double s[3], mat34 columns)
{
    double largest = 0;
    int known = 0;
    bool usable[3];
    for (int c = 0; c < 3; c++) {
        s[c] = vec_length(columns.m[c], 3);
        largest = fmax(largest, s[c]);
    }
    for (int c = 0; c < 3; c++) {
        usable[c] = s[c] > largest * 1e-14;
        known += usable[c];
        for (int r = 0; r < 3 && usable[c]; r++)
            columns.m[c][r] /= s[c];
        s[c] = usable[c] ? s[c] : 0;
    }
    if (known == 0)
        return mat34_identity();
    for (int c = 0; c < 3; c++) {
        if (usable[c])
            continue;
        const int a = (c + 1) % 3, b = (c + 2) % 3;
        if (usable[a] && usable[b])
            vec3_cross(columns.m[c], columns.m[a], columns.m[b]);
        else
            perpendicular(columns.m[c], columns.m[usable[a] ? a : b]);
        usable[c] = true;
    }
    mat34 out = mat34_transposed(&columns);
    if (mat34_determinant(&out) < 0) {
        for (int r = 0; r < 3; r++)
            out.m[r][0] = -out.m[r][0];
        s[0] = -s[0];
    }
    return out;
}

/* M3 = U diag(s) V^T, where u and v are rotations even if M3 is singular, as the signs are in s.
 * Returns V^T. */
static mat34 svd(mat34 *u, double s[3], const mat34 *m)
{
    mat34 a = mat34_transposed(m), turned = mat34_identity();
    for (int sweep = 0; sweep < JACOBI_SWEEPS; sweep++) {
        bool changed = orthogonalise(&a, &turned, 0, 1);
        changed |= orthogonalise(&a, &turned, 0, 2);
        changed |= orthogonalise(&a, &turned, 1, 2);
        if (!changed)
            break;
    }
    *u = complete_columns(s, a);
    return turned;
}

void quat_from_matrix(double q[4], const mat34 *m, double scale)
{
    const double(*a)[4] = m->m;
    const double trace = a[0][0] + a[1][1] + a[2][2];
    if (trace > 0) {
        q[0] = a[2][1] - a[1][2];
        q[1] = a[0][2] - a[2][0];
        q[2] = a[1][0] - a[0][1];
        q[3] = scale + trace;
    } else {
        const int i = a[1][1] > a[0][0] ? (a[2][2] > a[1][1] ? 2 : 1) : (a[2][2] > a[0][0] ? 2 : 0);
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = scale + a[i][i] - a[j][j] - a[k][k];
        q[j] = a[j][i] + a[i][j];
        q[k] = a[k][i] + a[i][k];
        q[3] = a[k][j] - a[j][k];
    }
    quat_normalise(q);
}

double matrix_norm(const mat34 *m)
{
    const mat34 columns = mat34_transposed(m);
    double largest = 0;
    for (int c = 0; c < 3; c++)
        largest = fmax(largest, vec_length(columns.m[c], 3));
    return largest;
}

/* The largest |cosine| between two columns that have a length. */
static double column_skew(const mat34 *m)
{
    const mat34 columns = mat34_transposed(m);
    double skew = 0;
    for (int p = 0; p < 3; p++) {
        const double *x = columns.m[p], *y = columns.m[(p + 1) % 3];
        const double lengths = vec_length(x, 3) * vec_length(y, 3);
        if (lengths > 0 && fabs(vec_dot(x, y, 3)) > skew * lengths)
            skew = fabs(vec_dot(x, y, 3)) / lengths;
    }
    return skew;
}

bool matrix_is_uniform(double *k, const mat34 *m, double tolerance)
{
    const mat34 columns = mat34_transposed(m);
    *k = matrix_norm(m);
    for (int c = 0; c < 3; c++)
        if (!(fabs(vec_length(columns.m[c], 3) - *k) <= tolerance * *k))
            return false;
    return *k > 0 && column_skew(m) <= tolerance;
}

double trs_decompose(trs *out, const mat34 *m)
{
    for (int r = 0; r < 3; r++)
        out->t[r] = m->m[r][3];
    if (column_skew(m) <= SHEAR_FREE) {
        const mat34 rotation = complete_columns(out->s, mat34_transposed(m));
        quat_from_matrix(out->r, &rotation, 1);
        return 0;
    }

    /* The nearest rotation is U V^T; the scale is the diagonal of what remains. */
    mat34 u;
    double s[3];
    const mat34 v = svd(&u, s, m), rotation = mat34_mul(&u, &v);
    quat_from_matrix(out->r, &rotation, 1);
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
    mat34 u;
    const mat34 v = svd(&u, outer->s, m);
    quat_from_matrix(outer->r, &u, 1);
    for (int r = 0; r < 3; r++)
        outer->t[r] = m->m[r][3];
    *inner = trs_identity();
    quat_from_matrix(inner->r, &v, 1);
}
