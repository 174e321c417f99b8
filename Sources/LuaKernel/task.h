// Functions that script coroutines and the host's tasks share.
#ifndef TASK_H
#define TASK_H

#include "kernel.h"

/// The mark that a suspended coroutine yields while it waits for the host.
extern const char lk_await_mark;

/// Runs `co` with `count` values on its stack, as the machine's running thread. `L`: the resuming script, or NULL.
int lk_run_coroutine(lk_vm *vm, lua_State *L, lua_State *co, int count, int *results);
/// Closes the to-be-closed variables of `co`; their handlers run on it. Returns false if that would nest too deep.
bool lk_close_coroutine(lk_vm *vm, lua_State *co, lua_State *from);
/// Sets whether only the host may resume or close a coroutine.
void lk_set_awaiting(lua_State *L, lua_State *co, bool awaiting);

#endif
