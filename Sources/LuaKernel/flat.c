// Encodes and checks flat actions, whose fields are a few scalars. Nearly all actions are flat.
#include "encode.h"

void lk_encode_type(lua_State *L, lk_tape *tape, const char *type) {
  tape->count = 0;
  lk_put_text(L, tape, "type", 4);
  lk_put_tag(L, tape, TAPE_STRING);
  lk_put_text(L, tape, type, strlen(type));
}

static int order(const char *a, size_t a_count, const char *b, size_t b_count) {
  // A quick test, because most keys differ in their first byte. All texts end with a zero byte.
  if (*a != *b) return (unsigned char)*a - (unsigned char)*b;
  return lk_compare_texts(a, a_count, b, b_count);
}

bool lk_encode_flat(lua_State *L, int index, lk_tape *tape, lk_bytes type) {
  // The entries are written in the table's order. A table that is unsorted or large needs lk_encode.
  enum { ROOM = 16, BYTES = 1 << 16 };
  const char *last = "";
  size_t last_length = 0, start = tape->count;
  uint32_t count = 1;
  bool placed = false;
  lk_need(L, lk_tape_reserve(tape, 5));
  tape->data[tape->count] = TAPE_MAP;
  tape->count += 5;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (lua_type(L, -2) != LUA_TSTRING || count == ROOM || tape->count > BYTES) goto not_flat;
    size_t length;
    const char *key = lua_tolstring(L, -2, &length);
    if (order(last, last_length, key, length) > 0) goto not_flat;
    last = key;
    last_length = length;
    count++;
    if (!placed) {
      int after = order(key, length, "type", 4);
      if (after == 0) goto not_flat;
      placed = after > 0;
      if (placed) lk_need(L, lk_tape_put(tape, type.data, type.count));
    }
    lk_put_text(L, tape, key, length);
    if (!lk_put_scalar(L, -1, lua_type(L, -1), tape)) goto not_flat;
    lua_pop(L, 1);
  }
  if (!placed) lk_need(L, lk_tape_put(tape, type.data, type.count));
  memcpy(tape->data + start + 1, &count, sizeof count);
  return true;
not_flat:
  lua_pop(L, 2);
  tape->count = start;
  return false;
}

// Compared inline: a call of strcmp takes longer than the rest.
static bool is_word_type(lua_State *L, int key) {
  size_t length;
  const char *text = lua_tolstring(L, key, &length);
  return length == 4 && memcmp(text, "type", 4) == 0;
}

bool lk_is_flat(lua_State *L, int index) {
  lua_pushnil(L);
  while (lua_next(L, index)) {
    int type = lua_type(L, -1);
    if (type > LUA_TSTRING || type == LUA_TLIGHTUSERDATA || lua_type(L, -2) != LUA_TSTRING
        || is_word_type(L, -2)) {
      lua_pop(L, 2);
      return false;
    }
    lua_pop(L, 1);
  }
  return true;
}
