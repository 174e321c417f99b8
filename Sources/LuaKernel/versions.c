// Versions of nodes: a commit gives a new version to each node that it changed and to all containers above it.
#include "kernel.h"

void lk_touch(lua_State *L, lua_Integer version) {
  // Stops at the first ancestor that this commit has already touched.
  int base = lua_gettop(L);
  for (int depth = 0; depth <= LK_MAX_LINKS; depth++) {
    if (!lua_getmetatable(L, -1)) break;
    lua_rawgeti(L, -1, NODE_VERSION);
    if (lua_tointeger(L, -1) == version) break;
    lua_pushinteger(L, version);
    lua_rawseti(L, -3, NODE_VERSION);
    if (lua_rawgeti(L, -2, NODE_PARENT) != LUA_TTABLE) break;
    if (depth % 8 == 7) {  // limits the stack for long paths
      lua_replace(L, base);
      lua_settop(L, base);
    }
  }
  lua_settop(L, base - 1);
}

bool lk_is_child(lua_State *L, int node, int parent) {
  lk_push_slot(L, node, NODE_PARENT);
  bool result = lua_rawequal(L, -1, parent);
  lua_pop(L, 1);
  return result;
}

lua_Integer lk_version(lua_State *L, int index) {
  if (!lk_node(L, index)) return -1;
  // From now on commits update versions. Before the first read this cost is avoided.
  lk_of(L)->versioned = true;
  lk_push_slot(L, index, NODE_VERSION);
  lua_Integer version = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return version;
}
