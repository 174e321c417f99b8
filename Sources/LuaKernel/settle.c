// The end of a transaction: what a reducer stored becomes a tree of nodes again.
//
// While a reducer runs, tables are references: a plain table stored in the state is that table, and a node may stand in
// two places. Here plain tables are copied in, and a node that stands twice becomes two. Only the containers that the
// transaction moved are looked at, so an element that moves inside a list is never copied.
#include "kernel.h"

#include <string.h>

// MARK: what moved

typedef struct record {
  uint64_t position;  // in the journal
  int part;           // 2: the container left that place, 3: it came there
  int previous;       // record of the same container before this one, or -1
  bool done;
} record;

typedef struct settling {
  lk_slice *slice;
  record *records;
  int count;
  int moved;      // stack index of the table from container to its last record
  bool kept;      // the container at hand has its place
  int original;   // stack index of what stands for it in further places
} settling;

// A native node is taken for a plain table: what it shows changes with its slice, and neither state nor journal may.
static lk_tag *lasting_node(lua_State *L, int value) {
  lk_tag *tag = lk_node(L, value);
  return tag && !tag->slice->native ? tag : NULL;
}

// Puts what belongs at one place where the container at stack index `value` stands.
static void settle_place(lua_State *L, settling *s, int value, int container, int key) {
  luaL_checkstack(L, 14, NULL);
  int top = lua_gettop(L);
  lk_tag *tag = lasting_node(L, value);
  bool ours = tag && tag->slice == s->slice;
  if (ours && !s->kept) {
    s->kept = true;
    lk_push_link(L, value);  // top + 1, top + 2
    // In a list any position will do: items move without being told.
    if (lk_links_above(L, container) > LK_MAX_DEPTH) {
      lk_refuse_depth(L, container, key);
    }
    bool known = lk_node(L, container)->list ? lua_isinteger(L, top + 2) : lua_rawequal(L, top + 2, key);
    if (!known || !lua_rawequal(L, top + 1, container)) {
      lua_createtable(L, 2, 0);  // from
      lua_pushvalue(L, top + 1);
      lua_rawseti(L, top + 3, 1);
      lua_pushvalue(L, top + 2);
      lua_rawseti(L, top + 3, 2);
      lua_createtable(L, 2, 0);  // to
      lua_pushvalue(L, container);
      lua_rawseti(L, top + 4, 1);
      lua_pushvalue(L, key);
      lua_rawseti(L, top + 4, 2);
      bool had = lua_istable(L, top + 1);
      lk_record(L, LK_LINK, value, 0, had ? top + 3 : 0, top + 4);
      lk_node_link(L, value, container, key);
    }
    lua_settop(L, top);
    return;
  }
  lk_to_node(L, s->slice, value, container, key);
  lk_node_link(L, top + 1, container, key);
  lk_push_backing(L, container);
  if (!tag && !s->kept) {
    s->kept = true;
    lua_pushvalue(L, top + 1);
    lua_replace(L, s->original);
  } else {
    lk_record(L, LK_COPY, container, key, s->original, top + 1);
  }
  lua_pushvalue(L, key);
  lua_pushvalue(L, top + 1);
  lua_rawset(L, top + 2);
  lua_settop(L, top);
}

static void settle_key(lua_State *L, settling *s, int value, int container, int key) {
  int top = lua_gettop(L);
  lk_push_backing(L, container);
  lua_pushvalue(L, key);
  lua_rawget(L, -2);
  bool holds = lua_rawequal(L, -1, value);
  lua_settop(L, top);
  if (holds) settle_place(L, s, value, container, key);
}

// All places in one container where the table at `value` stands.
static void settle_container(lua_State *L, settling *s, int value, int container, int last, bool linked, int link_key) {
  luaL_checkstack(L, 14, NULL);
  int top = lua_gettop(L);
  bool list = lk_node(L, container)->list;
  int expected = linked ? 1 : 0;
  lua_Integer hint = linked && lua_isinteger(L, link_key) ? lua_tointeger(L, link_key) : 1;
  bool hinted = false;
  for (int r = last; r >= 0; r = s->records[r].previous) {
    record *at = &s->records[r];
    lk_journal_entry(L, at->position, 0);
    bool here = lua_rawequal(L, -1, container);
    lua_settop(L, top);
    if (!here) continue;
    expected += at->part == 3 ? 1 : -1;
    if (at->part == 3 && !hinted) {
      lk_journal_entry(L, at->position, 1);
      hint = lua_tointeger(L, -1);
      hinted = true;
      lua_settop(L, top);
    }
  }
  if (expected <= 0) return;
  if (list) {
    lk_push_backing(L, container);
    lua_Integer count = (lua_Integer)lua_rawlen(L, top + 1);
    lua_Integer first = 1, end = count;
    if (expected == 1) first = end = lk_find_item(L, top + 1, value, hint, count);
    for (lua_Integer i = first; i >= 1 && i <= end; i++) {
      lua_pushinteger(L, i);
      settle_key(L, s, value, container, top + 2);
      lua_settop(L, top + 1);
      if ((i & 1023) == 0) lk_charge(L, 1024);
    }
  } else {
    if (linked) settle_key(L, s, value, container, link_key);
    // From the first to the last: of several places the first one keeps the table's identity.
    int order = 0;
    for (int r = last; r >= 0; r = s->records[r].previous) order++;
    int *chain = lua_newuserdatauv(L, (size_t)order * sizeof *chain, 0);
    for (int r = last, i = order; r >= 0; r = s->records[r].previous) chain[--i] = r;
    for (int i = 0; i < order; i++) {
      record *at = &s->records[chain[i]];
      lk_journal_entry(L, at->position, 0);
      lk_journal_entry(L, at->position, 1);
      bool again = linked && lua_rawequal(L, top + 3, link_key);
      for (int j = 0; j < i && !again; j++) {
        if (s->records[chain[j]].part != 3) continue;
        lk_journal_entry(L, s->records[chain[j]].position, 0);
        lk_journal_entry(L, s->records[chain[j]].position, 1);
        again = lua_rawequal(L, -2, container) && lua_rawequal(L, -1, top + 3);
        lua_pop(L, 2);
      }
      if (at->part == 3 && !again && lua_rawequal(L, top + 2, container)) settle_key(L, s, value, container, top + 3);
      lua_settop(L, top + 1);
    }
  }
  lua_settop(L, top);
}

