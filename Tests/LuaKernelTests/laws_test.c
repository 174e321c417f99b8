// The laws of state nodes, compared with plain tables in a stock Lua. Random reducers run on both sides. After each of them the
// states are equal, no table is at two places, the listed changes rebuild the state, and undo and redo restore recorded states.
// One file, because all laws share the generator, the plain side and the comparison.
//
//     laws_test [seed [steps [sessions]]], by default with the seed in UDF_SEED
#include "../../Sources/LuaKernel/kernel.h"
#include "host.h"

#include <time.h>

typedef struct container {
  const void *face;
  lua_Integer version;
  int parent;  // index, -1: the root
  bool marked;
} container;

typedef struct tree {
  container *all;
  int count, capacity;
} tree;

typedef struct point {
  uint64_t position;
  int model;  // reference in the stock Lua
  char *text;
} point;

typedef struct session {
  host *h;
  lua_State *S;  // the stock Lua
  uint64_t seed, random;
  int step, steps;
  point *line;
  int count, at;
  tree before, after;
  bool broken;
  char text[512];
} session;

static uint64_t roll(session *s, uint64_t n) {
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (s->random >> 33) % n;
}

static const char *last_error(session *s) {
  lk_bytes message = lk_error_message(s->h->vm);
  snprintf(s->text, sizeof s->text, "%.*s", (int)message.count, (const char *)message.data);
  return s->text;
}

static bool law(session *s, bool holds, const char *what, const char *detail) {
  if (holds) {
    passed++;
  } else {
    failed++;
    if (!s->broken) {
      printf("FAILED: %s\n  seed %llu, step %d; replay with: laws_test %llu %d 1\n", what, (unsigned long long)s->seed,
             s->step, (unsigned long long)s->seed, s->steps);
      if (detail) printf("  %s\n", detail);
    }
    s->broken = true;
  }
  return holds;
}

// MARK: the two sides

static void push_law(lua_State *S, const char *name) {
  lua_getglobal(S, "laws");
  lua_getfield(S, -1, name);
  lua_remove(S, -2);
}

static int trace(lua_State *S) {
  printf("    %s\n", lua_tostring(S, 1));
  return 0;
}

static char *show_top(lua_State *S) {
  push_law(S, "show");
  lua_pushvalue(S, -2);
  if (lua_pcall(S, 1, 1, 0) != LUA_OK) printf("show: %s\n", lua_tostring(S, -1));
  char *text = strdup(lua_tostring(S, -1) ? lua_tostring(S, -1) : "?");
  lua_pop(S, 1);
  return text;
}

static int copy_top(lua_State *S) {
  push_law(S, "copy");
  lua_pushvalue(S, -2);
  if (lua_pcall(S, 1, 1, 0) != LUA_OK) printf("copy: %s\n", lua_tostring(S, -1));
  return luaL_ref(S, LUA_REGISTRYINDEX);
}

static const uint8_t *decode(lua_State *S, const uint8_t *at) {
  uint32_t count;
  luaL_checkstack(S, 8, NULL);
  uint8_t tag = *at++;
  if (tag >= TAPE_STRING && tag != TAPE_NULL) {
    memcpy(&count, at, sizeof count);
    at += 4;
  }
  switch (tag) {
    case TAPE_NIL: lua_pushnil(S); break;
    case TAPE_FALSE: lua_pushboolean(S, 0); break;
    case TAPE_TRUE: lua_pushboolean(S, 1); break;
    case TAPE_NULL: lua_pushlightuserdata(S, NULL); break;
    case TAPE_INTEGER: {
      int64_t value;
      memcpy(&value, at, 8);
      lua_pushinteger(S, value);
      return at + 8;
    }
    case TAPE_FLOAT: {
      double value;
      memcpy(&value, at, 8);
      lua_pushnumber(S, value);
      return at + 8;
    }
    case TAPE_STRING: case TAPE_OPAQUE:
      lua_pushlstring(S, (const char *)at, count);
      return at + count;
    case TAPE_LIST:
      lua_newtable(S);
      for (uint32_t i = 1; i <= count; i++) {
        at = decode(S, at);
        lua_rawseti(S, -2, i);
      }
      break;
    case TAPE_MAP:
      lua_newtable(S);
      while (count--) {
        uint32_t length;
        memcpy(&length, at, 4);
        lua_pushlstring(S, (const char *)at + 4, length);
        at = decode(S, at + 4 + length);
        lua_rawset(S, -3);
      }
      break;
  }
  return at;
}

