// References: Lua values that the host keeps alive, and operations on them.
#include "kernel.h"

#include <limits.h>
#include <string.h>

typedef struct reference_call {
  lk_bytes bytes;
  const char *text;
  lua_CFunction function;
  int32_t number;
  int from, other, result, kind;
} reference_call;

void lk_release(lk_vm *vm, int reference) {
  // luaL_unref only writes to existing slots, so it cannot fail.
  if (reference > 0) luaL_unref(vm->running, LUA_REGISTRYINDEX, reference);
}

static int make_reference(lua_State *L) {
  reference_call *call = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, call->from);
  lua_insert(L, 2);
  int count = lk_push_list(L, call->bytes);
  for (int i = 0; i < count; i++) {
    lua_pushvalue(L, 3 + i);
    if (!lua_istable(L, 2)) return 0;
    // Raw: no metamethod of a script may run here.
    if (lk_node(L, 2)) {
      lk_push_backing(L, 2);
      lua_replace(L, 2);
      lua_gettable(L, 2);
    } else {
      lua_rawget(L, 2);
    }
    lua_replace(L, 2);
  }
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) call->result = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int lk_reference(lk_vm *vm, int from, lk_bytes path) {
  reference_call call = {.from = from, .bytes = path};
  return lk_protect(vm, make_reference, &call) == LK_OK ? call.result : 0;
}

static int make_value(lua_State *L) {
  reference_call *call = lua_touserdata(L, 1);
  lk_push_plain(L, call->bytes);
  call->result = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int lk_value(lk_vm *vm, lk_bytes value) {
  reference_call call = {.bytes = value};
  return lk_protect(vm, make_value, &call) == LK_OK ? call.result : 0;
}

static int make_function(lua_State *L) {
  reference_call *call = lua_touserdata(L, 1);
  lua_pushcfunction(L, call->function);
  call->result = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int lk_function_reference(lk_vm *vm, lua_CFunction function) {
  reference_call call = {.function = function};
  return lk_protect(vm, make_function, &call) == LK_OK ? call.result : 0;
}

static int make_table(lua_State *L) {
  reference_call *call = lua_touserdata(L, 1);
  lua_newtable(L);
  call->result = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int lk_new_table(lk_vm *vm) {
  reference_call call = {0};
  return lk_protect(vm, make_table, &call) == LK_OK ? call.result : 0;
}

static int assign(lua_State *L) {
  reference_call *call = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, call->from);
  lua_pushstring(L, call->text);
  if (call->other) lua_rawgeti(L, LUA_REGISTRYINDEX, call->other); else lua_pushnil(L);
  lua_rawset(L, -3);
  return 0;
}

lk_status lk_assign(lk_vm *vm, int table, const char *key, int value) {
  reference_call call = {.from = table, .text = key, .other = value};
  return lk_protect(vm, assign, &call);
}

int lk_defined(lk_vm *vm, int function, lk_bytes *file) {
  lua_State *L = vm->running;
  lua_Debug ar = {.linedefined = 0};
  if (!lua_checkstack(L, 2)) return 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  if (!lua_isfunction(L, -1) || lua_iscfunction(L, -1)) {
    lua_pop(L, 1);
    return 0;
  }
  // 'S' and '>' only read the function's prototype.
  lua_getinfo(L, ">S", &ar);
  if (*ar.source == '=') return 0;
  lk_tape_copy(&vm->out, ar.short_src, strlen(ar.short_src));
  *file = (lk_bytes){vm->out.data, vm->out.count};
  return ar.linedefined;
}

static int put_code(lua_State *L, const void *code, size_t count, void *tape) {
  (void)L;
  return !lk_tape_put(tape, code, count);
}

bool lk_dump(lua_State *L, lk_tape *tape, bool stripped) {
  tape->count = 0;
  return lua_dump(L, put_code, tape, stripped) == 0;
}

lk_bytes lk_bytecode(lk_vm *vm, int function) {
  lua_State *L = vm->running;
  if (!lua_checkstack(L, 1)) return (lk_bytes){0};
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  // lua_dump raises no error.
  bool is_dumped = lua_isfunction(L, -1) && !lua_iscfunction(L, -1) && lk_dump(L, &vm->out, true);
  lua_pop(L, 1);
  return is_dumped ? (lk_bytes){vm->out.data, vm->out.count} : (lk_bytes){0};
}

int lk_parameters(lk_vm *vm, int function) {
  lua_State *L = vm->running;
  lua_Debug ar;
  if (!lua_checkstack(L, 2)) return INT_MAX;
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  if (!lua_isfunction(L, -1)) {
    lua_pop(L, 1);
    return INT_MAX;
  }
  // 'u' only reads the function's prototype.
  lua_getinfo(L, ">u", &ar);
  return ar.isvararg ? INT_MAX : ar.nparams;
}
