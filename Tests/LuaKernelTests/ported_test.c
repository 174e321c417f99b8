// Runs what Lua's own test suite is about, in our words: coroutines, closures and goto, local variables, errors and formats. The
// files in ported/ have the assertions. Stock Lua 5.4 and each phase of the sandbox must hold all of them.
#include "host.h"

static const char *const files[] = {"coroutines", "closures", "locals", "errors", "formats"};

static const struct { const char *name; lk_phase phase; } phases[] = {
  {"load", LK_LOAD}, {"effect", LK_EFFECT}, {"view", LK_VIEW}, {"reducer", LK_REDUCER},
};

// The number of assertions that hold in the phase; 0 if one fails.
static int assertions(const char *file, const char *name, lk_phase phase) {
  static const char body[] = "return function() local failed, count = {}, 0 ported(function(ok, what) count = count + 1 "
                             "if not ok then failed[#failed + 1] = what end end, '%s') "
                             "box.count, box.failed = count, #failed > 0 and table.concat(failed, '\\n  ') end";
  char path[100], source[400];
  snprintf(path, sizeof path, "ported/%s.lua", file);
  snprintf(source, sizeof source, body, name);
  host *h = open_host(256 << 20, 60, "return { n = 0 }");
  char *code = neighbour(path);
  int chunk, count = 0;
  uint64_t task;
  if (lk_load(h->vm, text(code), path + 7, h->environment, &chunk) == LK_OK && lk_call(h->vm, chunk, 0, nothing, LK_LOAD, 0) == LK_OK) {
    lk_assign(h->vm, h->environment, "ported", lk_result_reference(h->vm, 1));
    run(h, "box = {}");
    int function = evaluate(h, source);
    lk_status status;
    if (phase == LK_EFFECT) status = lk_start(h->vm, function, 0, nothing, &task);
    else if (phase == LK_REDUCER) h->reducer = function, status = run(h, "act{}");
    else status = lk_call(h->vm, function, 0, nothing, phase, 60);
    if (status == LK_OK && run(h, "if box.failed then error(box.failed, 0) end") == LK_OK) {
      lk_bytes results;
      int get = evaluate(h, "return function() return box.count end");
      if (lk_call(h->vm, get, 0, nothing, LK_PROMPT, 0) == LK_OK && lk_results(h->vm, 0, &results) == LK_OK && results.count >= 14) {
        int64_t number;
        memcpy(&number, results.data + 6, sizeof number);
        count = (int)number;
      }
    }
  }
  if (count == 0) says(h, "\x01");
  free(code);
  close_host(h);
  return count;
}

static int from_stock(void) {
  char command[1200], line[300];
  snprintf(command, sizeof command, "cd '%.1000s", __FILE__);
  strcpy(strrchr(command, '/'), "/ported' && lua5.4 run.lua");
  FILE *pipe = popen(command, "r");
  int count = 0;
  while (pipe && fgets(line, sizeof line, pipe)) {
    if (sscanf(line, "%d", &count) != 1) printf("  stock Lua: %s", line);
  }
  return pipe && pclose(pipe) == 0 ? count : 0;
}

int main(void) {
  int stock = from_stock();
  check(stock > 3000, "stock Lua holds the assertions");
  for (size_t p = 0; p < sizeof phases / sizeof *phases; p++) {
    int sum = 0;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
      int count = assertions(files[f], phases[p].name, phases[p].phase);
      if (count == 0) printf("  %s in the phase %s\n", files[f], phases[p].name);
      check(count > 0, files[f]);
      sum += count;
    }
    // Without `load`, pure phases leave out what only the compiler refuses.
    check(phases[p].phase == LK_LOAD || phases[p].phase == LK_EFFECT ? sum == stock : sum > 3000 && sum < stock, phases[p].name);
    printf("%s: %d assertions; stock Lua: %d\n", phases[p].name, sum, stock);
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
