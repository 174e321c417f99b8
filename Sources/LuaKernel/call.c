// Calls of script functions by the host, and of host functions by scripts.
#include "encode.h"

#include <string.h>

// MARK: calling functions

typedef struct function_call {
  int function, first;
  lk_bytes arguments;
  int count;
} function_call;

static int call_function(lua_State *L) {
  function_call *call = lua_touserdata(L, 1);
  lk_vm *vm = lk_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, call->function);
  if (call->first) lua_rawgeti(L, LUA_REGISTRYINDEX, call->first);
  int count = lk_push_list(L, call->arguments) + (call->first ? 1 : 0);
  lua_call(L, count, LUA_MULTRET);
  call->count = lua_gettop(L) - 1;
  luaL_checkstack(L, 3, NULL);
  lua_createtable(L, call->count, 0);
  lua_replace(L, 1);
  for (int i = call->count; i >= 1; i--) lua_rawseti(L, 1, i);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->result);
  return 0;
}

lk_status lk_call(lk_vm *vm, int function, int first, lk_bytes arguments, lk_phase phase, double seconds) {
  lua_State *L = vm->running;
  function_call call = {function, first, arguments, 0};
  if (!lua_checkstack(L, 16)) {
    lk_fail(vm, LK_MEMORY, "the stack is full");
    return LK_MEMORY;
  }
  lk_phase outer = vm->phase;
  lk_slice *writing = vm->writing;
  lk_enter_phase(vm, phase);
  vm->writing = NULL;
  vm->error.traceback.count = 0;
  lk_enter(vm, (uint64_t)(seconds * 1e9));
  int top = lua_gettop(L);
  lua_pushcfunction(L, lk_handler);
  lua_pushcfunction(L, call_function);
  lua_pushlightuserdata(L, &call);
  int status = lua_pcall(L, 1, 0, top + 1);
  lk_status result = status == LUA_OK ? LK_OK : lk_failed(vm, L, status);
  lua_settop(L, top);
  lk_leave(vm);
  vm->writing = writing;
  lk_set_phase(vm, outer);
  vm->result_count = result == LK_OK ? call.count : 0;
  return result;
}

static int encode_results(lua_State *L) {
  lk_vm *vm = lk_of(L);
  bool display = *(int *)lua_touserdata(L, 1);
  lk_tape *tape = &vm->out;
  uint32_t count = (uint32_t)vm->result_count;
  tape->count = 0;
  lk_put_head(L, tape, TAPE_LIST, count);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->result);
  for (uint32_t i = 1; i <= count; i++) {
    lua_rawgeti(L, 2, i);
    lk_encode(L, 3, tape, display);
    lua_settop(L, 2);
  }
  return 0;
}

lk_status lk_results(lk_vm *vm, int display, lk_bytes *results) {
  // A small table can be endless when followed as a tree, so encoding it has a budget too.
  lk_enter(vm, vm->budget);
  vm->returned = true;
  lk_status status = lk_protect(vm, encode_results, &display);
  vm->returned = false;
  lk_leave(vm);
  *results = (lk_bytes){vm->out.data, vm->out.count};
  return status;
}

static int refer_result(lua_State *L) {
  int *position = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->result);
  bool found = lua_rawgeti(L, 2, *position) != LUA_TNIL;
  *position = found ? luaL_ref(L, LUA_REGISTRYINDEX) : 0;
  return 0;
}

int lk_result_reference(lk_vm *vm, int position) {
  return lk_protect(vm, refer_result, &position) == LK_OK ? position : 0;
}

// MARK: host functions

static int push_answer(lua_State *L) {
  lk_tape *answer = &lk_of(L)->answer;
  lk_charge_memory(L, answer->count);
  int count = lk_push_list(L, (lk_bytes){answer->data, answer->count});
  lk_tape_trim(answer);
  return count;
}

static int raise_answer(lua_State *L) {
  lua_settop(L, 0);
  if (push_answer(L) == 0) lua_pushliteral(L, "the host function failed without a message");
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING) {
    lk_where(L);
    lua_insert(L, 1);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int answered(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  // Stack: whether the host succeeded, and the values that the task was resumed with.
  if (lua_toboolean(L, 1)) return lua_gettop(L) - 1;
  if (lua_gettop(L) < 2) lua_pushliteral(L, "the host function failed without a message");
  lua_settop(L, 2);
  return lua_error(L);
}

int lk_suspend(lua_State *L) { return lk_await(L, answered); }

int lk_host_function(lua_State *L) {
  lk_vm *vm = lk_of(L);
  int count = lua_gettop(L);
  lk_tape *tape = &vm->arguments;
  tape->count = 0;
  lk_put_head(L, tape, TAPE_LIST, (uint32_t)count);
  bool display = lua_toboolean(L, lua_upvalueindex(2));
  if (!display && lua_istable(L, 1) && lk_has_own_metatable(L, 1)) {
    lk_where(L);
    lua_pushliteral(L, "the first argument is a table with a metatable; only plain tables can be copied. "
                       "To fix this, call the function with a dot and not a colon, or copy the table's fields");
    lua_concat(L, 2);
    return lua_error(L);
  }
  for (int i = 1; i <= count; i++) lk_encode(L, i, tape, display);
  lk_note_await(L, vm);
  atomic_store_explicit(&vm->last_used, vm->used, memory_order_relaxed);
  int outer_host = lk_enter_host(vm);
  lk_answer answer = vm->host.call(vm->host.context, (int32_t)lua_tointeger(L, lua_upvalueindex(1)));
  lk_leave_host(vm, outer_host);
  lk_tape_trim(tape);
  // The host may have returned before the signal arrived. Stopping here still names the calling line.
  if (lk_killed(vm)) return lk_die(L);
  switch (answer) {
    case LK_RAISE: return raise_answer(L);
    case LK_RETURN_REFERENCE: lua_rawgeti(L, LUA_REGISTRYINDEX, vm->answer_reference); return 1;
    case LK_SUSPEND: return lk_suspend(L);
    default: return push_answer(L);
  }
}

typedef struct maker {
  int32_t number;
  int display, result;
} maker;

static int called_framed(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L);
}

// A tail call `return f { … }` of a Lua function loses the caller's line. A tail call of this C wrapper keeps it.
static int call_framed(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_callk(L, lua_gettop(L) - 1, LUA_MULTRET, 0, called_framed);
  return lua_gettop(L);
}

static int make_framed(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushcclosure(L, call_framed, 1);
  return 1;
}

int lk_framed_function(lk_vm *vm) { return lk_function_reference(vm, make_framed); }

static int make_host_function(lua_State *L) {
  maker *m = lua_touserdata(L, 1);
  lua_pushinteger(L, m->number);
  lua_pushboolean(L, m->display);
  lua_pushcclosure(L, lk_host_function, 2);
  m->result = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int lk_function(lk_vm *vm, int32_t function, int display) {
  maker m = {.number = function, .display = display};
  return lk_protect(vm, make_host_function, &m) == LK_OK ? m.result : 0;
}

lk_bytes lk_call_site(lk_vm *vm) {
  lua_State *L = vm->running;
  lua_Debug ar;
  if (!lk_script_position(L, &ar)) return (lk_bytes){NULL, 0};
  char text[LUA_IDSIZE + 16];
  int count = snprintf(text, sizeof text, "%s:%d", ar.short_src, ar.currentline);
  lk_tape_copy(&vm->site, text, (size_t)count);
  return (lk_bytes){vm->site.data, vm->site.count};
}
