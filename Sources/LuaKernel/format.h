#ifndef LK_FORMAT_H
#define LK_FORMAT_H

#include <lua.h>

/* `string.format`; its upvalue is the stock function. */
int lk_string_format(lua_State *L);

#endif
