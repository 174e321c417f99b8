// Lists of changes: the journal of transactions as plain data.
//
// A list is made from the journal when an observer asks for it. It names every value that was written, as often as it was
// written, so a short reducer can have a list that no memory holds. The transaction that such a list belongs to must fail:
// when it ends, its list is made or at least measured, within its own time budget and memory limit.
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

typedef struct listing {
  uint64_t from, to, now, at;  // `at`: where the state stands while the list is made
  lk_tape *tape;
  uint32_t count;
  size_t measured;  // bytes of the changes that only their sizes were wanted of
  int entry;        // stack index of the entry's four parts
  bool bare;        // without values, but with the line that wrote
  bool measures;    // only the size of the list is wanted
} listing;

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

// Adds one change: a list { operation, path, old, new }. The path is that of the node with the key, which is 0 for the node itself.
static void add_change(
  lua_State *L, listing *list, const char *operation, const lk_place *path, int key, int old, int value
) {
  lk_tape *tape = list->tape;
  put_byte(L, tape, TAPE_LIST);
  put_word(L, tape, list->bare ? 5 : 4);
  put_text(L, tape, operation);
  uint32_t count = key ? 1 : 0;
  for (const lk_place *place = path; place; place = place->below) count++;
  put_byte(L, tape, TAPE_LIST);
  put_word(L, tape, count);
  for (const lk_place *place = path; place; place = place->below) lk_encode(L, place->key, tape, true);
  if (key) lk_encode(L, key, tape, true);
  // A move has positions for values. They belong to its place, as the path does.
  bool has_values = !list->bare || *operation == 'm';
  if (has_values && old) lk_encode(L, old, tape, true); else put_byte(L, tape, TAPE_NIL);
  if (has_values && value) lk_encode(L, value, tape, true); else put_byte(L, tape, TAPE_NIL);
  if (list->bare) {
    int64_t site = lk_journal_site(lk_of(L), list->at);
    put_byte(L, tape, TAPE_INTEGER);
    if (!lk_tape_put(tape, &site, sizeof site)) luaL_error(L, "not enough memory");
  }
  if (list->count == UINT32_MAX) luaL_error(L, "a list of more than %I changes", (lua_Integer)UINT32_MAX);
  list->count++;
  if (list->measures) {
    list->measured += tape->count;
    tape->count = 0;
  }
  lk_charge_memory(L, list->measured + tape->count);
}

// Adds a sorted list as moves: each takes an item out and puts it back in front of where it belongs.
static void add_permutation(lua_State *L, listing *list, const lk_place *path, int backing, int order) {
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
    // One replacement instead: to find the moves would take longer than to copy the list.
    lua_createtable(L, (int)count, 0);
    int after = lua_gettop(L);
    for (lua_Integer i = 1; i <= count; i++) {
      lua_rawgeti(L, order, i);
      lua_rawgeti(L, backing, lua_tointeger(L, -1));
      lua_rawseti(L, after, i);
      lua_pop(L, 1);
    }
    add_change(L, list, "set", path, 0, backing, after);
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
    add_change(L, list, "move", path, key, key, key + 1);
    lua_pop(L, 2);
    if ((to & 255) == 0) lk_charge(L, 256);
  }
}

static void add_at(lua_State *L, const lk_place *path, void *context) {
  listing *list = context;
  int node = list->entry, key = node + 1, old = node + 2, value = node + 3;
  luaL_checkstack(L, 16, NULL);
  // A table that stands in many places has its change once for each.
  lk_charge(L, 1);
  switch (lk_journal_op(lk_of(L), list->at) & LK_OP) {
    case LK_SET: add_change(L, list, "set", path, key, old, value); break;
    case LK_INSERT: add_change(L, list, "insert", path, key, 0, value); break;
    case LK_REMOVE: add_change(L, list, "remove", path, key, old, 0); break;
    case LK_PERMUTE:
      lk_push_backing(L, node);
      add_permutation(L, list, path, lua_gettop(L), key);
      break;
  }
}

static void add_entry(lua_State *L, listing *list, int places) {
  luaL_checkstack(L, 16, NULL);
  int op = lk_journal_op(lk_of(L), list->at) & LK_OP;
  // Settling changes no data: a copy is listed where the table was attached, with what was written to it there.
  if (op == LK_LINK || op == LK_KIND || op == LK_COPY) return;
  if (op == LK_NATIVE) {
    list->count += lk_native_tell(L, list->at, list->tape);
    lk_charge_memory(L, list->measured + list->tape->count);
    return;
  }
  list->entry = lua_gettop(L) + 1;
  for (int part = 0; part < 4; part++) lk_journal_entry(L, list->at, part);
  lk_places_visit(L, places, list->entry, add_at, list);
  lua_settop(L, list->entry - 1);
}

