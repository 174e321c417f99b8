// What a script might try against the kernel: each case once did harm.
#include "host.h"

static void test_coroutines(void) {
  host *h = open_host(0, 5, "return { n = 0 }");
  uint64_t task;
  int f = evaluate(h, "return function() count = coroutine.wrap(function() return select('#', await()) end)() end");
  check(lk_start(h->vm, f, 0, nothing, &task) == LK_AWAIT, "an await inside a coroutine");
  uint32_t many = 100000;
  uint8_t *values = malloc(5 + many);
  values[0] = TAPE_LIST;
  memcpy(values + 1, &many, sizeof many);
  memset(values + 5, TAPE_TRUE, many);
  check(lk_resume(h->vm, task, 1, (lk_bytes){values, 5 + many}) == LK_OK && gives(h, "count", "100000"),
        "a hundred thousand values for a coroutine inside a task");
  free(values);
  f = evaluate(h, "return function() thread = coroutine.running() got = await() or 'nothing' end");
  check(lk_start(h->vm, f, 0, nothing, &task) == LK_AWAIT, "a task that gives its thread away");
  check(run(h, "assert(not coroutine.resume(thread, true, 'forged'))") == LK_OK && gives(h, "got", "nil"),
        "a script cannot answer for the host");
  check(run(h, "coroutine.close(thread)") == LK_RAISED && says(h, "cannot close a coroutine that awaits"), "nor close a task");
  check(lk_resume(h->vm, task, 1, nothing) == LK_OK && gives(h, "got", "nothing"), "the host can answer it");
  check(run(h, "main = coroutine.running()") == LK_OK, "a script keeps the main thread");
  f = evaluate(h, "return function() closed = pcall(coroutine.close, main) end");
  check(lk_start(h->vm, f, 0, nothing, &task) == LK_OK && gives(h, "closed", "false"), "and cannot close it from a task");
  // gsub uses much of the C stack, and in Lua 5.4.4 each close begins to count anew.
  run(h, "local function deep(n, f) if n == 0 then return f() end return (('x'):gsub('x', function() deep(n - 1, f) end)) end "
         "local last for i = 1, 100 do local before = last last = coroutine.create(function() local x <close> = setmetatable({}, "
         "{ __close = function() deep(180, function() if before then coroutine.close(before) end end) end }) coroutine.yield() end) "
         "coroutine.resume(last) end return coroutine.close(last)");
  check(run(h, "return 1") == LK_OK, "closes that nest deep inside gsub do not overflow the C stack");
  close_host(h);
}

int main(void) {
  test_coroutines();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
