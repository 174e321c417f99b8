// Decodes plain data from a tape into Lua values.
#include "kernel.h"

#include <limits.h>
#include <string.h>

// The minimum sizes in bytes of a list item, and of a key with its value.
enum { LIST_ITEM = 1, MAP_ENTRY = 5 };

static void raise_malformed(lua_State *L) { luaL_error(L, "malformed bytes: not plain data"); }

const uint8_t *lk_take(lua_State *L, lk_reader *reader, size_t count) {
  if ((size_t)(reader->end - reader->at) < count) raise_malformed(L);
  const uint8_t *at = reader->at;
  reader->at += count;
  return at;
}

uint32_t lk_take_count(lua_State *L, lk_reader *reader) {
  return lk_tape_number(lk_take(L, reader, sizeof(uint32_t)));
}

uint32_t lk_take_items(lua_State *L, lk_reader *reader, size_t width) {
  uint32_t count = lk_take_count(L, reader);
  size_t left = (size_t)(reader->end - reader->at);
  if (reader->announced > left || count > (left - reader->announced) / width) raise_malformed(L);
  reader->announced += count;
  return count;
}

void lk_take_text(lua_State *L, lk_reader *reader) {
  uint32_t count = lk_take_count(L, reader);
  lua_pushlstring(L, (const char *)lk_take(L, reader, count), count);
}

void lk_take_value(lua_State *L, lk_reader *reader, int depth) {
  if (reader->announced) reader->announced--;
  uint8_t tag = *lk_take(L, reader, 1);
  if (depth > LK_MAX_DEPTH && (tag == TAPE_LIST || tag == TAPE_MAP)) {
    luaL_error(L, "plain data nested deeper than 200 tables");
  }
  switch (tag) {
    case TAPE_NIL: lua_pushnil(L); return;
    case TAPE_FALSE: lua_pushboolean(L, 0); return;
    case TAPE_TRUE: lua_pushboolean(L, 1); return;
    case TAPE_NULL: lua_pushlightuserdata(L, NULL); return;
    case TAPE_INTEGER: {
      int64_t value;
      memcpy(&value, lk_take(L, reader, 8), 8);
      lua_pushinteger(L, value);
      return;
    }
    case TAPE_FLOAT: {
      double value;
      memcpy(&value, lk_take(L, reader, 8), 8);
      lua_pushnumber(L, value);
      return;
    }
    case TAPE_STRING: case TAPE_OPAQUE: lk_take_text(L, reader); return;
    case TAPE_LIST: {
      uint32_t count = lk_take_items(L, reader, LIST_ITEM);
      luaL_checkstack(L, 4, "plain data is nested too deep");
      lua_createtable(L, count < 1 << 20 ? (int)count : 0, 0);
      if (count == 0) lk_mark_list(L);
      for (uint32_t i = 1; i <= count; i++) {
        lk_take_value(L, reader, depth + 1);
        lua_rawseti(L, -2, i);
        if ((i & 1023) == 0) lk_charge(L, 1024);
      }
      return;
    }
    case TAPE_MAP: {
      uint32_t count = lk_take_items(L, reader, MAP_ENTRY);
      luaL_checkstack(L, 4, "plain data is nested too deep");
      lua_createtable(L, 0, count < 1 << 20 ? (int)count : 0);
      while (count--) {
        lk_take_text(L, reader);
        lk_take_value(L, reader, depth + 1);
        lua_rawset(L, -3);
        if ((count & 1023) == 0) lk_charge(L, 1024);
      }
      return;
    }
    default: raise_malformed(L);
  }
}

void lk_push_plain(lua_State *L, lk_bytes bytes) {
  lk_reader reader = {bytes.data, bytes.data + bytes.count, 0};
  lk_take_value(L, &reader, 1);
}

int lk_push_list(lua_State *L, lk_bytes bytes) {
  if (bytes.count == 0) return 0;
  lk_reader reader = {bytes.data, bytes.data + bytes.count, 0};
  if (*lk_take(L, &reader, 1) != TAPE_LIST) raise_malformed(L);
  uint32_t count = lk_take_items(L, &reader, LIST_ITEM);
  luaL_checkstack(L, count < INT_MAX - 4 ? (int)count + 4 : INT_MAX, "too many values");
  for (uint32_t i = 0; i < count; i++) lk_take_value(L, &reader, 1);
  return (int)count;
}
