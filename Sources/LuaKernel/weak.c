// Weak tables. Garbage is collected at different times in different processes, so a weak table's content differs too.
//
// In a pure phase the metatables recorded by `setmetatable` have no `__mode`, so their tables are strong, and iterating over
// such a table is an error. They stay strong until a run that is not pure begins, because the host or a script may dispatch many
// actions. The host's own code, whose chunk name begins with `=`, does not iterate over weak tables and is exempt.
#include "kernel.h"

enum { MOST_METATABLES = 1000 };

static const char no_order[] = "the keys of a weak table differ from run to run: a reducer, view or event map cannot iterate over one. "
                               "To fix this, keep them in a table without __mode as well";

static int push_mode(lua_State *L, int metatable) {
  lua_pushliteral(L, "__mode");
  return lua_rawget(L, metatable);
}

static void set_mode(lua_State *L, int metatable) {
  // Pops the value to set. The field exists, so this allocates nothing.
  lua_pushliteral(L, "__mode");
  lua_insert(L, -2);
  lua_rawset(L, metatable);
}

static void count(lua_State *L) {
  lk_vm *vm = lk_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->weak);
  vm->weak_count = 0;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    vm->weak_count++;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static bool is_host(lua_State *L) {
  lua_Debug ar;
  return lua_getstack(L, 1, &ar) && lua_getinfo(L, "S", &ar) && *ar.source == '=' && ar.source[1] != '[';
}

void lk_note_weak(lua_State *L, int metatable) {
  lk_vm *vm = lk_of(L);
  luaL_checkstack(L, 8, NULL);
  int top = lua_gettop(L), mode = top + 1, weak = top + 2;
  if (push_mode(L, metatable) == LUA_TSTRING && !is_host(L)) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->weak);
    lua_pushvalue(L, metatable);
    if (lua_rawget(L, weak) == LUA_TNIL) {
      // Each pure phase visits all of these metatables, so their number is limited.
      if (vm->weak_count >= MOST_METATABLES) {
        lua_gc(L, LUA_GCCOLLECT);
        count(L);
      }
      if (vm->weak_count >= MOST_METATABLES) luaL_error(L, "more than %d metatables have a __mode", MOST_METATABLES);
      vm->weak_count++;
    }
    lua_pushvalue(L, metatable);
    lua_pushvalue(L, mode);
    lua_rawset(L, weak);
    if (lk_is_pure(L)) {
      lua_pushboolean(L, 0);
      set_mode(L, metatable);
    }
    if (lk_is_pure(L)) vm->strength = LK_ALL_STRONG; else if (vm->strength) vm->strength = LK_SOME_STRONG;
  }
  lua_settop(L, top);
}

void lk_refuse_weak(lua_State *L, int table) {
  if (!lk_is_pure(L) || !lua_getmetatable(L, table)) return;
  int metatable = lua_gettop(L);
  int type = push_mode(L, metatable);
  bool weak = type == LUA_TSTRING;
  if (type == LUA_TBOOLEAN) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->weak);
    lua_pushvalue(L, metatable);
    weak = lua_rawget(L, -2) != LUA_TNIL;
  }
  lua_settop(L, metatable - 1);
  if (weak) luaL_error(L, "%s", no_order);
}

void lk_strengthen(lk_vm *vm, bool strong) {
  lua_State *L = vm->running;
  int top = lua_gettop(L), weak = top + 1, metatable = top + 2, mode = top + 3, present = top + 4;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->weak);
  lua_pushnil(L);
  vm->weak_count = 0;
  vm->strength = strong ? LK_ALL_STRONG : LK_ALL_WEAK;
  while (lua_next(L, weak)) {
    vm->weak_count++;
    int type = push_mode(L, metatable);
    if (strong && type == LUA_TSTRING) {
      // The script may have changed the mode since it was recorded.
      lua_pushvalue(L, metatable);
      lua_pushvalue(L, present);
      lua_rawset(L, weak);
      lua_pushboolean(L, 0);
      set_mode(L, metatable);
    } else if (!strong && type == LUA_TBOOLEAN && !lua_toboolean(L, present)) {
      lua_pushvalue(L, mode);
      set_mode(L, metatable);
    }
    lua_settop(L, metatable);
  }
  lua_settop(L, top);
}
