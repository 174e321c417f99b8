// The order of `next` in pure phases for all tables except maps of the state. It is kept until the phase ends.
//
// The kernel keeps one sorted run of such a table's keys, and it does not see when the table gets keys later. A walk (one loop
// over the table) begins with the first key of the run that still exists, because most walks read only one key. When it asks
// for its second key, the keys are sorted again. So all walks over the table have this order: HEAD, which is the key that a
// walk began with although smaller keys had been added before; then all other keys, sorted. A walk may clear the fields that it
// reaches, and other walks over the same table may begin meanwhile; no walk may add fields. Therefore a key that was removed
// and that a walk began with precedes all remaining keys.
#include "runs.h"

#include <string.h>

// UNVERIFIED: a walk began with the run's first key, and the keys have not been sorted since.
enum { UNVERIFIED = 1 };
// The fields of a table's record, besides its run: HEAD; the key that was returned last; the key that the last walk began with;
// the highest item of a list that a walk has reached; and two lists of recent keys: STANDS, removed keys that walks may
// continue from, and FIRSTS, keys that walks began with.
enum { HEAD = -1, LAST = -2, FIRST = -3, ITEM = -4, STANDS = -4, FIRSTS = -20 };
enum { RECENT = 16, MOST_KEPT = 1000, KEYS_PER_TABLE = 64 };

// MARK: fields

static bool is_at(lua_State *L, int kept, lua_Integer field, int key) {
  lua_rawgeti(L, kept, field);
  bool same = lua_rawequal(L, -1, key);
  lua_pop(L, 1);
  return same;
}

static void set_field(lua_State *L, int kept, lua_Integer field, int key) {
  if (key) lua_pushvalue(L, key); else lua_pushnil(L);
  lua_rawseti(L, kept, field);
}

static bool is_recent(lua_State *L, int kept, lua_Integer list, int key) {
  for (lua_Integer i = 1; i <= RECENT; i++) {
    if (is_at(L, kept, list - i, key)) return true;
  }
  return false;
}

static bool is_free(lua_State *L, int kept, lua_Integer field) {
  lua_rawgeti(L, kept, field);
  bool is_free = lua_isnil(L, -1);
  lua_pop(L, 1);
  return is_free;
}

static void add_recent(lua_State *L, int kept, lua_Integer list, int key) {
  lua_Integer at = 1;
  while (at < RECENT && !is_free(L, kept, list - at) && !is_at(L, kept, list - at, key)) at++;
  for (; at > 1; at--) {
    lua_rawgeti(L, kept, list - at + 1);
    lua_rawseti(L, kept, list - at);
  }
  set_field(L, kept, list - 1, key);
}

// MARK: the items of a list, which need no record

void lk_note_item(lua_State *L, int kept, lua_Integer item) {
  if (item > lk_get_number(L, kept, ITEM)) lk_set_number(L, kept, ITEM, item);
}

void lk_note_step(lk_vm *vm, const void *table, lua_Integer item) {
  lk_step *step = NULL, *oldest = vm->steps;
  for (lk_step *s = vm->steps; s < vm->steps + LK_STEPS; s++) {
    if (s->count && s->table == table && s->item == item - 1 && --s->count == 0) s->time = 0;
    if (s->count && s->table == table && s->item == item) step = s;
    if (s->time < oldest->time) oldest = s;
  }
  if (!step) {
    step = oldest;
    *step = (lk_step){table, item, 0, 0};
  }
  step->count++;
  step->time = ++vm->step_time;
}

bool lk_take_step(lk_vm *vm, const void *table, lua_Integer item) {
  for (lk_step *s = vm->steps; s < vm->steps + LK_STEPS; s++) {
    if (!s->count || s->table != table || s->item != item) continue;
    if (--s->count == 0) s->time = 0;
    return true;
  }
  return false;
}

// MARK: tables with a record

// Pushes one of the two generations of records: 1 the current one, 2 the previous one.
static void push_generation(lua_State *L, int number) {
  lk_vm *vm = lk_of(L);
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, vm->walks) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 2, 0);
    for (int i = 1; i <= 2; i++) {
      lua_newtable(L);
      lua_rawseti(L, -2, i);
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, LUA_REGISTRYINDEX, vm->walks);
    vm->walk_count = 0;
  }
  lua_rawgeti(L, -1, number);
  lua_remove(L, -2);
}

