/* launch RESULT PROGRAM [ARGUMENT]...: runs a program and writes "seconds user system peak" to the file RESULT: wall time,
 * CPU time in user and system mode, and the peak of its resident memory in kilobytes.
 *
 * Linux counts towards a process's peak what it was before exec; this program is small, an interpreter would not be.
 * Build: cc -O2 -o launch launch.c */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: launch RESULT PROGRAM [ARGUMENT]...\n");
        return 64;
    }
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        execvp(arguments[2], arguments + 2);
        perror(arguments[2]);
        _exit(127);
    }
    siginfo_t information;
    if (child < 0 || waitid(P_PID, child, &information, WEXITED | WNOWAIT) < 0) {
        perror("launch");
        return 71;
    }
    double end = now();
    int status;
    struct rusage usage;
    wait4(child, &status, 0, &usage);
    FILE *result = fopen(arguments[1], "w");
    if (!result || fprintf(result, "%.6f %.6f %.6f %ld\n", end - start, seconds(usage.ru_utime),
                           seconds(usage.ru_stime), usage.ru_maxrss) < 0 || fclose(result)) {
        perror(arguments[1]);
        return 74;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 70;
}
