// The end of a transaction: turns the values that a reducer stored into a tree of nodes again.
//
// While a reducer runs, tables are references: a plain table stored in the state is the same table, and a node may be at two
// places. Settling copies plain tables into nodes, and makes two nodes of a node at two places. It only reads containers that
// the transaction moved, so it never copies an item that moved inside its list.
#include "settle.h"

// MARK: moved tables

// Pushes the visits of a table whose last move is `last`, and a table from container to the index of its first visit.
static lk_visit *push_visits(lua_State *L, lk_settling *s, int last, int *count) {
  int order = 0;
  for (int r = last; r >= 0; r = s->moves[r].previous) order++;
  lk_visit *visits = lua_newuserdatauv(L, (size_t)order * sizeof *visits, 0);
  int *tails = lua_newuserdatauv(L, (size_t)order * sizeof *tails, 0);  // of a container's first visit: its last visit so far
  for (int r = last, v = order; r >= 0; r = s->moves[r].previous) visits[--v] = (lk_visit){r, -1, false};
  lua_newtable(L);
  int containers = lua_gettop(L);
  for (int v = 0; v < order; v++) {
    s->moves[visits[v].move].done = true;
    lk_charge(L, 1);
    lk_journal_entry(L, s->moves[visits[v].move].position, 0);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, containers) == LUA_TNUMBER) {
      int first = (int)lua_tointeger(L, -1);
      visits[tails[first]].next = v;
      tails[first] = v;
      lua_pop(L, 2);
    } else {
      lua_pop(L, 1);
      lua_pushinteger(L, v);
      lua_rawset(L, containers);
      visits[v].first = true;
      tails[v] = v;
    }
  }
  lua_remove(L, containers - 1);
  *count = order;
  return visits;
}

// Settles one table that the transaction moved: all its places, in order.
static void settle_one(lua_State *L, lk_settling *s, int value, int last) {
  luaL_checkstack(L, 14, NULL);
  int top = lua_gettop(L), parent = top + 1, key = top + 2;
  lk_tag *tag = lk_lasting_node(L, value);
  lk_of(L)->stored = lk_journal_site(lk_of(L), s->moves[last].position);
  s->kept = false;
  if (!tag && s->moves[last].previous < 0 && s->moves[last].part == 3) {
    // Nearly every table is stored once and stays there.
    const lk_visit only = {last, -1, true};
    lua_pushvalue(L, value);
    s->original = top + 1;
    lk_journal_entry(L, s->moves[last].position, 0);
    lk_settle_container(L, s, value, top + 2, &only, 0, 0);
    lua_settop(L, top + 1);
    lk_journal_replace(L, s->moves[last].position, 3);
    return;
  }
  bool linked = false;
  if (tag && tag->slice == s->slice) {
    lk_push_link(L, value);
    linked = lua_istable(L, parent);
  } else {
    lua_pushnil(L);
    lua_pushnil(L);
  }
  lua_pushvalue(L, value);
  s->original = top + 3;
  int count;
  lk_visit *visits = push_visits(L, s, last, &count);
  int containers = top + 5, container = top + 6;
  if (linked) {
    lua_pushvalue(L, parent);
    int first = lua_rawget(L, containers) == LUA_TNUMBER ? (int)lua_tointeger(L, -1) : -1;
    lua_pop(L, 1);
    if (first >= 0) visits[first].first = false;
    lk_settle_container(L, s, value, parent, visits, first, key);
  }
  for (int v = 0; v < count; v++) {
    if (!visits[v].first) continue;
    lk_journal_entry(L, s->moves[visits[v].move].position, 0);
    lk_settle_container(L, s, value, container, visits, v, 0);
    lua_settop(L, containers);
  }
  if (!tag) {
    // The journal keeps the copy, because the script still holds the plain table and may write to it.
    if (!s->kept) {
      lk_to_node(L, s->slice, value, 0, 0);
      lua_replace(L, s->original);
    }
    for (int v = 0; v < count; v++) {
      const lk_move *at = &s->moves[visits[v].move];
      lua_pushvalue(L, s->original);
      lk_journal_replace(L, at->position, at->part);
    }
  }
  lua_settop(L, top);
}

