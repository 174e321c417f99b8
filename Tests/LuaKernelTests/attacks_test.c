// Attacks of scripts on the kernel: code that once crashed or corrupted it, and code that never ends.
#include "host.h"
#include "timing.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static void test_coroutines(void) {
  host *h = open_host(0, 5, "return { n = 0 }");
  uint64_t task;
  int f = evaluate(h, "return function() count = coroutine.wrap(function() return select('#', await()) end)() end");
  check(lk_start(h->vm, f, 0, nothing, &task) == LK_AWAIT, "a task awaits inside a coroutine");
  uint32_t many = 100000;
  uint8_t *values = malloc(5 + many);
  values[0] = TAPE_LIST;
  memcpy(values + 1, &many, sizeof many);
  memset(values + 5, TAPE_TRUE, many);
  check(lk_resume(h->vm, task, 1, (lk_bytes){values, 5 + many}) == LK_OK && gives(h, "count", "100000"),
        "a coroutine inside a task gets 100,000 values");
  free(values);
  f = evaluate(h, "return function() thread = coroutine.running() got = await() or 'nothing' end");
  check(lk_start(h->vm, f, 0, nothing, &task) == LK_AWAIT, "a task gives its thread to a script");
  check(run(h, "assert(not coroutine.resume(thread, true, 'forged'))") == LK_OK && gives(h, "got", "nil"),
        "a script cannot resume the thread of a waiting task");
  check(run(h, "coroutine.close(thread)") == LK_RAISED && says(h, "cannot close a coroutine that awaits"), "a script cannot close the thread of a waiting task");
  check(lk_resume(h->vm, task, 1, nothing) == LK_OK && gives(h, "got", "nothing"), "the host resumes a task whose thread a script holds");
  check(run(h, "main = coroutine.running()") == LK_OK, "a script keeps the main thread");
  f = evaluate(h, "return function() closed = pcall(coroutine.close, main) end");
  check(lk_start(h->vm, f, 0, nothing, &task) == LK_OK && gives(h, "closed", "false"), "a task cannot close the main thread");
  // gsub uses much of the C stack, and in Lua 5.4.4 each close starts to count from zero.
  run(h, "local function deep(n, f) if n == 0 then return f() end return (('x'):gsub('x', function() deep(n - 1, f) end)) end "
         "local last for i = 1, 100 do local before = last last = coroutine.create(function() local x <close> = setmetatable({}, "
         "{ __close = function() deep(180, function() if before then coroutine.close(before) end end) end }) coroutine.yield() end) "
         "coroutine.resume(last) end return coroutine.close(last)");
  check(run(h, "return 1") == LK_OK, "closes that nest deep inside gsub do not overflow the C stack");
  close_host(h);
}

static void test_endless_closing(void) {
  host *h = open_host(0, 0.2, "return { n = 0 }");
  check(reduce(h, "pcall(coroutine.wrap(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) error('x') end))")
            == LK_BUDGET,
        "a wrapped coroutine that fails and then loops while it closes is stopped");
  check(reduce(h, "local function fail() local x <close> = setmetatable({}, { __close = function() pcall(coroutine.wrap(fail)) fail() end }) error('x') end "
                  "pcall(coroutine.wrap(fail))") != LK_OK,
        "a wrapped coroutine whose closing fails repeatedly ends the reducer with an error");
  check(reduce(h, "while true do pcall(error) end") == LK_BUDGET && says(h, "the time budget"), "a stop keeps its reason even while a script raises errors");
  check(reduce(h, "state.n = 1") == LK_OK, "the machine runs a reducer after it has stopped scripts");
  lk_bytes bytes;
  int f = evaluate(h, "return function() local t = {} for i = 1, 60 do t = { t, t } end return t end");
  check(lk_call(h->vm, f, 0, nothing, LK_VIEW, 0.05) == LK_OK && lk_results(h->vm, 0, &bytes) == LK_BUDGET,
        "encoding a small result that is endless as a tree is stopped");
  close_host(h);
}

