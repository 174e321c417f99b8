// Native slices: state that is held by the host and that scripts read through nodes, in the same way as other state.
//
// The host identifies its containers by handles. A container has one node while any reference to the node exists. A node that
// was not read has no backing, and its `__index` is a function that makes one. A container that is read as a whole then has all
// its data. A container that is read key by key starts with an empty backing whose metatable, the source, asks the host for
// missing values and stores them, so only the first read of a value calls the host. A backing without a metatable is complete.
//
// Outdated data is discarded by removing the backing or single keys. This allocates nothing, so it cannot fail. A loop over a
// removed backing continues with the data that it held.
#include "kernel.h"

// The slots of a source.
enum { SOURCE_NODE = 1, SOURCE_ABSENT, SOURCE_ABSENCES, SOURCE_COUNT, SOURCE_SLOTS = SOURCE_COUNT };

// Limits the absent keys that are cached, because scripts can invent keys without end.
enum { ABSENCES = 1000 };

static void set_false(lua_State *L, int table, int slot) {
  table = lua_absindex(L, table);
  lua_pushboolean(L, 0);
  lua_rawseti(L, table, slot);
}

// Pops a value and sets it as a metatable's `__index`. The field exists already, so nothing is allocated.
static void set_index(lua_State *L, int metatable) {
  metatable = lua_absindex(L, metatable);
  lua_pushliteral(L, "__index");
  lua_insert(L, -2);
  lua_rawset(L, metatable);
}

static void clear_source(lua_State *L, int source) {
  set_false(L, source, SOURCE_ABSENT);
  set_false(L, source, SOURCE_COUNT);
}

// MARK: reading

static int read_first(lua_State *L) {
  lua_settop(L, 2);
  lk_push_backing(L, 1);
  lua_pushvalue(L, 2);
  lua_gettable(L, 3);
  return 1;
}

static void note_absent(lua_State *L, int source, int key) {
  lua_rawgeti(L, source, SOURCE_ABSENCES);
  lua_Integer count = lua_tointeger(L, -1);
  if (lua_rawgeti(L, source, SOURCE_ABSENT) != LUA_TTABLE || count == ABSENCES) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawseti(L, source, SOURCE_ABSENT);
    count = 0;
  }
  lua_pushvalue(L, key);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pushinteger(L, count + 1);
  lua_rawseti(L, source, SOURCE_ABSENCES);
}

// `__index` of a source: called with the backing and a key that it lacks.
static int read_missing(lua_State *L) {
  const int backing = 1, key = 2, source = 3, node = 4;
  lua_settop(L, key);
  lua_getmetatable(L, backing);
  lua_rawgeti(L, source, SOURCE_NODE);
  lua_getmetatable(L, node);
  lua_rawgeti(L, -1, NODE_BACKING);
  if (!lua_rawequal(L, -1, backing)) {
    // The backing was removed during a loop over it; read the key from the node instead.
    lua_pushvalue(L, key);
    lua_gettable(L, node);
    return 1;
  }
  lua_settop(L, node);
  if (lk_node(L, node)->list) {
    int integral;
    lua_Integer position = lua_tointegerx(L, key, &integral);
    if (lua_type(L, key) != LUA_TNUMBER || !integral || position < 1) return 0;
    lua_pushinteger(L, position);
    lua_replace(L, key);
  } else if (lua_type(L, key) != LUA_TSTRING) {
    return 0;
  }
  if (lua_rawgeti(L, source, SOURCE_ABSENT) == LUA_TTABLE) {
    lua_pushvalue(L, key);
    if (lua_rawget(L, -2) != LUA_TNIL) return 0;
  }
  lua_settop(L, node);
  lk_native_ask(L, node, LK_ASK_FIELD, key);
  lk_native_take(L, node, key);
  if (lua_isnil(L, -1)) {
    note_absent(L, source, key);
    return 0;
  }
  lua_pushvalue(L, key);
  lua_pushvalue(L, -2);
  lua_rawset(L, backing);
  return 1;
}

// Pushes the source of the container with this metatable; makes it if needed.
static void push_source(lua_State *L, int node, int metatable) {
  if (lua_rawgeti(L, metatable, NODE_SOURCE) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, SOURCE_SLOTS, 1);
  lua_pushvalue(L, node);
  lua_rawseti(L, -2, SOURCE_NODE);
  clear_source(L, -1);
  set_false(L, -1, SOURCE_ABSENCES);
  lua_pushcfunction(L, read_missing);
  set_index(L, -2);
  lua_pushvalue(L, -1);
  lua_rawseti(L, metatable, NODE_SOURCE);
}

