// The places of nodes at one moment of a transaction that moved them.
//
// Within a transaction a node may be at several places, and its link still gives its former place. To list a change, every path
// to the node is needed. So the places of all nodes that a range of the journal moves are counted along the range: a table maps
// each node to { parent, count, parent, count, … }.
#include "kernel.h"

static lua_Integer position_of(lua_State *L, int list, int parent) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, list);
  for (lua_Integer i = 1; i <= count; i += 2) {
    lua_rawgeti(L, list, i);
    bool found = lua_rawequal(L, -1, parent);
    lua_pop(L, 1);
    if (found) return i;
  }
  return count + 1;
}

// Adds `change` to the number of times that `parent` holds the container at stack index `value`.
static void count_place(lua_State *L, int places, int value, int parent, lua_Integer change) {
  int top = lua_gettop(L);
  lk_charge(L, 1);
  lua_pushvalue(L, value);
  if (lua_rawget(L, places) != LUA_TTABLE) {
    lua_newtable(L);
    lua_pushvalue(L, value);
    lua_pushvalue(L, top + 2);
    lua_rawset(L, places);
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
  }
  lua_Integer at = position_of(L, top + 1, parent);
  lua_rawgeti(L, top + 1, at + 1);
  lua_pushinteger(L, lua_tointeger(L, -1) + change);
  lua_rawseti(L, top + 1, at + 1);
  lua_pushvalue(L, parent);
  lua_rawseti(L, top + 1, at);
  lua_settop(L, top);
}

static bool moves(const lk_vm *vm, uint64_t position) {
  int op = lk_journal_op(vm, position);
  return (op & LK_TABLES) || (op & LK_OP) == LK_COPY;
}

void lk_places_follow(lua_State *L, int places, uint64_t position) {
  if (!moves(lk_of(L), position)) return;
  luaL_checkstack(L, 12, NULL);
  int top = lua_gettop(L);
  lk_journal_entry(L, position, 0);
  for (int part = 2; part <= 3; part++) {
    lk_journal_entry(L, position, part);
    if (lk_node(L, top + 2)) count_place(L, places, top + 2, top + 1, part == 3 ? 1 : -1);
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
}

bool lk_places_begin(lua_State *L, uint64_t from, uint64_t to) {
  lk_vm *vm = lk_of(L);
  uint64_t first = from;
  while (first < to && !moves(vm, first)) first++;
  if (first == to) return false;
  luaL_checkstack(L, 12, NULL);
  int top = lua_gettop(L), sums = top + 1, places = top + 2, node = top + 3;
  lua_newtable(L);
  lua_newtable(L);
  for (uint64_t p = first; p < to; p++) {
    if (!moves(vm, p)) continue;
    lk_charge(L, 1);
    lk_charge_memory(L, 0);
    for (int part = 2; part <= 3; part++) {
      lk_journal_entry(L, p, part);
      if (lk_node(L, node)) {
        lua_pushvalue(L, node);
        lua_rawget(L, sums);
        lua_pushvalue(L, node);
        lua_pushinteger(L, lua_tointeger(L, -2) + (part == 3 ? 1 : -1));
        lua_rawset(L, sums);
      }
      lua_settop(L, places);
    }
  }
  // A settled tree holds a node at most once, so a node with a positive sum was nowhere at `from`.
  lua_pushnil(L);
  while (lua_next(L, sums)) {
    lua_Integer sum = lua_tointeger(L, -1);
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, node);
    lua_pushvalue(L, node + 1);
    lua_rawset(L, places);
    lk_push_link(L, node);
    if (sum <= 0 && lua_istable(L, node + 2) && lk_push_key(L, node, node + 2, node + 3)) {
      count_place(L, places, node, node + 2, 1);
    }
    lua_settop(L, node);
  }
  lua_remove(L, sums);
  return true;
}

typedef struct search {
  int places;  // stack index
  lk_place_visit visit;
  void *context;
} search;

static void climb_from(lua_State *L, const search *s, int node, const lk_place *below, lua_Integer depth);

// The key of `here` in the parent is on top of the stack. Pops it.
static void climb_through(lua_State *L, const search *s, int parent, lk_place *here, lua_Integer depth) {
  here->key = lua_gettop(L);
  climb_from(L, s, parent, here, depth + 1);
  lua_settop(L, here->key - 1);
}

// Visits all places of a node in one parent; their number is `count`.
static void climb_parent(lua_State *L, const search *s, int parent, lua_Integer count, lk_place *here, lua_Integer depth) {
  int top = lua_gettop(L), backing = top + 1;
  lk_push_backing(L, parent);
  lua_Integer items = (lua_Integer)lua_rawlen(L, backing);
  for (lua_Integer i = 1; i <= items && count > 0; i++) {
    lua_rawgeti(L, backing, i);
    bool found = lua_rawequal(L, -1, here->node);
    lua_settop(L, backing);
    if ((i & 1023) == 0) lk_charge(L, 1024);
    if (!found) continue;
    count--;
    lua_pushinteger(L, i);
    climb_through(L, s, parent, here, depth);
  }
  if (count > 0) {
    int names = lk_sort_keys(L, backing), keys = backing + 1;
    for (int i = 1; i <= names && count > 0; i++) {
      lua_rawgeti(L, keys, i);
      bool name = !lua_isinteger(L, -1) || lua_tointeger(L, -1) > items;
      lua_pushvalue(L, -1);
      lua_rawget(L, backing);
      bool found = name && lua_rawequal(L, -1, here->node);
      lua_settop(L, keys);
      if (!found) continue;
      count--;
      lua_rawgeti(L, keys, i);
      climb_through(L, s, parent, here, depth);
    }
  }
  lua_settop(L, top);
}

static void climb_from(lua_State *L, const search *s, int node, const lk_place *below, lua_Integer depth) {
  luaL_checkstack(L, 16, NULL);
  lk_charge(L, 1);
  int top = lua_gettop(L);
  lk_tag *tag = lk_node(L, node);
  if (!tag || depth > LK_MAX_LINKS) return;
  if (tag->slice == lk_of(L)->all) {
    s->visit(L, below, s->context);
    lua_settop(L, top);
    return;
  }
  // While a reducer runs a table may even contain itself.
  for (const lk_place *c = below; c; c = c->below) {
    if (lua_rawequal(L, c->node, node)) return;
  }
  lk_place here = {below, node, 0};
  bool moved = false;
  if (s->places) {
    lua_pushvalue(L, node);
    moved = lua_rawget(L, s->places) == LUA_TTABLE;
  }
  if (moved) {
    lua_Integer parents = (lua_Integer)lua_rawlen(L, top + 1);
    for (lua_Integer i = 1; i <= parents; i += 2) {
      lua_rawgeti(L, top + 1, i);
      lua_rawgeti(L, top + 1, i + 1);
      climb_parent(L, s, top + 2, lua_tointeger(L, top + 3), &here, depth);
      lua_settop(L, top + 1);
    }
  } else {
    lua_settop(L, top);
    lk_push_link(L, node);
    if (lua_istable(L, top + 1) && lk_push_key(L, node, top + 1, top + 2)) climb_through(L, s, top + 1, &here, depth);
  }
  lua_settop(L, top);
}

void lk_places_visit(lua_State *L, int places, int node, lk_place_visit visit, void *context) {
  climb_from(L, &(search){places, visit, context}, node, NULL, 0);
}
