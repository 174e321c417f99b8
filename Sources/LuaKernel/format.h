#ifndef LK_FORMAT_H
#define LK_FORMAT_H

#include <lua.h>

/* `string.format`, with the stock function as its upvalue. */
int lk_string_format(lua_State *L);

#endif
