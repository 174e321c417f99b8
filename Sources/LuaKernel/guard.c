// pcall and xpcall, which re-raise a stop so that no script outlives its budget, and the environments of scripts.
#include "kernel.h"

void lk_pass_on_kill(lua_State *L, int status) {
  lk_vm *vm = lk_of(L);
  if (status == LUA_ERRMEM && !lk_killed(vm)) {
    // Running out of memory is a stop: a script that caught it would only try again.
    lk_kill_for_memory(vm);
    lk_die(L);
  }
  if (lk_killed(vm)) {
    // The script's own error was caught at the moment of the stop; its message does not mention the stop.
    if (vm->reported_run != atomic_load(&vm->kill_run)) lk_die(L);
    lk_arm(L);
    lua_error(L);
  }
}

static int finish(lua_State *L, int status, lua_KContext skipped) {
  if (status != LUA_OK && status != LUA_YIELD) {
    lk_pass_on_kill(L, status);
    lk_mark_error(L);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)skipped;
}

static int guarded_call(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish);
  return finish(L, status, 0);
}

static int guarded_handler(lua_State *L) {
  if (lk_killed(lk_of(L))) return 1;
  lk_mark_error(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int guarded_xcall(lua_State *L) {
  int arguments = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, guarded_handler, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  int status = lua_pcallk(L, arguments - 2, LUA_MULTRET, 2, 2, finish);
  return finish(L, status, 2);
}

void lk_open_guards(lua_State *L) {
  lua_pushcfunction(L, guarded_call);
  lua_setfield(L, -2, "pcall");
  lua_pushcfunction(L, guarded_xcall);
  lua_setfield(L, -2, "xpcall");
}

// MARK: environments

typedef struct environment {
  int writable, library, fallback, result;
} environment;

// A registry key that marks the metatables of environments.
static const char environments;

bool lk_is_environment(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return false;
  bool is = lua_rawgetp(L, -1, &environments) != LUA_TNIL;
  lua_pop(L, 2);
  return is;
}

static int refuse_global(lua_State *L) {
  const char *name = lua_tostring(L, 2);
  return luaL_error(L, "the global '%s' cannot be written: files share nothing but what they return. "
                    "To fix this, write: local %s = …", name ? name : "?", name ? name : "name");
}

// Upvalue: the environment's own names; a global with such a name would hide it permanently.
static int write_global(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) {
    const char *name = lua_tostring(L, 2);
    return luaL_error(L, "'%s' is already defined and cannot be written. To fix this, choose another name",
                      name ? name : "?");
  }
  lua_settop(L, 3);
  lua_rawset(L, 1);
  return 0;
}

static int make_environment(lua_State *L) {
  environment *e = lua_touserdata(L, 1);
  if (e->library) lua_rawgeti(L, LUA_REGISTRYINDEX, e->library); else lua_newtable(L);
  lk_open_base(L, 2);
  lua_newtable(L);  // 3: what scripts see as _G
  lua_pushvalue(L, 3);
  lua_setfield(L, 2, "_G");
  lua_pushvalue(L, 3);
  lua_pushcclosure(L, lk_load_text, 1);
  lua_setfield(L, 2, "load");
  if (e->fallback) {
    lua_createtable(L, 0, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, e->fallback);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, 2);
  }
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, 2);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  if (e->writable) {
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, write_global, 1);
  } else {
    lua_pushcfunction(L, refuse_global);
  }
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 1);
  lua_rawsetp(L, -2, &environments);
  lua_setmetatable(L, 3);
  lua_settop(L, 3);
  e->result = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int lk_environment(lk_vm *vm, int writable, int library, int fallback) {
  environment e = {writable, library, fallback, 0};
  return lk_protect(vm, make_environment, &e) == LK_OK ? e.result : 0;
}
