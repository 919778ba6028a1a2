/* SPDX-License-Identifier: MIT */
/* Runs a command with limits:
 *
 *   limits SECONDS MEGABYTES COMMAND [ARGUMENT...]
 *
 * The exit status is the command's; 124 if it was killed, as it is after that CPU time, or ten times
 * that by the clock; 125 if another signal ended it; 126 if its resident memory was larger. The last
 * line on stderr is its time and memory. */
#define _DEFAULT_SOURCE /* wait4 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t child;

static void expire(int signal_number)
{
    (void)signal_number;
    kill(child, SIGKILL);
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: limits SECONDS MEGABYTES COMMAND [ARGUMENT...]\n");
        return 2;
    }
    const unsigned seconds = (unsigned)strtoul(argv[1], NULL, 10);
    const long megabytes = strtol(argv[2], NULL, 10);
    const double start = now_s();
    child = fork();
    if (child < 0)
        return 2;
    if (child == 0) {
        const struct rlimit cpu = {seconds, seconds};
        setrlimit(RLIMIT_CPU, &cpu);
        execvp(argv[3], argv + 3);
        _exit(127);
    }
    signal(SIGALRM, expire);
    alarm(10 * seconds);
    int status;
    struct rusage used;
    if (wait4(child, &status, 0, &used) < 0)
        return 2;
    const long used_megabytes = used.ru_maxrss / 1024; /* kilobytes on Linux */
    fprintf(stderr, "took %.2f s, %.2f s of CPU, %ld MB\n", now_s() - start,
            (double)used.ru_utime.tv_sec + (double)used.ru_utime.tv_usec * 1e-6, used_megabytes);
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGKILL ? 124 : 125;
    return used_megabytes > megabytes ? 126 : WEXITSTATUS(status);
}
