// The sandbox's base library: a whitelist of Lua's functions, replaced where a stock function could reach a backing.
#include "kernel.h"

#include <math.h>
#include <string.h>

enum { MOST_FORMAT = 16 << 10 };

// MARK: raw access

static int raw_get(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  if (lk_node(L, 1)) {
    lk_push_backing(L, 1);
    lua_replace(L, 1);
    lua_gettable(L, 1);
  } else if (lk_is_environment(L, 1)) {
    // Includes names from the environment behind this table.
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
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "__gc is not available: a finalizer would run at an unknown time");
    lua_pop(L, 1);
  }
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  if (lua_istable(L, 2)) lk_note_weak(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

static int get_metatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (lua_istable(L, 1) ? !lk_has_own_metatable(L, 1) : lua_type(L, 1) != LUA_TSTRING || !lua_getmetatable(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  if (luaL_getmetafield(L, 1, "__metatable") == LUA_TNIL) lua_getmetatable(L, 1);
  return 1;
}

// MARK: text

static int to_string(lua_State *L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  bool address = lua_type(L, 1) > LUA_TSTRING || lua_islightuserdata(L, 1);
  if (lua_islightuserdata(L, 1)) {
    lua_pushliteral(L, "udf.null");
  } else if (lk_mark_of(L, 1) == LK_ERROR_MARK) {
    luaL_tolstring(L, 1, NULL);
  } else if (address && (lk_node(L, 1) || !lk_has_own_metatable(L, 1)) && lk_is_pure(L)) {
    lua_pushstring(L, luaL_typename(L, 1));
  } else if (lua_istable(L, 1) && !lk_has_own_metatable(L, 1)) {
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
  int thread = lua_isthread(L, 1);
  lua_State *of = thread ? lua_tothread(L, 1) : L;
  const char *message = lua_tostring(L, thread + 1);
  if (!message && !lua_isnoneornil(L, thread + 1)) {
    lua_pushvalue(L, thread + 1);
    return 1;
  }
  luaL_traceback(L, of, message, (int)luaL_optinteger(L, thread + 2, of == L ? 1 : 0));
  return 1;
}

// Whether the call has the same result in every run: os.date of a given time in UTC. The locale is always C.
static bool is_fixed_date(lua_State *L) {
  return lua_type(L, 1) == LUA_TSTRING && lua_tostring(L, 1)[0] == '!' && lua_isnumber(L, 2) &&
         strcmp(lua_tostring(L, lua_upvalueindex(3)), "os.date") == 0;
}

// Wraps a function whose result differs between runs. Upvalues: the stock function's upvalue, the stock function, its name.
static int impure(lua_State *L) {
  if (lk_is_pure(L) && !is_fixed_date(L)) {
    const char *name = lua_tostring(L, lua_upvalueindex(3));
    return luaL_error(L, "%s is not available in a reducer, view or event map: they must give the same result "
                      "in every run. Call it in an effect and send the result with an action.%s", name,
                      strcmp(name, "os.date") == 0 ? " A given time can be shown in UTC: os.date(\"!%F\", time)" : "");
  }
  // Of these functions only os.date takes a text, and it cannot be stopped while it runs.
  if (lua_type(L, 1) == LUA_TSTRING && lua_rawlen(L, 1) > MOST_FORMAT) {
    return luaL_argerror(L, 1, lua_pushfstring(L, "a format of at most %d bytes expected, got %I", (int)MOST_FORMAT,
                                               (lua_Integer)lua_rawlen(L, 1)));
  }
  // The clock's seconds have fractions, and os.date takes whole ones.
  if (lua_type(L, 1) == LUA_TSTRING && lua_type(L, 2) == LUA_TNUMBER && !lua_isinteger(L, 2)) {
    lua_Number seconds = (lua_Number)floor(lua_tonumber(L, 2));
    lua_Integer whole;
    if (lua_numbertointeger(seconds, &whole)) {
      lua_pushinteger(L, whole);
      lua_replace(L, 2);
    }
  }
  // A direct call, not lua_call: error messages then name the script's call, and the function finds its upvalue in this frame.
  return lua_tocfunction(L, lua_upvalueindex(2))(L);
}

static void copy_impure(lua_State *L, const char *library, const char *name) {
  // From the stock library on top to the table below it.
  lua_getfield(L, -1, name);
  if (!lua_getupvalue(L, -1, 1)) lua_pushnil(L);
  lua_insert(L, -2);
  lua_pushfstring(L, "%s.%s", library, name);
  lua_pushcclosure(L, impure, 3);
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
  lk_open_absent(L, LUA_OSLIBNAME);
}

// Pushes a table with all of Lua's own functions that a sandbox has.
static void push_library(lua_State *L) {
  static const char *const stock[] = {"assert", "error", "rawequal", "select", "tonumber", "type", NULL};
  static const luaL_Reg ours[] = {
    {"rawget", raw_get}, {"rawset", raw_set}, {"rawlen", raw_len}, {"setmetatable", set_metatable},
    {"getmetatable", get_metatable}, {"tostring", to_string}, {"collectgarbage", count_memory}, {NULL, NULL},
  };
  lua_createtable(L, 0, 32);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, LUA_GNAME);
  for (int i = 0; stock[i]; i++) {
    lua_getfield(L, -1, stock[i]);
    lua_setfield(L, -4, stock[i]);
  }
  lua_pop(L, 2);
  luaL_setfuncs(L, ours, 0);
  lk_open_walks(L);
  lk_open_guards(L);
  lua_pushliteral(L, LUA_VERSION);
  lua_setfield(L, -2, "_VERSION");
  open_math(L);
  lua_setfield(L, -2, LUA_MATHLIBNAME);
  open_os(L);
  lua_setfield(L, -2, LUA_OSLIBNAME);
  lua_createtable(L, 0, 8);
  lk_open_absent(L, LUA_IOLIBNAME);
  lua_setfield(L, -2, LUA_IOLIBNAME);
  lk_open_strings(L);
  lua_setfield(L, -2, LUA_STRLIBNAME);
  lk_open_utf8(L);
  lua_setfield(L, -2, LUA_UTF8LIBNAME);
  lk_open_tables(L);
  lua_setfield(L, -2, LUA_TABLIBNAME);
  lk_open_coroutines(L);
  lua_setfield(L, -2, LUA_COLIBNAME);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, trace);
  lua_setfield(L, -2, "traceback");
  lua_setfield(L, -2, LUA_DBLIBNAME);
}

void lk_make_library(lua_State *L) {
  push_library(L);
  int library = lua_gettop(L);
  // Error messages and tracebacks take the names of functions from the table of loaded libraries.
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, library);
  lua_setfield(L, -2, LUA_GNAME);
  lua_pushnil(L);
  while (lua_next(L, library)) {
    if (lua_istable(L, -1)) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, library + 1);
    } else {
      lua_pop(L, 1);
    }
  }
  lua_settop(L, library);
  lk_of(L)->library = luaL_ref(L, LUA_REGISTRYINDEX);
}

static void copy_table(lua_State *L, int table) {
  // Replaces the table on top by a copy.
  lua_createtable(L, 0, 32);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_replace(L, table);
}

void lk_push_library(lua_State *L, const char *name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->library);
  lua_getfield(L, -1, name);
  lua_replace(L, -2);
  copy_table(L, lua_gettop(L));
}

void lk_open_base(lua_State *L, int table) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->library);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pushvalue(L, -2);
    if (lua_rawget(L, table) == LUA_TNIL) {
      lua_pushvalue(L, -3);
      lua_pushvalue(L, -3);
      // Scripts may write to their own copy of a library.
      if (lua_istable(L, -1)) copy_table(L, lua_gettop(L));
      lua_rawset(L, table);
    }
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}
