// Sorted runs of keys: makes and merges runs, and finds the key that follows another.
#include "runs.h"

lua_Integer lk_get_number(lua_State *L, int table, lua_Integer field) {
  lua_rawgeti(L, table, field);
  lua_Integer number = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return number;
}

void lk_set_number(lua_State *L, int table, lua_Integer field, lua_Integer number) {
  lua_pushinteger(L, number);
  lua_rawseti(L, table, field);
}

static lk_key key_at(lua_State *L, int index) {
  lk_key key = lk_key_at(L, index);
  if (key.rank == LK_KEY_NUMBER && key.integral && key.integer >= 1) key.rank--;
  return key;
}

bool lk_is_less(lua_State *L, int a, int b) {
  lk_key left = key_at(L, a), right = key_at(L, b);
  return lk_compare_keys(&left, &right) < 0;
}

bool lk_holds(lua_State *L, int data, int key) {
  lua_pushvalue(L, key);
  bool held = lua_rawget(L, data) != LUA_TNIL;
  lua_pop(L, 1);
  return held;
}

lua_Integer lk_bisect_run(lua_State *L, int run, int key, bool *found) {
  lk_key wanted = key_at(L, key);
  lua_Integer low = 1, high = (lua_Integer)lua_rawlen(L, run) + 1;
  *found = false;
  while (low < high) {
    lua_Integer middle = low + (high - low) / 2;
    lua_rawgeti(L, run, middle);
    lk_key at = key_at(L, -1);
    int order = lk_compare_keys(&at, &wanted);
    if (order == 0) *found = lua_rawequal(L, -1, key);
    lua_pop(L, 1);
    if (order <= 0) low = middle + 1; else high = middle;
  }
  return low;
}

void lk_sort_run(lua_State *L) {
  int list = lua_gettop(L);
  lua_Integer count = (lua_Integer)lua_rawlen(L, list);
  lua_createtable(L, (int)count, 2);
  lk_key *keys = lua_newuserdatauv(L, (size_t)(count ? count : 1) * 2 * sizeof *keys, 0);
  for (lua_Integer i = 0; i < count; i++) {
    int type = lua_rawgeti(L, list, i + 1);
    keys[i] = key_at(L, -1);
    keys[i].index = i + 1;
    if (count > 1 && keys[i].rank > LK_KEY_TRUE && type != LUA_TLIGHTUSERDATA) lk_require_order(L, type);
    lua_pop(L, 1);
  }
  keys = lk_sort(L, keys, count);
  lua_Integer length = 0;
  for (lua_Integer i = 0; i < count; i++) {
    // A key that was added, removed and added again is in the list twice.
    if (i > 0 && keys[i].rank <= LK_KEY_TRUE && lk_compare_keys(&keys[i - 1], &keys[i]) == 0) continue;
    lua_rawgeti(L, list, keys[i].index);
    lua_rawseti(L, list + 1, ++length);
  }
  lk_set_number(L, list + 1, RUN_FIRST, 1);
  lk_set_number(L, list + 1, RUN_FOUND, 0);
  lua_settop(L, list + 1);
  lua_replace(L, list);
}

bool lk_is_in_runs(lua_State *L, int kept, int key, bool walked) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, kept);
  bool found = false;
  for (lua_Integer r = RUNS_FIRST; r <= count && !found; r++) {
    lua_rawgeti(L, kept, r);
    int run = lua_gettop(L);
    lua_Integer after = lk_bisect_run(L, run, key, &found);
    if (walked && after <= lk_get_number(L, run, RUN_FIRST)) found = false;
    lua_pop(L, 1);
  }
  return found;
}

void lk_push_keys(lua_State *L, int data, int kept, lua_Integer item) {
  lua_newtable(L);
  int list = lua_gettop(L), key = list + 1;
  lua_Integer count = 0;
  lua_pushnil(L);
  for (lua_Integer seen = 1; lua_next(L, data); seen++) {
    lua_pop(L, 1);
    if ((seen & 255) == 0) lk_charge(L, 256);
    if (lua_isinteger(L, key) && lua_tointeger(L, key) >= 1 && lua_tointeger(L, key) <= item) continue;
    if (kept && lk_is_in_runs(L, kept, key, true)) continue;
    lua_pushvalue(L, key);
    lua_rawseti(L, list, ++count);
  }
}

