/* SPDX-License-Identifier: MIT */
/* Runs a command with limits:
 *
 *   limits SECONDS MEGABYTES COMMAND [ARGUMENT...]
 *
 * The exit status is the command's; 124 if it took more CPU time, or ten times that by the clock
 * (it is then killed); 125 if another signal ended it; 126 if its resident memory was larger. The
 * last line on stderr is its time and memory. */
#define _DEFAULT_SOURCE /* wait4 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t child;
static volatile sig_atomic_t expired;

static void expire(int signal_number)
{
    (void)signal_number;
    expired = 1;
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
    while (wait4(child, &status, 0, &used) < 0)
        if (!expired)
            return 2;
    const long used_megabytes = used.ru_maxrss / 1024; /* kilobytes on Linux */
    fprintf(stderr, "took %.2f s, %.2f s of CPU, %ld MB\n", now_s() - start,
            (double)used.ru_utime.tv_sec + (double)used.ru_utime.tv_usec * 1e-6, used_megabytes);
    /* The hard limit on CPU time kills the process as expire() does. */
    const double cpu_s = (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec;
    if (expired || (WIFSIGNALED(status) && cpu_s + 1.5 >= seconds))
        return 124;
    if (WIFSIGNALED(status))
        return 125;
    return used_megabytes > megabytes ? 126 : WEXITSTATUS(status);
}
