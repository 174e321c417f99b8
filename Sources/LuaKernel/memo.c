// The functions that views and computed values use for memoisation: versions, signatures of calls, and unchanged rows.
//
// A memoised value must not change when it is used again. So a computed value is copied into frozen nodes, which no code may
// write; nodes of the state inside it stay as they are. Rows are kept as bytes, which are cheapest to make and to copy, in a
// sealed node that decodes them when a script reads it.
#include "kernel.h"

#include <string.h>

// MARK: comparing

// version(value): the version of a node; no result for any other value.
static int version(lua_State *L) {
  luaL_checkany(L, 1);
  lua_Integer version = lk_version(L, 1);
  if (version < 0) return 0;
  lua_pushinteger(L, version);
  return 1;
}

static lk_bytes encode(lua_State *L, int value) {
  lk_tape *tape = &lk_of(L)->scratch;
  tape->count = 0;
  lk_encode(L, value, tape, false);
  return (lk_bytes){tape->data, tape->count};
}

// bytes(value): plain data as a string. Equal data gives equal strings.
static int bytes(lua_State *L) {
  luaL_checkany(L, 1);
  lk_bytes encoded = encode(L, 1);
  lua_pushlstring(L, (const char *)encoded.data, encoded.count);
  return 1;
}

// Pops a value and adds it to the list, with a number that separates values which `rawequal` treats as equal.
static void add(lua_State *L, int list) {
  int value = lua_gettop(L);
  lua_Integer kind = lk_version(L, value);
  if (kind < 0) kind = -1 - lua_type(L, value);
  if (lua_isinteger(L, value)) kind = -100;
  if (lua_isnil(L, value)) {
    lua_pushboolean(L, 0);
    lua_replace(L, value);
  }
  lua_Integer count = (lua_Integer)lua_rawlen(L, list);
  lua_rawseti(L, list, count + 1);
  lua_pushinteger(L, kind);
  lua_rawseti(L, list, count + 2);
}

// Pushes the bytecode, which separates Lua functions that are defined on the same line.
static void push_code(lua_State *L, int function) {
  lk_tape *tape = &lk_of(L)->scratch;
  lua_pushvalue(L, function);
  if (!lk_dump(L, tape, false)) luaL_error(L, "not enough memory");
  lua_pop(L, 1);
  lua_pushlstring(L, (const char *)tape->data, tape->count);
}

// signature(function, …): a list. If two lists are equal item by item, the calls give equal results. It has the function's
// code, its upvalues, the versions of nodes, and the plain data in the arguments by value.
static int signature(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  int arguments = lua_gettop(L), list = arguments + 1;
  lua_createtable(L, 8, 0);
  luaL_checkstack(L, 8, NULL);
  if (lua_iscfunction(L, 1)) {
    lua_pushvalue(L, 1);
    add(L, list);
  } else {
    push_code(L, 1);
    add(L, list);
    for (int i = 1; lua_getupvalue(L, 1, i); i++) add(L, list);
  }
  for (int i = 2; i <= arguments; i++) {
    if (lua_istable(L, i) && !lk_node(L, i)) {
      lk_bytes encoded = encode(L, i);
      lua_pushlstring(L, (const char *)encoded.data, encoded.count);
    } else {
      lua_pushvalue(L, i);
    }
    add(L, list);
  }
  return 1;
}

// run(): the unique number of the innermost protected run.
static int run_number(lua_State *L) {
  lk_vm *vm = lk_of(L);
  int depth = lk_depth(vm);
  lua_pushinteger(L, depth > 0 && depth <= LK_LEVELS ? (lua_Integer)atomic_load(&vm->levels[depth - 1].run) : 0);
  return 1;
}

// MARK: keeping

// freeze(value): the value itself, or a frozen copy if it is a plain table.
static int freeze(lua_State *L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  int type = lua_type(L, 1);
  if (type == LUA_TTABLE) {
    if (!lk_node(L, 1)) lk_to_node(L, lk_of(L)->frozen, 1, 0, 0);
  } else if (type > LUA_TSTRING || (type == LUA_TLIGHTUSERDATA && lua_touserdata(L, 1))) {
    lk_where(L);
    lua_pushfstring(L, "the result cannot be a %s: it is plain data (nil, boolean, number, string, table)",
                    luaL_typename(L, 1));
    lua_concat(L, 2);
    return lua_error(L);
  }
  return 1;
}

// The rows of the last call of `udf.each`: the items, a `place` for each, all rows as an encoded list, and that list's node.
enum { ITEMS = 1, PLACES, BYTES, SHOWN };

typedef struct place {
  lua_Integer version;  // of the item; -1: it has none and cannot be found again
  size_t end;           // of its row in the bytes
} place;

typedef struct former_rows {
  int items, index;  // stack indices: of the list of items; of a table from item to position
  int list;          // stack index of the current list if it is a node; else 0
  lua_Integer count, shift;  // shift: how far the last found item has moved
  const place *places;
  const lk_blob *rows;
  bool indexed;
} former_rows;

// The size of a list's tag and count.
enum { HEAD = 1 + sizeof(uint32_t) };

static size_t row_start(const place *places, lua_Integer at) { return at == 1 ? HEAD : places[at - 2].end; }

// Adds bytes to the blob at a stack index. If it is too small, a larger copy replaces it.
static void put(lua_State *L, int index, const void *bytes, size_t count) {
  lk_blob *blob = lua_touserdata(L, index);
  if (blob->capacity - blob->count < count) {
    lk_blob *larger = lk_push_blob(L, 2 * blob->capacity + count);
    larger->count = blob->count;
    memcpy(larger->data, blob->data, blob->count);
    lua_replace(L, index);
    blob = larger;
  }
  memcpy(blob->data + blob->count, bytes, count);
  blob->count += count;
}