void lk_native_open(lua_State *L, int node) {
  node = lua_absindex(L, node);
  luaL_checkstack(L, 10, NULL);
  lua_getmetatable(L, node);
  int metatable = lua_gettop(L);
  bool whole = lua_rawgeti(L, metatable, NODE_SOURCE) == LUA_TBOOLEAN && lua_toboolean(L, -1);
  lua_pop(L, 1);
  lk_bytes sealed = lk_seal_of(L, node);
  if (sealed.data) {
    lk_unseal(L, node, sealed);
  } else if (whole) {
    lk_native_ask(L, node, LK_ASK_ALL, 0);
    lk_native_take_all(L, node, 0);
  } else {
    lua_newtable(L);
    push_source(L, node, metatable);
    lua_setmetatable(L, -2);
  }
  lua_pushvalue(L, -1);
  lua_rawseti(L, metatable, NODE_BACKING);
  lua_pushvalue(L, -1);
  set_index(L, metatable);
  lua_remove(L, metatable);
}

void lk_native_fill(lua_State *L, int node) {
  int backing = lua_gettop(L);
  luaL_checkstack(L, 10, NULL);
  lk_native_ask(L, node, LK_ASK_ALL, 0);
  lk_native_take_all(L, node, backing);
  lua_getmetatable(L, backing);
  clear_source(L, -1);
  lua_pushnil(L);
  lua_setmetatable(L, backing);
  lua_settop(L, backing);
}

lua_Integer lk_native_count(lua_State *L, int node) {
  if (!lk_node(L, node)->list) return 0;
  int top = lua_gettop(L);
  lua_getmetatable(L, node);
  lua_rawgeti(L, -1, NODE_SOURCE);
  if (lua_rawgeti(L, -1, SOURCE_COUNT) != LUA_TNUMBER) {
    lk_native_ask(L, node, LK_ASK_COUNT, 0);
    lk_native_take(L, node, 0);
    lua_pushvalue(L, -1);
    lua_rawseti(L, top + 2, SOURCE_COUNT);
  }
  lua_Integer count = lua_tointeger(L, -1);
  lua_settop(L, top);
  return count;
}

void lk_native_push(lua_State *L, lk_slice *slice, uint64_t handle, uint8_t flags) {
  luaL_checkstack(L, 10, NULL);
  lua_rawgeti(L, LUA_REGISTRYINDEX, slice->nodes);
  int nodes = lua_gettop(L);
  if (lua_rawgeti(L, nodes, (lua_Integer)handle) != LUA_TTABLE) {
    lua_settop(L, nodes);
    lua_pushboolean(L, 0);
    lk_push_node(L, &slice->map, nodes + 1, flags & TAPE_CONTAINER_LIST);
    lua_getmetatable(L, -1);
    lua_pushinteger(L, (lua_Integer)handle);
    lua_rawseti(L, -2, NODE_HANDLE);
    lua_pushboolean(L, flags & TAPE_CONTAINER_WHOLE);
    lua_rawseti(L, -2, NODE_SOURCE);
    set_false(L, -1, NODE_PLACES);
    lua_pushcfunction(L, read_first);
    set_index(L, -2);
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, nodes, (lua_Integer)handle);
  }
  lua_replace(L, nodes);
  lua_settop(L, nodes);
}

lk_blob *lk_push_blob(lua_State *L, size_t capacity) {
  lk_blob *blob = lua_newuserdatauv(L, sizeof *blob + capacity, 0);
  *blob = (lk_blob){.capacity = capacity};
  return blob;
}

void lk_push_sealed(lua_State *L, int source) {
  luaL_checkstack(L, 10, NULL);
  const lk_blob *blob = lua_touserdata(L, source);
  lua_pushboolean(L, 0);
  lk_push_node(L, &lk_of(L)->frozen->map, -1, *blob->data == TAPE_LIST);
  lua_replace(L, -2);
  lua_getmetatable(L, -1);
  lua_pushvalue(L, source);
  lua_rawseti(L, -2, NODE_SOURCE);
  lua_pushcfunction(L, read_first);
  set_index(L, -2);
  lua_pop(L, 1);
}

lk_bytes lk_seal_of(lua_State *L, int node) {
  const lk_tag *tag = lk_node(L, node);
  if (!tag || tag->slice != lk_of(L)->frozen) return (lk_bytes){NULL, 0};
  lua_getmetatable(L, node);
  lua_rawgeti(L, -1, NODE_SOURCE);
  const lk_blob *blob = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return blob ? (lk_bytes){blob->data, blob->count} : (lk_bytes){NULL, 0};
}

// MARK: discarding

// Pushes the node of a container if one exists.
static bool push_known(lua_State *L, const lk_slice *slice, uint64_t handle) {
  if (!slice->nodes) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, slice->nodes);
  bool known = lua_rawgeti(L, -1, (lua_Integer)handle) == LUA_TTABLE;
  if (known) lua_replace(L, -2); else lua_pop(L, 2);
  return known;
}

