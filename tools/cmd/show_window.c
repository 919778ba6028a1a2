/* SPDX-License-Identifier: MIT */
/* pelt view --window: hands the blob to a program of its own, as loading SDL takes longer than most
 * commands, and a static program cannot load it at all. */
#include <math.h>
#include <stdio.h>

#include "cmd/commands.h"
#include "play/play.h"

#ifdef _WIN32
bool show_window(const loaded_blob *blob, const command_line *o, diag *d)
{
    (void)blob, (void)o;
    return diag_fail(d, DIAG_USAGE,
                     "no --window on Windows, command line, give -o OUT.gif instead");
}
#else
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Looks beside the tool first. */
static void extend_path(void)
{
    char folder[4096], path[16384];
    const ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    const char *others = getenv("PATH");
    if (length <= 0)
        return;
    folder[length] = '\0';
    *strrchr(folder, '/') = '\0';
    if (snprintf(path, sizeof path, "%s:%s", folder, others != NULL ? others : "") <
        (int)sizeof path)
        setenv("PATH", path, 1);
}

/* The milliseconds since the first clip's start, within the clip: the window plays it in a loop. */
static unsigned milliseconds(const loaded_blob *blob, double time_s)
{
    pelt_model model;
    pelt_clip_info clip = {0};
    if (play_open_model(&model, blob->bytes, blob->size_bytes) == PELT_OK)
        pelt_clip_get(&clip, &model, 0);
    const double ms = (time_s - clip.start / (double)PELT_TICKS_PER_SECOND) * 1000;
    const double end_ms = ((double)clip.end - clip.start) * 1000 / PELT_TICKS_PER_SECOND - 1;
    return (unsigned)fmax(fmin(ms + 0.5, end_ms), 0);
}

bool show_window(const loaded_blob *blob, const command_line *o, diag *d)
{
    char words[128] = "command -v pelt-window >/dev/null || exit 127; exec pelt-window -";
    if (o->has_time)
        diag_append(words, sizeof words, " %u", milliseconds(blob, o->time_s));
    extend_path();
    signal(SIGPIPE, SIG_IGN); /* if the program ends before it has read all */
    fflush(NULL);
    FILE *to = popen(words, "w");
    if (to == NULL)
        return diag_fail(d, DIAG_IO, "no shell, --window, give -o OUT.gif instead");
    (void)fwrite(blob->bytes, 1, blob->size_bytes, to);
    const int status = pclose(to);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return diag_fail(d, DIAG_IO,
                         "there is no pelt-window beside pelt or in PATH, --window, `make window` "
                         "builds it with libsdl2-dev");
    return status == 0 || diag_fail(d, DIAG_INVALID,
                                    "pelt-window could not show it, --window, give it a display, "
                                    "or -o OUT.gif instead");
}
#endif
