// Compares stock Lua 5.4 with the sandbox in each phase; differential.lua has the cases. Allowed differences are listed here
// and in the documentation (UDFHost, "Lua in the sandbox").
#include "host.h"

#include <stdbool.h>

// A text in the sandbox's lines that may differ, and the phases in which it may; NULL: in all phases.
static const struct { const char *phases, *part; } differences[] = {
  // Error messages that also differ between versions of Lua 5.4.
  {NULL, "bad argument #2 to 'remove' (position out of bounds)"},
  {NULL, "(coroutine expected, got"},
  {NULL, "attempt to load a binary chunk (mode is 't')"},
  {NULL, "bad argument #1 to '?' (function expected"},
  // These refuse a value that is not a table at once, not only at the loop's first step.
  {NULL, "bad argument #1 to 'pairs' (table expected"},
  {NULL, "bad argument #1 to 'ipairs' (table expected"},
  // Addresses are hidden where each run must give the same result.
  {"view reducer", "%p shows an address, which differs from run to run"},
  {"view reducer", "format(\"%s\", {}) → \"table\""},
  {"view reducer", "format(\"%10s|\", {}) → \"     table|\""},
  {"view reducer", "format(\"%-10s|\", {}) → \"table     |\""},
  {"view reducer", "tostring({}) → \"table\""},
  {"view reducer", "tostring(function) → \"function\""},
  {"view reducer", "__name → \"table\""},
};

static bool may_differ(const char *phase, const char *line) {
  for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
    if ((!differences[i].phases || strstr(differences[i].phases, phase)) && strstr(line, differences[i].part)) return true;
  }
  return false;
}

static char *from_stock(const char *phase) {
  char command[1200];
  snprintf(command, sizeof command, "cd '%.1000s", __FILE__);
  char *slash = strrchr(command, '/');
  sprintf(slash, "' && lua5.4 differential.lua %s", phase);
  FILE *pipe = popen(command, "r");
  size_t count = 0, room = 4 << 20;
  char *text = calloc(1, room);
  if (pipe) count = fread(text, 1, room - 1, pipe);
  if (!pipe || pclose(pipe) != 0 || count == 0) printf("lua5.4 cannot be run\n");
  return text;
}

static char *from_sandbox(lk_phase phase, const char *name) {
  host *h = open_host(1 << 30, 120, "return { n = 0 }");
  char *cases = neighbour("differential.lua"), source[200];
  int chunk, task_function;
  lk_bytes results = nothing;
  uint64_t task;
  bool loaded = lk_load(h->vm, text(cases), "differential.lua", h->environment, &chunk) == LK_OK
                && lk_call(h->vm, chunk, 0, nothing, LK_LOAD, 0) == LK_OK;
  int function = loaded ? lk_result_reference(h->vm, 1) : 0;
  lk_assign(h->vm, h->environment, "run_cases", function);
  snprintf(source, sizeof source, "return function() box.lines = run_cases('%s') end", name);
  run(h, "box = {}");
  task_function = evaluate(h, source);
  lk_status status = LK_OK;
  if (phase == LK_EFFECT) status = lk_start(h->vm, task_function, 0, nothing, &task);
  else if (phase == LK_REDUCER) h->reducer = task_function, status = run(h, "act{}");
  else status = lk_call(h->vm, task_function, 0, nothing, phase, 120);
  char *text_ = calloc(1, 4 << 20);
  if (loaded && status == LK_OK) status = lk_call(h->vm, evaluate(h, "return function() return box.lines end"), 0, nothing, LK_PROMPT, 0);
  if (loaded && status == LK_OK) status = lk_results(h->vm, 0, &results);
  if (!loaded || status != LK_OK) says(h, "\x01");
  // A list of one text.
  if (results.count > 10) memcpy(text_, results.data + 10, results.count - 10);
  free(cases);
  close_host(h);
  return text_;
}

static void compare(lk_phase phase, const char *name) {
  char *stock = from_stock(name), *ours = from_sandbox(phase, name), *a = stock, *b = ours;
  int cases = 0, known = 0, wrong = 0;
  while (*a && *b) {
    char *end_a = strchr(a, '\n'), *end_b = strchr(b, '\n');
    if (!end_a || !end_b) break;
    *end_a = *end_b = 0;
    cases++;
    if (strcmp(a, b) != 0) {
      if (may_differ(name, b)) known++;
      else if (wrong++ < 400) printf("  %s:\n    Lua:     %s\n    sandbox: %s\n", name, a, b);
    }
    a = end_a + 1;
    b = end_b + 1;
  }
  check(!*a && !*b && cases > 3000, "both sides print all cases");
  check(wrong == 0, name);
  printf("%s: %d cases, %d known differences, %d others\n", name, cases, known, wrong);
  free(stock);
  free(ours);
}

int main(void) {
  compare(LK_LOAD, "load");
  compare(LK_EFFECT, "effect");
  compare(LK_VIEW, "view");
  compare(LK_REDUCER, "reducer");
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
