// The laws of native slices: random edits, reads, travels and forgets in both places; scripts must see the host's data.
//
//     native_laws_test [seed [steps [sessions]]], by default with the seed in UDF_SEED
#include "native_host.h"

typedef struct point {
  uint64_t position;
  char *native, *lua;
} point;

typedef struct session {
  side *n;
  uint64_t seed, random;
  int step, steps, count, at;
  point line[256];
  bool broken;
} session;

static uint64_t roll(session *s, uint64_t n) {
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (s->random >> 33) % n;
}

static bool law(session *s, bool holds, const char *what, const char *detail) {
  if (holds) {
    passed++;
    return true;
  }
  failed++;
  if (!s->broken) {
    printf("FAILED: %s\n  seed %llu, step %d; replay with: native_laws_test %llu %d 1\n", what, (unsigned long long)s->seed, s->step,
           (unsigned long long)s->seed, s->steps);
    if (detail) printf("  %s\n", detail);
  }
  s->broken = true;
  return false;
}

// The text of a Lua expression's value in the kernel.
static char *kernel_text(session *s, const char *expression) {
  char source[512];
  snprintf(source, sizeof source, "text = tostring(%s)", expression);
  host *h = s->n->h;
  if (run(h, source) != LK_OK) {
    says(h, "\x01");
    return strdup("(it failed)");
  }
  lua_State *L = h->vm->main;
  lua_rawgeti(L, LUA_REGISTRYINDEX, h->environment);
  lua_getfield(L, -1, "text");
  char *text = strdup(lua_tostring(L, -1));
  lua_pop(L, 2);
  return text;
}

static char *host_text(session *s, const char *expression) {
  char source[512];
  snprintf(source, sizeof source, "text = tostring(%s)", expression);
  in_host(s->n->h, source);
  lua_State *S = stock(s->n->h);
  lua_getglobal(S, "text");
  char *text = strdup(lua_tostring(S, -1));
  lua_pop(S, 1);
  return text;
}

// Frees both texts.
static bool same_text(session *s, char *got, char *expected, const char *what) {
  bool same = strcmp(got, expected) == 0;
  char *detail = malloc(strlen(got) + strlen(expected) + 64);
  sprintf(detail, "got      %s\n  expected %s", got, expected);
  law(s, same, what, detail);
  free(detail);
  free(got);
  free(expected);
  return same;
}

static void check_kept(session *s) {
  static const char *const count = "#native.kept";
  char source[512];
  in_host(s->n->h, "for i, t in ipairs(native.kept) do if t and not host.is_container(t) then native.kept[i] = 0 end end");
  char *counted = host_text(s, count);
  int kept = atoi(counted);
  if (!same_text(s, kernel_text(s, count), counted, "as many containers are kept")) return;
  for (int i = 1; i <= kept && !s->broken; i++) {
    snprintf(source, sizeof source, "native.show(native.kept[%d])", i);
    char *expected = host_text(s, source);
    if (strcmp(expected, "0") == 0) {
      free(expected);
      continue;
    }
    bool left = strcmp(expected, "false") == 0;
    if (left) {
      free(expected);
      expected = strdup("{}");
    }
    same_text(s, kernel_text(s, source), expected, left ? "what is gone is empty" : "a node that is kept shows the present");
    snprintf(source, sizeof source, "(function() for i, t in ipairs(native.kept) do if t == native.kept[%d] then return i end end end)()", i);
    if (!left) same_text(s, kernel_text(s, source), host_text(s, source), "a container is one node");
    snprintf(source, sizeof source, "native.path_of(native.kept[%d])", i);
    char *path = kernel_text(s, source);
    if (path[0] == 'n') {
      snprintf(source, sizeof source, "host.resolve('%s') == native.kept[%d]", path, i);
      same_text(s, host_text(s, source), strdup("true"), "a node's path leads to it");
    }
    free(path);
  }
  run(s->n->h, "native.kept = {}");
  in_host(s->n->h, "native.kept = {}");
}

