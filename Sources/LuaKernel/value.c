// Encodes Lua values as plain data on a tape.
#include "encode.h"
#include "keys.h"

#include <math.h>
#include <string.h>

// The current place: the containers and keys above it, for error messages and to find cycles.
typedef struct step {
  const struct step *up;
  const void *container;
  int number;  // from 1
  int key;  // stack index of the key, 0: a list item
  lua_Integer position;
} step;

static void add_steps(luaL_Buffer *buffer, lua_State *L, const step *at, int count) {
  if (!at) return;
  add_steps(buffer, L, at->up, count);
  if (lk_in_middle(at->number, count)) {
    if (!lk_in_middle(at->number - 1, count)) luaL_addstring(buffer, "…");
  } else if (at->key == 0) {
    char text[32];
    snprintf(text, sizeof text, "[%lld]", (long long)at->position);
    luaL_addstring(buffer, text);
  } else {
    // The first key of a path has no dot before it.
    if (at->up) luaL_addchar(buffer, '.');
    lua_pushvalue(L, at->key);
    luaL_addvalue(buffer);
  }
}

static int refuse(lua_State *L, const step *at, const char *what) {
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  add_steps(&buffer, L, at, at ? at->number : 0);
  luaL_pushresult(&buffer);
  const char *path = lua_tostring(L, -1);
  lk_where(L);
  lua_pushfstring(L, "%s%s%s", path, *path ? " is " : "plain data cannot be ", what);
  lua_concat(L, 2);
  return lua_error(L);
}

static void encode(lua_State *L, int index, lk_tape *tape, bool display, const step *up, int depth);

// Without __tostring: a message must neither run a script nor show an address.
void lk_push_key_text(lua_State *L, int key) {
  int type = lua_type(L, key);
  if (type == LUA_TNUMBER || type == LUA_TSTRING) {
    lua_pushvalue(L, key);
    lua_tostring(L, -1);
  } else {
    lua_pushfstring(L, "(a %s)", lua_typename(L, type));
  }
}

static void encode_key_error(lua_State *L, const step *up) {
  const char *type = luaL_typename(L, -2);
  if (lua_type(L, -2) == LUA_TNUMBER) {
    if (lua_isinteger(L, -2) && lua_tointeger(L, -2) == 1) {
      refuse(L, up, "a map with a value without a name: name it, { name = value }");
    }
    lua_pushvalue(L, -2);
    luaL_tolstring(L, -1, NULL);
    lua_pushfstring(L, "a table with the key [%s], neither a list 1..n nor a map with string keys: use tostring(id)",
                    lua_tostring(L, -1));
    refuse(L, up, lua_tostring(L, -1));
  }
  lua_pushfstring(L, "a table with a key that is a %s; keys are strings, or 1..n of a list", type);
  refuse(L, up, lua_tostring(L, -1));
}

static void encode_opaque(lua_State *L, int index, lk_tape *tape) {
  lk_put_tag(L, tape, TAPE_OPAQUE);
  lua_Debug ar;
  if (lua_isfunction(L, index) && !lua_iscfunction(L, index)) {
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &ar);
    lua_pushfstring(L, "function: %s:%d", ar.short_src, ar.linedefined);
  } else {
    lua_pushstring(L, luaL_typename(L, index));
  }
  size_t count;
  const char *text = lua_tolstring(L, -1, &count);
  lk_put_text(L, tape, text, count);
  lua_pop(L, 1);
}

// How to read a container. The backing is read instead of a node, and a marked table is a list even if it is empty.
typedef struct shape {
  int table;  // stack index of the table that holds the data
  bool list, node, action;
  lk_bytes sealed;
} shape;

static shape shape_of(lua_State *L, int index, bool display, const step *up) {
  shape s = {.table = index};
  if (!lua_getmetatable(L, index)) return s;
  if (lk_is_action(L, index)) {
    s.action = true;
    lua_pop(L, 1);
    return s;
  }
  lk_tag *tag = lk_node(L, index);
  if (tag) {
    lk_of(L)->met_node = true;
    lua_pop(L, 1);
    s.sealed = lk_seal_of(L, index);
    if (s.sealed.data) return s;
    lk_push_data(L, index);
    return (shape){.table = lua_gettop(L), .list = tag->list, .node = true};
  }
  lua_pop(L, 1);
  lk_mark mark = lk_mark_of(L, index);
  s.list = mark == LK_LIST_MARK;
  if (mark == LK_FOREIGN_MARK && !display) refuse(L, up, "a table with a metatable; only plain tables can be copied. To fix this, copy its fields");
  return s;
}

static void encode_items(lua_State *L, lk_tape *tape, bool display, step *here, const shape *s, lua_Integer length, int depth) {
  int top = lua_gettop(L);
  for (lua_Integer i = 1; i <= length; i++) {
    here->position = i;
    lua_rawgeti(L, s->table, i);
    if (lua_isnil(L, -1) && !display) {
      lua_pushfstring(L, "a list with a hole: item %I of %I is nil", i, length);
      refuse(L, here->up, lua_tostring(L, -1));
    }
    encode(L, top + 1, tape, display, here, depth + 1);
    lua_settop(L, top);
    if ((i & 1023) == 0) lk_charge(L, 1024);
  }
  if (s->node || display) return;  // a node is a list or a map by construction
  lua_Integer keys = 0;
  lua_pushnil(L);
  while (lua_next(L, s->table)) {
    if (!lua_isinteger(L, -2)) {
      lk_push_key_text(L, -2);
      lua_pushfstring(L, "a table with both list items and the key %s; a table is a list or a map",
                      lua_tostring(L, -1));
      refuse(L, here->up, lua_tostring(L, -1));
    }
    keys++;
    lua_pop(L, 1);
  }
  lua_settop(L, top);
  if (keys != length) refuse(L, here->up, "a list with holes; items are 1..n");
}

