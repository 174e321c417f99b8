// Copies plain data into the state: each table becomes a new node.
#include "kernel.h"

#include <string.h>

typedef struct step {
  const struct step *up;
  const void *container;
  int number;  // from 1; 0 for the first step
  int node, key;  // stack indices; of the first step: the place that the value is for
  lua_Integer position;
  const char *name;  // of the first step, if it has no place
} step;

static void push_steps(lua_State *L, const step *at, int count) {
  if (!at->up) {
    if (at->node) lk_push_path_text(L, at->node, at->key); else lua_pushstring(L, at->name);
    return;
  }
  push_steps(L, at->up, count);
  if (lk_in_middle(at->number, count)) {
    if (lk_in_middle(at->number - 1, count)) return;
    lua_pushliteral(L, "…");
    lua_concat(L, 2);
  } else if (at->key) {
    lua_pushliteral(L, ".");
    lua_pushvalue(L, at->key);
    lua_concat(L, 3);
  } else {
    lua_pushfstring(L, "[%I]", at->position);
    lua_concat(L, 2);
  }
}

static void refuse(lua_State *L, const step *at, const char *what) {
  luaL_checkstack(L, LK_MAX_DEPTH + 8, NULL);
  lk_where(L);
  push_steps(L, at, at->number);
  lua_pushfstring(L, " %s", what);
  lua_concat(L, 3);
  lua_error(L);
}

static void copy_in(lua_State *L, lk_slice *slice, int value, const step *up, int depth);

static void copy_item(lua_State *L, lk_slice *slice, int item, const step *here, int depth) {
  // Pushes the value to store for the value at `item`.
  switch (lua_type(L, item)) {
    case LUA_TTABLE: copy_in(L, slice, item, here, depth + 1); return;
    case LUA_TBOOLEAN: case LUA_TNUMBER: case LUA_TSTRING: break;
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, item) == NULL) break;
      // fall through
    default:
      lua_pushfstring(L, "cannot be a %s: state is plain data (nil, boolean, number, string, table)",
                      luaL_typename(L, item));
      refuse(L, here, lua_tostring(L, -1));
  }
  lua_pushvalue(L, item);
}

static void copy_in(lua_State *L, lk_slice *slice, int value, const step *up, int depth) {
  luaL_checkstack(L, 14, NULL);
  lk_charge(L, 1);
  const void *identity = lua_topointer(L, value);
  for (const step *s = up; s; s = s->up) {
    if (s->container == identity) refuse(L, up, "would contain itself: state is a tree");
  }
  if (depth > LK_MAX_DEPTH) refuse(L, up, "is nested deeper than 200 tables");
  lk_tag *tag = lk_node(L, value);
  if (tag && slice == lk_of(L)->frozen) {
    // A node is read-only already, and it is compared by its version, so it is used as it is.
    lua_pushvalue(L, value);
    return;
  }
  int top = lua_gettop(L), source = top + 1, backing = top + 2, face = top + 3, key = top + 4, item = top + 5;
  bool list = tag && tag->list;
  if (tag) {
    lk_push_data(L, value);
  } else {
    lua_pushvalue(L, value);
    if (lk_is_action(L, value)) {
      // In the state, an action's type is a field of the table itself.
      lk_tape *tape = &lk_of(L)->scratch;
      tape->count = 0;
      lk_encode(L, value, tape, false);
      lk_push_plain(L, (lk_bytes){tape->data, tape->count});
      lua_replace(L, source);
    } else {
      lk_mark mark = lk_mark_of(L, value);
      if (mark == LK_FOREIGN_MARK) refuse(L, up, "cannot be a table with a metatable: state is plain data");
      list = mark == LK_LIST_MARK;
      // A marked list that is empty except for names becomes a map, as nodes do.
      if (list) lua_pushnil(L);
      if (list && lua_next(L, source)) {
        list = lua_type(L, -2) != LUA_TSTRING;
        lua_pop(L, 2);
      }
    }
  }
  lua_Integer length = (lua_Integer)lua_rawlen(L, source), count = 0;
  if (length > 0) list = true;
  lua_createtable(L, length < 1 << 24 ? (int)length : 0, 0);
  lk_push_node(L, list ? &slice->list : &slice->map, backing, list);
  step here = {up, identity, up->number + 1, 0, 0, 0, NULL};
  for (lua_Integer i = 1; i <= length; i++) {
    here.position = i;
    lua_pushinteger(L, i);
    if (lua_rawgeti(L, source, i) == LUA_TNIL) refuse(L, up, "is a list with holes: items are 1..n without gaps");
    copy_item(L, slice, item, &here, depth);
    if (lua_istable(L, -1) && !lua_rawequal(L, -1, item)) lk_node_link(L, item + 1, face, key);
    lua_rawseti(L, backing, i);
    lua_settop(L, face);
    if ((i & 1023) == 0) lk_charge(L, 1024);
  }
  lua_pushnil(L);
  while (lua_next(L, source)) {
    if (list) {
      if (!lua_isinteger(L, key)) {
        lk_push_key_text(L, key);
        lua_pushfstring(L, "has both list items and the key %s: a table is a list or a map", lua_tostring(L, -1));
        refuse(L, up, lua_tostring(L, -1));
      }
      lua_settop(L, key);
      if (++count > length) refuse(L, up, "is a list with holes: items are 1..n without gaps");
      continue;
    }
    if (lua_type(L, key) != LUA_TSTRING) {
      if (lua_type(L, key) != LUA_TNUMBER) {
        lua_pushfstring(L, "has a key that is a %s: keys are strings, or 1..n of a list", luaL_typename(L, key));
        refuse(L, up, lua_tostring(L, -1));
      }
      lua_pushvalue(L, key);
      lua_pushfstring(L, "has the number %s for a key, neither a list 1..n nor a map with string keys: use tostring(id)",
                      luaL_tolstring(L, -1, NULL));
      refuse(L, up, lua_tostring(L, -1));
    }
    here.key = key;
    copy_item(L, slice, item, &here, depth);
    if (lua_istable(L, -1) && !lua_rawequal(L, -1, item)) lk_node_link(L, item + 1, face, key);
    lua_pushvalue(L, key);
    lua_insert(L, -2);
    lua_rawset(L, backing);
    lua_settop(L, key);
    if ((++count & 1023) == 0) lk_charge(L, 1024);
  }
  lua_settop(L, face);
  lua_replace(L, source);
  lua_settop(L, source);
}

void lk_to_node(lua_State *L, lk_slice *slice, int value, int node, int key) {
  step root = {NULL, NULL, 0, node, key, 0, slice == lk_of(L)->frozen ? "the result" : "state"};
  copy_in(L, slice, lua_absindex(L, value), &root, node ? lk_links_above(L, node) + 1 : 1);
}

void lk_refuse_depth(lua_State *L, int node, int key) {
  step at = {NULL, NULL, 0, node, key, 0, NULL};
  refuse(L, &at, "is nested deeper than 200 tables");
}
