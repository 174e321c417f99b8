// `next` in pure phases, where the order is the same in every process: positive integers first.
//
// Keys are sorted into runs when a loop first needs them, and a key is found in each run by binary search. The runs of a map of
// the state are kept as long as the map. Each new key is added, and runs of similar length are merged, so a key costs O(log² n)
// over its life. plain_walks.c keeps the order of all other tables.
#include "runs.h"

enum { MOST_PENDING = 4096 };

static int give(lua_State *L, int data) {
  lua_pushvalue(L, -1);
  lua_rawget(L, data);
  return 2;
}

// Pushes the recorded order of a table's keys. Returns false and pushes nothing if there is none.
static bool push_known(lua_State *L, int data, bool lasts) {
  if (!lasts) return lk_push_walk(L, data);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->orders);
  lua_pushvalue(L, data);
  bool known = lua_rawget(L, -2) == LUA_TTABLE;
  lua_remove(L, known ? -2 : -1);
  if (!known) lua_pop(L, 1);
  return known;
}

static void keep(lua_State *L, int data, int kept) {
  lk_of(L)->ordered = true;
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->orders);
  lua_pushvalue(L, data);
  lua_pushvalue(L, kept);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

// Pushes the next item of a list and its position, which needs no sorted keys. Returns false if sorting is needed.
static bool push_item(lua_State *L, int data, bool begins, lua_Integer item) {
  lk_vm *vm = lk_of(L);
  if (item < 0 || (item == 0 && !begins) || item == LUA_MAXINTEGER) return false;
  int top = lua_gettop(L), next = top + 1, kept = top + 3;
  lua_pushinteger(L, item + 1);
  bool there = lua_rawgeti(L, data, item + 1) != LUA_TNIL;
  if (there && vm->walk_count && push_known(L, data, false)) {
    if (begins) lk_begin_at_item(L, kept); else there = lk_is_sorted_step(L, kept, 2, next);
    lk_note_item(L, kept, item + 1);
  }
  if (there) lk_note_step(vm, lua_topointer(L, data), item + 1);
  lua_settop(L, there ? top + 2 : top);
  return there;
}

int lk_next_in_order(lua_State *L, const lk_tag *tag) {
  const int data = 1, key = 2, kept = 3;
  lk_vm *vm = lk_of(L);
  luaL_checkstack(L, 24, NULL);
  if (!tag) lk_refuse_weak(L, 1);
  bool native = tag && tag->slice->native, lasts = tag && !native && !tag->list && tag->slice != vm->all;
  if (tag) {
    lk_push_data(L, 1);
    lua_replace(L, data);
  }
  bool begins = lua_isnil(L, key);
  lua_Integer item = begins ? 0 : lua_isinteger(L, key) && lua_tointeger(L, key) >= 1 ? lua_tointeger(L, key) : -1;
  if (push_item(L, data, begins, item)) return 2;
  bool known = push_known(L, data, lasts), from_items = !begins && vm->step_time && lk_take_step(vm, lua_topointer(L, data), item);
  if (!begins && !native && !from_items && !lk_holds(L, data, key)
      && !(known && (lasts ? lk_is_in_runs(L, kept, key, false) : lk_was_given(L, kept, key)))) {
    lua_pushliteral(L, "invalid key to 'next'");  // without a position, like Lua's own message
    return lua_error(L);
  }
  if (known && lasts) {
    lk_take_pending(L, data, kept);
    lua_Integer passed = begins ? lk_get_number(L, kept, RUNS_PASSED) : 0;
    if (passed > MOST_PENDING + lk_run_length(L, kept, RUNS_FIRST)) known = false;
  }
  bool found = known;
  if (!known) {
    lua_settop(L, key);
    if (begins) {
      lua_pushnil(L);
      found = lua_next(L, data);
      lua_settop(L, key);
    }
    found = (found || !begins) && lk_push_kept(L, data, from_items ? item : 0);
    if (found && lasts) keep(L, data, kept);
    if (found && !lasts) lk_keep_walk(L, data, kept);
  }
  if (found) {
    if (!lasts && from_items) lk_note_item(L, kept, item);
    found = known && !lasts ? lk_push_walked(L, data, key, kept, item, from_items)
                            : lk_push_next_key(L, data, kept, RUNS_FIRST, key);
    if (!lasts) lk_note_given(L, kept, found ? lua_gettop(L) : 0);
  }
  if (!found) {
    lua_pushnil(L);
    return 1;
  }
  return give(L, data);
}

// MARK: changes of maps

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
