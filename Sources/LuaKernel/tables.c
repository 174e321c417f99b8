// The table library, for plain tables and for state nodes.
//
// On a node each function works on the backing and journals one change, not one per element. Sorting is a stable merge sort, so
// that it gives the same order in every process, whatever the comparison returns for equal items.
#include "kernel.h"

#include <limits.h>
#include <string.h>

// The list that a function works on: a node's backing, or the table itself.
typedef struct list {
  int at;        // stack index of the table that is read and written raw
  bool node;     // the argument is a node
  bool raw;      // without metamethods
  lua_Integer count;
} list;

// Opens the list at stack index 1 of a function with this number of arguments. Values pushed here stay above the arguments.
static list open_list(lua_State *L, int arguments, bool writes) {
  const int index = 1;
  list l = {index, false, true, 0};
  luaL_checktype(L, index, LUA_TTABLE);
  lua_settop(L, arguments);
  if (lk_node(L, index)) {
    l.node = true;
    if (writes) {
      lk_check_writable(L, index, 0);
      lk_become_list(L, index);
    }
    if (lk_list_has_holes(L, index)) {
      lk_push_path_text(L, index, 0);
      luaL_error(L, "%s has holes now: close them before you use the functions of table on it", lua_tostring(L, -1));
    }
    lk_push_data(L, index);
    l.at = lua_gettop(L);
  } else {
    l.raw = lk_mark_of(L, index) != LK_FOREIGN_MARK;
  }
  l.count = l.raw ? (lua_Integer)lua_rawlen(L, l.at) : luaL_len(L, index);
  return l;
}

static void get(lua_State *L, const list *l, lua_Integer i) {
  if (l->raw) lua_rawgeti(L, l->at, i); else lua_geti(L, l->at, i);
}

static void set(lua_State *L, const list *l, lua_Integer i) {
  if (l->raw) lua_rawseti(L, l->at, i); else lua_seti(L, l->at, i);
}

static void charge(lua_State *L, lua_Integer i) {
  if ((i & 1023) == 0) lk_charge(L, 1024);
}

static int insert(lua_State *L) {
  int arguments = lua_gettop(L);
  list l = open_list(L, arguments, true);
  // A `__len` may return any integer; the integer after the largest one is the smallest.
  lua_Integer end = (lua_Integer)((lua_Unsigned)l.count + 1), at = end;
  int value = 2;
  if (arguments == 3) {
    at = luaL_checkinteger(L, 2);
    luaL_argcheck(L, (lua_Unsigned)at - 1u < (lua_Unsigned)end, 2, "position out of bounds");
    value = 3;
  } else if (arguments != 2) {
    return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  if (l.node) {
    lua_pushinteger(L, at);
    int key = lua_gettop(L);
    lk_check_value(L, 1, key, value);
    if (lua_isnil(L, value)) return luaL_error(L, "cannot insert nil into a list of the state");
    lk_reserve(L, 1);
    lua_pushvalue(L, value);  // the new slot first: only that may fail
    lua_rawseti(L, l.at, end);
    lk_record(L, LK_INSERT, 1, key, 0, value);
  }
  for (lua_Integer i = end; i > at; i--) {
    get(L, &l, i - 1);
    set(L, &l, i);
    if (!l.node) charge(L, i);  // no stop here: a node's list must not stay half moved
  }
  lua_pushvalue(L, value);
  set(L, &l, at);
  return 0;
}

static int take(lua_State *L) {
  int arguments = lua_gettop(L);
  list l = open_list(L, 2, true);
  lua_Integer at = luaL_optinteger(L, 2, l.count);
  if (arguments > 1 && at != l.count) {
    luaL_argcheck(L, (lua_Unsigned)at - 1u <= (lua_Unsigned)l.count, 2, "position out of bounds");
  }
  get(L, &l, at);
  int value = lua_gettop(L);
  if (l.node) {
    if (lua_isnil(L, value)) return 1;
    lua_pushinteger(L, at);
    lk_record(L, LK_REMOVE, 1, value + 1, value, 0);
    lua_pop(L, 1);
  }
  for (; at < l.count; at++) {
    get(L, &l, at + 1);
    set(L, &l, at);
    if (!l.node) charge(L, at);
  }
  lua_pushnil(L);
  set(L, &l, at);
  lua_settop(L, value);
  return 1;
}

static int concat(lua_State *L) {
  list l = open_list(L, 4, false);
  size_t width;
  const char *separator = luaL_optlstring(L, 2, "", &width);
  lua_Integer from = luaL_optinteger(L, 3, 1), to = luaL_optinteger(L, 4, l.count);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (lua_Integer i = from; i <= to; i++) {
    get(L, &l, i);
    if (!lua_isstring(L, -1)) {
      return luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), i);
    }
    lk_charge_bulk(L, lua_rawlen(L, -1) + width);
    luaL_addvalue(&buffer);
    if (i != to) luaL_addlstring(&buffer, separator, width);
    charge(L, i);
    if (i == LUA_MAXINTEGER) break;
  }
  luaL_pushresult(&buffer);
  return 1;
}

