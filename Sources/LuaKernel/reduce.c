// A reducer's transaction: calls the reducer, settles the values that it stored, lists its changes, and undoes all if it fails.
#include "kernel.h"

static int decode_action(lua_State *L) {
  lk_push_plain(L, *(lk_bytes *)lua_touserdata(L, 1));
  return 1;
}

static lk_status run_reducer(lk_vm *vm, lk_slice *slice, int handler, lk_bytes action) {
  lua_State *L = vm->running;
  int top = lua_gettop(L);
  lua_pushcfunction(L, lk_handler);
  int status = LUA_OK;
  lua_rawgeti(L, LUA_REGISTRYINDEX, handler);
  lua_rawgeti(L, LUA_REGISTRYINDEX, slice->root);
  if (action.count) {
    lua_pushcfunction(L, decode_action);
    lua_pushlightuserdata(L, &action);
    status = lua_pcall(L, 1, 1, 0);
  } else {
    lua_pushvalue(vm->action_thread, vm->action_index);
    if (vm->action_thread != L) lua_xmove(vm->action_thread, L, 1);
  }
  bool settling = false;
  if (status == LUA_OK) status = lua_pcall(L, 2, LUA_MULTRET, top + 1);
  if (status == LUA_OK && (vm->containers || vm->irregular || lua_gettop(L) > top + 1)) {
    settling = true;
    lua_settop(L, top + 2);
    if (vm->keeps_sites) {
      lua_rawgeti(L, LUA_REGISTRYINDEX, handler);
      vm->writer = lk_site_of_function(L, -1);
      lua_pop(L, 1);
    }
    vm->returned = true;
    vm->stored = vm->writer;
    lua_pushcfunction(L, lk_settle);
    lua_insert(L, -2);
    status = lua_pcall(L, 1, 0, top + 1);
    vm->returned = false;
    vm->writer = vm->stored = -1;
  }
  lk_status result = LK_OK;
  if (status != LUA_OK) {
    result = lk_failed(vm, L, status);
    if (result == LK_RAISED && settling) result = vm->error.status = LK_STATE;
  }
  lua_settop(L, top);
  return result;
}

static void forget_holes(lk_vm *vm) {
  if (vm->irregular) {
    // Clearing existing slots only.
    lua_State *L = vm->running;
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->seen);
    lua_pushnil(L);
    while (lua_next(L, -2)) {
      lua_pop(L, 1);
      lua_pushvalue(L, -1);
      lua_pushnil(L);
      lua_rawset(L, -4);
    }
    lua_pop(L, 1);
    vm->irregular = false;
  }
}

static void begin(lk_vm *vm) {
  vm->mark = vm->tail;
  vm->containers = vm->text = 0;
  forget_holes(vm);
}

lk_status lk_reduce(lk_vm *vm, lk_slice *slice, int handler, lk_bytes action) {
  // Room for all that happens outside of protected calls: the call itself, versions, rollback.
  if (!lua_checkstack(vm->running, 64)) {
    lk_fail(vm, LK_MEMORY, "the stack is full");
    return LK_MEMORY;
  }
  lk_slice *outer = vm->writing;
  lk_phase phase = vm->phase;
  lk_enter_phase(vm, LK_REDUCER);
  vm->writing = slice;
  vm->error.traceback.count = 0;
  begin(vm);
  lk_enter(vm, vm->budget);
  lk_status status = run_reducer(vm, slice, handler, action);
  if (status == LK_STATE && !lk_killed(vm)) {
    // Runs the reducer again and checks each table when it is stored, so that the error names the line. Reducers are pure.
    lk_rollback(vm, vm->mark);
    begin(vm);
    vm->strict = true;
    status = run_reducer(vm, slice, handler, action);
    vm->strict = false;
    if (status == LK_OK || status == LK_RAISED) status = vm->error.status = LK_STATE;
  }
  if (status == LK_OK && lk_must_list(vm)) status = lk_list_transaction(vm);
  lk_leave(vm);
  forget_holes(vm);
  vm->writing = outer;
  lk_set_phase(vm, phase);
  if (status != LK_OK) {
    lk_rollback(vm, vm->mark);
    return status;
  }
  if (vm->versioned) lk_touch_all(vm->running, vm->mark, vm->tail);
  return LK_OK;
}
