// The journal: the writes of reducers in order, so that they can be undone, redone and listed.
//
// Entry `p` is four values: node, key, old value, new value. Entries are in pages. The values of a page are on the stack of a
// Lua thread that never runs, because one call moves all four values there; a table would need one call for each. The open
// transaction is the end of the journal, and a commit leaves it there, so history costs only the memory of its entries.
#include "kernel.h"

#include <string.h>

enum { WIDTH = 4, SPARE = 2 };

static lk_page *page_of(const lk_vm *vm, uint64_t position) {
  return &vm->pages[position / LK_PAGE & (vm->page_count - 1)];
}

static int slot(uint64_t position) { return (int)(position % LK_PAGE) * WIDTH + 1; }

static void measure(lk_vm *vm) { vm->room = (vm->head / LK_PAGE + vm->page_count) * LK_PAGE; }

// The journal's table has the pages at 1 and the threads after that.
void lk_journal_init(lua_State *L) {
  lk_vm *vm = lk_of(L);
  lua_newtable(L);
  lua_pushboolean(L, 0);
  lua_rawseti(L, -2, 1);
  vm->journal = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  vm->seen = luaL_ref(L, LUA_REGISTRYINDEX);
}

static void grow(lua_State *L, lk_vm *vm) {
  uint64_t old = vm->page_count, count = old ? old * 2 : 1;
  if (count * LK_PAGE > (1u << 28)) luaL_error(L, "one action makes more than %d changes", 1 << 28);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  int journal = lua_gettop(L);
  lk_page *pages = lua_newuserdatauv(L, count * sizeof *pages, 0);
  uint64_t first = vm->head / LK_PAGE;
  for (uint64_t i = old; i < count; i++) {
    lk_page *page = &pages[(first + i) & (count - 1)];
    page->entries = lua_newthread(L);
    memset(page->sites, -1, sizeof page->sites);
    if (!lua_checkstack(page->entries, LK_PAGE * WIDTH + SPARE)) luaL_error(L, "not enough memory");
    lua_rawseti(L, journal, (lua_Integer)i + 2);
  }
  for (uint64_t i = first; i < first + old; i++) pages[i & (count - 1)] = vm->pages[i & (old - 1)];
  lua_rawseti(L, journal, 1);  // an existing slot: cannot fail
  lua_pop(L, 1);
  vm->pages = pages;
  vm->page_count = count;
  measure(vm);
}

void lk_reserve(lua_State *L, unsigned count) {
  lk_vm *vm = lk_of(L);
  luaL_checkstack(L, 12, NULL);
  while (vm->room - vm->tail < count) grow(L, vm);
}

static void put(lua_State *L, int index) {
  if (index) lua_pushvalue(L, index); else lua_pushnil(L);
}

static void append(lua_State *L, lk_vm *vm, int op) {
  lk_page *page = page_of(vm, vm->tail);
  lua_xmove(L, page->entries, WIDTH);
  if (vm->keeps_sites) page->sites[vm->tail % LK_PAGE] = vm->writer < 0 ? lk_site_here(L) : vm->writer;
  page->ops[vm->tail++ % LK_PAGE] = (uint8_t)op;
}

static size_t text_of(lua_State *L, int index) {
  return index && lua_type(L, index) == LUA_TSTRING ? (size_t)lua_rawlen(L, index) : 0;
}

void lk_record(lua_State *L, int op, int node, int key, int old, int value) {
  lk_vm *vm = lk_of(L);
  lk_reserve(L, 1);
  if (op <= LK_REMOVE && ((old && lua_istable(L, old)) || (value && lua_istable(L, value)))) {
    op |= LK_TABLES;
    vm->containers++;
  }
  if (op <= LK_REMOVE) vm->text += text_of(L, old) + text_of(L, value);
  put(L, node);
  put(L, key);
  put(L, old);
  put(L, value);
  append(L, vm, op);
}

void lk_record_field(lua_State *L) { append(L, lk_of(L), LK_SET); }

