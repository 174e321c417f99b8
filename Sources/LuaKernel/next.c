// `next` in pure phases, where it must give the same in every process: the next key in order, positive integers first.
//
// Keys are sorted when they are first asked for, into runs, and a key is found in each run by bisection. Of a map of the
// state the runs are kept for as long as the map: each key that it gets is added, and runs of about the same length are
// merged, so that a key costs O(log² n) over its life. Of any other table they are kept until the pure phase ends, and no one
// says which keys it gets. A walk that begins while there are runs may then miss some; when it comes to its end they are
// looked for, and walked last.
#include "runs.h"

#include <string.h>

// Of other tables than maps of the state. STALE: the walk began on older runs. ENDED: the last walk came to its end.
// LAST: the walk goes through the last run only.
enum { STALE = 1, ENDED = 2, LAST = 4 };
enum { MOST_PENDING = 4096, MOST_WALKS = 64 };

static int give(lua_State *L, int data) {
  lua_pushvalue(L, -1);
  lua_rawget(L, data);
  return 2;
}

// MARK: the items of a list. They need no runs.

// Remembers the item that a walk has come to: where it is gone when the walk goes on, it was there.
static void note_step(lk_vm *vm, const void *table, lua_Integer item) {
  size_t s = 0;
  while (s < LK_STEPS && vm->steps[s].table != table) s++;
  if (s == LK_STEPS) s = vm->next_step++ % LK_STEPS;
  vm->steps[s].table = table;
  vm->steps[s].item = item;
}

static bool is_step(const lk_vm *vm, const void *table, lua_Integer item) {
  for (size_t s = 0; s < LK_STEPS; s++) {
    if (vm->steps[s].table == table && vm->steps[s].item == item) return true;
  }
  return false;
}

// MARK: next

// Pushes the table of what is kept, of maps of the state or of other tables.
static void push_all(lua_State *L, bool lasts) {
  lk_vm *vm = lk_of(L);
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, lasts ? vm->orders : vm->walks) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->walks);
  vm->walk_count = 0;
}

static void keep(lua_State *L, int all, int data, int kept, bool lasts) {
  lk_vm *vm = lk_of(L);
  if (lasts) {
    vm->ordered = true;
  } else if (++vm->walk_count > MOST_WALKS) {
    lk_end_walks(vm);
    push_all(L, false);
    lua_replace(L, all);
    vm->walk_count = 1;
  }
  lua_pushvalue(L, data);
  lua_pushvalue(L, kept);
  lua_rawset(L, all);
}

// The rest of a walk through a table that is no map of the state.
static int walk_kept(lua_State *L, int data, int key, int kept) {
  lua_Integer flags = lk_get_number(L, kept, RUNS_FLAGS), last = (lua_Integer)lua_rawlen(L, kept);
  bool found = !(flags & LAST);
  if (!found) {
    lua_rawgeti(L, kept, last);
    lk_bisect_run(L, lua_gettop(L), key, &found);
    lua_pop(L, 1);
    if (!found) last = RUNS_FIRST;
  } else {
    last = RUNS_FIRST;
  }
  if (lk_push_next_key(L, data, kept, last, key)) {
    if (flags & ENDED) lk_set_number(L, kept, RUNS_FLAGS, flags & ~ENDED);
    return give(L, data);
  }
  if (flags & STALE) {
    lk_push_keys(L, data, kept, lk_get_number(L, kept, RUNS_ITEM));
    if (lua_rawlen(L, -1) > 0) {
      lk_sort_run(L);
      last = (lua_Integer)lua_rawlen(L, kept) + 1;
      lua_rawseti(L, kept, last);
      lk_set_number(L, kept, RUNS_FLAGS, LAST);
      lua_pushnil(L);
      if (lk_push_next_key(L, data, kept, last, lua_gettop(L))) return give(L, data);
    }
  }
  lk_set_number(L, kept, RUNS_FLAGS, ENDED);
  lua_pushnil(L);
  return 1;
}

// A walk comes to the runs that an earlier one has left, behind an item (0: none). Pushes the first key; false and nothing:
// none is left.
static bool begin_stale(lua_State *L, int data, int kept, lua_Integer item) {
  int top = lua_gettop(L);
  lua_Integer count = (lua_Integer)lua_rawlen(L, kept);
  lua_pushinteger(L, item);
  for (lua_Integer r = RUNS_FIRST; item && r <= count; r++) {
    bool found;
    lua_rawgeti(L, kept, r);
    lk_set_number(L, top + 2, RUN_FIRST, lk_bisect_run(L, top + 2, top + 1, &found));
    lua_settop(L, top + 1);
  }
  lk_set_number(L, kept, RUNS_ITEM, item);
  lk_set_number(L, kept, RUNS_FLAGS, STALE);
  lua_pushnil(L);
  return lk_push_next_key(L, data, kept, RUNS_FIRST, top + 2);
}

