/* SPDX-License-Identifier: MIT */
/* A processor with nothing beyond SSE2. Linked with a program, this is what __builtin_cpu_supports reads in
 * place of what libgcc finds out, as that lies in an archive. */
struct processor {
    unsigned vendor, type, subtype, features[1];
};
extern struct processor __cpu_model;
struct processor __cpu_model;
