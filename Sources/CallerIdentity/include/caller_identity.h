#ifndef CALLER_IDENTITY_H
#define CALLER_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>
#ifdef __APPLE__
#include <pthread.h>
#endif

// The actor, task and thread of the caller. Swift's own checks trap on a mismatch, or cost 90 ns.

/// The identity of the present thread, which is never 0. Read from a register, where `pthread_self()` is a call.
static inline uintptr_t caller_thread(void) {
#ifdef __APPLE__
  return (uintptr_t)pthread_self();
#else
  return (uintptr_t)__builtin_thread_pointer();
#endif
}

// Swift's runtime exports these functions since 5.5. A serial executor consists of its identity and a witness table.
typedef struct {
  const void *_Nullable identity;
  uintptr_t implementation;
} caller_serial_executor;

extern __attribute__((swiftcall)) caller_serial_executor swift_task_getCurrentExecutor(void);
extern __attribute__((swiftcall)) const void *_Nullable swift_task_getCurrent(void);

/// The identity of the caller's serial executor: the actor's, unless the actor has a custom executor; NULL if there is none.
static inline const void *_Nullable caller_executor(void) { return swift_task_getCurrentExecutor().identity; }

/// The current task; NULL if there is none.
static inline const void *_Nullable caller_task(void) { return swift_task_getCurrent(); }

/// Whether the caller runs on the process's main thread.
bool caller_is_on_main_thread(void);

#endif