static int pack(lua_State *L) {
  int count = lua_gettop(L);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int i = count; i >= 1; i--) lua_rawseti(L, 1, i);
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

static int unpack(lua_State *L) {
  lua_Integer from = luaL_optinteger(L, 2, 1);
  list l = {1, false, true, 0};
  if (lua_istable(L, 1)) l = open_list(L, 3, false); else l.raw = false;
  lua_Integer to = lua_isnoneornil(L, 3) ? (l.raw || l.node ? l.count : luaL_len(L, 1)) : luaL_checkinteger(L, 3);
  if (from > to) return 0;
  lua_Unsigned count = (lua_Unsigned)to - (lua_Unsigned)from;
  if (count >= 1000000 || !lua_checkstack(L, (int)++count)) return luaL_error(L, "too many results to unpack");
  for (lua_Integer i = from; i < to; i++) get(L, &l, i);
  get(L, &l, to);
  return (int)count;
}

// Moves items within a list of the state to higher positions. All items are read before the first one is written, and then
// written in ascending order, so that the list never has a hole that its result does not have.
static void move_copies(lua_State *L, lua_Integer from, lua_Integer count, lua_Integer to, int target) {
  if (count >= INT_MAX) luaL_error(L, "too many elements to move");
  lua_createtable(L, 0, 0);
  int copies = lua_gettop(L);
  for (lua_Integer i = 0; i < count; i++) {
    lua_geti(L, 1, from + i);
    lua_rawseti(L, copies, i + 1);
    charge(L, i);
  }
  for (lua_Integer i = 0; i < count; i++) {
    lua_rawgeti(L, copies, i + 1);
    lua_seti(L, target, to + i);  // the node's __newindex checks and journals each item
    charge(L, i);
  }
}

