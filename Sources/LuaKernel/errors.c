// Errors: the position of the running script, the last error, and `lk_protect`, which runs code that may raise.
#include "kernel.h"

#include <string.h>

// Lua counts from the top down to a level, so the number of levels is limited.
enum { MOST_LEVELS = 200 };

static bool find_script(lua_State *L, int level, lua_Debug *ar) {
  for (; level < MOST_LEVELS && lua_getstack(L, level, ar); level++) {
    lua_getinfo(L, "Sl", ar);
    // Users cannot fix the host's own Lua code, so it is skipped.
    if (ar->currentline > 0 && ar->source[0] != '=') return true;
  }
  return false;
}

bool lk_script_position(lua_State *L, lua_Debug *ar) { return find_script(L, 0, ar); }
bool lk_caller_position(lua_State *L, lua_Debug *ar) { return find_script(L, 1, ar); }

int lk_where(lua_State *L) {
  lk_vm *vm = lk_of(L);
  lua_Debug ar;
  lk_bytes stored = lk_site_text(vm, vm->returned ? vm->stored : -1);
  if (stored.count > 0) {
    lua_pushlstring(L, (const char *)stored.data, stored.count);
    lua_pushliteral(L, ": ");
    lua_concat(L, 2);
  } else if (!vm->returned && lk_script_position(L, &ar)) {
    lua_pushfstring(L, "%s:%d: ", ar.short_src, ar.currentline);
  } else {
    lua_pushliteral(L, "");
  }
  return 1;
}

// MARK: errors

void lk_fail(lk_vm *vm, lk_status status, const char *message) {
  vm->error.status = status;
  lk_tape_copy(&vm->error.message, message, strlen(message));
  vm->error.traceback.count = vm->error.value.count = 0;
}

// The message handler. It keeps the traceback, which is lost when the stack unwinds.
int lk_handler(lua_State *L) {
  lk_vm *vm = lk_of(L);
  if (lk_killed(vm)) return 1;
  luaL_traceback(L, L, NULL, 1);
  size_t count;
  const char *text = lua_tolstring(L, -1, &count);
  lk_tape_copy(&vm->error.traceback, text, count);
  lua_pop(L, 1);
  return 1;
}

static int describe(lua_State *L) {
  lk_vm *vm = lk_of(L);
  size_t count;
  vm->error.value.count = 0;
  if (lua_istable(L, 1)) {
    lk_encode(L, 1, &vm->error.value, true);
    lua_pushliteral(L, "message");
    lua_rawget(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) {
      const char *text = lua_tolstring(L, -1, &count);
      lk_tape_copy(&vm->error.message, text, count);
      return 0;
    }
  }
  if (lua_isnil(L, 1)) {
    lua_pushliteral(L, "an error without a value (nil) was raised");
  } else {
    luaL_tolstring(L, 1, NULL);
    if (!lua_isstring(L, 1)) {
      lua_pushfstring(L, "an error of type %s was raised", luaL_typename(L, 1));
    }
  }
  const char *text = lua_tolstring(L, -1, &count);
  lk_tape_copy(&vm->error.message, text, count);
  return 0;
}

lk_status lk_failed(lk_vm *vm, lua_State *L, int status) {
  if (lk_killed(vm)) {
    vm->error.status = (lk_status)atomic_load(&vm->kill_reason);
  } else if (status == LUA_ERRMEM) {
    vm->error.status = LK_MEMORY;
  } else {
    vm->error.status = LK_RAISED;
  }
  if (vm->error.status != LK_RAISED) {
    // No code of the script may run after a stop, not even a __tostring.
    size_t count = 0;
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &count) : NULL;
    lk_fail(vm, vm->error.status,
            vm->error.status == LK_CANCELLED ? "stopped: interrupted"
            : vm->error.status == LK_MEMORY  ? "stopped: the memory limit is reached"
                                             : "stopped: the time budget is spent");
    if (text) lk_tape_copy(&vm->error.message, text, count);
    lua_pop(L, 1);
    return vm->error.status;
  }
  lua_pushcfunction(L, describe);
  lua_insert(L, -2);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
    vm->error.traceback.count = vm->error.value.count = 0;
    // The value's __tostring may itself have been stopped.
    lk_fail(vm, lk_killed(vm) ? (lk_status)atomic_load(&vm->kill_reason) : LK_RAISED,
            "an error whose value cannot be shown was raised");
    lua_pop(L, 1);
  }
  return vm->error.status;
}

lk_status lk_protect(lk_vm *vm, lua_CFunction body, void *argument) {
  lua_State *L = vm->running;
  if (!lua_checkstack(L, 8)) {
    lk_fail(vm, LK_MEMORY, "the stack is full");
    return LK_MEMORY;
  }
  int top = lua_gettop(L);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, argument);
  int status = lua_pcall(L, 1, 0, 0);
  lk_status result = LK_OK;
  if (status != LUA_OK) {
    vm->error.traceback.count = 0;
    result = lk_failed(vm, L, status);
  }
  lua_settop(L, top);
  return result;
}

static lk_bytes bytes_of(const lk_tape *tape) { return (lk_bytes){tape->data, tape->count}; }
lk_bytes lk_error_message(const lk_vm *vm) { return bytes_of(&vm->error.message); }
lk_bytes lk_error_traceback(const lk_vm *vm) { return bytes_of(&vm->error.traceback); }
lk_bytes lk_error_value(const lk_vm *vm) { return bytes_of(&vm->error.value); }
