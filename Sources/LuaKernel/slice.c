// Slices of state: creates, replaces and reads them.
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

typedef struct slice_call {
  lk_slice *slice;
  lk_root root;
  int reference;
  lk_bytes bytes;
  lk_tape *tape;
} slice_call;

static void attach(lua_State *L, lk_slice *slice, int root) {
  // state[name] = root
  lk_vm *vm = slice->vm;
  root = lua_absindex(L, root);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->all->root);
  int all = lua_gettop(L);
  lua_pushstring(L, slice->name);
  lk_node_link(L, root, all, all + 1);
  lk_push_backing(L, all);
  lua_pushvalue(L, all + 1);
  lua_pushvalue(L, root);
  lua_rawset(L, -3);
  lua_settop(L, all - 1);
}

static int slice_open(lua_State *L) {
  slice_call *call = lua_touserdata(L, 1);
  call->root(L, call->slice, call->reference);
  int root = lua_gettop(L);
  lua_pushvalue(L, root);
  call->slice->root = luaL_ref(L, LUA_REGISTRYINDEX);
  if (call->slice->vm->all) attach(L, call->slice, root);
  return 0;
}

static void push_initial(lua_State *L, lk_slice *slice, int initial) {
  if (initial) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, initial);
    if (!lua_istable(L, -1)) luaL_error(L, "the initial state must be a table");
  } else {
    lua_newtable(L);
  }
  lk_to_node(L, slice, lua_gettop(L), 0, 0);
}

// Copying a script's tables takes time that grows with their size as a tree, so it has a budget.
static lk_status protect_in_run(lk_vm *vm, lua_CFunction body, void *argument) {
  lk_enter(vm, vm->budget);
  lk_status status = lk_protect(vm, body, argument);
  lk_leave(vm);
  return status;
}

lk_slice *lk_slice_make(lk_vm *vm, const char *name, lk_root root, int argument) {
  lk_slice *slice = calloc(1, sizeof *slice + strlen(name) + 1);
  if (!slice) return NULL;
  slice->vm = vm;
  slice->map = (lk_tag){slice, false};
  slice->list = (lk_tag){slice, true};
  strcpy(slice->name, name);
  slice_call call = {.slice = slice, .root = root, .reference = argument};
  if (protect_in_run(vm, slice_open, &call) != LK_OK) {
    lk_release(vm, slice->root);
    lk_release(vm, slice->nodes);
    free(slice);
    return NULL;
  }
  slice->next = vm->slices;
  vm->slices = slice;
  return slice;
}

lk_slice *lk_slice_new(lk_vm *vm, const char *name, int initial) {
  return lk_slice_make(vm, name, push_initial, initial);
}

static int slice_attach(lua_State *L) {
  slice_call *call = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, call->slice->root);
  attach(L, call->slice, 2);
  return 0;
}

lk_status lk_slice_attach(lk_vm *vm, lk_slice *slice) {
  slice_call call = {.slice = slice};
  return lk_protect(vm, slice_attach, &call);
}

static int slice_detach(lua_State *L) {
  slice_call *call = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, call->slice->vm->all->root);
  lk_push_backing(L, 2);
  lua_pushstring(L, call->slice->name);
  lua_pushnil(L);
  lua_rawset(L, 3);
  return 0;
}

void lk_slice_remove(lk_vm *vm, lk_slice *slice) {
  // The slice is freed with the machine, because scripts may still hold its nodes.
  slice_call call = {.slice = slice};
  lk_protect(vm, slice_detach, &call);
  lk_release(vm, slice->root);
  lk_release(vm, slice->nodes);
  slice->root = slice->nodes = 0;
}

