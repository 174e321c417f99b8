// Encodes scalars and texts on a tape, for the files that encode. Inlined, because nearly every action is encoded.
#ifndef ENCODE_H
#define ENCODE_H

#include "kernel.h"

#include <string.h>

static inline void lk_need(lua_State *L, bool ok) {
  if (!ok) luaL_error(L, "not enough memory");
}

static inline void lk_put_tag(lua_State *L, lk_tape *tape, uint8_t tag) {
  lk_need(L, lk_tape_reserve(tape, 1));
  tape->data[tape->count++] = tag;
}

static inline void lk_put_text(lua_State *L, lk_tape *tape, const char *text, size_t count) {
  if (count > UINT32_MAX) luaL_error(L, "a string of more than 4 GiB");
  uint32_t n = (uint32_t)count;
  lk_need(L, lk_tape_reserve(tape, sizeof n + count));
  memcpy(tape->data + tape->count, &n, sizeof n);
  memcpy(tape->data + tape->count + sizeof n, text, count);
  tape->count += sizeof n + count;
}

// Puts a tag and a count, which begin a list, a map or a string.
static inline void lk_put_head(lua_State *L, lk_tape *tape, uint8_t tag, uint32_t count) {
  lk_put_tag(L, tape, tag);
  lk_need(L, lk_tape_put(tape, &count, sizeof count));
}

// Puts a value of this type. Returns false and writes nothing for a value that is not a scalar.
static inline bool lk_put_scalar(lua_State *L, int index, int type, lk_tape *tape) {
  switch (type) {
    case LUA_TNIL: lk_put_tag(L, tape, TAPE_NIL); return true;
    case LUA_TBOOLEAN: lk_put_tag(L, tape, lua_toboolean(L, index) ? TAPE_TRUE : TAPE_FALSE); return true;
    case LUA_TNUMBER: {
      lk_need(L, lk_tape_reserve(tape, 9));
      uint8_t *at = tape->data + tape->count;
      if (lua_isinteger(L, index)) {
        int64_t value = lua_tointeger(L, index);
        *at = TAPE_INTEGER;
        memcpy(at + 1, &value, 8);
      } else {
        double value = lua_tonumber(L, index);
        *at = TAPE_FLOAT;
        memcpy(at + 1, &value, 8);
      }
      tape->count += 9;
      return true;
    }
    case LUA_TSTRING: {
      size_t count;
      const char *text = lua_tolstring(L, index, &count);
      lk_put_tag(L, tape, TAPE_STRING);
      lk_put_text(L, tape, text, count);
      return true;
    }
    default: return false;
  }
}

#endif
