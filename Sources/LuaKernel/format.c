#include "format.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdbool.h>
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

/* Replaces a text by what `%q` shows. The stock function cannot be stopped and calls snprintf for each control character: 0.1 s
   for 2 MB of them. */
static void quote(lua_State *L, int argument) {
  size_t length;
  const char *s = lua_tolstring(L, argument, &length);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  luaL_addchar(&b, '"');
  for (size_t i = 0; i < length; i++) {
    if (i % LK_QUANTUM == 0) lk_charge(L, LK_QUANTUM);
    unsigned char c = (unsigned char)s[i];
    if (c == '"' || c == '\\' || c == '\n') luaL_addchar(&b, '\\');
    if (c == '\n' || !iscntrl(c)) {
      luaL_addchar(&b, (char)c);
      continue;
    }
    /* Three digits before a digit, because the next one would belong to the number. */
    bool three = isdigit((unsigned char)s[i + 1]);
    luaL_addchar(&b, '\\');
    if (three || c >= 100) luaL_addchar(&b, (char)('0' + c / 100));
    if (three || c >= 10) luaL_addchar(&b, (char)('0' + c / 10 % 10));
    luaL_addchar(&b, (char)('0' + c % 10));
  }
  luaL_addchar(&b, '"');
  luaL_pushresult(&b);
  lua_replace(L, argument);
}

/* Replaces the arguments whose stock conversion shows an address or cannot be stopped, and `%q` by `%s` for the latter. */
static void convert_arguments(lua_State *L) {
  static const char modifiers[] = "-+ #.0123456789";
  size_t length;
  const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
  char *changed = NULL;
  int argument = 1;
  while (at < end && (at = memchr(at, '%', (size_t)(end - at)))) {
    const char *start = at;
    do at++;
    while (at < end && memchr(modifiers, *at, sizeof modifiers - 1));
    if (at == end) break;
    char conversion = *at++;
    if (conversion == '%') continue;
    argument++;
    if (conversion == 's' && lk_is_pure(L)) hide_address(L, argument);
    if (conversion == 'p' && lk_is_pure(L))
      luaL_error(L, "string.format: %%p shows an address, which differs from run to run");
    if (conversion != 'q' || at - start != 2 || lua_type(L, argument) != LUA_TSTRING) continue;
    quote(L, argument);
    if (!changed) {
      changed = memcpy(lua_newuserdatauv(L, length, 0), end - length, length);
      lua_replace(L, 1);
      at = changed + (at - (end - length));
      end = changed + length;
    }
    changed[at - changed - 1] = 's';
  }
  if (!changed) return;
  lua_pushlstring(L, changed, length);
  lua_replace(L, 1);
}

int lk_string_format(lua_State *L) {
  size_t bytes = 0;
  int top = lua_gettop(L);
  for (int i = 1; i <= top; i++)
    if (lua_type(L, i) == LUA_TSTRING) bytes += (size_t)lua_rawlen(L, i);
  lk_charge_bulk(L, bytes);
  convert_arguments(L);
  return lk_run_stock(L);
}
