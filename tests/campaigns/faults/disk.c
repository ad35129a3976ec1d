/* A disk that can be told to fail and that writes down what it was asked to do: for LD_PRELOAD.
 *
 * It minds the files below the folder in FAULT_FOLDER alone. fault_arm(kind, first, count, error) lets calls
 * number `first` to `first + count - 1` of a kind fail from now on: 'w' writes, 's' syncs, 'h' writes that
 * stop half way. fault_record(fd) writes every call to a file: kind, the length of its path, offset and length of
 * its data, then path and data. fault_mark(number) puts a mark there. fault_calls(kind) counts. Armed for 'x', the
 * process ends at that call, whichever it is, as if it had been killed there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls[256], first_of[256], count_of[256];
static int error_of[256], log_to = -1;

static ssize_t real_write(int fd, const void *data, size_t size) {
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = dlsym(RTLD_NEXT, "write");
    return next(fd, data, size);
}

/* Give the path of a file that is minded, or NULL. */
static const char *minded(int fd, char *path) {
    const char *folder = getenv("FAULT_FOLDER");
    char name[64];
    if (!folder || fd < 0 || fd == log_to) return NULL;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(name, path, PATH_MAX - 1);
    if (size < 0) return NULL;
    path[size] = 0;
    return strncmp(path, folder, strlen(folder)) ? NULL : path;
}

static void note(char kind, const char *path, int64_t offset, const void *data, uint32_t size) {
    if (log_to < 0) return;
    uint32_t length = strlen(path);
    char head[17];
    head[0] = kind;
    memcpy(head + 1, &length, 4);
    memcpy(head + 5, &offset, 8);
    memcpy(head + 13, &size, 4);
    if (real_write(log_to, head, sizeof head) < 0 || real_write(log_to, path, length) < 0 ||
        (data && size && real_write(log_to, data, size) < 0)) abort();
}

/* Count a call; say whether it is to fail. */
static int fails(unsigned char kind) {
    if (++calls['x'] && kind != 'x' && count_of['x'] && calls['x'] >= first_of['x']) _exit(99);
    long number = ++calls[kind];
    return count_of[kind] && number >= first_of[kind] && number - first_of[kind] < count_of[kind];
}

void fault_arm(char kind, long first, long count, int error) {
    unsigned char k = kind;
    first_of[k] = calls[k] + first, count_of[k] = count, error_of[k] = error;
}
long fault_calls(char kind) { return calls[(unsigned char)kind]; }
void fault_record(int fd) { log_to = fd; }
void fault_mark(long number) { note('m', "", number, NULL, 0); }

#define NEXT(name) do { if (!next) next = dlsym(RTLD_NEXT, name); } while (0)

static ssize_t put(ssize_t (*next)(int, const void *, size_t, off_t), int fd, const void *data, size_t size,
                   off_t offset) {
    char path[PATH_MAX];
    const char *mine = minded(fd, path);
    if (!mine) return next(fd, data, size, offset);
    if (fails('w')) { errno = error_of['w']; return -1; }
    if (fails('h') && size > 1) {
        next(fd, data, size / 2, offset);
        errno = error_of['h'];
        return -1;
    }
    ssize_t done = next(fd, data, size, offset);
    if (done > 0) note('w', mine, offset, data, done);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
    static ssize_t (*next)(int, const void *, size_t, off_t);
    NEXT("pwrite");
    return put(next, fd, data, size, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
    static ssize_t (*next)(int, const void *, size_t, off_t);
    NEXT("pwrite64");
    return put(next, fd, data, size, offset);
}

ssize_t write(int fd, const void *data, size_t size) {
    char path[PATH_MAX];
    const char *mine = minded(fd, path);
    if (!mine) return real_write(fd, data, size);
    if (fails('w')) { errno = error_of['w']; return -1; }
    off_t offset = lseek(fd, 0, SEEK_CUR);
    ssize_t done = real_write(fd, data, size);
    if (done > 0) note('w', mine, offset, data, done);
    return done;
}

static int cut(int (*next)(int, off_t), int fd, off_t size) {
    char path[PATH_MAX];
    const char *mine = minded(fd, path);
    if (mine && fails('w')) { errno = error_of['w']; return -1; }
    int done = next(fd, size);
    if (mine && !done) note('t', mine, size, NULL, 0);
    return done;
}

int ftruncate(int fd, off_t size) {
    static int (*next)(int, off_t);
    NEXT("ftruncate");
    return cut(next, fd, size);
}

int ftruncate64(int fd, off64_t size) {
    static int (*next)(int, off_t);
    NEXT("ftruncate64");
    return cut(next, fd, size);
}

static int flush(int (*next)(int), int fd) {
    char path[PATH_MAX];
    const char *mine = minded(fd, path);
    if (mine && fails('s')) { errno = error_of['s']; return -1; }
    int done = next(fd);
    if (mine && !done) note('s', mine, 0, NULL, 0);
    return done;
}

int fsync(int fd) {
    static int (*next)(int);
    NEXT("fsync");
    return flush(next, fd);
}

int fdatasync(int fd) {
    static int (*next)(int);
    NEXT("fdatasync");
    return flush(next, fd);
}

int unlink(const char *path) {
    static int (*next)(const char *);
    const char *folder = getenv("FAULT_FOLDER");
    NEXT("unlink");
    if (folder && !strncmp(path, folder, strlen(folder))) fails('d');
    int done = next(path);
    if (!done && folder && !strncmp(path, folder, strlen(folder))) note('d', path, 0, NULL, 0);
    return done;
}

int rename(const char *path, const char *target) {
    static int (*next)(const char *, const char *);
    const char *folder = getenv("FAULT_FOLDER");
    NEXT("rename");
    if (folder && !strncmp(path, folder, strlen(folder))) fails('r');
    return next(path, target);
}
