/* The sandbox's `string` and `utf8`: every C loop can be stopped, and no address is shown in a pure phase. */
#ifndef LK_LUA_STRINGS_H
#define LK_LUA_STRINGS_H

#include <lua.h>
#include <stddef.h>

/* Called every LK_QUANTUM steps of a C loop and before bulk work; raises if the script must stop. */
void lk_charge(lua_State *L, size_t steps);

/* 1 while a reducer, view or event map runs: it must not see values that differ between runs. */
int lk_is_pure(lua_State *L);

/* Each pushes a new table of functions. The metatable of strings stays unchanged. */
void lk_open_strings(lua_State *L);
void lk_open_utf8(lua_State *L);

/* Steps between two charges, and bytes that the C library's own copying and searching handle in one step. */
enum { LK_QUANTUM = 1024, LK_BULK = 8 };

/* Below one quantum a call is not worth its cost: the hook runs between two C functions anyway. */
static inline void lk_charge_bulk(lua_State *L, size_t steps) {
  if (steps >= LK_QUANTUM) lk_charge(L, steps);
}

#endif
