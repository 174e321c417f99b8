// The machine: its memory, its creation and its end.
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

static bool is_pooled(size_t size) {
#ifdef POOL_OFF
  (void)size;
  return false;
#else
  return size <= POOL_LARGEST;
#endif
}

// A small heap is collected at four times its live size, which needs far fewer collections; a large heap at twice.
void lk_relax(lk_vm *vm, bool relaxed) {
  vm->relaxed = relaxed;
  lua_gc(vm->main, LUA_GCINC, relaxed ? 400 : 200, 0, 0);
}

static void *take(lk_vm *vm, size_t size) { return is_pooled(size) ? lk_pool_take(&vm->pool, size) : malloc(size); }

static void give(lk_vm *vm, void *pointer, size_t size) {
  if (is_pooled(size)) lk_pool_give(&vm->pool, pointer, size); else free(pointer);
}

static bool allows(lk_vm *vm, size_t more) {
  if (vm->critical) return true;
  vm->allocations++;
  if (vm->fail_at && vm->allocations >= vm->fail_at) return false;
  size_t total = vm->used + more, soft = lk_soft_limit(vm);
  if (!soft || total <= soft) return true;
  if (total > atomic_load_explicit(&vm->hard, memory_order_relaxed)) return false;
  // Above the soft limit a hook collects and then decides, because some of Lua's own buffers fail without a collection.
  if (!vm->collecting && vm->running) lk_arm(vm->running);
  return true;
}

static void *move(lk_vm *vm, void *pointer, size_t old, size_t size) {
  if (!is_pooled(old) && !is_pooled(size)) return realloc(pointer, size);
  if (is_pooled(old) && is_pooled(size) && lk_pool_class(old) == lk_pool_class(size)) return pointer;
  void *fresh = take(vm, size);
  if (!fresh) return NULL;
  memcpy(fresh, pointer, old < size ? old : size);
  give(vm, pointer, old);
  return fresh;
}

// Not inlined: it is rare, and must not slow down allocating and freeing.
__attribute__((noinline)) static void *resize(lk_vm *vm, void *pointer, size_t old, size_t size) {
  if (size > old && !allows(vm, size - old)) return NULL;
  void *moved = move(vm, pointer, old, size);
  if (moved) vm->used += size - old;
  return moved;
}

static void *allocate(void *context, void *pointer, size_t old, size_t size) {
  lk_vm *vm = context;
  if (pointer && size) return resize(vm, pointer, old, size);
  if (size == 0) {
    if (!pointer) return NULL;
    vm->used -= old;
    give(vm, pointer, old);
    return NULL;
  }
  if (!allows(vm, size)) return NULL;
  void *fresh = take(vm, size);
  if (fresh) vm->used += size;
  return fresh;
}

// Replaces `allocate` while allocations are counted, so that counting costs nothing at other times.
static void *allocate_counted(void *context, void *pointer, size_t old, size_t size) {
  lk_vm *vm = context;
  size_t before = pointer ? old : 0;
  void *fresh = allocate(context, pointer, old, size);
  if (fresh && size > before) vm->allocated += size - before;
  return fresh;
}

// MARK: data that crosses the boundary

lk_bytes lk_arguments(const lk_vm *vm) { return (lk_bytes){vm->arguments.data, vm->arguments.count}; }
void lk_answer_with(lk_vm *vm, lk_bytes values) { lk_tape_copy(&vm->answer, values.data, values.count); }
void lk_answer_with_reference(lk_vm *vm, int reference) { vm->answer_reference = reference; }
void lk_raise_with(lk_vm *vm, lk_bytes value) { lk_tape_copy(&vm->raise, value.data, value.count); }

// MARK: machine

void lk_push_weak_table(lua_State *L, const char *mode) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
}

