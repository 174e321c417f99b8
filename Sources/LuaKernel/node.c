// State nodes: read as fast as a plain table, written only by the slice's own reducer.
//
// A node consists of an empty table that scripts hold (the face), a backing table with the data, and the face's own metatable,
// whose `__index` is the backing. Containers inside a backing are faces. The metatable's array part holds the rest (kernel.h).
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

lk_tag *lk_node(lua_State *L, int index) {
  if (!lua_istable(L, index) || !lua_getmetatable(L, index)) return NULL;
  // The only light userdata of scripts is null, so a script's table cannot have a tag.
  lk_tag *tag = lua_rawgeti(L, -1, NODE_TAG) == LUA_TLIGHTUSERDATA ? lua_touserdata(L, -1) : NULL;
  lua_pop(L, 2);
  return tag;
}

void lk_push_slot(lua_State *L, int node, int slot) {
  lua_getmetatable(L, node);
  lua_rawgeti(L, -1, slot);
  lua_replace(L, -2);
}

void lk_push_backing(lua_State *L, int node) {
  lk_push_slot(L, node, NODE_BACKING);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lk_native_open(L, node);
}

void lk_push_data(lua_State *L, int node) {
  node = lua_absindex(L, node);
  lk_push_backing(L, node);
  // An incomplete backing has a metatable.
  if (!lua_getmetatable(L, -1)) return;
  lua_pop(L, 1);
  lk_native_fill(L, node);
}

void lk_push_node(lua_State *L, lk_tag *tag, int backing, bool list) {
  lk_vm *vm = lk_of(L);
  backing = lua_absindex(L, backing);
  luaL_checkstack(L, 4, NULL);
  lua_createtable(L, 0, 0);
  lua_createtable(L, lua_istable(L, backing) ? NODE_SLOTS : NODE_NATIVE_SLOTS, list ? 3 : 2);
  lua_pushlightuserdata(L, list ? &tag->slice->list : &tag->slice->map);
  lua_rawseti(L, -2, NODE_TAG);
  lua_pushvalue(L, backing);
  lua_rawseti(L, -2, NODE_BACKING);
  lua_pushboolean(L, 0);
  lua_rawseti(L, -2, NODE_PARENT);
  lua_pushboolean(L, 0);
  lua_rawseti(L, -2, NODE_KEY);
  lua_pushinteger(L, (lua_Integer)vm->commit);
  lua_rawseti(L, -2, NODE_VERSION);
  lua_pushliteral(L, "__index");
  lua_pushvalue(L, backing);
  lua_rawset(L, -3);
  lua_pushliteral(L, "__newindex");
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->newindex);
  lua_rawset(L, -3);
  if (list) {
    lua_pushliteral(L, "__len");
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->len);
    lua_rawset(L, -3);
  }
  lua_setmetatable(L, -2);
}

void lk_node_set_list(lua_State *L, int node, bool list) {
  lk_tag *tag = lk_node(L, node);
  lua_getmetatable(L, node);
  lua_pushliteral(L, "__len");
  if (list) lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->len); else lua_pushnil(L);
  lua_rawset(L, -3);
  lua_pushlightuserdata(L, list ? &tag->slice->list : &tag->slice->map);
  lua_rawseti(L, -2, NODE_TAG);
  lua_pop(L, 1);
}

// MARK: writing

static int raise_at(lua_State *L, int node, int key, const char *what) {
  lk_where(L);
  lk_push_path_text(L, node, key);
  lua_pushfstring(L, " %s", what);
  lua_concat(L, 3);
  return lua_error(L);
}

void lk_check_writable(lua_State *L, int node, int key) {
  lk_vm *vm = lk_of(L);
  lk_slice *slice = lk_node(L, node)->slice;
  if (vm->writing == slice) return;
  if (slice == vm->frozen) {
    // A frozen node has no path in the state.
    lk_where(L);
    lua_pushstring(L, key && lua_type(L, key) == LUA_TNUMBER ? "item " : "");
    if (key) lk_push_key_text(L, key); else lua_pushliteral(L, "this list");
    lua_pushliteral(L, " is read-only: it is computed from the state and reused. To fix this, change a copy");
    lua_concat(L, 4);
    lua_error(L);
  }
  if (slice->native) {
    lua_pushfstring(L, "is read-only: '%s' is a native feature; send it an action", slice->name);
    raise_at(L, node, key, lua_tostring(L, -1));
  }
  if (slice == vm->all) raise_at(L, node, key, "is read-only: each feature's reducers write its own part of the state");
  lua_pushfstring(L, "is read-only here: only the reducers of '%s' may write it", slice->name);
  raise_at(L, node, key, lua_tostring(L, -1));
}

