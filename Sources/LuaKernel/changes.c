// The changes of a transaction as plain data, told from the journal when somebody asks.
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

typedef struct telling {
  uint64_t from, to, now, at;
  uint32_t count;
  int entry;  // stack index of the entry's four parts
  bool bare;  // without values, but with the line that wrote
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

// One change: a list { operation, path, old, new }. The path is that of the node with the key, which is 0 for the node itself.
static void tell(lua_State *L, telling *tale, lk_tape *tape, const char *operation, const lk_place *path, int key, int old, int value) {
  put_byte(L, tape, TAPE_LIST);
  put_word(L, tape, tale->bare ? 5 : 4);
  put_text(L, tape, operation);
  uint32_t count = key ? 1 : 0;
  for (const lk_place *place = path; place; place = place->below) count++;
  put_byte(L, tape, TAPE_LIST);
  put_word(L, tape, count);
  for (const lk_place *place = path; place; place = place->below) lk_encode(L, place->key, tape, true);
  if (key) lk_encode(L, key, tape, true);
  // The positions that an item moves between say where things are, as the path does.
  bool told = !tale->bare || *operation == 'm';
  if (told && old) lk_encode(L, old, tape, true); else put_byte(L, tape, TAPE_NIL);
  if (told && value) lk_encode(L, value, tape, true); else put_byte(L, tape, TAPE_NIL);
  if (tale->bare) {
    int64_t site = lk_journal_site(lk_of(L), tale->at);
    put_byte(L, tape, TAPE_INTEGER);
    if (!lk_tape_put(tape, &site, sizeof site)) luaL_error(L, "not enough memory");
  }
  tale->count++;
}

// A sorted list as moves, told one after the other: each takes an item out and puts it back in front of where it belongs.
static void tell_permutation(lua_State *L, telling *tale, lk_tape *tape, const lk_place *path, int backing, int order) {
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
    tell(L, tale, tape, "set", path, 0, backing, after);
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

static void tell_at(lua_State *L, const lk_place *path, void *context) {
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
  if (op == LK_NATIVE) {
    tale->count += lk_native_tell(L, tale->at, &lk_of(L)->out);
    return;
  }
  tale->entry = lua_gettop(L) + 1;
  for (int part = 0; part < 4; part++) lk_journal_entry(L, tale->at, part);
  lk_places_visit(L, places, tale->entry, tell_at, tale);
  lua_settop(L, tale->entry - 1);
}

// Whether every change up to now put one scalar in place of another: each is then told alike in the present state.
static bool tells_in_place(const lk_vm *vm, const telling *tale) {
  if (tale->to != tale->now) return false;
  for (uint64_t p = tale->from; p < tale->to; p++) {
    int op = lk_journal_op(vm, p);
    if (op != LK_SET && op != LK_NATIVE) return false;
  }
  return true;
}

static int tell_all(lua_State *L) {
  telling *tale = lua_touserdata(L, 1);
  lk_vm *vm = lk_of(L);
  lk_tape *tape = &vm->out;
  tape->count = 0;
  put_byte(L, tape, TAPE_LIST);
  put_word(L, tape, 0);
  bool in_place = tells_in_place(vm, tale);
  if (in_place) tale->at = tale->from;
  // Else each change is told in the state it was made in, so that its path and its old value are those of that moment.
  for (; tale->at > tale->from; tale->at--) lk_apply(L, tale->at - 1, false);
  for (; tale->at < tale->from; tale->at++) lk_apply(L, tale->at, true);  // what was undone lies ahead of now
  int places = lk_places_begin(L, tale->from, tale->to) ? lua_gettop(L) : 0;
  for (; tale->at < tale->to; tale->at++) {
    tell_entry(L, tale, places);
    if (places) lk_places_follow(L, places, tale->at);
    if (!in_place) lk_apply(L, tale->at, true);
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

static lk_status tell_between(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now, bool bare, lk_bytes *changes) {
  if (from < vm->head) from = vm->head;
  telling tale = {.from = from, .to = to, .now = now, .at = now, .bare = bare};
  vm->critical++;
  // A change that is ahead of now (it was undone) is told on the way forwards.
  lk_status status = lk_protect(vm, tell_all, &tale);
  if (tale.at != now) lk_protect(vm, tell_return, &tale);
  vm->critical--;
  *changes = (lk_bytes){vm->out.data, vm->out.count};
  return status;
}

lk_status lk_changes(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now, lk_bytes *changes) {
  return tell_between(vm, from, to, now, false, changes);
}

lk_status lk_writes(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now, lk_bytes *writes) {
  return tell_between(vm, from, to, now, true, writes);
}