static uint32_t encode_fields(lua_State *L, lk_tape *tape, bool display, step *here, const shape *s, int depth) {
  int top = lua_gettop(L);
  size_t start = tape->count, length;
  uint32_t count = 0;
  if (s->action) {
    lk_push_action_type(L, s->table);
    const char *type = lua_tolstring(L, -1, &length);
    lk_put_text(L, tape, "type", 4);
    lk_put_tag(L, tape, TAPE_STRING);
    lk_put_text(L, tape, type, length);
    lua_settop(L, top);
    count++;
  }
  lua_pushnil(L);
  while (lua_next(L, s->table)) {
    if (lua_type(L, top + 1) != LUA_TSTRING) {
      if (!display) encode_key_error(L, here->up);
      if (lua_isboolean(L, top + 1)) lua_pushstring(L, lua_toboolean(L, top + 1) ? "true" : "false");
      else lk_push_key_text(L, top + 1);
      lua_pushfstring(L, "[%s]", lua_tostring(L, -1));
      const char *text = lua_tolstring(L, -1, &length);
      lk_put_text(L, tape, text, length);
      lua_settop(L, top + 2);
    } else {
      const char *text = lua_tolstring(L, top + 1, &length);
      lk_put_text(L, tape, text, length);
    }
    here->key = top + 1;
    encode(L, top + 2, tape, display, here, depth + 1);
    lua_settop(L, top + 1);
    if ((++count & 1023) == 0) lk_charge(L, 1024);
  }
  // Sorting reads all bytes of the fields once more, at each level of nesting.
  if (tape->count - start > LK_QUANTUM) lk_charge(L, tape->count - start);
  lk_sort_entries(L, tape, start, count);
  return count;
}

// Whether all keys of a table are positions up to its length; some items may be nil.
static bool holds_items_only(lua_State *L, int table, lua_Integer length) {
  int top = lua_gettop(L);
  bool only = true;
  lua_pushnil(L);
  while (only && lua_next(L, table)) {
    lua_Integer key = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
    only = key >= 1 && key <= length;
    lua_pop(L, 1);
  }
  lua_settop(L, top);
  return only;
}

static void encode_opaque_text(lua_State *L, lk_tape *tape, const char *text) {
  lk_put_tag(L, tape, TAPE_OPAQUE);
  lk_put_text(L, tape, text, strlen(text));
}

static void encode_table(lua_State *L, int index, lk_tape *tape, bool display, const step *up, int depth) {
  luaL_checkstack(L, 12, "plain data is nested too deep");
  int top = lua_gettop(L);
  step here = {up, lua_topointer(L, index), depth, 0, 0};
  for (const step *s = up; s; s = s->up) {
    if (s->container != here.container) continue;
    if (!display) refuse(L, up, "a table that contains itself; state and actions are trees");
    encode_opaque_text(L, tape, "cycle");
    return;
  }
  if (depth > LK_MAX_DEPTH) {
    if (!display) refuse(L, up, "nested deeper than 200 tables");
    encode_opaque_text(L, tape, "…");
    return;
  }
  if (depth > 1) lk_charge(L, 1);
  shape s = shape_of(L, index, display, up);
  if (s.sealed.data) {
    // A sealed node is already encoded, so its bytes are copied.
    lk_need(L, lk_tape_put(tape, s.sealed.data, s.sealed.count));
    lua_settop(L, top);
    return;
  }
  lua_Integer length = (lua_Integer)lua_rawlen(L, s.table);
  bool list = s.list || (length > 0 && !s.action);
  // Display shows all keys. A list with other keys is therefore shown as a map.
  if (display && list && !s.node) list = holds_items_only(L, s.table, length);
  uint32_t count = (uint32_t)length;
  lk_put_tag(L, tape, list ? TAPE_LIST : TAPE_MAP);
  size_t count_at = tape->count;
  lk_need(L, lk_tape_put(tape, &count, sizeof count));
  if (list) {
    encode_items(L, tape, display, &here, &s, length, depth);
  } else {
    count = encode_fields(L, tape, display, &here, &s, depth);
    memcpy(tape->data + count_at, &count, sizeof count);
  }
  lua_settop(L, top);
}

static void encode(lua_State *L, int index, lk_tape *tape, bool display, const step *up, int depth) {
  // Tables that share parts can become endlessly large as a tree.
  lk_charge_memory(L, tape->count);
  int type = lua_type(L, index);
  if (lk_put_scalar(L, index, type, tape)) return;
  switch (type) {
    case LUA_TTABLE: encode_table(L, index, tape, display, up, depth); return;
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) == NULL) {
        lk_put_tag(L, tape, TAPE_NULL);
        return;
      }
  }
  if (display) {
    encode_opaque(L, index, tape);
    return;
  }
  lua_pushfstring(L, "a %s; state, actions and results are plain data", luaL_typename(L, index));
  refuse(L, up, lua_tostring(L, -1));
}

void lk_encode(lua_State *L, int index, lk_tape *tape, bool display) {
  encode(L, lua_absindex(L, index), tape, display, NULL, 1);
}
