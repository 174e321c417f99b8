// Sorts the keys of a table, and the entries of an encoded map.
#include "keys.h"

#include <math.h>
#include <string.h>

lk_key lk_key_at(lua_State *L, int index) {
  lk_key key = {.rank = LK_KEY_OTHER + lua_type(L, index)};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key.rank = LK_KEY_NUMBER;
      key.integral = lua_isinteger(L, index);
      if (key.integral) key.integer = lua_tointeger(L, index); else key.number = lua_tonumber(L, index);
      break;
    case LUA_TSTRING:
      key.rank = LK_KEY_STRING;
      key.text = lua_tolstring(L, index, &key.length);
      break;
    case LUA_TBOOLEAN: key.rank = lua_toboolean(L, index) ? LK_KEY_TRUE : LK_KEY_FALSE; break;
  }
  return key;
}

// A float key has a fraction, exceeds the integers, or is infinite; a key with an integral value is an integer.
static int compare_mixed(lua_Integer integer, lua_Number number) {
  if (number >= 0x1p63) return -1;
  if (number < -0x1p63) return 1;
  return integer <= (lua_Integer)floor(number) ? -1 : 1;
}

static int compare_numbers(const lk_key *a, const lk_key *b) {
  if (a->integral && b->integral) return (a->integer > b->integer) - (a->integer < b->integer);
  if (a->integral) return compare_mixed(a->integer, b->number);
  if (b->integral) return -compare_mixed(b->integer, a->number);
  return (a->number > b->number) - (a->number < b->number);
}

int lk_compare_keys(const lk_key *a, const lk_key *b) {
  if (a->rank != b->rank) return a->rank - b->rank;
  if (a->rank <= LK_KEY_NUMBER) return compare_numbers(a, b);
  if (a->rank != LK_KEY_STRING) return 0;
  return lk_compare_texts(a->text, a->length, b->text, b->length);
}

lk_key *lk_sort(lua_State *L, lk_key *keys, lua_Integer count) {
  lk_key *from = keys, *to = keys + count;
  for (lua_Integer width = 1; width < count; width *= 2) {
    for (lua_Integer start = 0; start < count; start += 2 * width) {
      lua_Integer middle = start + width < count ? start + width : count;
      lua_Integer end = start + 2 * width < count ? start + 2 * width : count;
      for (lua_Integer a = start, b = middle, k = start; k < end; k++) {
        bool left = a < middle && (b >= end || lk_compare_keys(&from[a], &from[b]) <= 0);
        to[k] = left ? from[a++] : from[b++];
        if ((k & 1023) == 0) lk_charge(L, 1024);
      }
    }
    lk_key *swap = from;
    from = to;
    to = swap;
  }
  return from;
}

static void swap_two(lua_State *L, uint8_t *data, size_t first, size_t second) {
  uint8_t few[256], *copy = first <= sizeof few ? few : lua_newuserdatauv(L, first, 0);
  memcpy(copy, data, first);
  memmove(data, data + first, second);
  memcpy(data + second, copy, first);
}

void lk_sort_entries(lua_State *L, lk_tape *tape, size_t start, uint32_t count) {
  if (count < 2) return;
  enum { FEW = 16 };
  int top = lua_gettop(L);
  uint8_t *data = tape->data + start;
  lk_key few[2 * FEW], *keys = count <= FEW ? few : lua_newuserdatauv(L, 2 * (size_t)count * sizeof *keys, 0);
  const uint8_t *at = data;
  bool sorted = true;
  for (uint32_t i = 0; i < count; i++) {
    size_t length = lk_tape_number(at);
    const uint8_t *next = lk_tape_skip(at + 4 + length);
    // `index` and `integer`: where the entry begins and its bytes.
    keys[i] = (lk_key){.rank = LK_KEY_STRING, .text = (const char *)at + 4, .length = length, .index = at - data, .integer = next - at};
    if (i && sorted) sorted = lk_compare_keys(&keys[i - 1], &keys[i]) <= 0;
    at = next;
    if ((i & 1023) == 1023) lk_charge(L, 1024);
  }
  if (!sorted && count == 2) {
    // Common for actions.
    swap_two(L, data, (size_t)keys[0].integer, (size_t)keys[1].integer);
  } else if (!sorted) {
    size_t size = (size_t)(at - data);
    uint8_t *copy = lua_newuserdatauv(L, size, 0), *to = copy;
    keys = lk_sort(L, keys, count);
    for (uint32_t i = 0; i < count; i++) {
      memcpy(to, data + keys[i].index, (size_t)keys[i].integer);
      to += keys[i].integer;
    }
    memcpy(data, copy, size);
  }
  lua_settop(L, top);
}

void lk_require_order(lua_State *L, int type) {
  if (!lk_is_pure(L)) return;
  luaL_error(L, "keys that are %ss have no order: the result of a reducer, view or event map would differ from run to run",
             lua_typename(L, type));
}

int lk_sort_keys(lua_State *L, int table) {
  table = lua_absindex(L, table);
  luaL_checkstack(L, 8, NULL);
  lua_Integer items = (lua_Integer)lua_rawlen(L, table), others = 0;
  lua_createtable(L, items < 1 << 24 ? (int)items : 0, 0);
  int rest = lua_gettop(L), sorted = rest + 1;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_isinteger(L, -1)) {
      lua_Integer i = lua_tointeger(L, -1);
      if (i >= 1 && i <= items) continue;
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, rest, ++others);
    if ((others & 1023) == 0) lk_charge(L, 1024);
  }
  if (others == 0 || (others == 1 && items == 0)) {
    for (lua_Integer i = 1; i <= items; i++) {
      lua_pushinteger(L, i);
      lua_rawseti(L, rest, i);
      if ((i & 1023) == 0) lk_charge(L, 1024);
    }
    return (int)(items + others);
  }
  lk_key *keys = lua_newuserdatauv(L, (size_t)others * 2 * sizeof *keys, 0);
  for (lua_Integer i = 0; i < others; i++) {
    int type = lua_rawgeti(L, rest, i + 1);
    keys[i] = lk_key_at(L, -1);
    keys[i].index = i + 1;
    if (others > 1 && keys[i].rank > LK_KEY_TRUE && type != LUA_TLIGHTUSERDATA) lk_require_order(L, type);
    lua_pop(L, 1);
  }
  if (others > 1) keys = lk_sort(L, keys, others);
  // Merges the positions of the items with the other keys.
  lua_Integer count = 0, item = 1, other = 0;
  lua_createtable(L, items + others < 1 << 24 ? (int)(items + others) : 0, 0);
  while (item <= items || other < others) {
    lk_key next = {.rank = LK_KEY_NUMBER, .integral = true, .integer = item};
    if (item <= items && (other == others || lk_compare_keys(&next, &keys[other]) < 0)) {
      lua_pushinteger(L, item++);
    } else {
      lua_rawgeti(L, rest, keys[other++].index);
    }
    lua_rawseti(L, sorted + 1, ++count);
    if ((count & 1023) == 0) lk_charge(L, 1024);
  }
  lua_replace(L, rest);
  lua_settop(L, rest);
  return (int)count;
}
