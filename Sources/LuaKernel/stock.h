/* Helpers to wrap stock functions. */
#ifndef LK_STOCK_H
#define LK_STOCK_H

#include <lua.h>

/* Calls the stock function in the wrapper's call frame, so that error messages name the script's call. */
static inline int lk_run_stock(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

/* Replaces a field of the table on top by `wrapper`, which gets the stock function as its upvalue. */
static inline void lk_wrap_stock(lua_State *L, const char *name, lua_CFunction wrapper) {
  lua_getfield(L, -1, name);
  lua_pushcclosure(L, wrapper, 1);
  lua_setfield(L, -2, name);
}

#endif
