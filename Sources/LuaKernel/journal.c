// The journal: what reducers wrote, in order, so that it can be taken back, done again and told.
//
// Entry `p` takes four slots of one Lua table used as a ring: the node, the key, the old and the new value. The open
// transaction is the journal's end, and a commit leaves it in place: history costs nothing beyond what it keeps.
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

enum { NODE = 1, WIDTH = 4 };

static lua_Integer slot(const lk_vm *vm, uint64_t position) {
  return (lua_Integer)(position & (vm->capacity - 1)) * WIDTH + NODE;
}

void lk_journal_init(lua_State *L) {
  lk_vm *vm = lk_of(L);
  lua_newtable(L);
  vm->journal = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  vm->seen = luaL_ref(L, LUA_REGISTRYINDEX);
}

static void grow(lua_State *L, lk_vm *vm) {
  uint64_t capacity = vm->capacity ? vm->capacity * 2 : 64;
  if (capacity > (1u << 28)) luaL_error(L, "one action makes more than %d changes", 1 << 28);
  lua_createtable(L, (int)(capacity * WIDTH), 0);
  uint8_t *ops = malloc(capacity);
  if (!ops) luaL_error(L, "not enough memory");
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  for (uint64_t p = vm->head; p < vm->tail; p++) {
    lua_Integer from = slot(vm, p), to = (lua_Integer)(p & (capacity - 1)) * WIDTH + NODE;
    for (int part = 0; part < WIDTH; part++) {
      lua_rawgeti(L, -1, from + part);
      lua_rawseti(L, -3, to + part);
    }
    ops[p & (capacity - 1)] = vm->ops[p & (vm->capacity - 1)];
  }
  lua_pop(L, 1);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->journal);  // an existing slot: cannot fail
  free(vm->ops);
  vm->ops = ops;
  vm->capacity = capacity;
}

static void put(lua_State *L, int ring, lua_Integer at, int index) {
  if (index) lua_pushvalue(L, index); else lua_pushnil(L);
  lua_rawseti(L, ring, at);
}

void lk_reserve(lua_State *L, unsigned count) {
  lk_vm *vm = lk_of(L);
  luaL_checkstack(L, 12, NULL);
  while (vm->tail - vm->head + count > vm->capacity) grow(L, vm);
}

void lk_record(lua_State *L, int op, int node, int key, int old, int value) {
  lk_vm *vm = lk_of(L);
  lk_reserve(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  int ring = lua_gettop(L);
  lua_Integer at = slot(vm, vm->tail);
  put(L, ring, at, node);
  put(L, ring, at + 1, key);
  put(L, ring, at + 2, old);
  put(L, ring, at + 3, value);
  lua_pop(L, 1);
  if (op <= LK_REMOVE && ((old && lua_istable(L, old)) || (value && lua_istable(L, value)))) {
    op |= LK_TABLES;
    vm->containers++;
  }
  vm->ops[vm->tail & (vm->capacity - 1)] = (uint8_t)op;
  vm->tail++;
}

void lk_record_field(lua_State *L) {
  lk_vm *vm = lk_of(L);
  lua_Integer at = slot(vm, vm->tail);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, at);
  lua_pushvalue(L, 2);
  lua_rawseti(L, -2, at + 1);
  lua_pushvalue(L, 7);
  lua_rawseti(L, -2, at + 2);
  lua_pushvalue(L, 3);
  lua_rawseti(L, -2, at + 3);
  vm->ops[vm->tail & (vm->capacity - 1)] = LK_SET;
  vm->tail++;
}

void lk_record_native(lua_State *L, lk_native_entry entry) {
  lk_vm *vm = lk_of(L);
  lua_Integer at = slot(vm, vm->tail);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  lua_pushinteger(L, entry.number);
  lua_rawseti(L, -2, at);
  lua_pushinteger(L, (lua_Integer)entry.from);
  lua_rawseti(L, -2, at + 2);
  lua_pushinteger(L, (lua_Integer)entry.to);
  lua_rawseti(L, -2, at + 3);
  lua_pop(L, 1);
  vm->ops[vm->tail & (vm->capacity - 1)] = LK_NATIVE;
  vm->tail++;
  vm->natives++;
}

