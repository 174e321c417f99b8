#ifndef CALLER_IDENTITY_H
#define CALLER_IDENTITY_H

#include <stdbool.h>

// The actor, task and thread of the caller. Swift's own checks trap on a mismatch, or cost 90 ns.

/// The identity of the caller's serial executor: the actor's, unless the actor has a custom executor; NULL if there is none.
const void *_Nullable caller_executor(void);

/// The current task; NULL if there is none.
const void *_Nullable caller_task(void);

/// Whether the caller runs on the process's main thread.
bool caller_is_on_main_thread(void);

#endif