static void check_here(session *s) {
  point *here = &s->line[s->at];
  same_text(s, kernel_text(s, "native.show(n)"), strdup(here->native), "the native slice is what its host has");
  same_text(s, kernel_text(s, "native.show(state)"), strdup(here->lua), "the slice of Lua is where it was");
  char *wrong = host_text(s, "host.wrong");
  law(s, strcmp(wrong, "nil") == 0, "the host got no wrong requests", wrong);
  free(wrong);
}

static void add_point(session *s) {
  s->line[s->count++] = (point){lk_position(s->n->h->vm), host_text(s, "native.show(host.root)"), kernel_text(s, "native.show(state)")};
  s->at = s->count - 1;
}

static void drop_points(session *s, int from) {
  while (s->count > from) {
    s->count--;
    free(s->line[s->count].native);
    free(s->line[s->count].lua);
  }
}

static void drop_future(session *s) {
  if (s->at == s->count - 1) return;
  lk_truncate(s->n->h->vm, s->line[s->at].position);
  drop_points(s, s->at + 1);
}

static void step_read(session *s) {
  char expression[128];
  unsigned long long seed = roll(s, 1 << 30);
  snprintf(expression, sizeof expression, "native.walk(%%s, %llu, %d)", seed, 1 + (int)roll(s, 12));
  char kernel[160], model[160];
  snprintf(kernel, sizeof kernel, expression, "n");
  snprintf(model, sizeof model, expression, "host.root");
  same_text(s, kernel_text(s, kernel), host_text(s, model), "a script reads what the host has");
}

enum { WATCHED = 16 };

// The versions of containers that a script keeps and has read completely; 0: none.
static void note_versions(session *s, lua_Integer *versions) {
  lua_State *L = s->n->h->vm->main;
  run(s->n->h, "for i = 1, #native.kept do native.show(native.kept[i]) end");
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->n->h->environment);
  lua_getfield(L, -1, "native");
  lua_getfield(L, -1, "kept");
  for (int i = 0; i < WATCHED; i++) {
    lua_rawgeti(L, -1, i + 1);
    versions[i] = lk_node(L, lua_gettop(L)) ? lk_version(L, lua_gettop(L)) : 0;
    lua_pop(L, 1);
  }
  lua_pop(L, 3);
}

static void step_watched_edit(session *s) {
  drop_future(s);
  lua_Integer before[WATCHED], after[WATCHED], from = host_number(s->n->h, "at");
  char source[128];
  note_versions(s, before);
  snprintf(source, sizeof source, "host.edit(%llu)", (unsigned long long)roll(s, 1 << 30));
  in_host(s->n->h, source);
  lk_native_record(s->n->h->vm, s->n->slice, (uint64_t)from, (uint64_t)from + 1);
  note_versions(s, after);
  for (int i = 0; i < WATCHED; i++) {
    snprintf(source, sizeof source, "host.is_container(native.kept[%d]) and host.changed(native.kept[%d])", i + 1, i + 1);
    char *changed = host_text(s, source);
    if (strcmp(changed, "true") == 0) law(s, before[i] != after[i], "a changed container and the containers above it have new versions", NULL);
    free(changed);
  }
  add_point(s);
}

static void peek(session *s) {
  same_text(s, kernel_text(s, "native.peek(n)"), host_text(s, "native.peek(host.root)"), "key by key, a script reads what the host has");
}

static void step_edit(session *s) {
  drop_future(s);
  char source[128];
  bool peeks = roll(s, 2);
  if (peeks) peek(s);
  for (int i = (int)roll(s, 3); i >= 0; i--) {
    lua_Integer from = host_number(s->n->h, "at");
    for (int j = (int)roll(s, 2); j >= 0; j--) {
      snprintf(source, sizeof source, "host.edit(%llu)", (unsigned long long)roll(s, 1 << 30));
      in_host(s->n->h, source);
      if (peeks) peek(s); else if (roll(s, 3) == 0) step_read(s);
    }
    lk_native_record(s->n->h->vm, s->n->slice, (uint64_t)from, (uint64_t)host_number(s->n->h, "at"));
  }
  add_point(s);
}