void lk_keep_walk(lua_State *L, int data, int kept) {
  lk_vm *vm = lk_of(L);
  vm->walk_count += 1 + (int)(lk_run_length(L, kept, RUNS_FIRST) / KEYS_PER_TABLE);
  if (vm->walk_count > MOST_KEPT) {
    // Records that no walk has used for a while are dropped, so that they do not keep unused tables alive.
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->walks);
    push_generation(L, 1);
    lua_rawseti(L, -2, 2);
    lua_newtable(L);
    lua_rawseti(L, -2, 1);
    lua_pop(L, 1);
    vm->walk_count = 1;
  }
  push_generation(L, 1);
  lua_pushvalue(L, data);
  lua_pushvalue(L, kept);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

bool lk_push_walk(lua_State *L, int data) {
  int kept = lua_gettop(L) + 1;
  for (int generation = 1; generation <= 2; generation++) {
    push_generation(L, generation);
    lua_pushvalue(L, data);
    if (lua_rawget(L, kept) == LUA_TTABLE) {
      lua_replace(L, kept);
      if (generation == 2) lk_keep_walk(L, data, kept);
      return true;
    }
    lua_settop(L, kept - 1);
  }
  return false;
}

void lk_end_walks(lk_vm *vm) {
  // An existing slot: cannot fail.
  lua_pushboolean(vm->running, 0);
  lua_rawseti(vm->running, LUA_REGISTRYINDEX, vm->walks);
  memset(vm->steps, 0, sizeof vm->steps);
  vm->step_time = 0;
  vm->walk_count = 0;
}

// MARK: walks

// Called when a walk begins. The previous walk may continue later, from a key that may be removed by then.
static void leave(lua_State *L, int kept) {
  lua_rawgeti(L, kept, LAST);
  if (!lua_isnil(L, -1)) add_recent(L, kept, STANDS, lua_gettop(L));
  lua_pop(L, 1);
}

void lk_begin_at_item(lua_State *L, int kept) {
  leave(L, kept);
  // Item 1 is the least key, and walks may not add fields, so no walk in progress began with another key.
  set_field(L, kept, HEAD, 0);
  set_field(L, kept, FIRST, 0);
  for (lua_Integer i = 1; i <= RECENT; i++) set_field(L, kept, FIRSTS - i, 0);
  lk_set_number(L, kept, RUNS_FLAGS, 0);
}

bool lk_is_sorted_step(lua_State *L, int kept, int key, int next) {
  return !is_at(L, kept, HEAD, key) && !is_at(L, kept, HEAD, next) && !is_recent(L, kept, FIRSTS, key);
}

bool lk_was_given(lua_State *L, int kept, int key) {
  if (lua_isinteger(L, key) && lua_tointeger(L, key) >= 1 && lua_tointeger(L, key) <= lk_get_number(L, kept, ITEM)) return true;
  return is_at(L, kept, HEAD, key) || is_at(L, kept, LAST, key) || is_recent(L, kept, STANDS, key)
         || is_recent(L, kept, FIRSTS, key) || lk_is_in_runs(L, kept, key, false);
}

// Sorts the keys of the table again, without the items up to `item`.
static void sort_again(lua_State *L, int data, int kept, lua_Integer item) {
  lk_push_keys(L, data, 0, item);
  lk_sort_run(L);
  lua_rawseti(L, kept, RUNS_FIRST);
  lk_set_number(L, kept, RUNS_ITEM, item);
  lk_set_number(L, kept, RUNS_FLAGS, 0);
  // A key that exists has its place in the order.
  for (lua_Integer i = 1; i <= RECENT; i++) {
    lua_rawgeti(L, kept, FIRSTS - i);
    if (!lua_isnil(L, -1) && lk_holds(L, data, lua_gettop(L))) set_field(L, kept, FIRSTS - i, 0);
    lua_pop(L, 1);
  }
}

static void rewind_run(lua_State *L, int kept) {
  lua_rawgeti(L, kept, RUNS_FIRST);
  lk_set_number(L, lua_gettop(L), RUN_FIRST, 1);
  lua_pop(L, 1);
}

