// The sandbox: the functions of Lua's base library that a script may have, whitelisted, each blind to backings.
#include "kernel.h"

#include <string.h>

static bool is_list_marker(lua_State *L, int metatable) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->list_marker);
  bool result = lua_rawequal(L, -1, metatable < 0 ? metatable - 1 : metatable);
  lua_pop(L, 1);
  return result;
}

static bool has_own_metatable(lua_State *L, int index) {
  // None that the kernel gave it, which no script may see.
  if (lk_node(L, index) || (lua_istable(L, index) && lk_is_action(L, index)) || !lua_getmetatable(L, index)) return false;
  bool own = !is_list_marker(L, -1);
  lua_pop(L, 1);
  return own;
}

// MARK: raw access

static int raw_get(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  if (lk_node(L, 1)) {
    lk_push_backing(L, 1);
    lua_replace(L, 1);
    lua_gettable(L, 1);
  } else {
    lua_rawget(L, 1);
  }
  return 1;
}

static int raw_set(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  if (lk_node(L, 1)) {
    lk_node_newindex(L);
  } else if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "rawset cannot write a table whose metatable is protected");
  } else {
    lua_rawset(L, 1);
  }
  lua_settop(L, 1);
  return 1;
}

static int raw_len(lua_State *L) {
  int type = lua_type(L, 1);
  luaL_argexpected(L, type == LUA_TTABLE || type == LUA_TSTRING, 1, "table or string");
  if (lk_node(L, 1)) return lk_node_len(L);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

static int set_metatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  lua_settop(L, 2);
  if (lk_node(L, 1)) return luaL_error(L, "a table of the state has no metatable");
  if (lua_istable(L, 2)) {
    if (lk_node(L, 2)) return luaL_error(L, "a table of the state cannot be a metatable");
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "__gc is not available: a finalizer would run at no known time");
    lua_pop(L, 1);
  }
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  lua_setmetatable(L, 1);
  return 1;
}

static int get_metatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (lua_istable(L, 1) ? !has_own_metatable(L, 1) : lua_type(L, 1) != LUA_TSTRING || !lua_getmetatable(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  if (luaL_getmetafield(L, 1, "__metatable") == LUA_TNIL) lua_getmetatable(L, 1);
  return 1;
}

// MARK: walking. Always in order: items first, then keys by byte.

static int walk_by(lua_State *L, int (*get)(lua_State *L, int table)) {
  // Upvalues: what is walked, its keys, the position.
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(3));
  for (;;) {
    at++;
    if (lua_rawgeti(L, lua_upvalueindex(2), at) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    if (get(L, lua_upvalueindex(1)) != LUA_TNIL) break;
    lua_pop(L, 2);  // removed meanwhile
  }
  lua_pushinteger(L, at);
  lua_replace(L, lua_upvalueindex(3));
  return 2;
}

static int walk(lua_State *L) { return walk_by(L, lua_rawget); }
// Not raw: what a native node holds may be read again.
static int walk_node(lua_State *L) { return walk_by(L, lua_gettable); }

static int pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  bool node = lk_node(L, 1);
  if (node) lk_push_data(L, 1); else lua_pushvalue(L, 1);
  lk_sort_keys(L, 2);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, node ? walk_node : walk, 3);
  lua_pushvalue(L, 1);
  return 2;
}

// Items of a node, read from its backing, which stays out of reach as an upvalue.
static int walk_items(lua_State *L) {
  lua_Integer at = lua_tointeger(L, 2) + 1;
  lua_pushinteger(L, at);
  return lua_geti(L, lua_upvalueindex(1), at) == LUA_TNIL ? 1 : 2;
}

