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

int lk_journal_op(const lk_vm *vm, uint64_t position) { return vm->ops[position & (vm->capacity - 1)]; }

void lk_journal_entry(lua_State *L, uint64_t position, int part) {
  lk_vm *vm = lk_of(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  lua_rawgeti(L, -1, slot(vm, position) + part);
  lua_replace(L, -2);
}

void lk_touch_all(lua_State *L, uint64_t from, uint64_t to) {
  lk_vm *vm = lk_of(L);
  if (!vm->versioned) return;
  lua_Integer version = (lua_Integer)++vm->commit;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->journal);
  for (uint64_t p = from; p < to; p++) {
    if ((lk_journal_op(vm, p) & LK_OP) == LK_LINK) continue;  // moved: what it holds is as it was
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
    if ((lk_journal_op(vm, position) & LK_OP) != LK_LINK) {
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
  clear(vm, vm->head, position);
  vm->head = position;
}

void lk_truncate(lk_vm *vm, uint64_t position) {
  if (position < vm->head) position = vm->head;
  if (position >= vm->tail) return;
  clear(vm, position, vm->tail);
  vm->tail = position;
}

// MARK: telling

typedef struct telling {
  uint64_t from, to, now, at;
  uint32_t count;
  int entry;  // stack index of the entry's four parts
} telling;

static void put_byte(lua_State *L, lk_tape *tape, uint8_t byte) {
  if (!lk_tape_put(tape, &byte, 1)) luaL_error(L, "not enough memory");
}

static void put_word(lua_State *L, lk_tape *tape, uint32_t word) {
  if (!lk_tape_put(tape, &word, sizeof word)) luaL_error(L, "not enough memory");
}

static void put_text(lua_State *L, lk_tape *tape, const char *text) {
  put_byte(L, tape, TAPE_STRING);
  put_word(L, tape, (uint32_t)strlen(text));
  if (!lk_tape_put(tape, text, strlen(text))) luaL_error(L, "not enough memory");
}

// One change: a list { operation, path, old, new }.
static void tell(lua_State *L, telling *tale, lk_tape *tape, const char *operation, int path, int key, int old, int value) {
  put_byte(L, tape, TAPE_LIST);
  put_word(L, tape, 4);
  put_text(L, tape, operation);
  lua_Integer count = (lua_Integer)lua_rawlen(L, path);
  lua_pushvalue(L, key);
  lua_rawseti(L, path, count + 1);
  lk_encode(L, path, tape, true);
  lua_pushnil(L);
  lua_rawseti(L, path, count + 1);
  if (old) lk_encode(L, old, tape, true); else put_byte(L, tape, TAPE_NIL);
  if (value) lk_encode(L, value, tape, true); else put_byte(L, tape, TAPE_NIL);
  tale->count++;
}

// A sorted list as moves, told one after the other: each takes an item out and puts it back in front of where it belongs.
static void tell_permutation(lua_State *L, telling *tale, lk_tape *tape, int path, int backing, int order) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, order);
  lua_Integer *places = lua_newuserdatauv(L, (size_t)count * sizeof *places, 0);  // places[i]: old index of what stands at i
  lua_Integer moved = 0;
  for (lua_Integer i = 0; i < count; i++) {
    places[i] = i + 1;
    lua_rawgeti(L, order, i + 1);
    if (lua_tointeger(L, -1) != i + 1) moved++;
    lua_pop(L, 1);
  }
  if (moved * count > 20000000) {
    // Told as one replacement: its moves would take longer to count than the list to copy.
    lua_createtable(L, (int)count, 0);
    int after = lua_gettop(L);
    for (lua_Integer i = 1; i <= count; i++) {
      lua_rawgeti(L, order, i);
      lua_rawgeti(L, backing, lua_tointeger(L, -1));
      lua_rawseti(L, after, i);
      lua_pop(L, 1);
    }
    lua_Integer last = (lua_Integer)lua_rawlen(L, path);
    lua_rawgeti(L, path, last);
    lua_pushnil(L);
    lua_rawseti(L, path, last);
    tell(L, tale, tape, "set", path, after + 1, backing, after);
    return;
  }
  for (lua_Integer to = 0; to < count; to++) {
    lua_rawgeti(L, order, to + 1);
    lua_Integer wanted = lua_tointeger(L, -1), from = to;
    lua_pop(L, 1);
    if (places[to] == wanted) continue;
    // If what stands here belongs right after, moving it away is one move instead of many.
    while (places[from] != wanted) from++;
    memmove(places + to + 1, places + to, (size_t)(from - to) * sizeof *places);
    places[to] = wanted;
    lua_pushinteger(L, from + 1);
    lua_pushinteger(L, to + 1);
    int key = lua_gettop(L) - 1;
    tell(L, tale, tape, "move", path, key, key, key + 1);
    lua_pop(L, 2);
  }
}