static void test_budget_of_each_run(void) {
  host *h = open_host(0, 0.2, "return { n = 0 }");
  bool all = true;
  // The watchdog looks every 5 ms, so it sees many of these runs.
  for (double start = processor_time(); all && processor_time() - start < 0.5;) all = reduce(h, "for i = 1, 300000 do end") == LK_OK;
  check(all, "the times of separate short runs are not added up");
  close_host(h);
}

static void test_sandbox(void) {
  host *h = open_host(0, 0.2, "return { n = 0 }");
  lk_release(h->vm, h->environment);
  int writable = h->environment = lk_environment(h->vm, 0, 0, 0);
  check(run(h, "rawset(_G, 'x', 1)") == LK_RAISED && says(h, "rawset cannot write a table whose metatable is protected"),
        "rawset cannot write a global");
  check(run(h, "assert(rawget(_G, 'print') == nil and rawget(_G, 'pairs') == pairs and rawget(_G, 'io') == io)") == LK_OK,
        "rawget reads the names of _G");
  check(run(h, "assert(not (io and io.open) and not os.getenv and getmetatable(false) == nil)") == LK_OK, "functions that scripts lack are false");
  check(run(h, "local function f() return io.open('x') end f()") == LK_RAISED && says(h, "io.open is not available"),
        "a tail call of a missing function names it in the error");
  check(run(h, "assert(collectgarbage('count') > 0 and collectgarbage() > 0)") == LK_OK, "scripts may read the amount of used memory");
  check(run(h, "collectgarbage('stop')") == LK_RAISED && says(h, "collectgarbage(\"stop\") is not available"), "scripts cannot control the garbage collector");
  lk_release(h->vm, writable);
  h->environment = lk_environment(h->vm, 1, 0, 0);
  int endless = evaluate(h, "return setmetatable({}, { __index = function() while true do end end })");
  const uint8_t path[] = {TAPE_LIST, 1, 0, 0, 0, TAPE_STRING, 1, 0, 0, 0, 'a'};
  check(lk_reference(h->vm, endless, (lk_bytes){path, sizeof path}) == 0, "resolving a path runs no __index");
  int odd;
  lk_bytes bytes;
  check(lk_load(h->vm, text("return { 1, [setmetatable({}, { __tostring = function() while true do end end })] = 1 }"), "odd.lua",
                h->environment, &odd) == LK_OK
            && lk_call(h->vm, odd, 0, nothing, LK_PROMPT, 0) == LK_OK && lk_results(h->vm, 0, &bytes) == LK_RAISED
            && says(h, "list items and the key (a table)"),
        "an error about a key runs no __tostring");
  check(run(h, "local seen = '' for k in next, { 1, nil, 3 } do seen = seen .. k end assert(seen == '13')") == LK_OK,
        "next skips holes");
  close_host(h);
  h = open_host(64 << 20, 0, "return { n = 0 }");
  check(run(h, "local t = {} for i = 1, 60 do t = { t, t } end act{ deep = t }") == LK_MEMORY, "an action that is endless as a tree is stopped");
  check(reduce(h, "local t = {} for i = 1, 60 do t = { t, t } end error(t)") == LK_MEMORY, "an error value that is endless as a tree is stopped");
  check(reduce(h, "local t = {} for i = 1, 3 do t[{}] = i end for _, v in pairs(t) do state.n = state.n * 10 + v end") == LK_RAISED
            && says(h, "keys that are tables have no order"),
        "a reducer cannot iterate over several keys that are tables");
  check(reduce(h, "local t = { [list] = true } for f in pairs(t) do state.n = #t end") == LK_OK, "a reducer can iterate over one key that is a table");
  close_host(h);
}

