// Estimates the memory that the journal keeps alive.
#include "kernel.h"

// A state node is three tables, and the allocator rounds up each of their parts.
enum { ENTRY = 4 * 16 + 5, NODE = 280, TABLE = 56, FIELD = 40, STRING = 25 };

typedef struct weighing {
  uint64_t from, to;
  size_t native, most, sum;
} weighing;

// A table that a reducer stored only for a moment may contain itself; `most` ends the count then.
static void weigh_value(lua_State *L, weighing *w, int depth) {
  if (lua_type(L, -1) == LUA_TSTRING) {
    w->sum += STRING + lua_rawlen(L, -1);
  } else if (lua_istable(L, -1) && depth <= LK_MAX_DEPTH) {
    luaL_checkstack(L, 8, NULL);
    bool node = lk_node(L, -1) != NULL;
    w->sum += node ? NODE : TABLE;
    if (node) lk_push_backing(L, -1); else lua_pushvalue(L, -1);
    lua_pushnil(L);
    while (w->sum < w->most && lua_next(L, -2)) {
      w->sum += FIELD;
      weigh_value(L, w, depth + 1);
      lua_pop(L, 1);
    }
    lua_settop(L, lua_gettop(L) - (w->sum < w->most ? 1 : 2));
  }
}

static int weigh(lua_State *L) {
  weighing *w = lua_touserdata(L, 1);
  const lk_vm *vm = lk_of(L);
  for (uint64_t p = w->from; p < w->to && w->sum < w->most; p++) {
    w->sum += ENTRY;
    if (lk_journal_op(vm, p) == LK_NATIVE) {
      w->sum += w->native;
      continue;
    }
    // Only the old value is weighed: the new value is in the state, or a later entry has it as its old value.
    lk_journal_entry(L, p, 2);
    weigh_value(L, w, 0);
    lua_settop(L, 1);
  }
  return 0;
}

size_t lk_weigh(lk_vm *vm, uint64_t from, uint64_t to, size_t native, size_t most) {
  weighing w = {.from = from < vm->head ? vm->head : from, .to = to, .native = native, .most = most};
  return lk_protect(vm, weigh, &w) == LK_OK ? w.sum : most;
}
