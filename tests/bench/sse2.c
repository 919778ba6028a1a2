/* SPDX-License-Identifier: MIT */
/* Stands in for a processor with nothing beyond SSE2: a program linked with this has its
 * __builtin_cpu_supports read these zeros, as libgcc's own variable lies in an archive. */
struct processor {
    unsigned vendor, type, subtype, features[1];
};
extern struct processor __cpu_model;
struct processor __cpu_model;