static void test_holes(void) {
  host *h = open_host(0, 0, "return { items = { 1, 2, 3, 4, 5 } }");
  const char *const bodies[] = {
    "state.items[2] = nil table.insert(state.items, 1, 9)", "state.items[2] = nil table.remove(state.items, 1)",
    "state.items[2] = nil table.sort(state.items)", "state.items[2] = nil table.unpack(state.items)",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    check(reduce(h, bodies[i]) == LK_RAISED && says(h, "s.items has holes now") && gives(h, "state.items", "[1 2 3 4 5]"), bodies[i]);
  }
  check(reduce(h, "state.items[2] = nil state.items[4] = nil") == LK_STATE && says(h, "s.items is left with holes"), "a list with two holes is refused at commit");
  check(reduce(h, "local l = state.items l[2] = nil l[4] = nil assert(#l == 5) l[5] = nil assert(#l == 3) l[2] = 2 l[4] = 4") == LK_OK
            && gives(h, "state.items", "[1 2 3 4]"),
        "the length of a list with holes is its last position");
  check(reduce(h, "state.items[1] = nil error('no')") == LK_RAISED && run(h, "assert(#state.items == 4)") == LK_OK,
        "an undone transaction leaves no record of holes");
  check(reduce(h, "table.sort(state.items, function(a, b) state.items[1] = 9 return a > b end)") == LK_RAISED
            && says(h, "the list changed while it was sorted") && gives(h, "state.items", "[1 2 3 4]"),
        "sort raises if its comparison writes to the list");
  close_host(h);
}

static void test_state(void) {
  host *h = open_host(0, 0, "return { a = 1 }");
  int list = evaluate(h, "return { 1, 2, 3 }"), map = evaluate(h, "return { b = { c = 1 } }");
  check(lk_slice_merge(h->vm, h->slice, list) == LK_RAISED && says(h, "a list cannot be merged into a map"), "a list cannot be merged into a map");
  check(lk_slice_replace(h->vm, h->slice, list) == LK_OK && gives(h, "#state", "3"), "a list replaces a map as a slice's content");
  check(reduce(h, "state[4] = 4") == LK_OK && gives(h, "state", "[1 2 3 4]"), "the replaced slice works as a list");
  check(lk_slice_replace(h->vm, h->slice, map) == LK_OK && lk_slice_merge(h->vm, h->slice, map) == LK_OK
            && reduce(h, "state.b.c = 2") == LK_OK && gives(h, "state", "{b={c=2}}"),
        "a map replaces a list as a slice's content");
  check(lk_slice_replace(h->vm, h->slice, evaluate(h, "return { f = function() end }")) == LK_RAISED && gives(h, "state.b.c", "2"),
        "content that cannot be state is refused and changes nothing");
  int deepen = 0;
  while (deepen < 10 && reduce(h, "local at = state while at.next do at = at.next end for i = 1, 90 do at.next = {} at = at.next end") == LK_OK) deepen++;
  check(deepen == 2 && says(h, "is nested deeper than 200 tables"), "state cannot exceed the depth limit in several steps");
  close_host(h);

  h = open_host(0, 0, "return { p = { a = {} } }");
  check(reduce(h, "a = state.p.a state.p.a = nil") == LK_OK && reduce(h, "a.p = state.p state.p = nil") == LK_OK
            && reduce(h, "a.x = { 1 }") == LK_OK && reduce(h, "state.back = a") == LK_OK && gives(h, "state", "{back={p={} x=[1]}}"),
        "a removed table that has taken in its former parent can be stored again");
  close_host(h);

  h = open_host(0, 0, "return { users = { { id = 1 }, { id = 2 } }, same = 'unknown' }");
  h->reducer = evaluate(h, "return function(state, action) state.same = action.user == state.users[1] action.user.id = 7 end");
  check(run(h, "act{ user = state.users[1] }") == LK_OK && gives(h, "state", "{same=false users=[{id=1} {id=2}]}"),
        "a node inside an action is copied, so that a replay gives the same result");
  close_host(h);
}

static void test_actions(void) {
  host *h = open_host(0, 0, "return { got = '' }");
  h->reducer = evaluate(h, "return function(state, action) if action.bad then error('bad') end state.got = action.type .. ' ' .. tostring(rawget(action, 'type')) end");
  check(run(h, "a = { bad = true } assert(not pcall(act, a)) assert(a.type == nil) a.bad = nil act(a) assert(a.type == nil)") == LK_OK
            && gives(h, "state.got", "s/act nil"),
        "after a refused action the script's table has no type and can be sent again");
  check(run(h, "b = { f = { list } } assert(not pcall(act, b)) assert(b.type == nil)") == LK_OK, "after a failed copy of an action the script's table has no type");
  check(run(h, "c = { type = 'forged', n = 1 } act(c) assert(c.type == 'forged')") == LK_OK && gives(h, "state.got", "s/act s/act"),
        "the member function's type replaces the field `type` of an action");
  check(run(h, "e = { s = state } act(e) assert(e.type == nil)") == LK_OK, "after an action with a node is sent the script's table has no type");
  h->reducer = evaluate(h, "return function(state, action) d = action pcall(act, action) state.got = action.type end");
  check(run(h, "act{} assert(d.type == nil)") == LK_OK && gives(h, "state.got", "s/act"), "an action that its reducer sends again keeps its type");
  close_host(h);
}

