#ifndef CALLER_IDENTITY_H
#define CALLER_IDENTITY_H

#include <stdbool.h>

// Which actor, task and thread run the caller. Swift's own checks trap on a mismatch, or cost 90 ns.

/// The identity of the serial executor that runs the caller, which is its actor's unless the actor has a custom one; NULL: none.
const void *_Nullable caller_executor(void);

/// The task that runs the caller; NULL: none.
const void *_Nullable caller_task(void);

/// Whether the caller runs on the thread that the process began with.
bool caller_is_on_main_thread(void);

#endif
