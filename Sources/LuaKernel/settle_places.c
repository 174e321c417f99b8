// Settles the places of a moved table in one container: the first place keeps the table, the others get copies.
#include "settle.h"

// Settles one place of the container at stack index `value`: the place keeps the container or gets a copy.
static void settle_place(lua_State *L, lk_settling *s, int value, int container, int key) {
  luaL_checkstack(L, 14, NULL);
  int top = lua_gettop(L);
  lk_tag *tag = lk_lasting_node(L, value);
  bool ours = tag && tag->slice == s->slice;
  if (ours && !s->kept) {
    s->kept = true;
    lk_push_link(L, value);  // top + 1, top + 2
    // In a list any position will do: links of items that moved are not updated.
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

static void settle_key(lua_State *L, lk_settling *s, int value, int container, int key) {
  int top = lua_gettop(L);
  lk_push_backing(L, container);
  lua_pushvalue(L, key);
  lua_rawget(L, -2);
  bool holds = lua_rawequal(L, -1, value);
  lua_settop(L, top);
  if (holds) settle_place(L, s, value, container, key);
}

// Settles the keys of a map under which the transaction stored the table at `value`, in order: the first place keeps the
// table's identity. `first`: the first visit of the map, or -1.
static void settle_keys(lua_State *L, lk_settling *s, int value, int container, const lk_visit *visits, int first, int link_key) {
  int top = lua_gettop(L), key = top + 1, seen = 0;
  for (int v = first; v >= 0; v = visits[v].next) {
    const lk_move *at = &s->moves[visits[v].move];
    if (at->part != 3) continue;
    lk_charge(L, 1);
    lk_journal_entry(L, at->position, 1);
    bool again = link_key && lua_rawequal(L, key, link_key);
    if (visits[first].next >= 0 && !again) {
      if (!seen) {
        lua_newtable(L);
        lua_insert(L, key);
        seen = key++;
      }
      lua_pushvalue(L, key);
      again = lua_rawget(L, seen) != LUA_TNIL;
      lua_pop(L, 1);
      lua_pushvalue(L, key);
      lua_pushboolean(L, 1);
      lua_rawset(L, seen);
    }
    if (!again) settle_key(L, s, value, container, key);
    lua_settop(L, key - 1);
  }
  lua_settop(L, top);
}

void lk_settle_container(lua_State *L, lk_settling *s, int value, int container, const lk_visit *visits, int first, int link_key) {
  luaL_checkstack(L, 14, NULL);
  lk_charge(L, 1);
  int top = lua_gettop(L), expected = link_key ? 1 : 0, latest = -1;
  for (int v = first; v >= 0; v = visits[v].next) {
    bool came = s->moves[visits[v].move].part == 3;
    expected += came ? 1 : -1;
    if (came) latest = visits[v].move;
  }
  if (expected <= 0) return;
  if (!lk_node(L, container)->list) {
    if (link_key) settle_key(L, s, value, container, link_key);
    settle_keys(L, s, value, container, visits, first, link_key);
    return;
  }
  lua_Integer hint = link_key && lua_isinteger(L, link_key) ? lua_tointeger(L, link_key) : 1;
  if (latest >= 0) {
    lk_journal_entry(L, s->moves[latest].position, 1);
    hint = lua_tointeger(L, -1);
    lua_settop(L, top);
  }
  lk_push_backing(L, container);
  lua_Integer begin = 1, end = (lua_Integer)lua_rawlen(L, top + 1);
  if (expected == 1) begin = end = lk_find_item(L, top + 1, value, hint, end);
  for (lua_Integer i = begin; i >= 1 && i <= end; i++) {
    lua_pushinteger(L, i);
    settle_key(L, s, value, container, top + 2);
    lua_settop(L, top + 1);
    if ((i & 1023) == 0) lk_charge(L, 1024);
  }
  lua_settop(L, top);
}