void lk_check_value(lua_State *L, int node, int key, int value) {
  switch (lua_type(L, value)) {
    case LUA_TNIL: case LUA_TBOOLEAN: case LUA_TNUMBER: case LUA_TSTRING: return;
    case LUA_TTABLE:
      if (lk_of(L)->strict) {
        lk_to_node(L, lk_node(L, node)->slice, value, node, key);
        lua_pop(L, 1);
      }
      return;
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, value) == NULL) return;
  }
  lua_pushfstring(L, "cannot be a %s: state is plain data (nil, boolean, number, string, table)", luaL_typename(L, value));
  raise_at(L, node, key, lua_tostring(L, -1));
}

static bool same(lua_State *L, int a, int b) {
  if (!lua_rawequal(L, a, b)) return false;
  return lua_type(L, a) != LUA_TNUMBER || lua_isinteger(L, a) == lua_isinteger(L, b);
}

static bool is_empty(lua_State *L, int backing) {
  lua_pushnil(L);
  if (!lua_next(L, backing)) return true;
  lua_pop(L, 2);
  return false;
}

static void become(lua_State *L, int node, bool list) {
  lua_pushboolean(L, !list);
  lua_pushboolean(L, list);
  lk_reserve(L, 1);
  lk_node_set_list(L, node, list);
  lk_record(L, LK_KIND, node, 0, lua_gettop(L) - 1, lua_gettop(L));
  lua_pop(L, 2);
}

// While a reducer moves items, a list may have holes. `seen` maps such a list to its last position and its number of holes.
static bool get_holes(lua_State *L, int node, lua_Integer *last, lua_Integer *holes) {
  lk_vm *vm = lk_of(L);
  if (!vm->irregular) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->seen);
  lua_pushvalue(L, node);
  bool found = lua_rawget(L, -2) != LUA_TNIL;
  lua_Integer known = lua_tointeger(L, -1);
  lua_pop(L, 2);
  *last = known >> 31;
  *holes = known & INT32_MAX;
  return found;
}

static void set_holes(lua_State *L, int node, lua_Integer last, lua_Integer holes) {
  lk_vm *vm = lk_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->seen);
  lua_pushvalue(L, node);
  if (holes) lua_pushinteger(L, last << 31 | holes); else lua_pushnil(L);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  vm->irregular = true;
}

static int holed_operation(lua_State *L, int node, int backing, lua_Integer position, bool held, bool holds) {
  lua_Integer last, holes;
  get_holes(L, node, &last, &holes);
  if (position > last) {
    last = position;
  } else if (holds) {
    if (!held) holes--;
  } else if (position < last) {
    if (held) holes++;
  } else {
    for (last--; last > 0; last--, holes--) {
      bool empty = lua_rawgeti(L, backing, last) == LUA_TNIL;
      lua_pop(L, 1);
      if (!empty) break;
    }
  }
  set_holes(L, node, last, holes);
  return LK_SET;
}

static int list_operation(lua_State *L, int node, int backing, lua_Integer position, bool held, bool holds) {
  lua_Integer count, holes;
  bool holed = get_holes(L, node, &count, &holes);
  if (!holed) count = (lua_Integer)lua_rawlen(L, backing);
  if (position > count + 1) {
    lua_pushfstring(L, "would leave holes: the list has %I items", count);
    int key = lua_gettop(L) + 1;
    lua_pushinteger(L, position);
    raise_at(L, node, key, lua_tostring(L, key - 1));
  }
  if (holed) return holed_operation(L, node, backing, position, held, holds);
  if (position == count + 1) return LK_INSERT;
  if (holds) return LK_SET;
  if (position == count) return LK_REMOVE;
  set_holes(L, node, count, 1);
  return LK_SET;
}