// Pushes the first key after the one at `key` that is not HEAD. Returns false and pushes nothing if there is none.
static bool push_other(lua_State *L, int data, int kept, int key) {
  if (!lk_push_next_key(L, data, kept, RUNS_FIRST, key)) return false;
  if (!is_at(L, kept, HEAD, lua_gettop(L))) return true;
  bool found = lk_push_next_key(L, data, kept, RUNS_FIRST, lua_gettop(L));
  lua_remove(L, found ? -2 : -1);
  return found;
}

static bool push_first_other(lua_State *L, int data, int kept) {
  rewind_run(L, kept);
  lua_pushnil(L);
  bool found = push_other(L, data, kept, lua_gettop(L));
  lua_remove(L, found ? -2 : -1);
  return found;
}

static bool push_first(lua_State *L, int data, int kept) {
  lua_rawgeti(L, kept, HEAD);
  if (!lua_isnil(L, -1) && lk_holds(L, data, lua_gettop(L))) return true;
  lua_pop(L, 1);
  lua_pushnil(L);
  bool found = lk_push_next_key(L, data, kept, RUNS_FIRST, lua_gettop(L));
  lua_remove(L, found ? -2 : -1);
  return found;
}

// Sorts the keys again for a walk that has returned only one key. All walks that began with a key that still exists began with
// the same key. If that is not the least key, smaller keys were added before these walks began, and it becomes HEAD.
static void verify(lua_State *L, int data, int kept) {
  sort_again(L, data, kept, 0);
  lua_rawgeti(L, kept, FIRST);
  int first = lua_gettop(L);
  lua_rawgeti(L, kept, HEAD);
  bool had_head = !lua_isnil(L, -1);
  if (!had_head || !lk_holds(L, data, first + 1)) {
    if (had_head) add_recent(L, kept, FIRSTS, first + 1);
    set_field(L, kept, HEAD, 0);
    bool is_least = !push_first(L, data, kept) || lua_rawequal(L, first, first + 2);
    if (!is_least) set_field(L, kept, HEAD, first);
  }
  lua_settop(L, first - 1);
}

// Ends the tracking of steps in the table's items: such walks are not verified, and cannot be after their items are cleared.
static bool take_steps(lua_State *L, int data, int kept) {
  lk_vm *vm = lk_of(L);
  bool any = false;
  for (lk_step *s = vm->steps; s < vm->steps + LK_STEPS; s++) {
    if (!s->count || s->table != lua_topointer(L, data)) continue;
    s->count = 0;
    s->time = 0;
    any = true;
    lk_note_item(L, kept, s->item);
  }
  return any;
}

static bool push_begin(lua_State *L, int data, int kept) {
  if (take_steps(L, data, kept) || lk_get_number(L, kept, RUNS_ITEM) > 0 || !push_first(L, data, kept)) {
    sort_again(L, data, kept, 0);
    return push_first(L, data, kept);
  }
  set_field(L, kept, FIRST, lua_gettop(L));
  add_recent(L, kept, FIRSTS, lua_gettop(L));
  lk_set_number(L, kept, RUNS_FLAGS, UNVERIFIED);
  return true;
}

static bool push_step(lua_State *L, int data, int kept, int key, lua_Integer item) {
  bool began = is_recent(L, kept, FIRSTS, key);
  if (began && lk_get_number(L, kept, RUNS_FLAGS) == UNVERIFIED) verify(L, data, kept);
  bool is_head = is_at(L, kept, HEAD, key), is_gone = began && !lk_holds(L, data, key);
  lua_Integer passed = is_head || is_gone ? 0 : item;
  if (passed >= 0 && lk_get_number(L, kept, RUNS_ITEM) > passed) sort_again(L, data, kept, passed);
  if (is_head) return push_first_other(L, data, kept);
  if (!is_gone) return push_other(L, data, kept, key);
  rewind_run(L, kept);
  return push_first(L, data, kept);
}

bool lk_push_walked(lua_State *L, int data, int key, int kept, lua_Integer item, bool from_items) {
  if (from_items) sort_again(L, data, kept, item);
  if (!lua_isnil(L, key)) return push_step(L, data, kept, key, item);
  leave(L, kept);
  return push_begin(L, data, kept);
}

void lk_note_given(lua_State *L, int kept, int key) { set_field(L, kept, LAST, key); }