// Upvalue: the stock function, for everything that is no node.
static int ipairs(lua_State *L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (lk_node(L, 1)) {
    lk_push_backing(L, 1);
    lua_pushcclosure(L, walk_items, 1);
  } else {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
  }
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

static int next(lua_State *L) {
  lk_vm *vm = lk_of(L);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (lk_node(L, 1)) {
    lk_push_data(L, 1);
    lua_replace(L, 1);
  }
  lua_Integer items = (lua_Integer)lua_rawlen(L, 1);
  lua_Integer after = lua_isnil(L, 2) ? 0 : lua_isinteger(L, 2) ? lua_tointeger(L, 2) : -1;
  while (after >= 0 && after < items) {
    lua_pushinteger(L, ++after);
    if (lua_rawgeti(L, 1, after) != LUA_TNIL) return 2;
    lua_settop(L, 2);
    lua_pushinteger(L, after);  // a hole
    lua_replace(L, 2);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->next_cache);  // 3
  lua_rawgeti(L, 3, 1);
  lua_rawgeti(L, 3, 2);  // 5: keys
  bool cached = false;
  if (!lua_isnil(L, 2) && lua_rawequal(L, 4, 1)) {
    lua_rawgeti(L, 5, vm->next_at);
    cached = lua_rawequal(L, -1, 2);
    lua_pop(L, 1);
  }
  if (!cached) {
    if (lua_isnil(L, 2)) {
      lua_pushnil(L);
      if (!lua_next(L, 1)) {
        lua_pushnil(L);
        return 1;
      }
      lua_pop(L, 2);
    }
    lua_settop(L, 3);
    lua_pushvalue(L, 1);
    int count = lk_sort_keys(L, 1);
    lua_pushvalue(L, 4);
    lua_rawseti(L, 3, 1);
    lua_pushvalue(L, 5);
    lua_rawseti(L, 3, 2);
    vm->next_at = 0;
    if (!lua_isnil(L, 2)) {
      lua_Integer at = 1;
      for (; at <= count; at++) {
        lua_rawgeti(L, 5, at);
        bool found = lua_rawequal(L, -1, 2);
        lua_pop(L, 1);
        if (found) break;
      }
      if (at > count) return luaL_error(L, "invalid key to 'next'");
      vm->next_at = at;
    }
  }
  for (;;) {
    vm->next_at++;
    if (lua_rawgeti(L, 5, vm->next_at) == LUA_TNIL) {
      lua_pushnil(L);
      lua_rawseti(L, 3, 1);
      return 1;
    }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) return 2;
    lua_pop(L, 2);
  }
}

// MARK: text

static int to_string(lua_State *L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  bool address = lua_type(L, 1) > LUA_TSTRING || lua_islightuserdata(L, 1);
  if (lua_islightuserdata(L, 1)) {
    lua_pushliteral(L, "udf.null");
  } else if (address && (lk_node(L, 1) || !has_own_metatable(L, 1)) && lk_is_pure(L)) {
    lua_pushstring(L, luaL_typename(L, 1));
  } else if (lua_istable(L, 1) && !has_own_metatable(L, 1)) {
    lua_pushfstring(L, "table: %p", lua_topointer(L, 1));
  } else if (address && lk_is_pure(L) && luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL) {
    lua_pushstring(L, luaL_typename(L, 1));
  } else {
    luaL_tolstring(L, 1, NULL);
  }
  return 1;
}

static int count_memory(lua_State *L) {
  const char *what = luaL_optstring(L, 1, "count");
  if (strcmp(what, "count") != 0) {
    return luaL_error(L, "collectgarbage(\"%s\") is not available: scripts may only ask for \"count\"", what);
  }
  if (lk_is_pure(L)) return luaL_error(L, "collectgarbage is not available here: its answer differs from run to run");
  lua_pushnumber(L, (lua_Number)lk_of(L)->used / 1024.0);
  return 1;
}

static int trace(lua_State *L) {
  const char *message = lua_tostring(L, 1);
  if (!message && !lua_isnoneornil(L, 1)) {
    lua_settop(L, 1);
    return 1;
  }
  luaL_traceback(L, L, message, (int)luaL_optinteger(L, 2, 1));
  return 1;
}

