// The functions of `io` and `os` that scripts do not have. Each is false, so that `io and io.open` is false, and calling one
// raises an error that names the alternative.
#include "kernel.h"

#include <string.h>

#define FILES "files are read and written by services.files, in an effect"
#define PROGRAMS "no service starts programs; a program that contains the host can offer one that does"
#define INPUT "scripts do not read from the terminal; what is typed there sends actions"

static const struct { const char *library, *name, *advice; } absent[] = {
  {LUA_IOLIBNAME, "open", FILES}, {LUA_IOLIBNAME, "lines", FILES}, {LUA_IOLIBNAME, "tmpfile", FILES},
  {LUA_IOLIBNAME, "input", INPUT}, {LUA_IOLIBNAME, "read", INPUT}, {LUA_IOLIBNAME, "popen", PROGRAMS},
  {LUA_IOLIBNAME, "output", "io.write always writes where print does"},
  {LUA_IOLIBNAME, "close", "there are no files to close"},
  {LUA_OSLIBNAME, "remove", FILES}, {LUA_OSLIBNAME, "rename", FILES}, {LUA_OSLIBNAME, "tmpname", FILES},
  {LUA_OSLIBNAME, "execute", PROGRAMS}, {LUA_OSLIBNAME, "getenv", "variables that are granted are read by services.env, in an effect"},
  {LUA_OSLIBNAME, "exit", "the host ends when its user ends it"}, {LUA_OSLIBNAME, "setlocale", "the locale is always C"},
};

enum { ABSENT = sizeof absent / sizeof *absent };

static int call_boolean(lua_State *L) {
  lua_Debug ar;
  bool named = lua_getstack(L, 0, &ar) && lua_getinfo(L, "n", &ar) && ar.name;
  bool may_be_absent = !lua_toboolean(L, 1);
  if (!named) {
    return luaL_error(L, "attempt to call a boolean value%s",
                      may_be_absent ? "; io and os functions that scripts lack are false: use services instead" : "");
  }
  for (int i = 0; i < ABSENT && may_be_absent; i++) {
    if (strcmp(ar.name, absent[i].name) == 0) {
      return luaL_error(L, "%s.%s is not available to scripts: %s", absent[i].library, absent[i].name, absent[i].advice);
    }
  }
  return luaL_error(L, "attempt to call a boolean value (%s '%s')", ar.namewhat, ar.name);
}

void lk_open_absent(lua_State *L, const char *library) {
  for (int i = 0; i < ABSENT; i++) {
    if (strcmp(absent[i].library, library) != 0) continue;
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, absent[i].name);
  }
}

void lk_explain_absent(lua_State *L) {
  lua_pushboolean(L, 0);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, call_boolean);
  lua_setfield(L, -2, "__call");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}