// Merges the last two runs of `kept` into one, without removed keys.
static void merge_runs(lua_State *L, int data, int kept) {
  lua_Integer last = (lua_Integer)lua_rawlen(L, kept), count = 0;
  lua_newtable(L);
  int list = lua_gettop(L), run = list + 1, key = list + 2;
  for (lua_Integer r = last - 1; r <= last; r++) {
    lua_rawgeti(L, kept, r);
    lua_Integer length = (lua_Integer)lua_rawlen(L, run);
    for (lua_Integer i = 1; i <= length; i++) {
      lua_rawgeti(L, run, i);
      if (lk_holds(L, data, key)) lua_rawseti(L, list, ++count); else lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lk_charge(L, (size_t)length);
  }
  lk_sort_run(L);
  lua_rawseti(L, kept, last - 1);
  lua_pushnil(L);
  lua_rawseti(L, kept, last);
}

lua_Integer lk_run_length(lua_State *L, int kept, lua_Integer run) {
  lua_rawgeti(L, kept, run);
  lua_Integer length = (lua_Integer)lua_rawlen(L, -1);
  lua_pop(L, 1);
  return length;
}

void lk_take_pending(lua_State *L, int data, int kept) {
  if (lua_rawgeti(L, kept, RUNS_PENDING) != LUA_TTABLE) {
    lua_pop(L, 1);
    return;
  }
  lk_sort_run(L);
  lua_Integer last = (lua_Integer)lua_rawlen(L, kept) + 1;
  lua_rawseti(L, kept, last);
  lua_pushboolean(L, 0);
  lua_rawseti(L, kept, RUNS_PENDING);
  for (; last > RUNS_FIRST && 2 * lk_run_length(L, kept, last) >= lk_run_length(L, kept, last - 1); last--) merge_runs(L, data, kept);
}

// Pushes the first existing key after the one at `key` in a run, and its position. If there is none, returns false.
static bool push_from_run(lua_State *L, int data, int kept, int run, int key) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, run), at, start;
  bool begins = lua_isnil(L, key), found = false;
  if (begins) {
    start = lk_get_number(L, run, RUN_FIRST);
  } else {
    start = lk_get_number(L, run, RUN_FOUND);
    lua_rawgeti(L, run, start);
    found = start > 0 && lua_rawequal(L, -1, key);
    lua_pop(L, 1);
    if (found) start++; else start = lk_bisect_run(L, run, key, &found);
  }
  for (at = start; at <= count; at++) {
    lua_rawgeti(L, run, at);
    if (lk_holds(L, data, lua_gettop(L))) break;
    lua_pop(L, 1);
    if ((at & 1023) == 0) lk_charge(L, 1024);
  }
  if (begins) lk_set_number(L, run, RUN_FIRST, at);
  if (!begins && at > start) lk_set_number(L, kept, RUNS_PASSED, lk_get_number(L, kept, RUNS_PASSED) + at - start);
  if (at > count) return false;
  lua_pushinteger(L, at);
  return true;
}

bool lk_push_next_key(lua_State *L, int data, int kept, lua_Integer from, int key) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, kept);
  lua_pushnil(L);
  lua_pushnil(L);  // the run that has the key
  int best = lua_gettop(L) - 1, run = best + 2;
  lua_Integer position = 0;
  for (lua_Integer r = from; r <= count; r++) {
    lua_rawgeti(L, kept, r);
    if (push_from_run(L, data, kept, run, key)) {
      lk_key other = key_at(L, run + 1), least = key_at(L, best);
      if (!position || lk_compare_keys(&other, &least) < 0) {
        position = lua_tointeger(L, -1);
        lua_pushvalue(L, run + 1);
        lua_replace(L, best);
        lua_pushvalue(L, run);
        lua_replace(L, best + 1);
      }
    }
    lua_settop(L, best + 1);
  }
  if (position) lk_set_number(L, best + 1, RUN_FOUND, position);
  lua_settop(L, position ? best : best - 1);
  return position != 0;
}

bool lk_push_kept(lua_State *L, int data, lua_Integer item) {
  lk_push_keys(L, data, 0, item);
  if (lua_rawlen(L, -1) == 0) {
    lua_pop(L, 1);
    return false;
  }
  lk_sort_run(L);
  lua_createtable(L, RUNS_FIRST, 0);
  lua_pushboolean(L, 0);
  lua_rawseti(L, -2, RUNS_PENDING);
  lk_set_number(L, lua_gettop(L), RUNS_FLAGS, 0);
  lk_set_number(L, lua_gettop(L), RUNS_ITEM, item);
  lk_set_number(L, lua_gettop(L), RUNS_PASSED, 0);
  lua_insert(L, -2);
  lua_rawseti(L, -2, RUNS_FIRST);
  return true;
}