static void settle_moved(lua_State *L, lk_slice *slice) {
  lk_vm *vm = lk_of(L);
  int top = lua_gettop(L);
  lk_settling s = {.slice = slice, .moved = top + 2};
  uint64_t end = vm->tail;
  s.moves = lua_newuserdatauv(L, (size_t)vm->containers * 2 * sizeof *s.moves, 0);
  lua_newtable(L);
  for (uint64_t p = vm->mark; p < end; p++) {
    if (!(lk_journal_op(vm, p) & LK_TABLES)) continue;
    lk_charge(L, 1);
    for (int part = 2; part <= 3; part++) {
      lk_journal_entry(L, p, part);
      if (lua_istable(L, -1)) {
        int value = lua_gettop(L);
        lua_pushvalue(L, value);
        int previous = lua_rawget(L, s.moved) == LUA_TNUMBER ? (int)lua_tointeger(L, -1) : -1;
        s.moves[s.count] = (lk_move){p, part, previous, false};
        lua_pushvalue(L, value);
        lua_pushinteger(L, s.count++);
        lua_rawset(L, s.moved);
      }
      lua_settop(L, s.moved);
    }
  }
  for (int r = 0; r < s.count; r++) {
    if (s.moves[r].done) continue;
    lk_journal_entry(L, s.moves[r].position, s.moves[r].part);
    int value = lua_gettop(L);
    lua_pushvalue(L, value);
    lua_rawget(L, s.moved);
    int last = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    settle_one(L, &s, value, last);
    lua_settop(L, s.moved);
    if ((r & 255) == 0) lk_charge(L, 256);
  }
  lua_settop(L, top);
}

// MARK: settling a transaction

// A reducer that returns a table replaces the slice, key by key, so that equal values stay unchanged.
static void replace(lua_State *L, lk_slice *slice, int result) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, slice->root);
  int root = lua_gettop(L);
  if (lua_rawequal(L, root, result)) {
    lua_settop(L, root - 1);
    return;
  }
  // The table would replace what the reducer has written, usually by accident: `return table.remove(state.items, i)`.
  lk_vm *vm = lk_of(L);
  if (vm->tail != vm->mark) {
    luaL_error(L, "a reducer changes its state or returns the table that replaces it, and this one did both. "
               "To fix this, return nothing after a change");
  }
  int source = result;
  if (lk_node(L, result)) {
    lk_push_data(L, result);
    source = lua_gettop(L);
  }
  lk_push_backing(L, root);
  int backing = lua_gettop(L);
  for (int pass = 0; pass < 2; pass++) {
    int from = pass == 0 ? backing : source, count = lk_sort_keys(L, from), keys = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
      lua_rawgeti(L, keys, pass == 0 ? count + 1 - i : i);  // a list is cleared from its end, so it gets no holes
      lua_pushvalue(L, -1);
      lua_rawget(L, source);
      if (pass == 1 || lua_isnil(L, -1)) lk_assign_node(L, root, keys + 1, keys + 2);
      lua_settop(L, keys);
      if ((i & 1023) == 0) lk_charge(L, 1024);
    }
    lua_pop(L, 1);
  }
  lua_settop(L, root - 1);
}

static void check_lists(lua_State *L) {
  int top = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->seen);
  lua_pushnil(L);
  if (lua_next(L, top + 1)) {
    lk_push_path_text(L, top + 2, 0);
    luaL_error(L, "%s is left with holes: items are 1..n without gaps; table.remove closes the gap", lua_tostring(L, -1));
  }
  lua_settop(L, top);
}

int lk_settle(lua_State *L) {
  lk_vm *vm = lk_of(L);
  lk_slice *slice = vm->writing;
  if (lua_istable(L, 1)) {
    replace(L, slice, 1);
  } else if (!lua_isnil(L, 1)) {
    return luaL_error(L, "a reducer returns nothing, or the table that replaces its state; this one returned a %s",
                      luaL_typename(L, 1));
  }
  if (vm->irregular) check_lists(L);
  if (vm->containers) settle_moved(L, slice);
  return 0;
}
