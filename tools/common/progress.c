/* SPDX-License-Identifier: MIT */
/* The progress line of long commands. */
#include "common/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define SILENT_S 1.0
#define INTERVAL_S 0.1
#define WIDTH 40 /* characters of the line */

static struct {
    bool on_terminal, visible;
    double first_s, shown_s;
    const char *what; /* NULL before the first call */
    uint64_t done, total;
} state;

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void show(double part)
{
    const double now = now_s();
    if (now - state.first_s < SILENT_S || now - state.shown_s < INTERVAL_S || state.total == 0)
        return;
    char line[WIDTH + 1];
    snprintf(line, sizeof line, "%s %.0f %%", state.what,
             100 * ((double)state.done + part) / (double)state.total);
    fprintf(stderr, "\r%-*s", WIDTH, line);
    fflush(stderr);
    state.shown_s = now;
    state.visible = true;
}

void progress(const char *what, uint64_t done, uint64_t total)
{
    if (state.what == NULL) {
        state.on_terminal = isatty(STDERR_FILENO) == 1;
        state.first_s = now_s();
    }
    state.what = what;
    state.done = done;
    state.total = total;
    if (state.on_terminal)
        show(0);
}

void progress_within(uint64_t done, uint64_t total)
{
    if (state.on_terminal && total > 0)
        show((double)done / (double)total);
}

void progress_clear(void)
{
    if (!state.visible)
        return;
    fprintf(stderr, "\r%*s\r", WIDTH, "");
    fflush(stderr);
    state.visible = false;
}