// Discards all cached data of the container with this metatable.
static void drop(lua_State *L, int metatable) {
  set_false(L, metatable, NODE_BACKING);
  if (lua_rawgeti(L, metatable, NODE_SOURCE) == LUA_TTABLE) clear_source(L, -1);
  lua_pop(L, 1);
  lua_pushcfunction(L, read_first);
  set_index(L, metatable);
}

// Gives a changing node a new version and pushes its metatable.
static void push_changing(lua_State *L, int node) {
  lua_pushvalue(L, node);
  lk_native_touch(L);
  lua_getmetatable(L, node);
}

typedef struct place {
  const lk_slice *slice;
  uint64_t handle;
  lk_bytes key;
  int64_t position;
} place;

static void forget_in(lua_State *L, int table, int key) {
  lua_pushvalue(L, key);
  if (lua_rawget(L, table) != LUA_TNIL) {
    lua_pushvalue(L, key);
    lua_pushnil(L);
    lua_rawset(L, table);
  }
  lua_pop(L, 1);
}

static int forget_place(lua_State *L) {
  const place *at = lua_touserdata(L, 1);
  const int key = 2, metatable = 4, backing = 5, source = 6, absent = 7;
  const lk_bytes *text = &at->key;
  if (text->data) lua_pushlstring(L, (const char *)text->data, text->count); else lua_pushinteger(L, at->position);
  push_known(L, at->slice, at->handle);
  lua_getmetatable(L, 3);
  lua_rawgeti(L, metatable, NODE_BACKING);
  lua_rawgeti(L, metatable, NODE_SOURCE);
  forget_in(L, backing, key);
  if (lua_rawgeti(L, source, SOURCE_ABSENT) == LUA_TTABLE) forget_in(L, absent, key);
  set_false(L, source, SOURCE_COUNT);
  lua_pushvalue(L, source);
  lua_setmetatable(L, backing);
  return 0;
}

void lk_native_stale(lk_vm *vm, lk_slice *slice, uint64_t handle, lk_bytes key, int64_t position) {
  lua_State *L = vm->reserve_stack;
  int top = lua_gettop(L), node = top + 1, metatable = top + 2;
  if (!push_known(L, slice, handle)) return;
  push_changing(L, node);
  bool read = lua_rawgeti(L, metatable, NODE_BACKING) == LUA_TTABLE;
  bool keyed = lua_rawgeti(L, metatable, NODE_SOURCE) == LUA_TTABLE;
  bool dropped = !read;
  if (read && keyed && (key.data || position)) {
    place at = {slice, handle, key, position};
    vm->critical++;
    dropped = lk_protect(vm, forget_place, &at) == LK_OK;
    vm->critical--;
  }
  if (!dropped) drop(L, metatable);
  lua_settop(L, top);
}

void lk_native_stale_all(lk_vm *vm, lk_slice *slice) {
  lua_State *L = vm->reserve_stack;
  int top = lua_gettop(L), nodes = top + 1, node = top + 3, metatable = top + 4;
  if (!slice->nodes) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, slice->nodes);
  lua_pushnil(L);
  while (lua_next(L, nodes)) {
    push_changing(L, node);
    drop(L, metatable);
    lua_settop(L, node - 1);
  }
  lua_settop(L, top);
}

void lk_native_gone(lk_vm *vm, lk_slice *slice, uint64_t handle) {
  lua_State *L = vm->reserve_stack;
  int top = lua_gettop(L), node = top + 1, metatable = top + 2;
  if (!push_known(L, slice, handle)) return;
  push_changing(L, node);
  drop(L, metatable);
  set_false(L, metatable, NODE_HANDLE);
  lua_rawgeti(L, LUA_REGISTRYINDEX, slice->nodes);
  lua_pushnil(L);
  lua_rawseti(L, -2, (lua_Integer)handle);
  lua_settop(L, top);
}

// MARK: slices

static void push_root(lua_State *L, lk_slice *slice, int number) {
  lk_vm *vm = slice->vm;
  if (!vm->reserve_stack) {
    lua_State *reserve_stack = lua_newthread(L);
    luaL_ref(L, LUA_REGISTRYINDEX);
    if (!lua_checkstack(reserve_stack, 64)) luaL_error(L, "not enough memory");
    vm->reserve_stack = reserve_stack;
  }
  slice->native = true;
  slice->number = number;
  lk_push_weak_table(L, "v");
  slice->nodes = luaL_ref(L, LUA_REGISTRYINDEX);
  lk_native_push(L, slice, 0, 0);
}

lk_slice *lk_native_new(lk_vm *vm, const char *name, int32_t number) {
  return lk_slice_make(vm, name, push_root, number);
}
