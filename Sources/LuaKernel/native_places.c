// The places of the nodes of native slices. The host may show one container at several places, so a node may have places
// besides its link. The link is the first place that is still valid and determines the path. A change of a node changes the
// version of every container that it is in.
#include "kernel.h"

// Whether the parent holds the node under the key. The parent must be a container with a handle, or valid plain data in one.
static bool stands(lua_State *L, int node, int parent, int key) {
  luaL_checkstack(L, 10, NULL);
  int top = lua_gettop(L);
  bool holds = false;
  if (lua_istable(L, parent)) {
    lua_getmetatable(L, parent);
    if (lua_rawgeti(L, top + 1, NODE_BACKING) == LUA_TTABLE) {
      lua_pushvalue(L, key);
      lua_rawget(L, -2);
      holds = lua_rawequal(L, -1, node);
    }
    if (holds && lua_rawgeti(L, top + 1, NODE_HANDLE) == LUA_TNIL) {
      lk_push_link(L, parent);
      int above = lua_gettop(L) - 1;
      holds = stands(L, parent, above, above + 1);
    }
  }
  lua_settop(L, top);
  return holds;
}

static void add_place(lua_State *L, int value, int node, int key) {
  luaL_checkstack(L, 10, NULL);
  lua_getmetatable(L, value);
  int metatable = lua_gettop(L), places = metatable + 1, parent = places + 1;
  if (lua_rawgeti(L, metatable, NODE_PLACES) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 2, 0);
    lua_pushvalue(L, places);
    lua_rawseti(L, metatable, NODE_PLACES);
  }
  // Removes places that are no longer valid.
  lua_Integer count = (lua_Integer)lua_rawlen(L, places), kept = 0;
  for (lua_Integer i = 1; i <= count; i += 2) {
    lua_rawgeti(L, places, i);
    lua_rawgeti(L, places, i + 1);
    if (stands(L, value, parent, parent + 1)) {
      lua_rawseti(L, places, kept + 2);
      lua_rawseti(L, places, kept + 1);
      kept += 2;
    }
    lua_settop(L, places);
  }
  for (lua_Integer i = count; i > kept; i--) {
    lua_pushnil(L);
    lua_rawseti(L, places, i);
  }
  lua_pushvalue(L, key);
  lua_rawseti(L, places, kept + 2);
  lua_pushvalue(L, node);
  lua_rawseti(L, places, kept + 1);
  lua_settop(L, metatable - 1);
}

void lk_native_place(lua_State *L, int value, int node, int key) {
  lk_push_link(L, value);
  int parent = lua_gettop(L) - 1;
  bool linked = stands(L, value, parent, parent + 1);
  lua_settop(L, parent - 1);
  if (linked) add_place(L, value, node, key); else lk_node_link(L, value, node, key);
}

bool lk_native_relink(lua_State *L, int node) {
  luaL_checkstack(L, 10, NULL);
  lua_getmetatable(L, node);
  int metatable = lua_gettop(L), places = metatable + 1, parent = places + 1;
  bool found = false;
  if (lua_rawgeti(L, metatable, NODE_PLACES) == LUA_TTABLE) {
    for (lua_Integer count = (lua_Integer)lua_rawlen(L, places); count > 0 && !found; count -= 2) {
      for (lua_Integer i = 1; i <= 2; i++) lua_rawgeti(L, places, i);
      found = stands(L, node, parent, parent + 1);
      if (found) lk_node_link(L, node, parent, parent + 1);
      lua_settop(L, places);
      // Remove this place: it is the link now, or it is no longer valid.
      for (int i = 0; i < 2; i++) lk_shift_out(L, places, 1, (lua_Integer)lua_rawlen(L, places));
    }
  }
  lua_settop(L, metatable - 1);
  return found;
}

static void touch(lua_State *L, lua_Integer version, int depth) {
  int node = lua_gettop(L), metatable = node + 1, places = node + 2;
  if (depth <= LK_MAX_DEPTH && lua_checkstack(L, 8) && lua_getmetatable(L, node)) {
    lua_rawgeti(L, metatable, NODE_VERSION);
    bool touched = lua_tointeger(L, -1) == version;
    lua_pop(L, 1);
    if (!touched) {
      lua_pushinteger(L, version);
      lua_rawseti(L, metatable, NODE_VERSION);
      bool several = lua_rawgeti(L, metatable, NODE_PLACES) == LUA_TTABLE;
      lua_Integer count = several ? (lua_Integer)lua_rawlen(L, places) : 0;
      for (lua_Integer i = 1; i <= count; i += 2) {
        lua_rawgeti(L, places, i);
        touch(L, version, depth + 1);
      }
      lua_rawgeti(L, metatable, NODE_PARENT);
      touch(L, version, depth + 1);
    }
  }
  lua_settop(L, node - 1);
}

void lk_native_touch(lua_State *L) {
  lk_vm *vm = lk_of(L);
  if (vm->versioned) touch(L, (lua_Integer)++vm->commit, 0); else lua_pop(L, 1);
}
