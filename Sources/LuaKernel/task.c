// Tasks: coroutines that the host starts and resumes. Each effect is a task.
//
// The thread of an ended task is reused for a later one. Task numbers are never reused, so resuming an ended task only fails.
#include "task.h"

const char lk_await_mark;

typedef struct task_call {
  int function, context;
  lk_bytes values;
  uint64_t task;
  bool ok;
  lua_State *thread;
  int count;
  bool reusable;
} task_call;

// Pushes a thread with an empty stack.
static lua_State *push_thread(lua_State *L) {
  lk_vm *vm = lk_of(L);
  if (vm->idle_threads > 0) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->idle);
    lua_rawgeti(L, -1, vm->idle_threads);
    // The new task may be killed, and the idle table must not keep its stack alive then.
    lua_pushnil(L);
    lua_rawseti(L, -3, vm->idle_threads--);
    lua_remove(L, -2);
    return lua_tothread(L, -1);
  }
  lua_State *co = lua_newthread(L);
  lk_set_awaiting(L, co, true);  // permanently: only the host resumes or closes a task
  return co;
}

static int prepare(lua_State *L) {
  task_call *call = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->tasks);
  lua_State *co = push_thread(L);
  int bottom = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, call->function);
  if (call->context) lua_rawgeti(L, LUA_REGISTRYINDEX, call->context);
  if (call->values.count > 0) lk_push_plain(L, call->values);
  int count = lua_gettop(L) - bottom - 1;
  if (!lua_checkstack(co, count + 1)) return luaL_error(L, "too many arguments");
  lua_xmove(L, co, count + 1);
  lua_rawseti(L, 2, (lua_Integer)call->task);
  call->thread = co;
  call->count = count;
  return 0;
}

static int prepare_resume(lua_State *L) {
  task_call *call = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->tasks);
  lua_rawgeti(L, 2, (lua_Integer)call->task);
  lua_State *co = lua_tothread(L, 3);
  if (!co) return luaL_error(L, "no such task");
  call->thread = co;
  // A task that has not started takes no values.
  if (lua_status(co) == LUA_OK) return 0;
  lua_pushboolean(L, call->ok);
  int count = lk_push_list(L, call->values) + 1;
  if (!lua_checkstack(co, count)) return luaL_error(L, "too many values");
  lua_xmove(L, co, count);
  call->count = count;
  return 0;
}

static int prepare_refusal(lua_State *L) {
  task_call *call = lua_touserdata(L, 1);
  const lk_tape *message = &lk_of(L)->error.message;
  lua_pushboolean(L, false);
  lua_pushlstring(L, (const char *)message->data, message->count);
  if (!lua_checkstack(call->thread, 2)) return luaL_error(L, "too many values");
  lua_xmove(L, call->thread, 2);
  call->count = 2;
  return 0;
}

static int take_traceback(lua_State *L) {
  task_call *call = lua_touserdata(L, 1);
  size_t count;
  luaL_traceback(L, call->thread, NULL, 0);
  const char *text = lua_tolstring(L, -1, &count);
  lk_tape_copy(&lk_of(L)->error.traceback, text, count);
  return 0;
}

