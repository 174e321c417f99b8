// Native slices in the common journal: an entry holds two positions of the slice's own journal, which the host keeps.
#include "kernel.h"

static int reserve(lua_State *L) {
  lk_reserve(L, 1);
  return 0;
}

lk_status lk_native_record(lk_vm *vm, lk_slice *slice, uint64_t from, uint64_t to) {
  if (vm->tail == vm->room) {
    lk_status status = lk_protect(vm, reserve, NULL);
    if (status != LK_OK) return status;
  }
  lk_record_native(vm, (lk_native_entry){slice->number, from, to});
  return LK_OK;
}

void lk_native_move(lua_State *L, uint64_t position, bool forwards) {
  const lk_callbacks *host = &lk_of(L)->host;
  lk_native_entry e = lk_journal_native(lk_of(L), position);
  host->native_travel(host->context, e.number, forwards ? e.from : e.to, forwards ? e.to : e.from);
}

static void forget(lk_vm *vm, uint64_t position) {
  lk_native_entry e = lk_journal_native(vm, position);
  vm->host.native_forget(vm->host.context, e.number, e.to);
}

void lk_native_drop(lk_vm *vm, uint64_t from, uint64_t to, bool front) {
  // To forget an entry also forgets the slice's earlier ones, so several entries of one slice in a row need one call.
  int32_t number = -1;
  uint64_t last = 0;
  // From the outside inwards, so that each host still has the positions that it receives.
  for (uint64_t left = to - from; left > 0 && vm->natives; left--) {
    uint64_t position = front ? to - left : from + left - 1;
    if (lk_journal_op(vm, position) != LK_NATIVE) continue;
    vm->natives--;
    if (front) {
      int32_t next = lk_journal_native_number(vm, position);
      if (number >= 0 && number != next) forget(vm, last);
      number = next;
      last = position;
    } else {
      lk_native_entry e = lk_journal_native(vm, position);
      vm->host.native_truncate(vm->host.context, e.number, e.from);
    }
  }
  if (number >= 0) forget(vm, last);
}

uint32_t lk_native_add_changes(lua_State *L, uint64_t position, lk_tape *tape) {
  lk_vm *vm = lk_of(L);
  lk_native_entry e = lk_journal_native(lk_of(L), position);
  vm->native_answer.count = 0;
  vm->native_lost = false;
  vm->host.native_changes(vm->host.context, e.number, e.from, e.to);
  if (vm->native_lost) luaL_error(L, "not enough memory");
  if (vm->native_answer.count == 0) return 0;
  lk_reader reader = {vm->native_answer.data, vm->native_answer.data + vm->native_answer.count, 0};
  if (*lk_take(L, &reader, 1) != TAPE_LIST) luaL_error(L, "the host's changes are not a list");
  uint32_t count = lk_take_count(L, &reader);
  if (!lk_tape_put(tape, reader.at, (size_t)(reader.end - reader.at))) luaL_error(L, "not enough memory");
  return count;
}