static int open_machine(lua_State *L) {
  lk_vm *vm = lua_touserdata(L, 1);
  luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 0);
  luaL_requiref(L, LUA_OSLIBNAME, luaopen_os, 0);
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 0);  // its metatable has the arithmetic on strings
  lua_settop(L, 0);
  lk_make_library(L);
  lk_explain_absent(L);
  lk_journal_init(L);
  lk_refer_pairs(L);
  lua_pushcfunction(L, lk_node_newindex);
  vm->newindex = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pushcfunction(L, lk_node_len);
  vm->len = luaL_ref(L, LUA_REGISTRYINDEX);
  lk_make_marks(L);
  lua_newtable(L);
  vm->tasks = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_createtable(L, LK_IDLE_THREADS, 0);
  vm->idle = luaL_ref(L, LUA_REGISTRYINDEX);
  lk_push_weak_table(L, "k");
  vm->awaiting = luaL_ref(L, LUA_REGISTRYINDEX);
  lk_push_weak_table(L, "k");
  vm->orders = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pushboolean(L, 0);
  vm->walks = luaL_ref(L, LUA_REGISTRYINDEX);
  lk_push_weak_table(L, "k");
  vm->weak = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newuserdatauv(L, 0, 0);
  vm->action_mark = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pushboolean(L, 0);
  vm->result = luaL_ref(L, LUA_REGISTRYINDEX);
  // The methods of strings are those of the sandbox. Scripts cannot reach the table that holds them.
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lk_push_library(L, LUA_STRLIBNAME);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_settop(L, 0);
  vm->frozen = lk_slice_new(vm, "computed", 0);
  vm->all = lk_slice_new(vm, "", 0);
  if (!vm->frozen || !vm->all) return luaL_error(L, "not enough memory");
  return 0;
}

static int panic(lua_State *L) {
  (void)L;
  abort();  // unreachable: every call that can raise is protected
}

lk_vm *lk_new(lk_callbacks callbacks, lk_limits limits) {
  lk_vm *vm = calloc(1, sizeof *vm);
  if (!vm) return NULL;
  vm->host = callbacks;
  vm->budget = (uint64_t)(limits.seconds * 1e9);
  vm->main = lua_newstate(allocate, vm);
  if (!vm->main) {
    lk_pool_close(&vm->pool);
    free(vm);
    return NULL;
  }
  vm->running = vm->main;
  lua_atpanic(vm->main, panic);
  *(lk_vm **)lua_getextraspace(vm->main) = vm;
  lk_pace(vm);
  // Without its watchdog the machine could not stop a script.
  if (!lk_watch_start(vm) || lk_protect(vm, open_machine, vm) != LK_OK) {
    lk_free(vm);
    return NULL;
  }
  vm->writer = vm->stored = -1;
  vm->limit = limits.memory;
  lk_set_host_memory(vm, 0);
  return vm;
}

void lk_free(lk_vm *vm) {
  if (!vm) return;
  lk_watch_stop(vm);
  lua_close(vm->main);
  lk_pool_close(&vm->pool);
  for (lk_slice *slice = vm->slices, *next; slice; slice = next) {
    next = slice->next;
    free(slice);
  }
  lk_tape *tapes[] = {&vm->arguments, &vm->answer, &vm->action, &vm->out, &vm->raise, &vm->site, &vm->scratch,
                      &vm->native_answer, &vm->listed, &vm->error.message, &vm->error.traceback, &vm->error.value};
  for (size_t i = 0; i < sizeof tapes / sizeof *tapes; i++) lk_tape_free(tapes[i]);
  lk_sites_free(&vm->sites);
  free(vm);
}

void lk_set_context(lk_vm *vm, void *context) { vm->host.context = context; }
void lk_set_receiver(lk_vm *vm, int (*send)(void *receiver, int32_t action), void *receiver) {
  vm->host.send = send;
  vm->host.receiver = receiver;
}

void lk_set_host_memory(lk_vm *vm, size_t bytes) {
  if (!vm->limit) return;
  size_t soft = bytes < vm->limit ? vm->limit - bytes : 1;
  atomic_store_explicit(&vm->soft, soft, memory_order_relaxed);
  atomic_store_explicit(&vm->hard, soft * 2, memory_order_relaxed);
}

size_t lk_memory_used(const lk_vm *vm) { return vm->used; }
size_t lk_memory_last_used(const lk_vm *vm) { return atomic_load_explicit(&vm->last_used, memory_order_relaxed); }
uint64_t lk_allocated(const lk_vm *vm) { return vm->allocated; }
void lk_count_allocations(lk_vm *vm, int on) { lua_setallocf(vm->main, on ? allocate_counted : allocate, vm); }
void lk_fail_allocation(lk_vm *vm, uint64_t nth) { vm->fail_at = nth ? vm->allocations + nth : 0; }
void lk_collect(lk_vm *vm) {
  if (vm->strength && lk_depth(vm) == 0) lk_strengthen(vm, false);
  lua_gc(vm->running, LUA_GCCOLLECT);
}
int lk_stopping(lk_vm *vm) { return lk_killed(vm); }
int lk_depth(const lk_vm *vm) { return atomic_load(&vm->depth); }
lk_phase lk_current_phase(const lk_vm *vm) { return vm->phase; }
uint64_t lk_current_task(const lk_vm *vm) { return vm->task; }
