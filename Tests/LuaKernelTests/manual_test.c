// Checks the statements of Lua's manual about standard functions in the phases of an app; manual.lua has the code.
#include "host.h"
#include "timing.h"

#include <stdbool.h>

// Each part of the file begins with a line `--- name: phases` and runs in those phases.
static void test_parts(void) {
  char *all = neighbour("manual.lua");
  int parts = 0;
  for (char *at = strstr(all, "\n--- "); at;) {
    char *name = at + 5, *body = strchr(name, '\n'), *colon = strchr(name, ':');
    at = strstr(body, "\n--- ");
    if (at) *at = 0;
    *body++ = 0;
    *colon = 0;
    static const struct { const char *name; lk_phase phase; } phases[] = {
      {"load", LK_LOAD}, {"effect", LK_EFFECT}, {"view", LK_VIEW}, {"reducer", LK_REDUCER},
    };
    for (size_t p = 0; p < sizeof phases / sizeof *phases; p++) {
      if (!strstr(colon + 1, phases[p].name)) continue;
      host *h = open_host(256 << 20, 20, "return { n = 0, items = { 1, 2, 3, 4, 5 }, map = { a = 1, b = 2, c = 3 } }");
      char *source = malloc(strlen(body) + 200);
      lk_status status;
      parts++;
      if (phases[p].phase == LK_REDUCER) {
        sprintf(source, "return function(state, action) %s\nend", body);
        h->reducer = evaluate(h, source);
        status = h->reducer ? run(h, "act{}") : LK_SYNTAX;
      } else if (phases[p].phase == LK_EFFECT) {
        uint64_t task;
        sprintf(source, "return function() %s\nend", body);
        status = lk_start(h->vm, evaluate(h, source), 0, nothing, &task);
      } else {
        sprintf(source, "return function() %s\nend", body);
        status = lk_call(h->vm, evaluate(h, source), 0, nothing, phases[p].phase, 20);
      }
      check(status == LK_OK, name);
      if (status != LK_OK) printf("  in the phase %s, status %d\n", phases[p].name, (int)status), says(h, "\x01");
      free(source);
      close_host(h);
    }
  }
  check(parts > 40, "manual.lua has more than 40 cases");
  free(all);
}

// Seconds of one call with a table of `keys` keys. The tests compare 1,000 with 100,000 keys; their limit is far above the
// promised cost and far below a linear one.
static double cost_of(lk_phase phase, const char *body, int keys) {
  host *h = open_host(0, 0, "return { n = 0, map = {} }");
  char source[1024];
  snprintf(source, sizeof source, "for i = 1, %d do state.map['k' .. i] = i end", keys);
  reduce(h, source);
  snprintf(source, sizeof source, "plain = {} for i = 1, %d do plain['k' .. i] = i end", keys);
  run(h, source);
  snprintf(source, sizeof source, "return function() local next = next %s end", body);
  int function = evaluate(h, source);
  double best = 1e9;
  for (int i = 0; i < 3; i++) {
    double start = processor_time();
    check(lk_call(h->vm, function, 0, nothing, phase, 0) == LK_OK, body);
    double took = processor_time() - start;
    if (i > 0 && took < best) best = took;
  }
  close_host(h);
  return best;
}

static void test_costs(void) {
  static const struct { lk_phase phase; const char *body; } cases[] = {
    {LK_EFFECT, "for i = 1, 3000 do assert(next(state.map)) end"},
    {LK_EFFECT, "for i = 1, 3000 do assert(next(plain)) end"},
    {LK_VIEW, "for i = 1, 3000 do assert(next(state.map) == 'k1') end"},
    {LK_VIEW, "local t = {} for i = 1, 1000 do t['x' .. i] = i end for i = 1, 1000 do local k = next(t) t[k] = nil t['y' .. i] = 1 end"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double small = cost_of(cases[i].phase, cases[i].body, 1000), large = cost_of(cases[i].phase, cases[i].body, 100000);
    check(large < 10 * small + 0.01, cases[i].body);
    if (large >= 10 * small + 0.01) printf("  %.2f ms beside %.2f ms\n", large * 1e3, small * 1e3);
  }
  // A reducer that adds a key and calls next for the first one, many times.
  host *h = open_host(0, 0, "return { n = 0, map = {} }");
  check(reduce(h, "for i = 1, 100000 do state.map['k' .. i] = i end") == LK_OK, "a reducer adds 100,000 keys");
  h->reducer = evaluate(h, "return function(state) state.n = state.n + 1 state.map['a' .. state.n] = 1 assert(next(state.map) == 'a1') "
                           "local k = next(state.map, 'a1') assert(k == nil or k > 'a1') end");
  double start = processor_time();
  check(run(h, "for i = 1, 2000 do act{} end") == LK_OK, "2000 reducers add a key and call next");
  check(processor_time() - start < 10, "adding a key does not sort all keys again");
  check(reduce(h, "local m, n = state.map, 0 for i = 1, 102000 do local k = next(m) if not k then break end m[k] = nil n = n + 1 end "
                  "assert(n == 102000 and next(m) == nil) m.z = 1 m.b = 2 assert(next(m) == 'b' and next(m, 'b') == 'z')") == LK_OK,
        "a loop with next removes every key of a map");
  close_host(h);
}

// The kept order of a map's keys must give the same results as a map without a kept order.
static void test_order_laws(void) {
  host *h = open_host(0, 0, "return { n = 0, map = {} }");
  unsigned seed = 7;
  int wrong = 0;
  for (int i = 0; i < 600 && !wrong; i++) {
    char body[512];
    seed = seed * 1664525u + 1013904223u;
    unsigned a = seed >> 8 & 63, b = seed >> 14 & 63, what = seed >> 28;
    snprintf(body, sizeof body,
             "local m = state.map local function check() local sorted = {} for k in pairs(m) do sorted[#sorted + 1] = k end "
             "local at = 0 for k in next, m do at = at + 1 assert(sorted[at] == k) end assert(at == #sorted) assert(next(m) == sorted[1]) end "
             "%s m['k%u'] = %s m['k%u'] = %s %s",
             what & 1 ? "check()" : "", a, what & 2 ? "1" : "nil", b, what & 4 ? "2" : "nil", what & 8 ? "check()" : "error('no')");
    lk_status status = reduce(h, body);
    wrong = status != LK_OK && !(status == LK_RAISED && says(h, "no"));
    uint64_t end = lk_position(h->vm);
    lk_bytes changes;
    if (i % 7 == 0) lk_changes(h->vm, 0, end, end, &changes);
    if (i % 11 == 0 && end > 4) lk_rollback(h->vm, end - 3);
  }
  check(!wrong, "next gives a map's keys in order after writes and rollbacks");
  close_host(h);
}

static void test_bytes_in_errors(void) {
  host *h = open_host(0, 0, "return { n = 0 }");
  check(run(h, "error('a\\xff\\0b', 0)") == LK_RAISED && lk_error_message(h->vm).count == 4
            && memcmp(lk_error_message(h->vm).data, "a\xff\0b", 4) == 0,
        "an error message keeps its bytes");
  close_host(h);
}

int main(void) {
  test_parts();
  test_costs();
  test_order_laws();
  test_bytes_in_errors();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