void lk_record_native(lk_vm *vm, lk_native_entry entry) {
  lk_page *page = page_of(vm, vm->tail);
  lua_pushinteger(page->entries, entry.number);
  lua_pushnil(page->entries);
  lua_pushinteger(page->entries, (lua_Integer)entry.from);
  lua_pushinteger(page->entries, (lua_Integer)entry.to);
  page->sites[vm->tail % LK_PAGE] = -1;
  page->ops[vm->tail++ % LK_PAGE] = LK_NATIVE;
  vm->natives++;
}

lk_native_entry lk_journal_native(const lk_vm *vm, uint64_t position) {
  lua_State *entries = page_of(vm, position)->entries;
  int at = slot(position);
  return (lk_native_entry){(int32_t)lua_tointeger(entries, at), (uint64_t)lua_tointeger(entries, at + 2),
                           (uint64_t)lua_tointeger(entries, at + 3)};
}

int32_t lk_journal_native_number(const lk_vm *vm, uint64_t position) {
  return (int32_t)lua_tointeger(page_of(vm, position)->entries, slot(position));
}

int lk_journal_op(const lk_vm *vm, uint64_t position) { return page_of(vm, position)->ops[position % LK_PAGE]; }

int32_t lk_journal_site(const lk_vm *vm, uint64_t position) { return page_of(vm, position)->sites[position % LK_PAGE]; }

void lk_journal_entry(lua_State *L, uint64_t position, int part) {
  lua_State *entries = page_of(lk_of(L), position)->entries;
  lua_pushvalue(entries, slot(position) + part);
  lua_xmove(entries, L, 1);
}

// Whether an entry changes the data of its node. A native entry has no node; its host discards outdated data itself.
static bool changes_node(const lk_vm *vm, uint64_t position) {
  int op = lk_journal_op(vm, position) & LK_OP;
  return op != LK_LINK && op != LK_NATIVE;
}

void lk_touch_all(lua_State *L, uint64_t from, uint64_t to) {
  lk_vm *vm = lk_of(L);
  lua_Integer version = (lua_Integer)++vm->commit;
  for (uint64_t p = from; p < to; p++) {
    if (!changes_node(vm, p)) continue;
    lk_journal_entry(L, p, 0);
    lk_touch(L, version);
  }
}

void lk_journal_replace(lua_State *L, uint64_t position, int part) {
  lua_State *entries = page_of(lk_of(L), position)->entries;
  lua_xmove(L, entries, 1);
  lua_replace(entries, slot(position) + part);
}

// MARK: applying

void lk_shift_in(lua_State *L, int backing, lua_Integer at, lua_Integer count) {
  for (lua_Integer i = count; i >= at; i--) {
    lua_rawgeti(L, backing, i);
    lua_rawseti(L, backing, i + 1);
  }
}

void lk_shift_out(lua_State *L, int backing, lua_Integer at, lua_Integer count) {
  for (lua_Integer i = at; i < count; i++) {
    lua_rawgeti(L, backing, i + 1);
    lua_rawseti(L, backing, i);
  }
  lua_pushnil(L);
  lua_rawseti(L, backing, count);
}

// order[i] is the former position of the item now at i.
static void permute(lua_State *L, int backing, int order, bool forwards) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, order);
  lua_createtable(L, (int)count, 0);
  int copy = lua_gettop(L);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, backing, i);
    lua_rawseti(L, copy, i);
  }
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, order, i);
    lua_Integer from = lua_tointeger(L, -1);
    lua_pop(L, 1);
    lua_rawgeti(L, copy, forwards ? from : i);
    lua_rawseti(L, backing, forwards ? i : from);
  }
  lua_pop(L, 1);
}