// Leaves a copy of the kernel's state on the stock Lua's stack.
static void push_state(session *s) {
  static const uint8_t path[] = {TAPE_LIST, 1, 0, 0, 0, TAPE_STRING, 1, 0, 0, 0, 's'};
  lk_bytes bytes;
  if (lk_read(s->h->vm, (lk_bytes){path, sizeof path}, &bytes) == LK_OK) {
    decode(s->S, bytes.data);
  } else {
    lua_pushliteral(s->S, "unreadable");
  }
}

static void add_point(session *s, uint64_t position) {
  // Pops the model's state from the stock Lua's stack.
  s->line = realloc(s->line, (size_t)(s->count + 1) * sizeof *s->line);
  point *p = &s->line[s->count];
  p->position = position;
  p->text = show_top(s->S);
  p->model = copy_top(s->S);
  lua_pop(s->S, 1);
  s->at = s->count++;
}

static void drop_points(session *s, int from) {
  while (s->count > from) {
    point *p = &s->line[--s->count];
    free(p->text);
    luaL_unref(s->S, LUA_REGISTRYINDEX, p->model);
  }
}

// MARK: the laws

// Visits every container once. Each must be a node of this slice with a link to its place.
static void walk(session *s, tree *t, lua_State *L, int node, int parent) {
  luaL_checkstack(L, 16, NULL);
  lk_tag *tag = lk_node(L, node);
  if (!law(s, tag && tag->slice == s->h->slice, "every table of the state is a node of its slice", NULL)) return;
  const void *face = lua_topointer(L, node);
  for (int i = 0; i < t->count; i++) {
    if (!law(s, t->all[i].face != face, "no table is at two places", NULL)) return;
  }
  if (t->count == t->capacity) {
    t->capacity = t->capacity ? t->capacity * 2 : 64;
    t->all = realloc(t->all, (size_t)t->capacity * sizeof *t->all);
  }
  int self = t->count;
  t->all[t->count++] = (container){face, lk_version(L, node), parent, false};
  int top = lua_gettop(L);
  lk_push_backing(L, node);
  lua_pushnil(L);
  lua_Integer names = 0, items = 0;
  while (lua_next(L, top + 1)) {
    if (lua_type(L, top + 2) == LUA_TSTRING) names++; else items++;
    if (lua_istable(L, top + 3)) {
      walk(s, t, L, top + 3, self);
      if (s->broken) break;
      lk_push_link(L, top + 3);
      law(s, lua_rawequal(L, top + 4, node), "a node's link names its parent", NULL);
      lua_settop(L, top + 3);
      if (law(s, lk_push_path(L, top + 3), "a node has a path", NULL)) {
        lua_rawgeti(L, -1, (lua_Integer)lua_rawlen(L, -1));
        law(s, lua_rawequal(L, -1, top + 2), "a node's path ends in its key", NULL);
      }
    }
    lua_settop(L, top + 2);
  }
  law(s, tag->list ? !names : !items, "a list has items and a map has names", NULL);
  lua_settop(L, top);
}

static void scan(session *s, tree *t) {
  lua_State *L = s->h->vm->main;
  t->count = 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, lk_slice_state(s->h->slice));
  walk(s, t, L, lua_gettop(L), -1);
  lua_pop(L, 1);
}

static void mark(tree *t, const void *face) {
  for (int i = 0; i < t->count; i++) {
    if (t->all[i].face != face) continue;
    for (; i >= 0; i = t->all[i].parent) t->all[i].marked = true;
    return;
  }
}

// A node gets a new version if something at or below it has changed, and only then.
static void check_versions(session *s, uint64_t from, uint64_t to, bool exactly) {
  lua_State *L = s->h->vm->main;
  for (uint64_t p = from; p < to; p++) {
    if ((lk_journal_op(s->h->vm, p) & LK_OP) == LK_LINK) continue;
    lk_journal_entry(L, p, 0);
    const void *face = lua_topointer(L, -1);
    lua_pop(L, 1);
    mark(&s->before, face);
    mark(&s->after, face);
  }
  for (int i = 0; i < s->after.count; i++) {
    for (int j = 0; j < s->before.count; j++) {
      container *now = &s->after.all[i], *then = &s->before.all[j];
      if (now->face != then->face) continue;
      if (now->marked) law(s, now->version != then->version, "a changed node has a new version", NULL);
      if (exactly && !now->marked && !then->marked) {
        law(s, now->version == then->version, "an unchanged node keeps its version", NULL);
      }
    }
  }
}

static void check_state(session *s, const char *text, const char *what) {
  push_state(s);
  char *got = show_top(s->S);
  lua_pop(s->S, 1);
  if (strcmp(got, text) != 0) {
    char *detail = malloc(strlen(got) + strlen(text) + 64);
    sprintf(detail, "got      %s\n  expected %s", got, text);
    law(s, false, what, detail);
    free(detail);
  } else {
    law(s, true, what, NULL);
  }
  free(got);
}

