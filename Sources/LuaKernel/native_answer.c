// Asks the host of a native slice for data, and turns its answers into nodes.
#include "kernel.h"

#include <string.h>

void lk_native_ask(lua_State *L, int node, lk_ask what, int key) {
  lk_vm *vm = lk_of(L);
  const lk_slice *slice = lk_node(L, node)->slice;
  lk_charge(L, 1);
  vm->native_answer.count = 0;
  vm->native_lost = false;
  lua_getmetatable(L, node);
  bool there = lua_rawgeti(L, -1, NODE_HANDLE) == LUA_TNUMBER && slice->root;
  uint64_t handle = (uint64_t)lua_tointeger(L, -1);
  lua_pop(L, 2);
  if (!there) return;
  lk_bytes text = {NULL, 0};
  int64_t position = 0;
  if (key && lua_isinteger(L, key)) position = lua_tointeger(L, key);
  else if (key) text.data = (const uint8_t *)lua_tolstring(L, key, &text.count);
  vm->host.native_read(vm->host.context, slice->number, handle, what, text, position);
  if (vm->native_lost) luaL_error(L, "not enough memory");
  if (!slice->root) vm->native_answer.count = 0;
}

void lk_native_answer(lk_vm *vm, lk_bytes value) {
  vm->native_lost = !lk_tape_copy(&vm->native_answer, value.data, value.count);
}

// MARK: answers

static void take_items(lua_State *L, lk_reader *reader, int node, int backing, bool merges, int depth);

// Pushes a table with room for the items that follow.
static void push_table(lua_State *L, const lk_reader *reader) {
  lk_reader ahead = *reader;
  bool list = *lk_take(L, &ahead, 1) == TAPE_LIST;
  uint32_t count = lk_take_count(L, &ahead);
  if (count > ahead.end - ahead.at) count = 0;  // malformed
  lua_createtable(L, list ? (int)count : 0, list ? 0 : (int)count);
}

// Pushes a decoded value of a slice. A table is not linked to a parent yet.
static void take(lua_State *L, lk_reader *reader, lk_slice *slice, int depth) {
  if (depth > LK_MAX_DEPTH) luaL_error(L, "plain data nested deeper than 200 tables");
  luaL_checkstack(L, 10, "plain data is nested too deep");
  uint8_t tag = reader->at < reader->end ? *reader->at : TAPE_NIL;
  if (tag == TAPE_CONTAINER) {
    uint64_t handle;
    const uint8_t *at = lk_take(L, reader, 1 + sizeof handle + 1);
    memcpy(&handle, at + 1, sizeof handle);
    lk_native_push(L, slice, handle, at[1 + sizeof handle]);
  } else if (tag == TAPE_LIST || tag == TAPE_MAP) {
    push_table(L, reader);
    int backing = lua_gettop(L);
    lk_push_node(L, &slice->map, backing, tag == TAPE_LIST);
    take_items(L, reader, backing + 1, backing, false, depth);
    lua_replace(L, backing);
  } else {
    lk_take_value(L, reader, depth);
  }
}

// With `merges` values that the backing already holds stay, so that a script finds the same nodes again.
static void take_items(lua_State *L, lk_reader *reader, int node, int backing, bool merges, int depth) {
  lk_tag *tag = lk_node(L, node);
  int key = lua_gettop(L) + 1, value = key + 1;
  bool list = *lk_take(L, reader, 1) == TAPE_LIST;
  uint32_t count = lk_take_count(L, reader);
  if (count && list != tag->list) {
    lk_push_path_text(L, node, 0);
    const char *path = lua_tostring(L, -1), *name = tag->slice->name;
    luaL_error(L, "the host of '%s' answers with the wrong kind of table for %s", name, path);
  }
  for (uint32_t i = 1; i <= count; i++) {
    if (list) lua_pushinteger(L, i); else lk_take_text(L, reader);
    take(L, reader, tag->slice, depth + 1);
    bool held = false;
    if (merges) {
      lua_pushvalue(L, key);
      held = lua_rawget(L, backing) != LUA_TNIL;
      lua_pop(L, 1);
    }
    if (!held) {
      if (lua_istable(L, value)) lk_native_place(L, value, node, key);
      lua_rawset(L, backing);
    }
    lua_settop(L, key - 1);
    if ((i & 1023) == 0) lk_charge(L, 1024);
  }
}

static lk_reader answer_of(const lk_vm *vm) {
  return (lk_reader){vm->native_answer.data, vm->native_answer.data + vm->native_answer.count, 0};
}

void lk_native_take(lua_State *L, int node, int key) {
  lk_reader reader = answer_of(lk_of(L));
  if (reader.at == reader.end) {
    lua_pushnil(L);
    return;
  }
  take(L, &reader, lk_node(L, node)->slice, 1);
  if (key && lua_istable(L, -1)) lk_native_place(L, lua_gettop(L), node, key);
}

void lk_unseal(lua_State *L, int node, lk_bytes sealed) {
  lk_reader reader = {sealed.data, sealed.data + sealed.count, 0};
  push_table(L, &reader);
  int backing = lua_gettop(L);
  if (*sealed.data == TAPE_MAP) {
    take_items(L, &reader, node, backing, false, 1);
    return;
  }
  // Scripts mostly read a few items of a list, so each item becomes a sealed node of its own.
  lk_take(L, &reader, 1);
  lua_Integer count = lk_take_count(L, &reader);
  for (lua_Integer i = 1; i <= count; i++) {
    if (*reader.at == TAPE_LIST || *reader.at == TAPE_MAP) {
      const uint8_t *item = reader.at;
      reader.at = lk_tape_skip(item);
      lk_blob *blob = lk_push_blob(L, (size_t)(reader.at - item));
      blob->count = blob->capacity;
      memcpy(blob->data, item, blob->count);
      lk_push_sealed(L, backing + 1);
    } else {
      lk_take_value(L, &reader, 1);
    }
    lua_rawseti(L, backing, i);
    lua_settop(L, backing);
    if ((i & 1023) == 0) lk_charge(L, 1024);
  }
}

void lk_native_take_all(lua_State *L, int node, int backing) {
  lk_reader reader = answer_of(lk_of(L));
  bool fresh = backing == 0, some = reader.at < reader.end && *reader.at != TAPE_NIL;
  if (fresh) {
    if (some) push_table(L, &reader); else lua_newtable(L);
    backing = lua_gettop(L);
  }
  if (some) take_items(L, &reader, node, backing, !fresh, 1);
}
