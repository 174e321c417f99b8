// What script coroutines and the host's tasks have in common.
#ifndef TASK_H
#define TASK_H

#include "kernel.h"

/// What a suspended coroutine leaves on its stack while it waits for the host.
extern const char lk_await_mark;

/// Runs `co` with `count` values on its stack; the machine's running thread follows. `L` is the script that resumes it, NULL: the
/// host does.
int lk_run_coroutine(lk_vm *vm, lua_State *L, lua_State *co, int count, int *results);
/// Closes the variables of `co`, whose handlers then run on it; false: that would be nested too deep.
bool lk_close_coroutine(lk_vm *vm, lua_State *co, lua_State *from);
/// Whether scripts may neither resume nor close a coroutine, because the host has to.
void lk_set_awaiting(lua_State *L, lua_State *co, bool awaiting);

#endif
