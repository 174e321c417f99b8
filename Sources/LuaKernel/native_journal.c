// What native slices did, in the one journal: an entry holds two positions of the slice's own journal, in its host.
#include "kernel.h"

#include <string.h>

enum { NUMBER, FROM = 2, TO };

static lua_Integer part_of(lua_State *L, uint64_t position, int part) {
  lk_journal_entry(L, position, part);
  lua_Integer value = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return value;
}

static int reserve(lua_State *L) {
  lk_reserve(L, 1);
  return 0;
}

lk_status lk_native_record(lk_vm *vm, lk_slice *slice, uint64_t from, uint64_t to) {
  if (vm->tail - vm->head == vm->capacity) {
    lk_status status = lk_protect(vm, reserve, NULL);
    if (status != LK_OK) return status;
  }
  lk_record_native(vm->aside, slice, from, to);
  return LK_OK;
}

void lk_native_move(lua_State *L, uint64_t position, bool forwards) {
  lk_vm *vm = lk_of(L);
  uint64_t from = (uint64_t)part_of(L, position, FROM), to = (uint64_t)part_of(L, position, TO);
  int32_t number = (int32_t)part_of(L, position, NUMBER);
  vm->host.native_travel(vm->host.context, number, forwards ? from : to, forwards ? to : from);
}

void lk_native_drop(lk_vm *vm, uint64_t from, uint64_t to, bool front) {
  // From the outside inwards, so that each host is told of positions that it still has.
  for (uint64_t left = to - from; left > 0 && vm->natives; left--) {
    uint64_t position = front ? to - left : from + left - 1;
    if (lk_journal_op(vm, position) != LK_NATIVE) continue;
    vm->natives--;
    int32_t number = (int32_t)part_of(vm->aside, position, NUMBER);
    uint64_t own = (uint64_t)part_of(vm->aside, position, front ? TO : FROM);
    (front ? vm->host.native_forget : vm->host.native_truncate)(vm->host.context, number, own);
  }
}

uint32_t lk_native_tell(lua_State *L, uint64_t position, lk_tape *tape) {
  lk_vm *vm = lk_of(L);
  uint64_t from = (uint64_t)part_of(L, position, FROM), to = (uint64_t)part_of(L, position, TO);
  vm->native_answer.count = 0;
  vm->native_lost = false;
  vm->host.native_changes(vm->host.context, (int32_t)part_of(L, position, NUMBER), from, to);
  if (vm->native_lost) luaL_error(L, "not enough memory");
  if (vm->native_answer.count == 0) return 0;
  lk_reader reader = {vm->native_answer.data, vm->native_answer.data + vm->native_answer.count};
  if (*lk_take(L, &reader, 1) != TAPE_LIST) luaL_error(L, "changes that are no list");
  uint32_t count = lk_take_count(L, &reader);
  if (!lk_tape_put(tape, reader.at, (size_t)(reader.end - reader.at))) luaL_error(L, "not enough memory");
  return count;
}