// MARK: scripts that never end or use all memory

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void test_hostile(void) {
  static const char *const loops[] = {
    "while true do end",
    "while true do pcall(function() while true do end end) end",
    "coroutine.wrap(function() while true do end end)()",
    "while true do pcall(coroutine.wrap(function() while true do end end)) end",
    "local co = coroutine.create(function() while true do coroutine.yield() end end) while true do coroutine.resume(co) end",
    "xpcall(function() error('x') end, function() while true do end end)",
    "while true do xpcall(function() while true do end end, function() while true do end end) end",
    "local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end",
    "local x <close> = setmetatable({}, { __close = function() while true do end end }) error('x')",
    "coroutine.wrap(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end end)()",
    "local function f() local x <close> = setmetatable({}, { __close = function() while true do end end }) coroutine.yield() end local co = coroutine.create(f) coroutine.resume(co) coroutine.close(co)",
    "string.rep('a', 30000):find(string.rep('a*', 30) .. 'b')",
    "string.rep('a', 30000):gsub(string.rep('a*', 30) .. 'b', '')",
    "for w in string.rep('a', 30000):gmatch(string.rep('a*', 30) .. 'b') do end",
    "while true do string.rep('abc', 1000000) end",
    "string.rep('', 1 << 60); while true do end",
    "table.move({}, 1, 1 << 60, 2)",
    "table.concat(setmetatable({}, { __index = function() return 'x' end }), '', 1, 1 << 40)",
    "table.sort({ 3, 2, 1 }, function() while true do end end)",
    "local t = {} for i = 1, 1000 do t[i] = i end while true do table.sort(t, function(a, b) return true end) end",
    "tostring(setmetatable({}, { __tostring = function() while true do end end }))",
    "local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) while true do pcall(function() return t[1] end) end",
    "error(setmetatable({}, { __tostring = function() while true do end end }))",
    "goto a ::a:: goto a",
    "local function f() return f() end f()",
    "while true do pcall(error) end",
    "local t = {} for i = 1, 100 do t = { t, t } end state.x = t",
    "for i = 1, math.huge do state.n = i end",
    "repeat local ok = pcall(function() local y <close> = setmetatable({}, { __close = function() error('y') end }) end) until false",
    "string.format('%s', setmetatable({}, { __tostring = function() while true do end end }))",
    "('x'):rep(1000):gsub('.', function() while true do end end)",
    "next(setmetatable({}, { __pairs = 1 })) for k in pairs(setmetatable({}, { __pairs = function() while true do end end })) do end",
  };
  int count = (int)(sizeof loops / sizeof *loops);
  double worst = 0;
  for (int i = 0; i < count; i++) {
    host *h = open_host(256 << 20, 0.1, "return { n = 0 }");
    double start = seconds();
    lk_status status = reduce(h, loops[i]);
    double took = seconds() - start;
    if (took > worst) worst = took;
    int ok = (h->last == LK_BUDGET || h->last == LK_MEMORY) && gives(h, "state", "{n=0}") && lk_position(h->vm) == 0
             && reduce(h, "state.n = 1") == LK_OK && gives(h, "state.n", "1");
    if (!ok) printf("  status %d (%d)\n", (int)h->last, (int)status);
    check(ok, loops[i]);
    close_host(h);
  }
  // The time depends more on the machine than on the kernel, so it is only printed.
  printf("%d scripts that never end: the longest was stopped after %.3f s\n", count, worst);

  static const char *const eaters[] = {
    "local t = {} while true do t[#t + 1] = {} end",
    "local s = 'x' while true do s = s .. s end",
    "string.rep('x', 1 << 40)",
    "string.rep('x', 1 << 28)",
    "local t = {} for i = 1, 1e9 do t[i] = i end",
    "while true do pcall(string.rep, 'x', 1 << 28) end",
    "local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(1 << 20) .. #t end) end",
    "state.list = {} for i = 1, 1e9 do state.list[i] = { i } end",
    "local function f(...) return f(1, ...) end f()",
    "local function f() return 1 + f() end while true do pcall(f) end",
    "local t = {} for i = 1, 1e8 do t[i] = coroutine.create(function() end) end",
    "return { table.unpack({}, 1, 1e8) }",
    "local b = {} for i = 1, 1e8 do b[i] = ('x'):rep(100) .. i end return table.concat(b)",
  };
  count = (int)(sizeof eaters / sizeof *eaters);
  for (int i = 0; i < count; i++) {
    host *h = open_host(64 << 20, 1, "return { n = 0 }");
    reduce(h, eaters[i]);
    lk_collect(h->vm);
    int ok = h->last != LK_OK && gives(h, "state", "{n=0}") && reduce(h, "state.n = 1") == LK_OK && lk_memory_used(h->vm) < (16 << 20);
    if (!ok) {
      says(h, "\x01");
      printf("  status %d, %zu bytes\n", (int)h->last, lk_memory_used(h->vm));
    }
    check(ok, eaters[i]);
    close_host(h);
  }
  host *h = open_host(0, 0, "return {}");
  check(run(h, "local f for i = 1, 20000 do local g = f; f = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() "
               "if g then coroutine.close(g) end end }) coroutine.yield() end) coroutine.resume(f) end return coroutine.close(f)") != LK_BUDGET,
        "20,000 nested coroutine.close do not crash");
  check(run(h, "assert(not pcall(setmetatable, {}, { __gc = type }))") == LK_OK, "__gc is refused");
  check(run(h, "assert(not load('\\27Lua')) assert(not load('return 1', 'x', 'b'))") == LK_OK, "bytecode is refused");
  check(run(h, "assert(io.open == false and require == nil and dofile == nil and package == nil and os.execute == false and debug.getinfo == nil)") == LK_OK,
        "the sandbox lacks files, packages, processes and debug.getinfo");
  check(run(h, "assert('10' + 1 == 11 and ('x'):rep(2) == 'xx' and getmetatable('') == false)") == LK_OK, "strings keep their arithmetic and methods, and hide their metatable");
  check(run(h, "local t = {} for i = 1, 1000000 do t = { t } end act{ deep = t }") == LK_RAISED && says(h, "deeper than 200"), "an action nested a million levels deep is refused");
  close_host(h);
}

