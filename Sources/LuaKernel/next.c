// `next` in pure phases, where it must give the same in every process: the next key in order, positive integers first.
//
// Keys are sorted when they are first asked for, into runs, and a key is found in each run by bisection. Of a map of the
// state the runs are kept for as long as the map: each key that it gets is added, and runs of about the same length are
// merged, so that a key costs O(log² n) over its life. Of any other table one run is kept until the pure phase ends, and no one
// says which keys the table gets. A walk may begin on an old run, because most ask for one key only; with its second key the
// keys are sorted again.
#include "runs.h"

#include <string.h>

// Of other tables than maps of the state. UNVERIFIED: the walk began on a run that may lack keys.
enum { UNVERIFIED = 1 };
// What is kept of such a table besides: the key that a walk began with although there are lesser ones, or false; the key that
// was given last; and from OUTER on those that were given last when a further walk began, in a ring.
enum { HEAD = -1, LAST = -2, OUTERS = -3, OUTER = -11 };
enum { MOST_PENDING = 4096, MOST_WALKS = 64, MOST_OUTERS = 8 };

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

// MARK: tables that are no maps of the state

static bool is_at(lua_State *L, int kept, lua_Integer field, int key) {
  lua_rawgeti(L, kept, field);
  bool same = lua_rawequal(L, -1, key);
  lua_pop(L, 1);
  return same;
}

// Whether a walk may stand at a key that is gone.
static bool was_given(lua_State *L, int kept, int key) {
  bool found = is_at(L, kept, HEAD, key) || is_at(L, kept, LAST, key);
  for (lua_Integer i = 0; i < MOST_OUTERS && !found; i++) found = is_at(L, kept, OUTER + i, key);
  return found || lk_is_in_runs(L, kept, key, false);
}

// A walk begins: where the one before it stands, that may go on later.
static void leave_walk(lua_State *L, int kept) {
  lua_Integer outers = lk_get_number(L, kept, OUTERS);
  lua_rawgeti(L, kept, LAST);
  lua_rawseti(L, kept, OUTER + outers % MOST_OUTERS);
  lk_set_number(L, kept, OUTERS, outers + 1);
}

static void set_head(lua_State *L, int kept, int key) {
  if (key) lua_pushvalue(L, key); else lua_pushboolean(L, 0);
  lua_rawseti(L, kept, HEAD);
}

// Sorts the keys of the table anew.
static void sort_again(lua_State *L, int data, int kept, lua_Integer item) {
  lk_push_keys(L, data, 0, item);
  lk_sort_run(L);
  lua_rawseti(L, kept, RUNS_FIRST);
  lk_set_number(L, kept, RUNS_FLAGS, 0);
}

// Pushes the first key after the one at `key` that is not the walk's first one; false and nothing: none.
static bool push_other(lua_State *L, int data, int kept, int key) {
  if (!lk_push_next_key(L, data, kept, RUNS_FIRST, key)) return false;
  if (!is_at(L, kept, HEAD, lua_gettop(L))) return true;
  return lk_push_next_key(L, data, kept, RUNS_FIRST, lua_gettop(L));
}

static bool push_first_other(lua_State *L, int data, int kept) {
  lua_rawgeti(L, kept, RUNS_FIRST);
  lk_set_number(L, lua_gettop(L), RUN_FIRST, 1);
  lua_pop(L, 1);
  lua_pushnil(L);
  return push_other(L, data, kept, lua_gettop(L));
}

// The second step of a walk: its keys are sorted now, and it has given only one, which need not be the least.
static bool push_second(lua_State *L, int data, int kept, int key) {
  sort_again(L, data, kept, 0);
  set_head(L, kept, key);
  if (push_first_other(L, data, kept)) {
    bool is_less = false;
    lua_pushvalue(L, key);
    lua_insert(L, -2);
    is_less = lk_is_less(L, lua_gettop(L), lua_gettop(L) - 1);
    if (is_less) return true;
  }
  set_head(L, kept, 0);
  return lk_push_next_key(L, data, kept, RUNS_FIRST, key);
}

static int walk_kept(lua_State *L, int data, int key, int kept, lua_Integer item, bool from_items) {
  bool found, begins = lua_isnil(L, key);
  if (begins) {
    leave_walk(L, kept);
    lk_set_number(L, kept, RUNS_FLAGS, UNVERIFIED);
    found = lk_push_next_key(L, data, kept, RUNS_FIRST, key);
    if (!found) {
      sort_again(L, data, kept, 0);
      set_head(L, kept, 0);
      found = lk_push_next_key(L, data, kept, RUNS_FIRST, key);
    }
  } else if (from_items) {
    leave_walk(L, kept);
    sort_again(L, data, kept, item);
    found = push_other(L, data, kept, key);
  } else if (lk_get_number(L, kept, RUNS_FLAGS) == UNVERIFIED && is_at(L, kept, LAST, key)) {
    found = push_second(L, data, kept, key);
  } else if (is_at(L, kept, HEAD, key)) {
    found = push_first_other(L, data, kept);
  } else {
    found = push_other(L, data, kept, key);
  }
  if (!found) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushvalue(L, -1);
  lua_rawseti(L, kept, LAST);
  return give(L, data);
}

// Pushes what is kept of the table, if anything is.
static bool push_known(lua_State *L, int data, bool lasts) {
  push_all(L, lasts);
  lua_pushvalue(L, data);
  return lua_rawget(L, -2) == LUA_TTABLE;
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
    bool there = item < LUA_MAXINTEGER && lua_rawgeti(L, data, item + 1) != LUA_TNIL;
    if (there && vm->walk_count) {
      int top = lua_gettop(L);
      if (push_known(L, data, false)) {
        if (begins) {
          leave_walk(L, top + 2);
          set_head(L, top + 2, 0);
        } else {
          there = !is_at(L, top + 2, HEAD, top - 1);  // the walk began with it
        }
      }
      lua_settop(L, top);
    }
    if (there) {
      note_step(vm, table, item + 1);
      return 2;
    }
    lua_settop(L, key);
  }
  bool known = push_known(L, data, lasts), from_items = is_step(vm, table, item);
  if (!begins && !native && !from_items && !lk_holds(L, data, key) && !(known && was_given(L, kept, key))) {
    return luaL_error(L, "invalid key to 'next'");
  }
  if (known && lasts) {
    lk_take_pending(L, data, kept);
    lua_Integer passed = begins ? lk_get_number(L, kept, RUNS_PASSED) : 0;
    if (passed > MOST_PENDING + lk_run_length(L, kept, RUNS_FIRST)) known = false;
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
    if (!lk_push_kept(L, data, from_items ? item : 0)) {
      lua_pushnil(L);
      return 1;
    }
    keep(L, all, data, kept, lasts);
  } else if (!lasts) {
    return walk_kept(L, data, key, kept, item, from_items);
  }
  if (!lk_push_next_key(L, data, kept, RUNS_FIRST, key)) {
    lua_pushnil(L);
    return 1;
  }
  if (!lasts) {
    lua_pushvalue(L, -1);
    lua_rawseti(L, kept, LAST);
  }
  return give(L, data);
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