// The changes listed for [from, to), applied to the state before, give the state after.
static void check_changes(session *s, const point *before, uint64_t to, const char *text) {
  lk_bytes changes;
  lk_vm *vm = s->h->vm;
  if (!law(s, lk_changes(vm, before->position, to, s->line[s->at].position, &changes) == LK_OK, "the changes can be listed", NULL)) return;
  lua_State *S = s->S;
  push_law(S, "apply");
  push_law(S, "copy");
  lua_newtable(S);
  lua_rawgeti(S, LUA_REGISTRYINDEX, before->model);
  lua_setfield(S, -2, "s");
  lua_call(S, 1, 1);
  decode(S, changes.data);
  if (getenv("LAWS_TRACE")) {
    char *list = show_top(S);
    printf("    changes %s\n", list);
    free(list);
  }
  if (!law(s, lua_pcall(S, 2, 1, 0) == LUA_OK, "the changes can be applied to the state before them", lua_tostring(S, -1))) {
    lua_pop(S, 1);
    return;
  }
  lua_getfield(S, -1, "s");
  char *got = show_top(S);
  char *detail = malloc(strlen(got) + strlen(text) + 64);
  sprintf(detail, "got      %s\n  expected %s", got, text);
  law(s, strcmp(got, text) == 0, "the changes applied to the former state give the later one", detail);
  free(detail);
  free(got);
  lua_pop(S, 2);
}

// MARK: steps

static void drop_future(session *s) {
  if (s->at == s->count - 1) return;
  lk_truncate(s->h->vm, s->line[s->at].position);
  drop_points(s, s->at + 1);
}

static void step_reduce(session *s, bool leaky) {
  drop_future(s);
  scan(s, &s->before);
  char body[256];
  unsigned long long seed = roll(s, 1 << 30);
  unsigned count = 1 + (unsigned)roll(s, 8);
  snprintf(body, sizeof body, "return laws.play(state, %llu, %u, %s)", seed, count, leaky ? "true" : "false");
  uint64_t from = lk_position(s->h->vm);
  lk_status status = reduce(s->h, body);
  uint64_t to = lk_position(s->h->vm);
  if (!law(s, status == LK_OK, "a valid reducer succeeds", last_error(s))) return;
  lua_State *S = s->S;
  if (leaky) {
    push_state(s);
  } else {
    push_law(S, "play");
    lua_rawgeti(S, LUA_REGISTRYINDEX, s->line[s->at].model);
    push_law(S, "copy");
    lua_insert(S, -2);
    lua_call(S, 1, 1);
    int state = lua_gettop(S);
    lua_pushvalue(S, state - 1);
    lua_pushvalue(S, state);
    lua_pushinteger(S, (lua_Integer)seed);
    lua_pushinteger(S, count);
    lua_pushboolean(S, 0);
    if (!law(s, lua_pcall(S, 4, 1, 0) == LUA_OK, "the model's reducer succeeds", lua_tostring(S, -1))) return;
    if (lua_istable(S, -1)) lua_replace(S, state); else lua_pop(S, 1);
    lua_remove(S, state - 1);
  }
  int before = s->at;
  add_point(s, to);
  check_state(s, s->line[s->at].text, "the kernel's state equals the model's");
  s->after.count = 0;
  scan(s, &s->after);
  if (s->broken) return;
  check_versions(s, from, to, !leaky);
  check_changes(s, &s->line[before], to, s->line[s->at].text);
  check_state(s, s->line[s->at].text, "listing changes leaves the state unchanged");
}

static void step_fail(session *s) {
  drop_future(s);
  char body[256];
  unsigned long long seed = roll(s, 1 << 30);
  snprintf(body, sizeof body, "laws.play(state, %llu, %u, false) return laws.spoil(state, %llu)", seed,
           (unsigned)roll(s, 6), seed + 1);
  uint64_t from = lk_position(s->h->vm);
  lk_status status = reduce(s->h, body);
  law(s, status == LK_RAISED || status == LK_STATE, "an invalid reducer fails", NULL);
  law(s, lk_position(s->h->vm) == from, "a failed reducer leaves no entries in the journal", NULL);
  check_state(s, s->line[s->at].text, "a failed reducer leaves the state unchanged");
  s->after.count = 0;
  scan(s, &s->after);
}