void lk_assign_node(lua_State *L, int node, int key, int value) {
  lk_tag *tag = lk_node(L, node);
  luaL_checkstack(L, 12, NULL);
  lk_check_value(L, node, key, value);
  int top = lua_gettop(L);
  lk_push_backing(L, node);
  int backing = top + 1, old = top + 2, op = LK_SET;
  lua_pushvalue(L, key);
  if (lua_type(L, key) == LUA_TNUMBER) {
    lua_Integer position;
    int integral;
    position = lua_tointegerx(L, key, &integral);
    if (!integral) raise_at(L, node, key, "cannot be a key: list items are counted 1, 2, 3, …");
    lua_pushinteger(L, position);
    lua_replace(L, -2);
    lua_rawget(L, backing);
    if (same(L, old, value)) goto done;
    if (!tag->list) {
      if (position != 1 || !is_empty(L, backing)) {
        raise_at(L, node, key, "has a number for a key in a map: use tostring(id)");
      }
      become(L, node, true);
    } else if (position < 1) {
      raise_at(L, node, key, "cannot be a key: list items are counted 1, 2, 3, …");
    }
    op = list_operation(L, node, backing, position, !lua_isnil(L, old), !lua_isnil(L, value));
    lua_pushinteger(L, position);
    key = lua_gettop(L);
  } else if (lua_type(L, key) == LUA_TSTRING) {
    lua_rawget(L, backing);
    if (same(L, old, value)) goto done;
    if (tag->list && !lua_isnil(L, value)) {
      if (!is_empty(L, backing)) raise_at(L, node, key, "is a name in a list: a table is a list or a map, not both");
      become(L, node, false);
    }
  } else {
    lua_pushfstring(L, "cannot be a key: keys are strings, or 1..n of a list; this is a %s", luaL_typename(L, key));
    raise_at(L, node, key, lua_tostring(L, -1));
  }
  lk_reserve(L, 1);
  if (lua_isnil(L, old)) lk_note_key(L, backing, key);
  lua_pushvalue(L, key);
  lua_pushvalue(L, value);
  lua_rawset(L, backing);
  lk_record(L, op, node, key, old, value);
done:
  lua_settop(L, top);
}

int lk_node_len(lua_State *L) {
  lua_Integer count, holes;
  lk_bytes sealed = lk_seal_of(L, 1);
  if (sealed.data && *sealed.data == TAPE_LIST) {
    count = lk_tape_number(sealed.data + 1);
  } else if (!get_holes(L, 1, &count, &holes)) {
    lk_push_backing(L, 1);
    count = lua_getmetatable(L, -1) ? lk_native_count(L, 1) : (lua_Integer)lua_rawlen(L, -1);
  }
  lua_pushinteger(L, count);
  return 1;
}

// The fast path: a field of a map gets a scalar in place of a scalar. Returns false and changes nothing in any other case.
static bool assign_field(lua_State *L) {
  lk_vm *vm = lk_of(L);
  int type = lua_type(L, 3);
  if (type > LUA_TSTRING || type == LUA_TLIGHTUSERDATA || lua_type(L, 2) != LUA_TSTRING) return false;
  lua_getmetatable(L, 1);   // 4
  lua_rawgeti(L, 4, NODE_TAG);   // 5
  const lk_tag *tag = lua_touserdata(L, 5);
  if (tag->slice != vm->writing || tag->list || vm->tail == vm->room) return false;
  lua_rawgeti(L, 4, NODE_BACKING);  // 6
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 2);
  int old = lua_rawget(L, 6);  // 9
  if (old == LUA_TTABLE || (old == LUA_TNIL && type == LUA_TNIL)) return false;
  if (old == type && same(L, 9, 3)) return true;
  if (old == LUA_TNIL) lk_note_key(L, 6, 2);
  if (old == LUA_TSTRING) vm->text += lua_rawlen(L, 9);
  if (type == LUA_TSTRING) vm->text += lua_rawlen(L, 3);
  lua_pushvalue(L, 3);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, 6);
  lk_record_field(L);
  return true;
}

int lk_node_newindex(lua_State *L) {
  if (assign_field(L)) return 0;
  lua_settop(L, 3);
  lk_check_writable(L, 1, 2);
  lk_assign_node(L, 1, 2, 3);
  return 0;
}

bool lk_list_has_holes(lua_State *L, int node) {
  lua_Integer last, holes;
  return get_holes(L, node, &last, &holes);
}

void lk_become_list(lua_State *L, int node) {
  lk_tag *tag = lk_node(L, node);
  if (tag->list) return;
  lk_push_backing(L, node);
  if (!is_empty(L, lua_gettop(L))) raise_at(L, node, 0, "is a map: only a list takes items");
  lua_pop(L, 1);
  become(L, node, true);
}
