// The place of a node: its link to the container above, and the path that follows the links.
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

void lk_node_link(lua_State *L, int node, int parent, int key) {
  parent = parent ? lua_absindex(L, parent) : 0;
  key = key ? lua_absindex(L, key) : 0;
  lua_getmetatable(L, node);
  if (parent) lua_pushvalue(L, parent); else lua_pushboolean(L, 0);
  lua_rawseti(L, -2, NODE_PARENT);
  if (key) lua_pushvalue(L, key); else lua_pushboolean(L, 0);
  lua_rawseti(L, -2, NODE_KEY);
  lua_pop(L, 1);
}

void lk_push_link(lua_State *L, int node) {
  lua_getmetatable(L, node);
  lua_rawgeti(L, -1, NODE_PARENT);
  lua_rawgeti(L, -2, NODE_KEY);
  lua_remove(L, -3);
}

lua_Integer lk_find_item(lua_State *L, int backing, int value, lua_Integer hint, lua_Integer count) {
  if (hint < 1) hint = 1;
  if (hint > count) hint = count;
  // Searches outwards from the old position: an item moves by the number of items inserted or removed before it.
  for (lua_Integer below = hint, above = hint + 1; below >= 1 || above <= count; below--, above++) {
    if (((above - hint) & 1023) == 0) lk_charge(L, 1024);
    if (below >= 1) {
      lua_rawgeti(L, backing, below);
      bool found = lua_rawequal(L, -1, value);
      lua_pop(L, 1);
      if (found) return below;
    }
    if (above <= count) {
      lua_rawgeti(L, backing, above);
      bool found = lua_rawequal(L, -1, value);
      lua_pop(L, 1);
      if (found) return above;
    }
  }
  return 0;
}

bool lk_push_key(lua_State *L, int node, int parent, int key) {
  lk_push_backing(L, parent);
  int backing = lua_gettop(L);
  lua_pushvalue(L, key);
  lua_gettable(L, backing);
  bool holds = lua_rawequal(L, -1, node);
  lua_pop(L, 1);
  if (holds) {
    lua_pushvalue(L, key);
    lua_replace(L, backing);
    return true;
  }
  lua_Integer position = 0;
  if (lua_isinteger(L, key)) {
    lk_push_data(L, parent);
    lua_replace(L, backing);
    position = lk_find_item(L, backing, node, lua_tointeger(L, key), (lua_Integer)lua_rawlen(L, backing));
  }
  lua_pop(L, 1);
  if (!position) return false;
  lua_pushinteger(L, position);
  lua_getmetatable(L, node);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, NODE_KEY);
  lua_pop(L, 1);
  return true;
}

int lk_links_above(lua_State *L, int node) {
  int top = lua_gettop(L), count = 0;
  luaL_checkstack(L, 4, NULL);
  lua_pushvalue(L, node);
  while (count <= LK_MAX_DEPTH && lua_getmetatable(L, top + 1)) {
    if (lua_rawgeti(L, top + 2, NODE_PARENT) != LUA_TTABLE) break;
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
    count++;
  }
  lua_settop(L, top);
  // The links of nodes outside the state may even form a cycle.
  if (count > LK_MAX_DEPTH && !lk_push_path(L, node)) count = 0;
  lua_settop(L, top);
  return count;
}

bool lk_push_path(lua_State *L, int node) {
  lk_vm *vm = lk_of(L);
  node = lua_absindex(L, node);
  luaL_checkstack(L, 12, NULL);
  int base = lua_gettop(L);
  lua_newtable(L);          // keys from the leaf upwards
  lua_pushvalue(L, node);
  lua_Integer count = 0;
  for (;;) {
    lk_tag *tag = lk_node(L, base + 2);
    if (!tag || count > LK_MAX_LINKS) goto outside;
    if (tag->slice == vm->all) break;
    lk_push_link(L, base + 2);  // parent, key
    if (!lua_istable(L, base + 3) || !lk_push_key(L, base + 2, base + 3, base + 4)) {
      lua_settop(L, base + 2);
      if (!lk_native_relink(L, base + 2)) goto outside;
      continue;
    }
    lua_rawseti(L, base + 1, ++count);
    lua_pushvalue(L, base + 3);
    lua_replace(L, base + 2);
    lua_settop(L, base + 2);
  }
  lua_settop(L, base + 1);
  for (lua_Integer low = 1, high = count; low < high; low++, high--) {
    lua_rawgeti(L, base + 1, low);
    lua_rawgeti(L, base + 1, high);
    lua_rawseti(L, base + 1, low);
    lua_rawseti(L, base + 1, high);
  }
  return true;
outside:
  lua_settop(L, base);
  return false;
}

static void add_key(lua_State *L, luaL_Buffer *buffer, bool first) {
  // Pops the key.
  if (lua_isinteger(L, -1)) {
    char text[32];
    snprintf(text, sizeof text, "[%lld]", (long long)lua_tointeger(L, -1));
    lua_pop(L, 1);
    luaL_addstring(buffer, text);
  } else {
    if (!first) luaL_addchar(buffer, '.');
    luaL_addvalue(buffer);
  }
}

void lk_push_path_text(lua_State *L, int node, int key) {
  node = lua_absindex(L, node);
  key = key ? lua_absindex(L, key) : 0;
  luaL_Buffer buffer;
  if (!lk_push_path(L, node)) {
    lua_newtable(L);
    lua_pushliteral(L, "(a table that is no longer part of the state)");
    lua_rawseti(L, -2, 1);
  }
  int path = lua_gettop(L);
  luaL_buffinit(L, &buffer);
  lua_Integer count = (lua_Integer)lua_rawlen(L, path);
  for (lua_Integer i = 1; i <= count; i++) {
    if (lk_in_middle(i, count)) {
      if (!lk_in_middle(i - 1, count)) luaL_addstring(&buffer, "…");
      continue;
    }
    lua_rawgeti(L, path, i);
    add_key(L, &buffer, i == 1);
  }
  if (key && (lua_type(L, key) == LUA_TSTRING || lua_isinteger(L, key))) {
    lua_pushvalue(L, key);
    add_key(L, &buffer, count == 0);
  } else if (key) {
    if (lua_type(L, key) == LUA_TNUMBER) lua_pushfstring(L, "[%f]", lua_tonumber(L, key));
    else if (lua_isboolean(L, key)) lua_pushstring(L, lua_toboolean(L, key) ? "[true]" : "[false]");
    else lua_pushfstring(L, "[%s]", luaL_typename(L, key));
    luaL_addvalue(&buffer);
  }
  luaL_pushresult(&buffer);
  lua_replace(L, path);
}