static void tell_at(lua_State *L, int path, void *context) {
  telling *tale = context;
  lk_tape *tape = &lk_of(L)->out;
  int node = tale->entry, key = node + 1, old = node + 2, value = node + 3;
  luaL_checkstack(L, 16, NULL);
  switch (lk_journal_op(lk_of(L), tale->at) & LK_OP) {
    case LK_SET: tell(L, tale, tape, "set", path, key, old, value); break;
    case LK_INSERT: tell(L, tale, tape, "insert", path, key, 0, value); break;
    case LK_REMOVE: tell(L, tale, tape, "remove", path, key, old, 0); break;
    case LK_PERMUTE:
      lk_push_backing(L, node);
      tell_permutation(L, tale, tape, path, lua_gettop(L), key);
      break;
  }
}

static void tell_entry(lua_State *L, telling *tale, int places) {
  luaL_checkstack(L, 16, NULL);
  int op = lk_journal_op(lk_of(L), tale->at) & LK_OP;
  // What settling did changes no data: a copy is told where it was attached and with what was written to it there.
  if (op == LK_LINK || op == LK_KIND || op == LK_COPY) return;
  tale->entry = lua_gettop(L) + 1;
  for (int part = 0; part < WIDTH; part++) lk_journal_entry(L, tale->at, part);
  lk_places_visit(L, places, tale->entry, tell_at, tale);
  lua_settop(L, tale->entry - 1);
}

static int tell_all(lua_State *L) {
  telling *tale = lua_touserdata(L, 1);
  lk_vm *vm = lk_of(L);
  lk_tape *tape = &vm->out;
  tape->count = 0;
  put_byte(L, tape, TAPE_LIST);
  put_word(L, tape, 0);
  // Each change is told in the state it was made in, so that its path and its old value are those of that moment.
  for (; tale->at > tale->from; tale->at--) lk_apply(L, tale->at - 1, false);
  for (; tale->at < tale->from; tale->at++) lk_apply(L, tale->at, true);  // what was undone lies ahead of now
  int places = lk_places_begin(L, tale->from, tale->to) ? lua_gettop(L) : 0;
  for (; tale->at < tale->to; tale->at++) {
    tell_entry(L, tale, places);
    if (places) lk_places_follow(L, places, tale->at);
    lk_apply(L, tale->at, true);
  }
  memcpy(tape->data + 1, &tale->count, sizeof tale->count);
  return 0;
}

static int tell_return(lua_State *L) {
  telling *tale = lua_touserdata(L, 1);
  for (; tale->at < tale->now; tale->at++) lk_apply(L, tale->at, true);
  for (; tale->at > tale->now; tale->at--) lk_apply(L, tale->at - 1, false);
  return 0;
}

lk_status lk_changes(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now, lk_bytes *changes) {
  if (from < vm->head) from = vm->head;
  telling tale = {.from = from, .to = to, .now = now, .at = now};
  vm->critical++;
  // A change that is ahead of now (it was undone) is told on the way forwards.
  lk_status status = lk_protect(vm, tell_all, &tale);
  lk_protect(vm, tell_return, &tale);
  vm->critical--;
  *changes = (lk_bytes){vm->out.data, vm->out.count};
  return status;
}