// One table that the transaction moved: all its places, in order.
static void settle_one(lua_State *L, settling *s, int value, int last) {
  luaL_checkstack(L, 14, NULL);
  int top = lua_gettop(L), parent = top + 1, key = top + 2, done = top + 3;
  lk_tag *tag = lasting_node(L, value);
  bool linked = false;
  lk_of(L)->stored = lk_journal_site(lk_of(L), s->records[last].position);
  s->kept = false;
  if (!tag && s->records[last].previous < 0 && s->records[last].part == 3) {
    // Stored once and left there, as nearly everything is.
    lua_pushvalue(L, value);
    s->original = top + 1;
    lk_journal_entry(L, s->records[last].position, 0);
    settle_container(L, s, value, top + 2, last, false, 0);
    lua_settop(L, top + 1);
    lk_journal_replace(L, s->records[last].position, 3);
    return;
  }
  if (tag && tag->slice == s->slice) {
    lk_push_link(L, value);
    linked = lua_istable(L, parent);
  } else {
    lua_pushnil(L);
    lua_pushnil(L);
  }
  lua_newtable(L);
  lua_pushvalue(L, value);
  s->original = top + 4;
  if (linked) {
    lua_pushvalue(L, parent);
    lua_pushboolean(L, 1);
    lua_rawset(L, done);
    settle_container(L, s, value, parent, last, true, key);
  }
  int order = 0;
  for (int r = last; r >= 0; r = s->records[r].previous) order++;
  int *chain = lua_newuserdatauv(L, (size_t)order * sizeof *chain, 0);
  for (int r = last, i = order; r >= 0; r = s->records[r].previous) chain[--i] = r;
  int base = lua_gettop(L);
  for (int i = 0; i < order; i++) {
    s->records[chain[i]].done = true;
    lk_journal_entry(L, s->records[chain[i]].position, 0);
    lua_pushvalue(L, base + 1);
    bool seen = lua_rawget(L, done) != LUA_TNIL;
    lua_pop(L, 1);
    if (!seen) {
      lua_pushvalue(L, base + 1);
      lua_pushboolean(L, 1);
      lua_rawset(L, done);
      settle_container(L, s, value, base + 1, last, false, 0);
    }
    lua_settop(L, base);
  }
  if (!tag) {
    // The journal keeps the copy: the script still holds the plain table and may write to it.
    if (!s->kept) {
      lk_to_node(L, s->slice, value, 0, 0);
      lua_replace(L, s->original);
    }
    for (int i = 0; i < order; i++) {
      lua_pushvalue(L, s->original);
      lk_journal_replace(L, s->records[chain[i]].position, s->records[chain[i]].part);
    }
  }
  lua_settop(L, top);
}

static void settle_moved(lua_State *L, lk_slice *slice) {
  lk_vm *vm = lk_of(L);
  int top = lua_gettop(L);
  settling s = {.slice = slice, .moved = top + 2};
  uint64_t end = vm->tail;
  s.records = lua_newuserdatauv(L, (size_t)vm->containers * 2 * sizeof *s.records, 0);
  lua_newtable(L);
  for (uint64_t p = vm->mark; p < end; p++) {
    if (!(lk_journal_op(vm, p) & LK_TABLES)) continue;
    for (int part = 2; part <= 3; part++) {
      lk_journal_entry(L, p, part);
      if (lua_istable(L, -1)) {
        int value = lua_gettop(L);
        lua_pushvalue(L, value);
        int previous = lua_rawget(L, s.moved) == LUA_TNUMBER ? (int)lua_tointeger(L, -1) : -1;
        s.records[s.count] = (record){p, part, previous, false};
        lua_pushvalue(L, value);
        lua_pushinteger(L, s.count++);
        lua_rawset(L, s.moved);
      }
      lua_settop(L, s.moved);
    }
  }
  for (int r = 0; r < s.count; r++) {
    if (s.records[r].done) continue;
    lk_journal_entry(L, s.records[r].position, s.records[r].part);
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

// MARK: the whole

// A reducer that returns a table replaces the slice with it, key by key, so that what stayed the same stays.
static void replace(lua_State *L, lk_slice *slice, int result) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, slice->root);
  int root = lua_gettop(L);
  if (lua_rawequal(L, root, result)) {
    lua_settop(L, root - 1);
    return;
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
      lua_rawgeti(L, keys, pass == 0 ? count + 1 - i : i);  // a list goes from its end, without holes
      lua_pushvalue(L, -1);
      lua_rawget(L, source);
      if (pass == 1 || lua_isnil(L, -1)) lk_assign_node(L, root, keys + 1, keys + 2);
      lua_settop(L, keys);
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