static void step_reduce(session *s) {
  static const char *const bodies[] = {
    "state.count = state.count + 1", "state.copy = n.a or n.b or n", "table.insert(state.items, n.c or 1)", "state.items = { n.d, n.d }",
    "state.both = { n.a, x = n.b } state.both = nil",
  };
  drop_future(s);
  law(s, reduce(s->n->h, bodies[roll(s, 5)]) == LK_OK || says(s->n->h, "both list items and the key"), "a reducer may store data of a native slice", NULL);
  add_point(s);
}

static void step_travel(session *s) {
  int to = (int)roll(s, (uint64_t)s->count);
  lk_travel(s->n->h->vm, s->line[s->at].position, s->line[to].position);
  s->at = to;
  check_here(s);
}

static void step_rollback(session *s) {
  drop_future(s);
  int to = (int)roll(s, (uint64_t)s->count);
  lk_rollback(s->n->h->vm, s->line[to].position);
  drop_points(s, to + 1);
  s->at = to;
  check_here(s);
}

static void step_forget(session *s) {
  if (s->at == 0) return;
  int first = (int)roll(s, (uint64_t)s->at + 1);
  lk_forget(s->n->h->vm, s->line[first].position, 0);
  for (int i = 0; i < first; i++) {
    free(s->line[i].native);
    free(s->line[i].lua);
  }
  memmove(s->line, s->line + first, (size_t)(s->count - first) * sizeof *s->line);
  s->count -= first;
  s->at -= first;
}

// The native changes in a list lead from one state to the other.
static void step_changes(session *s) {
  int a = (int)roll(s, (uint64_t)s->count), b = (int)roll(s, (uint64_t)s->count);
  if (a > b) { int swap = a; a = b; b = swap; }
  lk_bytes changes;
  host *h = s->n->h;
  law(s, lk_changes(h->vm, s->line[a].position, s->line[b].position, s->line[s->at].position, &changes) == LK_OK, "the changes can be listed", NULL);
  int reference = lk_value(h->vm, changes);
  lk_assign(h->vm, h->environment, "changes", reference);
  lk_release(h->vm, reference);
  char *last = kernel_text(s, "(function() local now for _, c in ipairs(changes) do if c[2][1] == 'n' then "
                              "assert(#c[2] == 1 and (not now or native.show(c[3]) == now)) now = native.show(c[4]) end end return now end)()");
  if (strcmp(last, "nil") != 0) same_text(s, last, strdup(s->line[b].native), "what is told leads to the state after it"); else free(last);
  check_here(s);
}

static void play(uint64_t seed, int steps) {
  session s = {.seed = seed, .random = seed * 2654435761u + 1, .steps = steps};
  s.n = open_native("return { a = 1, b = container('list', { 1, { 2 }, container('whole map', { a = 1 }) }), "
                    "c = container('map', { d = container('whole list', { 'x' }) }) }");
  add_point(&s);
  for (s.step = 1; s.step <= steps && !s.broken && s.count < 250; s.step++) {
    uint64_t kind = roll(&s, 24);
    if (kind < 8) step_read(&s);
    else if (kind < 12) step_edit(&s);
    else if (kind < 14) step_watched_edit(&s);
    else if (kind < 16) step_reduce(&s);
    else if (kind < 19) step_travel(&s);
    else if (kind < 20) step_rollback(&s);
    else if (kind < 21) step_forget(&s);
    else if (kind < 22) step_changes(&s);
    else if (kind < 23) lk_collect(s.n->h->vm);
    else check_kept(&s);
  }
  if (!s.broken) check_here(&s);
  drop_points(&s, 0);
  close_native(s.n);
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  const char *given = count > 1 ? arguments[1] : getenv("UDF_SEED");
  uint64_t seed = given ? strtoull(given, NULL, 10) : 1;
  int steps = count > 2 ? atoi(arguments[2]) : 100, sessions = count > 3 ? atoi(arguments[3]) : 100, broken = 0;
  for (int i = 0; i < sessions && broken < 5; i++) {
    int before = failed;
    play(seed + (uint64_t)i, steps);
    broken += failed > before;
  }
  printf("seed %llu: %d laws held, %d did not\n", (unsigned long long)seed, passed, failed);
  return failed != 0;
}