lk_native_entry lk_journal_native(lua_State *L, uint64_t position) {
  lk_vm *vm = lk_of(L);
  lua_Integer at = slot(vm, position);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  lua_rawgeti(L, -1, at);
  lua_rawgeti(L, -2, at + 2);
  lua_rawgeti(L, -3, at + 3);
  lk_native_entry entry = {(int32_t)lua_tointeger(L, -3), (uint64_t)lua_tointeger(L, -2), (uint64_t)lua_tointeger(L, -1)};
  lua_pop(L, 4);
  return entry;
}

int lk_journal_op(const lk_vm *vm, uint64_t position) { return vm->ops[position & (vm->capacity - 1)]; }

void lk_journal_entry(lua_State *L, uint64_t position, int part) {
  lk_vm *vm = lk_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  lua_rawgeti(L, -1, slot(vm, position) + part);
  lua_replace(L, -2);
}

// Whether an entry changes what its node holds. One of a native slice has no node: its host says what is out of date.
static bool changes_node(const lk_vm *vm, uint64_t position) {
  int op = lk_journal_op(vm, position) & LK_OP;
  return op != LK_LINK && op != LK_NATIVE;
}

void lk_touch_all(lua_State *L, uint64_t from, uint64_t to) {
  lk_vm *vm = lk_of(L);
  if (!vm->versioned) return;
  lua_Integer version = (lua_Integer)++vm->commit;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  for (uint64_t p = from; p < to; p++) {
    if (!changes_node(vm, p)) continue;
    lua_rawgeti(L, -1, slot(vm, p));
    lk_touch(L, version);
  }
  lua_pop(L, 1);
}

void lk_journal_replace(lua_State *L, uint64_t position, int part) {
  lk_vm *vm = lk_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  lua_insert(L, -2);
  lua_rawseti(L, -2, slot(vm, position) + part);
  lua_pop(L, 1);
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

// order[i] is where the item that stands at i now stood before.
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

typedef struct journey {
  uint64_t from, to;
} journey;

static int travel(lua_State *L) {
  journey *way = lua_touserdata(L, 1);
  lk_vm *vm = lk_of(L);
  lua_Integer version = (lua_Integer)++vm->commit;
  while (way->from != way->to) {
    bool forwards = way->from < way->to;
    uint64_t position = forwards ? way->from : way->from - 1;
    lk_apply(L, position, forwards);
    if (lk_journal_op(vm, position) == LK_NATIVE) lk_native_move(L, position, forwards);
    if (changes_node(vm, position)) {
      lk_journal_entry(L, position, 0);
      lk_touch(L, version);
    }
    way->from = forwards ? position + 1 : position;
  }
  return 0;
}

void lk_travel(lk_vm *vm, uint64_t from, uint64_t to) {
  journey way = {from, to};
  // What takes back or repeats must not fail halfway: it gets memory beyond every limit.
  vm->critical++;
  lk_protect(vm, travel, &way);
  vm->critical--;
}

uint64_t lk_position(const lk_vm *vm) { return vm->tail; }

void lk_rollback(lk_vm *vm, uint64_t position) {
  lk_travel(vm, vm->tail, position);
  lk_truncate(vm, position);
}

static void clear(lk_vm *vm, uint64_t from, uint64_t to) {
  lua_State *L = vm->running;
  bool open = false;
  for (uint64_t p = from; p < to; p++) {
    // Slots of numbers and strings are overwritten in time; tables would keep whole subtrees alive until then.
    if (vm->ops[p & (vm->capacity - 1)] <= LK_SET) continue;
    if (!open && !lua_checkstack(L, 2)) return;
    if (!open) lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
    open = true;
    lua_Integer at = slot(vm, p);
    for (int part = 0; part < WIDTH; part++) {
      lua_pushnil(L);
      lua_rawseti(L, -2, at + part);
    }
  }
  if (open) lua_pop(L, 1);
}

void lk_forget(lk_vm *vm, uint64_t position) {
  if (position > vm->tail) position = vm->tail;
  if (position <= vm->head) return;
  if (vm->natives) lk_native_drop(vm, vm->head, position, true);
  clear(vm, vm->head, position);
  vm->head = position;
}

void lk_truncate(lk_vm *vm, uint64_t position) {
  if (position < vm->head) position = vm->head;
  if (position >= vm->tail) return;
  if (vm->natives) lk_native_drop(vm, position, vm->tail, false);
  clear(vm, position, vm->tail);
  vm->tail = position;
}
