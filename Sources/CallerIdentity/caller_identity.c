#ifdef __linux__
#define _GNU_SOURCE // syscall
#endif
#include "caller_identity.h"

#ifndef __APPLE__
#include <sys/syscall.h>
#include <unistd.h>
#endif

bool caller_is_on_main_thread(void) {
#ifdef __APPLE__
  return pthread_main_np() != 0;
#else
  return syscall(SYS_gettid) == getpid();
#endif
}