static int move(lua_State *L) {
  lua_Integer from = luaL_checkinteger(L, 2), end = luaL_checkinteger(L, 3), to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, target, LUA_TTABLE);
  if (end >= from) {
    luaL_argcheck(L, from > 0 || end < LUA_MAXINTEGER + from, 3, "too many elements to move");
    lua_Integer count = end - from + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool upwards = to > end || to <= from || (target != 1 && !lua_compare(L, 1, target, LUA_OPEQ));
    if (!upwards && lk_node(L, target)) {
      move_copies(L, from, count, to, target);
    } else {
      for (lua_Integer i = 0; i < count; i++) {
        lua_Integer step = upwards ? i : count - 1 - i;
        lua_geti(L, 1, from + step);
        lua_seti(L, target, to + step);
        charge(L, i);
      }
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

// MARK: sorting

typedef struct sorting {
  int compare;   // stack index of the function, 0: <
  int values;    // stack index of the items
} sorting;

// Whether the second item from the top is less than the top one. Lua compares texts between zero bytes, piece by piece; a text of
// many zero bytes takes it a hundred times as long.
static bool less(lua_State *L) {
  if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TSTRING) return lua_compare(L, -2, -1, LUA_OPLT);
  size_t a_count, b_count;
  const char *a = lua_tolstring(L, -2, &a_count), *b = lua_tolstring(L, -1, &b_count);
  return lk_compare_texts(a, a_count, b, b_count) < 0;
}

static bool before(lua_State *L, const sorting *s, lua_Integer a, lua_Integer b) {
  if (!s->compare) {
    lk_charge(L, 1);  // the items may be long texts
    lua_rawgeti(L, s->values, a);
    lua_rawgeti(L, s->values, b);
    bool result = less(L);
    lua_pop(L, 2);
    return result;
  }
  lua_pushvalue(L, s->compare);
  lua_rawgeti(L, s->values, a);
  lua_rawgeti(L, s->values, b);
  lua_call(L, 2, 1);
  bool result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

static void merge_sort(lua_State *L, const sorting *s, uint32_t *order, uint32_t *other, lua_Integer count) {
  for (lua_Integer i = 1; i < count; i++) {  // runs of 8 by insertion
    if (i % 8 == 0) continue;
    uint32_t item = order[i];
    lua_Integer j = i, low = i - i % 8;
    while (j > low && before(L, s, item, order[j - 1])) {
      order[j] = order[j - 1];
      j--;
    }
    order[j] = item;
    charge(L, i);
  }
  for (lua_Integer width = 8; width < count; width *= 2) {
    for (lua_Integer start = 0; start < count; start += 2 * width) {
      lua_Integer middle = start + width < count ? start + width : count;
      lua_Integer end = start + 2 * width < count ? start + 2 * width : count;
      lua_Integer a = start, b = middle;
      for (lua_Integer k = start; k < end; k++) {
        other[k] = a < middle && (b >= end || !before(L, s, order[b], order[a])) ? order[a++] : order[b++];
        charge(L, k);
      }
    }
    memcpy(order, other, (size_t)count * sizeof *order);
  }
}

static int sort(lua_State *L) {
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  list l = open_list(L, 2, true);
  if (l.count < 2) return 0;
  luaL_argcheck(L, l.count < INT32_MAX, 1, "array too big");
  lua_settop(L, 3);  // 3: the backing, or nil
  uint32_t *order = lua_newuserdatauv(L, (size_t)l.count * 2 * sizeof *order, 0);  // 4
  lua_createtable(L, (int)l.count, 0);                                             // 5: the items in their original order
  for (lua_Integer i = 1; i <= l.count; i++) {
    get(L, &l, i);
    lua_rawseti(L, 5, i);
    order[i - 1] = (uint32_t)i;
    charge(L, i);
  }
  sorting s = {lua_isnil(L, 2) ? 0 : 2, 5};
  merge_sort(L, &s, order, order + l.count, l.count);
  bool moved = false;
  for (lua_Integer i = 0; i < l.count && !moved; i++) moved = order[i] != (uint32_t)i + 1;
  if (!moved) return 0;
  if (l.node) {
    // The comparison may have written to the list.
    bool same = (lua_Integer)lua_rawlen(L, l.at) == l.count && !lk_list_has_holes(L, 1);
    for (lua_Integer i = 1; same && i <= l.count; i++) {
      lua_rawgeti(L, l.at, i);
      lua_rawgeti(L, 5, i);
      same = lua_rawequal(L, -2, -1);
      lua_pop(L, 2);
    }
    if (!same) return luaL_error(L, "the list changed while it was sorted");
    lua_createtable(L, (int)l.count, 0);
    for (lua_Integer i = 0; i < l.count; i++) {
      lua_pushinteger(L, order[i]);
      lua_rawseti(L, 6, i + 1);
    }
    lk_record(L, LK_PERMUTE, 1, 6, 0, 0);
  }
  for (lua_Integer i = 1; i <= l.count; i++) {
    lua_rawgeti(L, 5, order[i - 1]);
    set(L, &l, i);
  }
  return 0;
}

void lk_open_tables(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"insert", insert}, {"remove", take}, {"concat", concat}, {"pack", pack},
    {"unpack", unpack}, {"move", move}, {"sort", sort}, {NULL, NULL},
  };
  luaL_newlib(L, functions);
}