// MARK: two machines at once

static void *run_machine(void *argument) {
  long id = (long)(intptr_t)argument, sum = 0;
  host *h = open_host(64 << 20, 0.1, "return { n = 0, items = {} }");
  for (int i = 1; i <= 200; i++) {
    char body[200];
    snprintf(body, sizeof body, "state.n = state.n + %ld table.insert(state.items, 1, { id = state.n })", id);
    if (reduce(h, body) == LK_OK) sum += id;
    if (i % 50 == 0 && reduce(h, "state.n = 0 while true do local t = {} end") != LK_BUDGET) sum = -1;
    if (i % 60 == 0) lk_rollback(h->vm, lk_position(h->vm));
  }
  char expected[32];
  snprintf(expected, sizeof expected, "%ld", sum);
  bool right = sum == 200 * id && gives(h, "state.n", expected) && gives(h, "#state.items", "200");
  close_host(h);
  return right ? argument : NULL;
}

static void test_two_machines(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run_machine, (void *)(intptr_t)(i + 1));
  for (long i = 0; i < 2; i++) {
    void *result = NULL;
    pthread_join(threads[i], &result);
    check(result == (void *)(intptr_t)(i + 1), "two machines in two threads share nothing");
  }
}

int main(void) {
  test_coroutines();
  test_endless_closing();
  test_budget_of_each_run();
  test_sandbox();
  test_holes();
  test_state();
  test_actions();
  test_hostile();
  test_two_machines();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
