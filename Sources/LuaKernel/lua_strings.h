/* The sandbox's `string` and `utf8`: no C loop that cannot be stopped, no address in a pure phase. */
#ifndef LK_LUA_STRINGS_H
#define LK_LUA_STRINGS_H

#include <lua.h>
#include <stddef.h>

/* Called every LK_QUANTUM steps of a C loop and before bulk work; raises when the script must stop. */
void lk_charge(lua_State *L, size_t steps);

/* 1 while a reducer, view or event map runs: nothing that differs from run to run may be shown. */
int lk_is_pure(lua_State *L);

/* Each pushes a fresh table of functions. The metatable of strings stays as it was. */
void lk_open_strings(lua_State *L);
void lk_open_utf8(lua_State *L);

/* Steps between two charges, and bytes that the C library's own copying and searching handle in one step. */
enum { LK_QUANTUM = 1024, LK_BULK = 8 };

/* Work below one quantum is not worth a call: between two C functions the hook looks anyway. */
static inline void lk_charge_bulk(lua_State *L, size_t steps) {
  if (steps >= LK_QUANTUM) lk_charge(L, steps);
}

#endif