void lk_apply(lua_State *L, uint64_t position, bool forwards) {
  lk_vm *vm = lk_of(L);
  luaL_checkstack(L, 12, NULL);
  int top = lua_gettop(L), node = top + 1, key = top + 2, value = top + 3, backing = top + 4;
  int op = lk_journal_op(vm, position) & LK_OP;
  if (op == LK_NATIVE) return;
  lk_journal_entry(L, position, 0);
  lk_journal_entry(L, position, 1);
  lk_journal_entry(L, position, forwards ? 3 : 2);
  lk_push_backing(L, node);
  if (!forwards && (op == LK_INSERT || op == LK_REMOVE)) op = op == LK_INSERT ? LK_REMOVE : LK_INSERT;
  switch (op) {
    case LK_SET: case LK_COPY:
      if (!lua_isnil(L, value)) lk_note_key(L, backing, key);
      lua_pushvalue(L, key);
      lua_pushvalue(L, value);
      lua_rawset(L, backing);
      break;
    case LK_INSERT: {
      lua_Integer at = lua_tointeger(L, key);
      lk_shift_in(L, backing, at, (lua_Integer)lua_rawlen(L, backing));
      lua_pushvalue(L, value);
      lua_rawseti(L, backing, at);
      break;
    }
    case LK_REMOVE:
      lk_shift_out(L, backing, lua_tointeger(L, key), (lua_Integer)lua_rawlen(L, backing));
      break;
    case LK_PERMUTE:
      permute(L, backing, key, forwards);
      break;
    case LK_LINK:  // the value is { parent, key } or false
      if (lua_istable(L, value)) {
        lua_rawgeti(L, value, 1);
        lua_rawgeti(L, value, 2);
        lk_node_link(L, node, -2, -1);
      } else {
        lk_node_link(L, node, 0, 0);
      }
      break;
    case LK_KIND:
      lk_node_set_list(L, node, lua_toboolean(L, value));
      break;
  }
  lua_settop(L, top);
}

typedef struct travel_range {
  uint64_t from, to;
} travel_range;

static int travel(lua_State *L) {
  travel_range *range = lua_touserdata(L, 1);
  lk_vm *vm = lk_of(L);
  lua_Integer version = (lua_Integer)++vm->commit;
  while (range->from != range->to) {
    bool forwards = range->from < range->to;
    uint64_t position = forwards ? range->from : range->from - 1;
    lk_apply(L, position, forwards);
    if (lk_journal_op(vm, position) == LK_NATIVE) lk_native_move(L, position, forwards);
    if (changes_node(vm, position)) {
      lk_journal_entry(L, position, 0);
      lk_touch(L, version);
    }
    range->from = forwards ? position + 1 : position;
  }
  return 0;
}

void lk_travel(lk_vm *vm, uint64_t from, uint64_t to) {
  travel_range range = {from, to};
  // Undo and redo must not fail halfway, so they may exceed the memory limits.
  vm->critical++;
  lk_protect(vm, travel, &range);
  vm->critical--;
}

uint64_t lk_position(const lk_vm *vm) { return vm->tail; }

void lk_rollback(lk_vm *vm, uint64_t position) {
  lk_travel(vm, vm->tail, position);
  lk_truncate(vm, position);
}

void lk_forget(lk_vm *vm, uint64_t position, int at_once) {
  if (position > vm->tail) position = vm->tail;
  if (position <= vm->head) return;
  if (vm->natives) lk_native_drop(vm, vm->head, position, true);
  for (; vm->head < position; vm->head++) {
    lk_page *page = page_of(vm, vm->head);
    // Numbers and strings are released with their page; a table would keep its whole subtree alive until then.
    bool empties = at_once || page->ops[vm->head % LK_PAGE] > LK_SET;
    for (int part = 0; empties && part < WIDTH; part++) {
      lua_pushnil(page->entries);
      lua_replace(page->entries, slot(vm->head) + part);
    }
    if (vm->head % LK_PAGE == LK_PAGE - 1) lua_settop(page->entries, 0);
  }
  measure(vm);
}

void lk_truncate(lk_vm *vm, uint64_t position) {
  if (position < vm->head) position = vm->head;
  if (position >= vm->tail) return;
  if (position < vm->listed_to) lk_forget_list(vm);
  if (vm->natives) lk_native_drop(vm, position, vm->tail, false);
  while (vm->tail > position) {
    uint64_t start = (vm->tail - 1) / LK_PAGE * LK_PAGE, end = position > start ? position : start;
    lua_settop(page_of(vm, start)->entries, (int)(end - start) * WIDTH);
    vm->tail = end;
  }
}