int lk_next_in_order(lua_State *L, const lk_tag *tag) {
  const int data = 1, key = 2, all = 3, kept = 4;
  lk_vm *vm = lk_of(L);
  luaL_checkstack(L, 24, NULL);
  if (!tag) lk_refuse_weak(L, 1);
  bool native = tag && tag->slice->native, lasts = tag && !native && !tag->list && tag->slice != vm->all;
  if (tag) {
    lk_push_data(L, 1);
    lua_replace(L, data);
  }
  bool begins = lua_isnil(L, key);
  lua_Integer item = begins ? 0 : lua_isinteger(L, key) ? lua_tointeger(L, key) : -1;
  const void *table = lua_topointer(L, data);
  if (item >= 0 && (begins || item >= 1)) {
    lua_pushinteger(L, item + 1);
    if (item < LUA_MAXINTEGER && lua_rawgeti(L, data, item + 1) != LUA_TNIL) {
      note_step(vm, table, item + 1);
      return 2;
    }
    lua_settop(L, key);
  }
  push_all(L, lasts);
  lua_pushvalue(L, data);
  lua_rawget(L, all);
  bool known = lua_istable(L, kept);
  if (!begins && !native && !lk_holds(L, data, key) && !(known && lk_is_in_runs(L, kept, key, false)) && !is_step(vm, table, item)) {
    return luaL_error(L, "invalid key to 'next'");
  }
  if (known && lasts) {
    lk_take_pending(L, data, kept);
    lua_Integer passed = begins ? lk_get_number(L, kept, RUNS_PASSED) : 0;
    if (passed > MOST_PENDING + lk_run_length(L, kept, RUNS_FIRST)) known = false;
  } else if (known && (begins || is_step(vm, table, item))) {
    known = !(lk_get_number(L, kept, RUNS_FLAGS) & ENDED) && begin_stale(L, data, kept, item);
    if (known) return give(L, data);
  }
  if (!known) {
    lua_settop(L, all);
    if (begins) {
      lua_pushnil(L);
      if (!lua_next(L, data)) {
        lua_pushnil(L);
        return 1;
      }
      lua_settop(L, all);
    }
    if (!lk_push_kept(L, data, item)) {
      lua_pushnil(L);
      return 1;
    }
    keep(L, all, data, kept, lasts);
  }
  if (!lasts) return walk_kept(L, data, key, kept);
  if (lk_push_next_key(L, data, kept, RUNS_FIRST, key)) return give(L, data);
  lua_pushnil(L);
  return 1;
}

// MARK: what others say

void lk_end_walks(lk_vm *vm) {
  // An existing slot: cannot fail.
  lua_pushboolean(vm->running, 0);
  lua_rawseti(vm->running, LUA_REGISTRYINDEX, vm->walks);
  memset(vm->steps, 0, sizeof vm->steps);
  vm->next_step = 0;
  vm->walk_count = 0;
}

void lk_note_key(lua_State *L, int backing, int key) {
  lk_vm *vm = lk_of(L);
  if (!vm->ordered || lua_type(L, key) != LUA_TSTRING) return;
  backing = lua_absindex(L, backing);
  key = lua_absindex(L, key);
  luaL_checkstack(L, 6, NULL);
  int top = lua_gettop(L), orders = top + 1, kept = top + 2, pending = top + 3;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->orders);
  lua_pushvalue(L, backing);
  if (lua_rawget(L, orders) == LUA_TTABLE) {
    if (lua_rawgeti(L, kept, RUNS_PENDING) != LUA_TTABLE) {
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, pending);
      lua_rawseti(L, kept, RUNS_PENDING);
    }
    lua_Integer count = (lua_Integer)lua_rawlen(L, pending);
    if (count >= MOST_PENDING) {
      lk_forget_keys(L, backing);
    } else {
      lua_pushvalue(L, key);
      lua_rawseti(L, pending, count + 1);
    }
  }
  lua_settop(L, top);
}

void lk_forget_keys(lua_State *L, int backing) {
  if (!lk_of(L)->ordered) return;
  backing = lua_absindex(L, backing);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->orders);
  lua_pushvalue(L, backing);
  if (lua_rawget(L, -2) != LUA_TNIL) {
    lua_pushvalue(L, backing);
    lua_pushnil(L);
    lua_rawset(L, -4);
  }
  lua_pop(L, 2);
}