// Cannot fail, because it allocates nothing. The thread of a spawned task that never started still holds its function.
static void forget(lk_vm *vm, task_call *call) {
  lua_State *L = vm->running;
  if (!lua_checkstack(L, 3)) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->tasks);
  lua_pushnil(L);
  lua_rawseti(L, -2, (lua_Integer)call->task);
  if (call->reusable && vm->idle_threads < LK_IDLE_THREADS) {
    lua_settop(call->thread, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->idle);
    lua_pushthread(call->thread);
    lua_xmove(call->thread, L, 1);
    lua_rawseti(L, -2, ++vm->idle_threads);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static lk_status run_task(lk_vm *vm, task_call *call) {
  lua_State *L = vm->running, *co = call->thread, *outer_thread = vm->task_thread;
  uint64_t outer = vm->task;
  lk_phase phase = vm->phase;
  bool chain = vm->chain;
  lk_slice *writing = vm->writing;
  lk_enter_phase(vm, LK_EFFECT);
  vm->task = call->task;
  vm->task_thread = co;
  vm->chain = true;
  vm->writing = NULL;
  lk_enter(vm, vm->budget);
  int results = 0;
  int status = lk_run_coroutine(vm, NULL, co, call->count, &results);
  lk_status result = LK_OK;
  if (status == LUA_YIELD) {
    lua_pop(co, results);
    result = LK_AWAIT;
  } else if (status != LUA_OK) {
    if (!lk_killed(vm) && status != LUA_ERRMEM) {
      lk_protect(vm, take_traceback, call);
      lk_close_coroutine(vm, co, L);
    }
    if (lua_checkstack(L, 2)) {
      lua_xmove(co, L, 1);
      result = lk_failed(vm, L, status);
    } else {
      lk_fail(vm, LK_MEMORY, "the stack is full");
      result = LK_MEMORY;
    }
  }
  lk_leave(vm);
  vm->writing = writing;
  vm->chain = chain;
  vm->task_thread = outer_thread;
  vm->task = outer;
  lk_set_phase(vm, phase);
  if (result != LK_AWAIT) {
    call->reusable = status == LUA_OK;
    forget(vm, call);
  }
  return result;
}

lk_status lk_start(lk_vm *vm, int function, int context, lk_bytes argument, uint64_t *task) {
  task_call call = {.function = function, .context = context, .values = argument, .task = ++vm->last_task};
  *task = call.task;
  lk_status status = lk_protect(vm, prepare, &call);
  return status == LK_OK ? run_task(vm, &call) : status;
}

lk_status lk_resume(lk_vm *vm, uint64_t task, int ok, lk_bytes values) {
  task_call call = {.values = values, .task = task, .ok = ok};
  lk_status status = lk_protect(vm, prepare_resume, &call);
  if (status == LK_OK) return run_task(vm, &call);
  // Values that cannot be decoded, because they are too deep, raise an error at the await.
  if (status == LK_RAISED && call.thread && lk_protect(vm, prepare_refusal, &call) == LK_OK) return run_task(vm, &call);
  // Memory is short for the values. That ends the task, as it would inside it.
  if (call.thread) forget(vm, &call);
  return status;
}

// Makes a task of a function and passes its number and the other arguments to the host function, upvalue 1.
static int spawn(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lk_vm *vm = lk_of(L);
  int count = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->tasks);
  lua_State *co = push_thread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_Integer task = (lua_Integer)++vm->last_task;
  lua_rawseti(L, count + 1, task);
  lua_settop(L, count);
  lua_pushinteger(L, task);
  lua_replace(L, 1);
  return lk_host_function(L);
}

typedef struct spawner {
  int32_t function;
  int result;
} spawner;

static int make_spawner(lua_State *L) {
  spawner *s = lua_touserdata(L, 1);
  lua_pushinteger(L, s->function);
  lua_pushboolean(L, 0);
  lua_pushcclosure(L, spawn, 2);
  s->result = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int lk_spawner(lk_vm *vm, int32_t function) {
  spawner s = {.function = function};
  return lk_protect(vm, make_spawner, &s) == LK_OK ? s.result : 0;
}

void lk_drop(lk_vm *vm, uint64_t task) {
  task_call call = {.task = task};
  forget(vm, &call);
}

void lk_note_await(lua_State *L, lk_vm *vm) {
  vm->can_await = vm->task != 0 && vm->phase == LK_EFFECT && vm->chain && lua_isyieldable(L);
}

int lk_can_await(const lk_vm *vm) { return vm->can_await; }

// Called by a host function that returned LK_SUSPEND.
int lk_await(lua_State *L, lua_KFunction then) {
  lua_settop(L, 0);
  lua_pushlightuserdata(L, (void *)&lk_await_mark);
  return lua_yieldk(L, 1, 0, then);
}