static lua_Integer find(lua_State *L, former_rows *old, int item, lua_Integer position) {
  lua_Integer at = position + old->shift;
  if (at >= 1 && at <= old->count) {
    lua_rawgeti(L, old->items, at);
    bool found = lua_rawequal(L, -1, item);
    lua_pop(L, 1);
    if (found) return at;
  }
  if (!old->indexed) {
    // The index is built when an item is not at its expected position. It omits items that have left the list.
    bool own = old->list && lk_is_child(L, item, old->list);
    lua_newtable(L);
    for (lua_Integer i = 1; i <= old->count; i++) {
      bool stays = lua_rawgeti(L, old->items, i) == LUA_TTABLE
                   && (!own || lk_is_child(L, lua_gettop(L), old->list));
      if (stays) {
        lua_pushinteger(L, i);
        lua_rawset(L, -3);
      } else {
        lua_pop(L, 1);
      }
      if ((i & 1023) == 0) lk_charge(L, 1024);
    }
    lua_replace(L, old->index);
    old->indexed = true;
  }
  lua_pushvalue(L, item);
  lua_rawget(L, old->index);
  at = lua_tointeger(L, -1);
  lua_pop(L, 1);
  if (at) old->shift = at - position;
  return at;
}

// Pops the result.
static void put_row(lua_State *L, int index, lua_Integer position) {
  if (lua_isnil(L, -1)) {
    lk_where(L);
    lua_pushfstring(L, "udf.each: the function returned nothing for item %I; return udf.null for an empty row", position);
    lua_concat(L, 2);
    lua_error(L);
  }
  lk_bytes encoded = encode(L, lua_gettop(L));
  put(L, index, encoded.data, encoded.count);
  lua_pop(L, 1);
}

// rows(kept, list, function, …): a list of the function's results for each item with the arguments. The result for an unchanged
// item is copied from `kept`; afterwards `kept` holds the new rows.
static int rows(lua_State *L) {
  const int kept = 1, list = 2, function = 3;
  int arguments = lua_gettop(L) - function;
  luaL_checkstack(L, arguments + 24, NULL);
  int source = lua_gettop(L) + 1;
  bool is_node = lk_node(L, list) != NULL;
  if (is_node) lk_push_data(L, list); else lua_pushvalue(L, list);
  uint32_t count = (uint32_t)lua_rawlen(L, source);
  for (int i = ITEMS; i <= BYTES; i++) lua_rawgeti(L, kept, i);
  lua_pushnil(L);
  former_rows old = {.items = source + ITEMS, .index = source + SHOWN, .list = is_node ? list : 0,
                    .places = lua_touserdata(L, source + PLACES), .rows = lua_touserdata(L, source + BYTES)};
  bool first = !lua_istable(L, old.items), same = false;
  if (!first) {
    old.count = (lua_Integer)lua_rawlen(L, old.items);
    same = old.count == count;
  }
  int fresh = old.index, out = fresh + BYTES, item = fresh + SHOWN;
  lua_createtable(L, (int)count, 0);
  place *places = lua_newuserdatauv(L, (count + 1) * sizeof *places, 0);
  lk_push_blob(L, first ? HEAD + 32 * (size_t)count : old.rows->count);
  put(L, out, (uint8_t[]){TAPE_LIST}, 1);
  put(L, out, &count, sizeof count);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, source, i);
    lua_Integer now = lk_version(L, item), at = now >= 0 && old.count ? find(L, &old, item, i) : 0;
    if (at && old.places[at - 1].version != now) at = 0;
    same = same && at == i;
    if (at) {
      size_t start = row_start(old.places, at);
      put(L, out, old.rows->data + start, old.places[at - 1].end - start);
    } else {
      lua_pushvalue(L, function);
      lua_pushvalue(L, item);
      for (int a = 1; a <= arguments; a++) lua_pushvalue(L, function + a);
      lua_call(L, 1 + arguments, 1);
      put_row(L, out, i);
    }
    places[i - 1] = (place){now, ((lk_blob *)lua_touserdata(L, out))->count};
    if (now < 0) {
      lua_pushboolean(L, 0);
      lua_replace(L, item);
    }
    lua_rawseti(L, fresh + ITEMS, i);
    if ((i & 1023) == 0) lk_charge(L, 1024);
  }
  if (same) {
    lua_rawgeti(L, kept, SHOWN);
    return 1;
  }
  lk_push_sealed(L, out);
  for (int i = SHOWN; i >= ITEMS; i--) {
    lua_pushvalue(L, fresh + i);
    lua_rawseti(L, kept, i);
  }
  return 1;
}

static int make_library(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"version", version}, {"bytes", bytes}, {"signature", signature}, {"run", run_number}, {"freeze", freeze},
    {"rows", rows}, {NULL, NULL},
  };
  luaL_newlib(L, functions);
  *(int *)lua_touserdata(L, 1) = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int lk_memo_library(lk_vm *vm) {
  int result = 0;
  return lk_protect(vm, make_library, &result) == LK_OK ? result : 0;
}

int lk_counts_versions(const lk_vm *vm) { return vm->versioned; }

uint64_t lk_version_of(lk_vm *vm, int node) {
  lua_State *L = vm->running;
  if (!lua_checkstack(L, 6)) return 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, node);
  lua_Integer version = lk_version(L, -1);
  lua_pop(L, 1);
  return version < 0 ? 0 : (uint64_t)version;
}
