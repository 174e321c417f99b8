// pairs, ipairs and next.
//
// `pairs` iterates over a sorted list of the keys in every phase. In pure phases `next` is that of next.c, otherwise Lua's.
#include "kernel.h"

// The function that `pairs` returns. Upvalues: the table, its keys, the position.
static int walk_by(lua_State *L, int (*get)(lua_State *L, int table)) {
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(3));
  for (;;) {
    at++;
    if (lua_rawgeti(L, lua_upvalueindex(2), at) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    if (get(L, lua_upvalueindex(1)) != LUA_TNIL) break;
    lua_pop(L, 2);  // removed during the loop
  }
  lua_pushinteger(L, at);
  lua_replace(L, lua_upvalueindex(3));
  return 2;
}

static int walk(lua_State *L) { return walk_by(L, lua_rawget); }
// Not raw: the host may have to be asked again for a native node's data.
static int walk_node(lua_State *L) { return walk_by(L, lua_gettable); }

static int take_three(lua_State *L, int status, lua_KContext context) {
  (void)L, (void)status, (void)context;
  return 3;
}

static int pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, take_three);  // it may yield
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  bool node = lk_node(L, 1);
  if (node) {
    lk_push_data(L, 1);
  } else {
    lk_refuse_weak(L, 1);
    lua_pushvalue(L, 1);
  }
  lk_sort_keys(L, 2);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, node ? walk_node : walk, 3);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// Iterates over the items of a node. The backing is an upvalue, which scripts cannot reach.
static int walk_items(lua_State *L) {
  lua_Integer at = lua_tointeger(L, 2) + 1;
  lua_pushinteger(L, at);
  return lua_geti(L, lua_upvalueindex(1), at) == LUA_TNIL ? 1 : 2;
}

// Upvalue: the stock function, for tables that are not nodes.
static int ipairs(lua_State *L) {
  // The stock function fails only at the first step, with a message that names neither.
  if (!lua_istable(L, 1) && luaL_getmetafield(L, 1, "__index") == LUA_TNIL) luaL_checktype(L, 1, LUA_TTABLE);
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
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  const lk_tag *tag = lk_node(L, 1);
  // A native node may get a new backing between two calls, which Lua's own `next` cannot handle.
  if (lk_is_pure(L) || (tag && tag->slice->native)) return lk_next_in_order(L, tag);
  if (tag) {
    lk_push_data(L, 1);
    lua_replace(L, 1);
  }
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

void lk_open_walks(lua_State *L) {
  static const luaL_Reg functions[] = {{"pairs", pairs}, {"next", next}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, LUA_GNAME);
  lua_getfield(L, -1, "ipairs");
  lua_pushcclosure(L, ipairs, 1);
  lua_setfield(L, -4, "ipairs");
  lua_pop(L, 2);
}

void lk_refer_pairs(lua_State *L) {
  lua_pushcfunction(L, pairs);
  lk_of(L)->pairs = luaL_ref(L, LUA_REGISTRYINDEX);
}
