// The marks of plain tables: metatables of the kernel that scripts do not see. A list is marked so that an empty one is not taken
// for a map; a caught error, so that its text is its message.
#include "kernel.h"

static int error_text(lua_State *L) {
  lua_settop(L, 1);
  lua_pushliteral(L, "message");
  if (lua_rawget(L, 1) != LUA_TSTRING) lua_pushliteral(L, "an error without a message");
  return 1;
}

static int error_concat(lua_State *L) {
  lua_settop(L, 2);
  int other = lk_mark_of(L, 1) == LK_ERROR_MARK ? 2 : 1;
  if (lk_mark_of(L, other) != LK_ERROR_MARK && luaL_getmetafield(L, other, "__concat") != LUA_TNIL) {
    lua_insert(L, 1);
    lua_call(L, 2, 1);
    return 1;
  }
  for (int i = 1; i <= 2; i++) {
    if (lk_mark_of(L, i) == LK_ERROR_MARK) {
      luaL_tolstring(L, i, NULL);
      lua_replace(L, i);
    } else if (!lua_isstring(L, i)) {
      return luaL_error(L, "attempt to concatenate a %s value", luaL_typename(L, i));
    }
  }
  lua_concat(L, 2);
  return 1;
}

void lk_make_marks(lua_State *L) {
  lk_vm *vm = lk_of(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "udf.list");
  lua_setfield(L, -2, "__name");
  vm->list_mark = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, error_text);
  lua_setfield(L, -2, "__tostring");
  lua_pushcfunction(L, error_concat);
  lua_setfield(L, -2, "__concat");
  vm->error_mark = luaL_ref(L, LUA_REGISTRYINDEX);
}

lk_mark lk_mark_of(lua_State *L, int index) {
  if (!lua_istable(L, index) || !lua_getmetatable(L, index)) return LK_NO_MARK;
  lk_mark mark = LK_FOREIGN_MARK;
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->list_mark);
  if (lua_rawequal(L, -1, -2)) {
    mark = LK_LIST_MARK;
  } else {
    lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->error_mark);
    if (lua_rawequal(L, -1, -3)) mark = LK_ERROR_MARK;
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
  return mark;
}

bool lk_has_own_metatable(lua_State *L, int index) {
  if (lk_node(L, index)) return false;
  if (lua_istable(L, index)) return !lk_is_action(L, index) && lk_mark_of(L, index) == LK_FOREIGN_MARK;
  if (!lua_getmetatable(L, index)) return false;
  lua_pop(L, 1);
  return true;
}

void lk_mark_list(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->list_mark);
  lua_setmetatable(L, -2);
}

void lk_mark_error(lua_State *L) {
  if (!lua_istable(L, -1) || lk_mark_of(L, -1) != LK_NO_MARK) return;
  lua_pushliteral(L, "message");
  bool has_message = lua_rawget(L, -2) == LUA_TSTRING;
  lua_pop(L, 1);
  if (!has_message) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->error_mark);
  lua_setmetatable(L, -2);
}

static int mark_list(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_settop(L, 0);
    lua_newtable(L);
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lk_node(L, 1)) {
    if (!lk_node(L, 1)->list) return luaL_error(L, "udf.list takes a plain table; this one is a map of the state");
    return 1;
  }
  lua_settop(L, 1);
  if (lk_has_own_metatable(L, 1)) return luaL_error(L, "udf.list takes a table without a metatable");
  lk_mark_list(L);
  return 1;
}

int lk_list_function(lk_vm *vm) { return lk_function_reference(vm, mark_list); }
