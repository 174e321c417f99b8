#include "format.h"

#include <lauxlib.h>
#include <string.h>

#include "stock.h"
#include "lua_strings.h"

/* Replaces an argument that `%s` would show with its address by the name of its type. */
static void hide_address(lua_State *L, int argument) {
  switch (lua_type(L, argument)) {
  case LUA_TTABLE:
  case LUA_TFUNCTION:
  case LUA_TTHREAD:
  case LUA_TUSERDATA:
  case LUA_TLIGHTUSERDATA: break;
  default: return;
  }
  if (luaL_getmetafield(L, argument, "__tostring") != LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  int name = luaL_getmetafield(L, argument, "__name");
  if (name != LUA_TSTRING) lua_pushstring(L, luaL_typename(L, argument));
  lua_replace(L, argument);
  if (name != LUA_TSTRING && name != LUA_TNIL) lua_pop(L, 1);
}

static void hide_addresses(lua_State *L, const char *at, const char *end) {
  static const char modifiers[] = "-+ #.0123456789";
  int argument = 1;
  while (at < end && (at = memchr(at, '%', (size_t)(end - at)))) {
    do at++;
    while (at < end && memchr(modifiers, *at, sizeof modifiers - 1));
    if (at == end) return;
    char conversion = *at++;
    if (conversion == '%') continue;
    argument++;
    if (conversion == 's') hide_address(L, argument);
    if (conversion == 'p')
      luaL_error(L, "string.format: %%p shows an address, which differs from run to run");
  }
}

int lk_string_format(lua_State *L) {
  size_t length, bytes = 0;
  int top = lua_gettop(L);
  for (int i = 1; i <= top; i++)
    if (lua_type(L, i) == LUA_TSTRING) bytes += (size_t)lua_rawlen(L, i);
  lk_charge_bulk(L, bytes);
  if (lk_is_pure(L)) {
    const char *format = luaL_checklstring(L, 1, &length);
    hide_addresses(L, format, format + length);
  }
  return lk_run_stock(L);
}
