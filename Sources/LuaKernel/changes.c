// Lists of changes: the journal entries of transactions as plain data, for observers.
//
// A list is made from the journal when an observer asks for it. It contains every written value, as often as it was written, so
// a short reducer can have a list that does not fit into memory. Such a transaction must fail: at its end its list is made, or
// at least measured, within the transaction's own time budget and memory limit.
#include "encode.h"

#include <stdlib.h>
#include <string.h>

typedef struct listing {
  uint64_t from, to, now, at;  // `at`: the position of the state while the list is made
  lk_tape *tape;
  uint32_t count;
  size_t measured;  // bytes of the changes that were only measured
  int entry;        // stack index of the entry's four parts
  bool bare;        // lists sites instead of values
  bool measures;    // only computes the size of the list
} listing;

// Adds one change: a list { operation, path, old, new }. `path` leads to the node; `key` is added to it, 0: the node itself.
static void add_change(
  lua_State *L, listing *list, const char *operation, const lk_place *path, int key, int old, int value
) {
  lk_tape *tape = list->tape;
  lk_put_head(L, tape, TAPE_LIST, list->bare ? 5 : 4);
  lk_put_tag(L, tape, TAPE_STRING);
  lk_put_text(L, tape, operation, strlen(operation));
  uint32_t count = key ? 1 : 0;
  for (const lk_place *place = path; place; place = place->below) count++;
  lk_put_head(L, tape, TAPE_LIST, count);
  for (const lk_place *place = path; place; place = place->below) lk_encode(L, place->key, tape, true);
  if (key) lk_encode(L, key, tape, true);
  // The old and new values of a move are positions. They are part of the place, so a bare list keeps them.
  bool has_values = !list->bare || *operation == 'm';
  if (has_values && old) lk_encode(L, old, tape, true); else lk_put_tag(L, tape, TAPE_NIL);
  if (has_values && value) lk_encode(L, value, tape, true); else lk_put_tag(L, tape, TAPE_NIL);
  if (list->bare) {
    int64_t site = lk_journal_site(lk_of(L), list->at);
    lk_put_tag(L, tape, TAPE_INTEGER);
    lk_need(L, lk_tape_put(tape, &site, sizeof site));
  }
  if (list->count == UINT32_MAX) luaL_error(L, "a list of more than %I changes", (lua_Integer)UINT32_MAX);
  list->count++;
  if (list->measures) {
    list->measured += tape->count;
    tape->count = 0;
  }
  lk_charge_memory(L, list->measured + tape->count);
}

// Adds a permutation of a list as moves. Each move takes an item out and inserts it at its final position.
static void add_permutation(lua_State *L, listing *list, const lk_place *path, int backing, int order) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, order);
  lua_Integer *places = lua_newuserdatauv(L, (size_t)count * sizeof *places, 0);  // places[i]: old index of the item now at i
  lua_Integer moved = 0;
  for (lua_Integer i = 0; i < count; i++) {
    places[i] = i + 1;
    lua_rawgeti(L, order, i + 1);
    if (lua_tointeger(L, -1) != i + 1) moved++;
    lua_pop(L, 1);
  }
  if (moved * count > 20000000) {
    // One replacement instead: finding the moves would take longer than copying the list.
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
  // A table at many places adds its change once for each.
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
  // Settling changes no data: a copy is listed where the table was attached, with the data written to it there.
  if (op == LK_LINK || op == LK_KIND || op == LK_COPY) return;
  if (op == LK_NATIVE) {
    list->count += lk_native_add_changes(L, list->at, list->tape);
    lk_charge_memory(L, list->measured + list->tape->count);
    return;
  }
  list->entry = lua_gettop(L) + 1;
  for (int part = 0; part < 4; part++) lk_journal_entry(L, list->at, part);
  lk_places_visit(L, places, list->entry, add_at, list);
  lua_settop(L, list->entry - 1);
}

// Whether each change replaced a scalar by a scalar and the list ends at the present. Then all paths are those of the present
// state, and the list is made without undoing anything.
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
  lk_put_head(L, tape, TAPE_LIST, 0);
  bool in_place = lists_in_place(vm, list);
  if (in_place) list->at = list->from;
  // Otherwise each change is listed in the state in which it was made, so that its path and old value are correct. If an error
  // stops this loop, `return_to_now` continues from `at`.
  for (; list->at > list->from; list->at--) {
    lk_charge(L, 1);
    lk_apply(L, list->at - 1, false);
  }
  for (; list->at < list->from; list->at++) {  // the range was undone and is after `now`
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
  if (status != LK_OK) lk_tape_trim(list->tape);
  return status;
}

void lk_forget_list(lk_vm *vm) {
  vm->listed_from = vm->listed_to = 0;
  lk_tape_trim(&vm->listed);
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
  lk_tape_trim(&vm->out);
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
    // No budget, because a range may have many actions. The host can interrupt it.
    lk_enter(vm, 0);
    list.tape = &vm->out;
    lk_tape_trim(&vm->out);
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
