#define _GNU_SOURCE
#include "faulty_disk.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long until_killed = 0;
static atomic_long until_full = 0;

int faulty_disk_works(void) { return 1; }
void faulty_disk_kill_at(long count) { until_killed = count; }
void faulty_disk_full_after(long count) { until_full = count; }

static int counts_down_to_one(atomic_long *left) {
  long now = *left;
  return now > 0 && atomic_fetch_sub(left, 1) == 1;
}

static int is_last(void) { return counts_down_to_one(&until_killed); }

static void end(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// A full disk stays full until faulty_disk_full_after is called again.
static int is_full(void) {
  if (until_full == 0) return 0;
  if (until_full > 1) {
    until_full--;
    return 0;
  }
  errno = ENOSPC;
  return 1;
}

// Standard output and standard error do not count as changes of a file.
static int counts(int file) { return file > 2; }

ssize_t write(int file, const void *bytes, size_t count) {
  if (counts(file)) {
    if (is_full()) return -1;
    if (is_last()) {
      syscall(SYS_write, file, bytes, count / 2);
      end();
    }
  }
  return syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
  if (is_full()) return -1;
  if (is_last()) {
    syscall(SYS_pwrite64, file, bytes, count / 2, place);
    end();
  }
  return syscall(SYS_pwrite64, file, bytes, count, place);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) { return pwrite64(file, bytes, count, place); }

// Defines a function for an operation that is never done partly. If it is the last change, it is not done.
#define WHOLE(name, parameters, ...)   \
  int name parameters {                \
    if (is_last()) end();              \
    return (int)syscall(__VA_ARGS__);  \
  }

WHOLE(fsync, (int file), SYS_fsync, file)
WHOLE(fdatasync, (int file), SYS_fdatasync, file)
WHOLE(ftruncate64, (int file, off64_t size), SYS_ftruncate, file, size)
WHOLE(ftruncate, (int file, off_t size), SYS_ftruncate, file, size)
WHOLE(unlinkat, (int folder, const char *name, int flags), SYS_unlinkat, folder, name, flags)
WHOLE(unlink, (const char *name), SYS_unlinkat, AT_FDCWD, name, 0)
WHOLE(renameat, (int from, const char *old, int to, const char *new), SYS_renameat2, from, old, to, new, 0)
WHOLE(rename, (const char *old, const char *new), SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0)

#else

int faulty_disk_works(void) { return 0; }
void faulty_disk_kill_at(long count) { (void)count; }
void faulty_disk_full_after(long count) { (void)count; }

#endif