// What gives another answer in every run; upvalue: the stock function and its name.
static int impure(lua_State *L) {
  if (lk_is_pure(L)) {
    return luaL_error(L, "%s is not available in a reducer, view or event map: they must give the same result "
                      "in every run. Call it in an effect and send the result with an action.",
                      lua_tostring(L, lua_upvalueindex(2)));
  }
  int arguments = lua_gettop(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, arguments, LUA_MULTRET);
  return lua_gettop(L);
}

static void copy_impure(lua_State *L, const char *library, const char *name) {
  // From the stock library on top into the table below it.
  lua_getfield(L, -1, name);
  lua_pushfstring(L, "%s.%s", library, name);
  lua_pushcclosure(L, impure, 2);
  lua_setfield(L, -3, name);
}

static void open_math(lua_State *L) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, LUA_MATHLIBNAME);
  lua_remove(L, -2);
  lua_createtable(L, 0, 32);
  lua_insert(L, -2);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -5);
  }
  copy_impure(L, "math", "random");
  copy_impure(L, "math", "randomseed");
  lua_pop(L, 1);
}

static void open_os(lua_State *L) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, LUA_OSLIBNAME);
  lua_remove(L, -2);
  lua_createtable(L, 0, 4);
  lua_insert(L, -2);
  copy_impure(L, "os", "time");
  copy_impure(L, "os", "clock");
  copy_impure(L, "os", "date");
  lua_getfield(L, -1, "difftime");
  lua_setfield(L, -3, "difftime");
  lua_pop(L, 1);
}

void lk_open_base(lua_State *L, int table) {
  static const char *const stock[] = {"assert", "error", "rawequal", "select", "tonumber", "type", NULL};
  static const luaL_Reg ours[] = {
    {"rawget", raw_get}, {"rawset", raw_set}, {"rawlen", raw_len}, {"setmetatable", set_metatable},
    {"getmetatable", get_metatable}, {"pairs", pairs}, {"next", next}, {"tostring", to_string},
    {"collectgarbage", count_memory}, {NULL, NULL},
  };
  lua_createtable(L, 0, 32);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, LUA_GNAME);
  for (int i = 0; stock[i]; i++) {
    lua_getfield(L, -1, stock[i]);
    lua_setfield(L, -4, stock[i]);
  }
  lua_getfield(L, -1, "ipairs");
  lua_pushcclosure(L, ipairs, 1);
  lua_setfield(L, -4, "ipairs");
  lua_pop(L, 2);
  luaL_setfuncs(L, ours, 0);
  lk_open_guards(L);
  lua_pushliteral(L, LUA_VERSION);
  lua_setfield(L, -2, "_VERSION");
  open_math(L);
  lua_setfield(L, -2, "math");
  open_os(L);
  lua_setfield(L, -2, "os");
  lk_open_strings(L);
  lua_setfield(L, -2, "string");
  lk_open_utf8(L);
  lua_setfield(L, -2, "utf8");
  lk_open_tables(L);
  lua_setfield(L, -2, "table");
  lk_open_coroutines(L);
  lua_setfield(L, -2, "coroutine");
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, trace);
  lua_setfield(L, -2, "traceback");
  lua_setfield(L, -2, "debug");
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pushvalue(L, -2);
    if (lua_rawget(L, table) == LUA_TNIL) {
      lua_pushvalue(L, -3);
      lua_pushvalue(L, -3);
      lua_rawset(L, table);
    }
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}

void lk_refer_pairs(lua_State *L) {
  lua_pushcfunction(L, pairs);
  lk_of(L)->pairs = luaL_ref(L, LUA_REGISTRYINDEX);
}

static int mark_list(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_settop(L, 0);
    lua_newtable(L);
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lk_node(L, 1)) {
    if (!lk_node(L, 1)->list) return luaL_error(L, "udf.list takes a plain table; this one is a map of the state");
    return 1;
  }
  lua_settop(L, 1);
  if (has_own_metatable(L, 1)) return luaL_error(L, "udf.list takes a table without a metatable");
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->list_marker);
  lua_setmetatable(L, 1);
  return 1;
}

int lk_list_function(lk_vm *vm) { return lk_function_reference(vm, mark_list); }
