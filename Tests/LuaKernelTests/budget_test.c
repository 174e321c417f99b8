// Scripts that spend time inside C functions, where no hook is called: each must end within twice its budget. budget.lua has
// the scripts.
#include "host.h"
#include "timing.h"

#include <stdbool.h>

static const double budget = 0.15 * SLOWDOWN;

// Stores the processor time of the script in *took. Returns false if the script could not be run.
static bool attack(host *h, lk_phase phase, char *body, double *took) {
  static const char line[] = "-- attack\n";
  char *script = strstr(body, line);
  if (!script) return false;
  char *setup = strndup(body, (size_t)(script - body)), *source = malloc(strlen(script) + 200);
  int prepare, function;
  bool ready = lk_load(h->vm, text(setup), "setup.lua", h->environment, &prepare) == LK_OK
               && lk_call(h->vm, prepare, 0, nothing, LK_PROMPT, 1e6) == LK_OK;
  sprintf(source, "return function(%s) %s end", phase == LK_REDUCER ? "state, action" : "", script + sizeof line - 1);
  function = evaluate(h, source);
  if (ready && function) {
    uint64_t task;
    lk_bytes results;
    h->reducer = function;
    double start = processor_time();
    if (phase == LK_REDUCER) run(h, "act{}");
    else if (phase == LK_EFFECT) lk_start(h->vm, function, 0, nothing, &task);
    else if (lk_call(h->vm, function, 0, nothing, phase, budget) == LK_OK) lk_results(h->vm, 0, &results);
    *took = processor_time() - start;
  }
  if (!ready || !function) says(h, "\x01");
  free(setup);
  free(source);
  return ready && function;
}

// Runs the script on a machine of its own, and returns its processor time. The whole action counts, including an undo.
static double try_attack(lk_phase phase, char *body, const char *name) {
  host *h = open_host(512 << 20, budget, "return { n = 0, items = {} }");
  double took = 0;
  check(attack(h, phase, body, &took), name);
  check(run(h, "return 1") == LK_OK, "the machine runs after the attack");
  close_host(h);
  return took;
}

static void test_parts(const char *only) {
  char *all = neighbour("budget.lua");
  int parts = 0;
  for (char *at = strstr(all, "\n--- "); at;) {
    char *name = at + 5, *body = strchr(name, '\n'), *colon = strchr(name, ':');
    at = strstr(body, "\n--- ");
    if (at) *at = 0;
    *body++ = 0;
    *colon = 0;
    static const struct { const char *name; lk_phase phase; } phases[] = {
      {"effect", LK_EFFECT}, {"view", LK_VIEW}, {"reducer", LK_REDUCER},
    };
    for (size_t p = 0; p < sizeof phases / sizeof *phases; p++) {
      if (!strstr(colon + 1, phases[p].name) || (only && !strstr(name, only))) continue;
      parts++;
      // Code that cannot be stopped takes its time in each attempt; a neighbour on the machine does not.
      double took = 2 * budget;
      for (int i = 0; i < 3 && took >= 2 * budget; i++) took = try_attack(phases[p].phase, body, name);
      check(took < 2 * budget, name);
      if (took >= 2 * budget || only) printf("  %s in the phase %s: %.2f s of a processor\n", name, phases[p].name, took);
    }
  }
  check(only || parts > 60, "budget.lua has more than 60 cases");
  free(all);
}

int main(int count, char **arguments) {
  test_parts(count > 1 ? arguments[1] : NULL);
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
