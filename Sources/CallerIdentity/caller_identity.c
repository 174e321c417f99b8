#ifdef __linux__
#define _GNU_SOURCE // syscall
#endif
#include "caller_identity.h"

#include <stdint.h>
#ifdef __APPLE__
#include <pthread.h>
#else
#include <sys/syscall.h>
#include <unistd.h>
#endif

// Swift's runtime exports these functions since 5.5. A serial executor consists of its identity and a witness table.
typedef struct {
  const void *identity;
  uintptr_t implementation;
} serial_executor;

extern __attribute__((swiftcall)) serial_executor swift_task_getCurrentExecutor(void);
extern __attribute__((swiftcall)) const void *swift_task_getCurrent(void);

const void *caller_executor(void) { return swift_task_getCurrentExecutor().identity; }

const void *caller_task(void) { return swift_task_getCurrent(); }

bool caller_is_on_main_thread(void) {
#ifdef __APPLE__
  return pthread_main_np() != 0;
#else
  return syscall(SYS_gettid) == getpid();
#endif
}
