// A host of native slices for the kernel's tests. It runs in a stock Lua, and its containers are plain tables.
#ifndef NATIVE_HOST_H
#define NATIVE_HOST_H

#include "../../Sources/LuaKernel/kernel.h"
#include "host.h"

// The stock Lua that the host runs in.
static inline lua_State *stock(host *h) { return h->more; }

typedef struct side {
  host *h;
  lk_slice *slice;
} side;

static inline void push_host(lua_State *S, const char *name) {
  lua_getglobal(S, "host");
  lua_getfield(S, -1, name);
  lua_remove(S, -2);
}

static inline void answer(host *h) {
  size_t count;
  const char *bytes = lua_tolstring(stock(h), -1, &count);
  lk_native_answer(h->vm, (lk_bytes){(const uint8_t *)bytes, count});
  lua_pop(stock(h), 1);
}

static inline void on_read(void *context, int32_t slice, uint64_t handle, lk_ask ask, lk_bytes key, int64_t position) {
  static const char *const names[] = {"field", "all", "count"};
  host *h = context;
  lua_State *S = stock(h);
  if (slice != 7) return;
  push_host(S, "read");
  lua_pushinteger(S, (lua_Integer)handle);
  lua_pushstring(S, names[ask]);
  if (key.data) lua_pushlstring(S, (const char *)key.data, key.count);
  else if (ask == LK_ASK_FIELD) lua_pushinteger(S, position);
  else lua_pushnil(S);
  lua_call(S, 3, 1);
  answer(h);
}

static inline void call_host(void *context, const char *what, uint64_t a, uint64_t b, int results) {
  lua_State *S = stock(context);
  push_host(S, what);
  lua_pushinteger(S, (lua_Integer)a);
  lua_pushinteger(S, (lua_Integer)b);
  lua_call(S, 2, results);
}

static inline void on_travel(void *context, int32_t slice, uint64_t from, uint64_t to) {
  (void)slice;
  call_host(context, "travel", from, to, 0);
}

static inline void on_forget(void *context, int32_t slice, uint64_t position) {
  (void)slice;
  call_host(context, "forget", position, 0, 0);
}

static inline void on_truncate(void *context, int32_t slice, uint64_t position) {
  (void)slice;
  call_host(context, "truncate", position, 0, 0);
}

static inline void on_changes(void *context, int32_t slice, uint64_t from, uint64_t to) {
  (void)slice;
  call_host(context, "changes", from, to, 1);
  answer(context);
}

static inline int stale(lua_State *S) {
  side *n = lua_touserdata(S, lua_upvalueindex(1));
  lk_bytes key = {NULL, 0};
  if (lua_type(S, 2) == LUA_TSTRING) key.data = (const uint8_t *)lua_tolstring(S, 2, &key.count);
  lk_native_stale(n->h->vm, n->slice, (uint64_t)lua_tointeger(S, 1), key, key.data ? 0 : lua_tointeger(S, 2));
  return 0;
}

static inline int gone(lua_State *S) {
  side *n = lua_touserdata(S, lua_upvalueindex(1));
  lk_native_gone(n->h->vm, n->slice, (uint64_t)lua_tointeger(S, 1));
  return 0;
}

// Runs source text in the host's Lua.
static inline void in_host(host *h, const char *source) {
  if (luaL_dostring(stock(h), source)) {
    printf("%s: %s\n", source, lua_tostring(stock(h), -1));
    exit(1);
  }
  lua_settop(stock(h), 0);
}

static inline lua_Integer host_number(host *h, const char *name) {
  push_host(stock(h), name);
  lua_Integer value = lua_tointeger(stock(h), -1);
  lua_pop(stock(h), 1);
  return value;
}

static inline int asked(host *h, lua_Integer expected) {
  lua_Integer asks = host_number(h, "asks");
  in_host(h, "host.asks = 0");
  if (asks != expected) printf("  asked %lld times\n", (long long)asks);
  return asks == expected;
}

// Opens a Lua slice `s` and a native slice `n` whose root is the table that `model` returns.
static inline side *open_native(const char *model) {
  side *n = calloc(1, sizeof *n);
  host *h = n->h = open_host_with(
    (lk_callbacks){.native_read = on_read, .native_travel = on_travel, .native_forget = on_forget,
                   .native_truncate = on_truncate, .native_changes = on_changes},
    0, 0, "return { count = 0, items = list{} }");
  lua_State *S = luaL_newstate();
  h->more = S;
  luaL_openlibs(S);
  n->slice = lk_native_new(h->vm, "n", 7);
  lk_assign(h->vm, h->environment, "n", lk_slice_state(n->slice));
  lua_pushlightuserdata(S, n);
  lua_pushcclosure(S, stale, 1);
  lua_setglobal(S, "stale");
  lua_pushlightuserdata(S, n);
  lua_pushcclosure(S, gone, 1);
  lua_setglobal(S, "gone");
  char *source = neighbour("native_host.lua"), *text = malloc(strlen(source) + strlen(model) + 256);
  sprintf(text, "native = (function() %s\nend)()", source);
  if (run(h, text) != LK_OK) says(h, "\x01");
  in_host(h, text);
  sprintf(text, "host, container = native.host, native.host.container host.start((function() %s end)())", model);
  in_host(h, text);
  free(text);
  free(source);
  return n;
}

static inline void close_native(side *n) {
  lua_State *S = stock(n->h);
  close_host(n->h);
  lua_close(S);
  free(n);
}

// Plain data given as a Lua expression; valid until the next call.
static inline lk_bytes plain(host *h, const char *expression) {
  char source[256];
  snprintf(source, sizeof source, "host.plain = native.pack(%s)", expression);
  in_host(h, source);
  push_host(stock(h), "plain");
  lk_bytes bytes = {NULL, 0};
  bytes.data = (const uint8_t *)lua_tolstring(stock(h), -1, &bytes.count);
  lua_pop(stock(h), 1);
  return bytes;
}

// Makes one edit in the host, given as a Lua statement, and records its journal entry.
static inline lk_status edit(side *n, const char *statement) {
  lua_Integer from = host_number(n->h, "at");
  in_host(n->h, statement);
  return lk_native_record(n->h->vm, n->slice, (uint64_t)from, (uint64_t)host_number(n->h, "at"));
}

#endif