static int slice_write(lua_State *L, bool replaces) {
  slice_call *call = lua_touserdata(L, 1);
  lk_slice *slice = call->slice;
  lk_vm *vm = slice->vm;
  const int plain = 2, copy = 3, source = 4, root = 5, backing = 6, keys = 7;
  lua_rawgeti(L, LUA_REGISTRYINDEX, call->reference);
  if (!lua_istable(L, plain)) return luaL_error(L, "state must be a table");
  lk_to_node(L, slice, plain, 0, 0);
  lk_push_backing(L, copy);
  lua_rawgeti(L, LUA_REGISTRYINDEX, slice->root);
  lk_push_backing(L, root);
  bool list = lk_node(L, copy)->list;
  lua_pushnil(L);
  bool empty = !lua_next(L, backing);
  lua_settop(L, backing);
  if (!replaces && !empty && list != lk_node(L, root)->list) {
    return luaL_error(L, list ? "a list cannot be merged into a map" : "a map cannot be merged into a list");
  }
  int count = lk_sort_keys(L, source);
  luaL_checkstack(L, 12, NULL);
  // All invalid values have been refused; from here on nothing may fail.
  vm->critical++;
  lk_forget_keys(L, backing);
  if (replaces) {
    lua_pushnil(L);
    while (lua_next(L, backing)) {
      lua_pop(L, 1);
      lua_pushvalue(L, -1);
      lua_pushnil(L);
      lua_rawset(L, backing);
    }
  }
  if (replaces || empty) lk_node_set_list(L, root, list);
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, keys, i);
    int key = lua_gettop(L), value = key + 2;
    lua_pushvalue(L, key);
    if (lua_rawget(L, backing) == LUA_TNIL) {
      lua_pushvalue(L, key);
      lua_rawget(L, source);
      if (lua_istable(L, value)) lk_node_link(L, value, root, key);
      lua_replace(L, key + 1);
      lua_rawset(L, backing);
    }
    lua_settop(L, keys);
  }
  lua_pushvalue(L, root);
  lk_touch(L, (lua_Integer)++vm->commit);
  vm->critical--;
  return 0;
}

static int slice_merge(lua_State *L) { return slice_write(L, false); }
static int slice_replace(lua_State *L) { return slice_write(L, true); }

lk_status lk_slice_merge(lk_vm *vm, lk_slice *slice, int defaults) {
  slice_call call = {.slice = slice, .reference = defaults};
  return protect_in_run(vm, slice_merge, &call);
}

lk_status lk_slice_replace(lk_vm *vm, lk_slice *slice, int content) {
  slice_call call = {.slice = slice, .reference = content};
  return protect_in_run(vm, slice_replace, &call);
}

int lk_slice_state(const lk_slice *slice) { return slice->root; }
int lk_state(const lk_vm *vm) { return vm->all->root; }

// MARK: reading

static void read_path(lua_State *L) {
  // Leaves the value at index 2; nil if there is none.
  slice_call *call = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_of(L)->all->root);
  int count = lk_push_list(L, call->bytes);
  for (int i = 0; i < count; i++) {
    if (!lk_node(L, 2)) {
      lua_pushnil(L);
      lua_replace(L, 2);
      break;
    }
    lk_push_backing(L, 2);
    lua_pushvalue(L, 3 + i);
    lua_gettable(L, -2);
    lua_replace(L, 2);
    lua_pop(L, 1);
  }
  lua_settop(L, 2);
}

static int read_value(lua_State *L) {
  read_path(L);
  slice_call *call = lua_touserdata(L, 1);
  call->tape->count = 0;
  lk_encode(L, 2, call->tape, true);
  return 0;
}

static int read_keys(lua_State *L) {
  read_path(L);
  slice_call *call = lua_touserdata(L, 1);
  call->tape->count = 0;
  if (lk_node(L, 2)) {
    lk_push_data(L, 2);
    lk_sort_keys(L, 3);
  } else {
    lua_newtable(L);
  }
  lk_encode(L, lua_gettop(L), call->tape, true);
  return 0;
}

lk_status lk_read(lk_vm *vm, lk_bytes path, lk_bytes *value) {
  slice_call call = {.bytes = path, .tape = &vm->out};
  lk_status status = lk_protect(vm, read_value, &call);
  *value = (lk_bytes){vm->out.data, vm->out.count};
  return status;
}

lk_status lk_keys(lk_vm *vm, lk_bytes path, lk_bytes *keys) {
  slice_call call = {.bytes = path, .tape = &vm->out};
  lk_status status = lk_protect(vm, read_keys, &call);
  *keys = (lk_bytes){vm->out.data, vm->out.count};
  return status;
}