static void step_travel(session *s) {
  int hops = 1 + (int)roll(s, 4);
  while (hops-- && !s->broken) {
    int to = (int)roll(s, (uint64_t)s->count), from = s->at;
    scan(s, &s->before);
    lk_travel(s->h->vm, s->line[from].position, s->line[to].position);
    s->at = to;
    check_state(s, s->line[to].text, "undo and redo restore the recorded states");
    scan(s, &s->after);
    if (s->broken) return;
    uint64_t low = s->line[from < to ? from : to].position, high = s->line[from < to ? to : from].position;
    check_versions(s, low, high, false);
    int a = (int)roll(s, (uint64_t)s->count), b = (int)roll(s, (uint64_t)s->count);
    if (a > b) { int swap = a; a = b; b = swap; }
    check_changes(s, &s->line[a], s->line[b].position, s->line[b].text);
    check_state(s, s->line[to].text, "listing changes of another position leaves the state unchanged");
  }
}

static void step_forget(session *s) {
  if (s->at == 0) return;
  int first = (int)roll(s, (uint64_t)s->at + 1);
  lk_forget(s->h->vm, s->line[first].position, 0);
  for (int i = 0; i < first; i++) {
    free(s->line[i].text);
    luaL_unref(s->S, LUA_REGISTRYINDEX, s->line[i].model);
  }
  memmove(s->line, s->line + first, (size_t)(s->count - first) * sizeof *s->line);
  s->count -= first;
  s->at -= first;
}

static void step_check_locked(session *s) {
  bool locked = run(s->h, "laws.locked(state)") == LK_OK;
  law(s, locked, "nothing can be written outside a reducer", last_error(s));
  lk_collect(s->h->vm);
}

// MARK: sessions

static void open_kernel(session *s, const char *source) {
  s->h = open_host(0, 0, "return { a = 1, b = { 1, 2, { n = 1 }, { n = 2, d = { 4, 5 } } }, c = { a = { b = { c = 1 } } } }");
  lk_vm *vm = s->h->vm;
  lk_slice *other = lk_slice_new(vm, "o", evaluate(s->h, "return { deep = { { n = 1 }, { 1, { 2 } }, { a = { b = {} } } } }"));
  lk_assign(vm, s->h->environment, "other", lk_slice_state(other));
  char *text = malloc(strlen(source) + 64);
  sprintf(text, "laws = (function() %s\nend)()", source);
  if (run(s->h, text) != LK_OK) says(s->h, "\x01");
  free(text);
}

static void open_stock(session *s, const char *source) {
  static const char *const prelude =
    "function list(t) return t or {} end "
    "function table.sort(t, less) for i = 2, #t do local v, j = t[i], i - 1 "
    "while j >= 1 and less(v, t[j]) do t[j + 1] = t[j] j = j - 1 end t[j + 1] = v end end "
    "other = { deep = { { n = 1 }, { 1, { 2 } }, { a = { b = {} } } } }";
  lua_State *S = s->S = luaL_newstate();
  luaL_openlibs(S);
  if (luaL_dostring(S, prelude) || luaL_loadbuffer(S, source, strlen(source), "=laws.lua") || lua_pcall(S, 0, 1, 0)) {
    printf("laws.lua: %s\n", lua_tostring(S, -1));
    exit(1);
  }
  lua_setglobal(S, "laws");
  if (getenv("LAWS_TRACE")) lua_register(S, "trace", trace);
}

static void play(const char *source, uint64_t seed, int steps) {
  session s = {.seed = seed, .random = seed * 2654435761u + 1, .steps = steps};
  open_kernel(&s, source);
  open_stock(&s, source);
  push_state(&s);
  add_point(&s, lk_position(s.h->vm));
  for (s.step = 1; s.step <= steps && !s.broken; s.step++) {
    uint64_t kind = roll(&s, 20);
    if (getenv("LAWS_TRACE")) printf("step %d: %d\n", s.step, (int)kind);
    if (kind < 10) step_reduce(&s, false);
    else if (kind < 12) step_reduce(&s, true);
    else if (kind < 16) step_fail(&s);
    else if (kind < 19) step_travel(&s);
    else step_forget(&s);
    if (!s.broken && s.step % 16 == 0) step_check_locked(&s);
  }
  drop_points(&s, 0);
  free(s.line);
  free(s.before.all);
  free(s.after.all);
  lua_close(s.S);
  close_host(s.h);
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  char *source = neighbour("laws.lua");
  const char *given = count > 1 ? arguments[1] : getenv("UDF_SEED");
  uint64_t seed = given ? strtoull(given, NULL, 10) : 1;
  int steps = count > 2 ? atoi(arguments[2]) : 60;
  int sessions = count > 3 ? atoi(arguments[3]) : 150;
  int broken = 0;
  for (int i = 0; i < sessions; i++) {
    int before = failed;
    play(source, seed + (uint64_t)i, steps);
    broken += failed > before;
    if (broken >= 5) break;
  }
  free(source);
  printf("seed %llu: %d laws held, %d did not\n", (unsigned long long)seed, passed, failed);
  return failed != 0;
}