// Whether every change up to now put one scalar in place of another: each is then the same in the present state.
static bool lists_in_place(const lk_vm *vm, const listing *list) {
  if (list->to != list->now) return false;
  for (uint64_t p = list->from; p < list->to; p++) {
    int op = lk_journal_op(vm, p);
    if (op != LK_SET && op != LK_NATIVE) return false;
  }
  return true;
}

static int list_all(lua_State *L) {
  listing *list = lua_touserdata(L, 1);
  lk_vm *vm = lk_of(L);
  lk_tape *tape = list->tape;
  tape->count = 0;
  put_byte(L, tape, TAPE_LIST);
  put_word(L, tape, 0);
  bool in_place = lists_in_place(vm, list);
  if (in_place) list->at = list->from;
  // Else each change is listed in the state it was made in, so that its path and its old value are those of that moment. If
  // this stops on the way, `return_to_now` goes on from `at`.
  for (; list->at > list->from; list->at--) {
    lk_charge(L, 1);
    lk_apply(L, list->at - 1, false);
  }
  for (; list->at < list->from; list->at++) {  // what was undone lies ahead of now
    lk_charge(L, 1);
    lk_apply(L, list->at, true);
  }
  int places = lk_places_begin(L, list->from, list->to) ? lua_gettop(L) : 0;
  for (; list->at < list->to; list->at++) {
    lk_charge(L, 1);
    vm->stored = lk_journal_site(vm, list->at);
    add_entry(L, list, places);
    if (places) lk_places_follow(L, places, list->at);
    if (!in_place) lk_apply(L, list->at, true);
  }
  if (!list->measures) memcpy(tape->data + 1, &list->count, sizeof list->count);
  return 0;
}

static int return_to_now(lua_State *L) {
  listing *list = lua_touserdata(L, 1);
  for (; list->at < list->now; list->at++) lk_apply(L, list->at, true);
  for (; list->at > list->now; list->at--) lk_apply(L, list->at - 1, false);
  return 0;
}

static void trim(lk_tape *tape) {
  if (tape->capacity > LK_KEPT_TAPE) lk_tape_free(tape);
}

static lk_status make_list(lk_vm *vm, listing *list) {
  bool returned = vm->returned, outer = vm->listing;
  int32_t stored = vm->stored;
  vm->listing = vm->returned = true;
  vm->critical++;
  lk_status status = lk_protect(vm, list_all, list);
  if (list->at != list->now) lk_protect(vm, return_to_now, list);
  vm->critical--;
  vm->listing = outer;
  vm->returned = returned;
  vm->stored = stored;
  if (status != LK_OK) trim(list->tape);
  return status;
}

void lk_forget_list(lk_vm *vm) {
  vm->listed_from = vm->listed_to = 0;
  trim(&vm->listed);
}

static lk_status list_for_observer(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now) {
  lk_forget_list(vm);
  listing list = {.from = from, .to = to, .now = now, .at = now, .tape = &vm->listed};
  lk_status status = make_list(vm, &list);
  if (status != LK_OK) return status;
  vm->listed_from = from;
  vm->listed_to = to;
  return LK_OK;
}

lk_status lk_list_transaction(lk_vm *vm) {
  uint64_t from = vm->mark, to = vm->tail;
  if (from == to) return LK_OK;
  if (vm->lists_changes) return list_for_observer(vm, from, to, to);
  listing list = {.from = from, .to = to, .now = to, .at = to, .tape = &vm->out, .measures = true};
  lk_status status = make_list(vm, &list);
  trim(&vm->out);
  return status;
}

void lk_list_changes(lk_vm *vm, int lists) {
  vm->lists_changes = lists;
  lk_forget_list(vm);
}

static lk_status list_between(lk_vm *vm, listing list, lk_bytes *changes) {
  if (list.from < vm->head) list.from = vm->head;
  bool kept = vm->lists_changes && !list.bare && list.from < list.to;
  if (!kept || list.from != vm->listed_from || list.to != vm->listed_to) {
    // No budget: a range may have many actions. The host can interrupt it.
    lk_enter(vm, 0);
    list.tape = &vm->out;
    trim(&vm->out);
    lk_status status = kept ? list_for_observer(vm, list.from, list.to, list.now) : make_list(vm, &list);
    lk_leave(vm);
    if (status != LK_OK) {
      *changes = (lk_bytes){NULL, 0};
      return status;
    }
  }
  const lk_tape *tape = kept ? &vm->listed : &vm->out;
  *changes = (lk_bytes){tape->data, tape->count};
  return LK_OK;
}

lk_status lk_changes(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now, lk_bytes *changes) {
  return list_between(vm, (listing){.from = from, .to = to, .now = now, .at = now}, changes);
}

lk_status lk_writes(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now, lk_bytes *writes) {
  return list_between(vm, (listing){.from = from, .to = to, .now = now, .at = now, .bare = true}, writes);
}
