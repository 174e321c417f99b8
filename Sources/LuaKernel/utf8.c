#include <lauxlib.h>
#include <lualib.h>

#include "stock.h"
#include "lua_strings.h"

/* The offset of a position in the utf8 functions; a position before the string is 0. */
static size_t utf8_position(lua_State *L, int argument, lua_Integer fallback, size_t length) {
  lua_Integer position = lua_isnoneornil(L, argument) ? fallback : lua_tointeger(L, argument);
  if (position >= 0) return (size_t)position < length ? (size_t)position : length;
  if (position < -(lua_Integer)length) return 0;
  return length - (size_t)-position + 1;
}

/* Charges for the bytes from the position in argument 2 to the one in argument 3. */
static int charge_slice(lua_State *L, lua_Integer to_fallback) {
  size_t length = lua_type(L, 1) == LUA_TSTRING ? (size_t)lua_rawlen(L, 1) : 0;
  size_t from = utf8_position(L, 2, 1, length);
  size_t to = utf8_position(L, 3, to_fallback, length);
  if (to > from) lk_charge_bulk(L, to - from);
  return lk_run_stock(L);
}

static int utf8_length(lua_State *L) { return charge_slice(L, -1); }

static int utf8_codepoint(lua_State *L) {
  return charge_slice(L, lua_isnoneornil(L, 2) ? 1 : lua_tointeger(L, 2));
}

static int utf8_codes(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING) lk_charge_bulk(L, (size_t)lua_rawlen(L, 1));
  return lk_run_stock(L);
}

/* A script that steps through a string asks only for the next character, so it is not charged for the whole string. */
static int utf8_offset(lua_State *L) {
  size_t length = lua_type(L, 1) == LUA_TSTRING ? (size_t)lua_rawlen(L, 1) : 0;
  lua_Integer count = lua_tointeger(L, 2);
  size_t characters = count < 0 ? 0 - (size_t)count : (size_t)count;
  lk_charge_bulk(L, characters < length / 4 ? characters * 4 : length);
  return lk_run_stock(L);
}

void lk_open_utf8(lua_State *L) {
  luaopen_utf8(L);
  lk_wrap_stock(L, "len", utf8_length);
  lk_wrap_stock(L, "codepoint", utf8_codepoint);
  lk_wrap_stock(L, "codes", utf8_codes);
  lk_wrap_stock(L, "offset", utf8_offset);
}
