// Tasks driven by a host: how they end, whose thread is reused, and what a script can do with a task that it keeps.
#include "../../Sources/LuaKernel/kernel.h"
#include "host.h"

#define MANY 4096

/// The data of the tests' host: the tasks that scripts have spawned and that it has not started.
typedef struct spawned {
  uint64_t tasks[MANY];
  int count;
  bool refuses;
} spawned;

enum { AWAIT = 1, SPAWN, ASK };

// AWAIT always suspends; ASK suspends only if the code may wait.
static lk_answer on_task_call(void *context, int32_t function) {
  host *h = context;
  spawned *s = h->more;
  if (function == AWAIT) return LK_SUSPEND;
  if (function == ASK && lk_can_await(h->vm)) return LK_SUSPEND;
  if (function == SPAWN && !s->refuses && s->count < MANY) {
    int64_t number;
    memcpy(&number, lk_arguments(h->vm).data + 6, sizeof number);
    s->tasks[s->count++] = (uint64_t)number;
    lk_answer_with(h->vm, lk_arguments(h->vm));
    return LK_RETURN;
  }
  uint8_t refusal[] = {TAPE_LIST, 1, 0, 0, 0, TAPE_STRING, 6, 0, 0, 0, 'n', 'o', 't', ' ', 'o', 'k'};
  if (function == SPAWN) lk_drop(h->vm, (uint64_t)lk_arguments(h->vm).data[6]);
  lk_answer_with(h->vm, (lk_bytes){refusal, sizeof refusal});
  return LK_RAISE;
}

static host *open_tasks(size_t memory, double seconds, spawned *s) {
  *s = (spawned){.count = 0};
  host *h = open_host_with((lk_callbacks){.call = on_task_call}, memory, seconds, "return { n = 0 }");
  if (!h) return NULL;
  h->more = s;
  int spawn = lk_spawner(h->vm, SPAWN), ask = lk_function(h->vm, ASK, 0);
  lk_assign(h->vm, h->environment, "spawn", spawn);
  lk_assign(h->vm, h->environment, "ask", ask);
  lk_release(h->vm, spawn);
  lk_release(h->vm, ask);
  run(h, "function closing(f) return setmetatable({}, { __close = f }) end notes = {} "
         "function note(...) notes[#notes + 1] = table.concat({ ... }, ' ') end");
  return h;
}

// Starts `function() <body> end`.
static lk_status start(host *h, const char *body, uint64_t *task) {
  char source[4096];
  snprintf(source, sizeof source, "return function() %s end", body);
  int function = evaluate(h, source);
  lk_status status = lk_start(h->vm, function, 0, nothing, task);
  lk_release(h->vm, function);
  return status;
}

static const uint8_t seven[] = {TAPE_LIST, 1, 0, 0, 0, TAPE_INTEGER, 7, 0, 0, 0, 0, 0, 0, 0};
static const uint8_t stop[] = {TAPE_LIST, 1, 0, 0, 0, TAPE_STRING, 4, 0, 0, 0, 's', 't', 'o', 'p'};

static lk_status give(host *h, uint64_t task) { return lk_resume(h->vm, task, 1, (lk_bytes){seven, sizeof seven}); }
static lk_status cancel(host *h, uint64_t task) { return lk_resume(h->vm, task, 0, (lk_bytes){stop, sizeof stop}); }

// The number of tasks in the machine.
static int living(host *h) {
  lua_State *L = h->vm->main;
  int count = 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, h->vm->tasks);
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) count++;
  lua_pop(L, 1);
  return count;
}

static size_t memory_of(host *h) {
  lk_collect(h->vm);
  lk_collect(h->vm);
  return lk_memory_used(h->vm);
}

// MARK: scenarios

static void test_ends(void) {
  spawned s;
  host *h = open_tasks(0, 0.2, &s);
  uint64_t first, task;
  check(start(h, "n = 1", &first) == LK_OK && living(h) == 0 && gives(h, "n", "1"), "a task that never waits ends");
  check(start(h, "error('no')", &task) == LK_RAISED && says(h, "no") && living(h) == 0, "a task that fails ends");
  check(start(h, "local x <close> = closing(function() note('closed') end) ask() error('late')", &task) == LK_AWAIT
            && give(h, task) == LK_RAISED && says(h, "late") && living(h) == 0 && gives(h, "notes[1]", "closed"),
        "a task that fails after an await closes its variables");
  check(start(h, "while true do end", &task) == LK_BUDGET && living(h) == 0, "a task that loops is killed");
  check(start(h, "local x <close> = closing(function() note('never') end) ask() while true do end", &task) == LK_AWAIT
            && give(h, task) == LK_BUDGET && living(h) == 0 && gives(h, "#notes", "1"),
        "a task that is killed after an await runs no closing handlers");
  check(start(h, "while true do pcall(ask) local x <close> = closing(function() while true do end end) end", &task) == LK_AWAIT
            && give(h, task) == LK_BUDGET && living(h) == 0,
        "a task is killed while it closes a variable");
  check(task > first && give(h, task) == LK_RAISED && says(h, "no such task"), "task numbers are not reused");
  check(start(h, "n = ask() + ask()", &task) == LK_AWAIT && give(h, task) == LK_AWAIT && give(h, task) == LK_OK
            && gives(h, "n", "14"),
        "a task works after others were killed");
  close_host(h);
}

static void test_context(void) {
  spawned s;
  host *h = open_tasks(0, 0, &s);
  uint8_t seven_itself[] = {TAPE_INTEGER, 7, 0, 0, 0, 0, 0, 0, 0};
  lk_bytes argument = {seven_itself, sizeof seven_itself};
  int function = evaluate(h, "return function(...) note(select('#', ...), (...).shared, select(2, ...)) end");
  int context = evaluate(h, "return { shared = 'yes' }");
  uint64_t task;
  for (int i = 0; i < 2; i++) {
    check(lk_start(h->vm, function, context, i % 2 ? argument : nothing, &task) == LK_OK, "a task starts with a context");
  }
  check(gives(h, "table.concat(notes, ';')", "1 yes;2 yes 7"), "the context is the first argument");
  int alone = evaluate(h, "return function(...) note('alone', select('#', ...), ...) end");
  check(lk_start(h->vm, alone, 0, argument, &task) == LK_OK && gives(h, "notes[3]", "alone 1 7"), "a task starts without a context");
  close_host(h);
}

static void test_recycling(void) {
  spawned s;
  host *h = open_tasks(0, 0.2, &s);
  uint64_t task, other;
  start(h, "thread = coroutine.running()", &task);
  check(start(h, "same = thread == coroutine.running()", &task) == LK_OK && gives(h, "same", "true"),
        "the thread of an ended task is reused");
  start(h, "thread = coroutine.running() ask()", &task);
  give(h, task);
  check(run(h, "local ok, message = coroutine.resume(thread, true, 'forged') assert(not ok and message == 'cannot resume dead coroutine')")
            == LK_OK,
        "a script that kept a task's thread cannot resume it");
  check(run(h, "coroutine.close(thread)") == LK_RAISED && says(h, "cannot close a coroutine that awaits"), "a script that kept a task's thread cannot close it");
  check(run(h, "coroutine.wrap(thread)") == LK_RAISED && says(h, "function expected, got thread"), "a script that kept a task's thread cannot wrap it");
  check(gives(h, "coroutine.status(thread)", "dead"), "a script that kept a task's thread sees that it is dead");
  check(start(h, "got = ask() reused = thread == coroutine.running()", &other) == LK_AWAIT, "another task reuses the thread");
  check(run(h, "local ok, message = coroutine.resume(thread, true, 'forged') assert(not ok and message == 'cannot resume a coroutine that awaits')")
            == LK_OK,
        "a script cannot resume the new task through the kept thread");
  check(run(h, "coroutine.close(thread)") == LK_RAISED && says(h, "cannot close a coroutine that awaits"), "a script cannot close the new task through the kept thread");
  check(give(h, task) == LK_RAISED && says(h, "no such task") && gives(h, "got", "nil"), "the former task's number does not resume the new task");
  check(give(h, other) == LK_OK && gives(h, "got", "7") && gives(h, "reused", "true"), "the host resumes the new task by its number");
  check(start(h, "local inner = coroutine.wrap(function() return coroutine.resume(thread), coroutine.status(thread), "
                 "coroutine.isyieldable(thread), pcall(coroutine.close, thread) end) note(tostring((inner())))", &task) == LK_OK
            && gives(h, "notes[1]", "false"),
        "code inside a task cannot resume the task's own thread");
  check(start(h, "coroutine.yield(1)", &task) == LK_RAISED && says(h, "attempt to yield from outside a coroutine"),
        "a script cannot suspend a task");

  size_t before = memory_of(h);
  start(h, "n = 1", &task);
  start(h, "local big = string.rep('x', 1 << 23) while true do end", &task);
  check(memory_of(h) < before + (1 << 20), "the memory of a killed task is released");
  start(h, "n = 1", &task);
  start(h, "local big = string.rep('x', 1 << 23) error('no')", &task);
  check(memory_of(h) < before + (1 << 20), "the memory of a failed task is released");
  for (int i = 0; i < 200; i++) start(h, "ask()", &task);
  check(living(h) == 200, "200 tasks wait at once");
  for (uint64_t at = task - 199; at <= task; at++) give(h, at);
  check(living(h) == 0 && h->vm->idle_threads == LK_IDLE_THREADS, "the machine keeps a limited number of threads");
  close_host(h);
}

static void test_spawning(void) {
  spawned s;
  host *h = open_tasks(0, 0.2, &s);
  uint64_t task;
  check(start(h, "child = spawn(function() note('child') note(ask()) end) note('parent') ask()", &task) == LK_AWAIT
            && s.count == 1 && living(h) == 2 && gives(h, "table.concat(notes, ' ')", "parent"),
        "a spawned task does not start by itself");
  check(lk_resume(h->vm, s.tasks[0], 0, (lk_bytes){stop, sizeof stop}) == LK_AWAIT
            && gives(h, "table.concat(notes, ' ')", "parent child"),
        "a spawned task starts when it is resumed, whatever the values");
  check(give(h, task) == LK_OK && give(h, s.tasks[0]) == LK_OK && living(h) == 0 && gives(h, "notes[3]", "7"),
        "a spawned task outlives its parent");

  s.count = 0;
  size_t before = memory_of(h);
  for (int i = 0; i < 100; i++) {
    s.count = 0;
    start(h, "local big = string.rep('x', 1 << 16) for i = 1, 10 do spawn(function() note(big) end) end", &task);
    for (int n = 0; n < s.count; n++) lk_drop(h->vm, s.tasks[n]);
  }
  check(s.count == 10 && living(h) == 0 && memory_of(h) < before + (1 << 16), "dropped tasks leave no memory behind");
  lk_drop(h->vm, s.tasks[0]);
  lk_drop(h->vm, 12345678);
  check(give(h, s.tasks[0]) == LK_RAISED && says(h, "no such task"), "dropping a task twice has no effect");
  check(start(h, "n = ask()", &task) == LK_AWAIT && give(h, task) == LK_OK && gives(h, "n", "7"), "dropping a task does not affect others");

  s.count = 0;
  start(h, "local function nest(depth) return function() if depth > 0 then spawn(nest(depth - 1)) else note('deep') end end end "
           "nest(1000)()", &task);
  for (int n = 0; n < s.count; n++) give(h, s.tasks[n]);
  check(s.count == 1000 && living(h) == 0 && gives(h, "notes[#notes]", "deep"), "a chain of 1000 tasks, each spawned by the previous one");

  s.count = 0;
  check(start(h, "spawn(7)", &task) == LK_RAISED && says(h, "function expected, got number") && living(h) == 0,
        "only functions can be spawned");
  s.refuses = true;
  lk_status status = start(h, "spawn(function() end)", &task);
  check(status == LK_RAISED && says(h, "not ok"), "the host may refuse a spawned task");
  s.refuses = false;
  check(run(h, "thread = spawn(function() ask() end)") == LK_OK && s.count == 1 && give(h, s.tasks[0]) == LK_AWAIT
            && cancel(h, s.tasks[0]) == LK_RAISED && says(h, "stop"),
        "a task spawned outside of a task runs");
  s.count = 0;
  check(start(h, "for i = 1, 3 do spawn(function() while true do end end) end", &task) == LK_OK && s.count == 3, "a task spawns three tasks that loop");
  for (int n = 0; n < 3; n++) check(give(h, s.tasks[n]) == LK_BUDGET, "each looping task is killed by itself");
  s.count = 0;
  check(start(h, "coroutine.wrap(function() spawn(function() note(ask()) end) end)()", &task) == LK_OK
            && give(h, s.tasks[0]) == LK_AWAIT && give(h, s.tasks[0]) == LK_OK,
        "a coroutine inside a task can spawn");
  close_host(h);
}

// A closing handler may await while the task unwinds, but not after an uncaught error has ended it.
static void test_closing(void) {
  spawned s;
  host *h = open_tasks(0, 0.2, &s);
  uint64_t task;
  const char *closing = "local x <close> = closing(function() note('closing') note('got', ask()) note('closed') end) ";
  char body[512];
  snprintf(body, sizeof body, "do %s end note('after')", closing);
  check(start(h, body, &task) == LK_AWAIT && give(h, task) == LK_OK
            && gives(h, "table.concat(notes, ', ')", "closing, got 7, closed, after"),
        "a closing handler may await");
  run(h, "notes = {}");
  snprintf(body, sizeof body, "local ok, e = pcall(function() %s ask() end) note(tostring(ok), e)", closing);
  check(start(h, body, &task) == LK_AWAIT && cancel(h, task) == LK_AWAIT && give(h, task) == LK_OK
            && gives(h, "table.concat(notes, ', ')", "closing, got 7, closed, false stop"),
        "a closing handler may await while pcall catches an error");
  run(h, "notes = {}");
  snprintf(body, sizeof body, "local ok, e = pcall(function() %s ask() end) note(tostring(ok), e)", closing);
  check(start(h, body, &task) == LK_AWAIT && cancel(h, task) == LK_AWAIT && cancel(h, task) == LK_OK
            && gives(h, "table.concat(notes, ', ')", "closing, false stop"),
        "an error during the await of a closing handler is raised");
  run(h, "notes = {}");
  snprintf(body, sizeof body, "%s ask()", closing);
  check(start(h, body, &task) == LK_AWAIT && cancel(h, task) == LK_RAISED && says(h, "not ok") && living(h) == 0
            && gives(h, "table.concat(notes, ', ')", "closing"),
        "an uncaught error of a task ends its closing handlers at their await");
  run(h, "notes = {}");
  check(start(h, "local x <close> = closing(function() note('closing') await() note('closed') end) await()", &task) == LK_AWAIT
            && cancel(h, task) == LK_RAISED && says(h, "attempt to yield across a C-call boundary") && living(h) == 0
            && gives(h, "table.concat(notes, ', ')", "closing"),
        "an uncaught error ends closing handlers even if the host would suspend them");
  run(h, "notes = {}");
  check(start(h, "local a <close> = closing(function(_, e) note('a', e) error('third', 0) end) "
                 "local b <close> = closing(function(_, e) note('b', e) error('second', 0) end) ask()", &task) == LK_AWAIT
            && cancel(h, task) == LK_RAISED && says(h, "third") && gives(h, "table.concat(notes, ', ')", "b stop, a second"),
        "an error in a closing handler replaces the former error");
  run(h, "notes = {}");
  check(start(h, "local a <close> = closing(function() spawn(function() note('spawned') end) end) ask()", &task) == LK_AWAIT
            && cancel(h, task) == LK_RAISED && give(h, s.tasks[0]) == LK_OK && gives(h, "notes[1]", "spawned"),
        "a closing handler can spawn a task");
  check(start(h, "coroutine.wrap(function() local x <close> = closing(function() note('inner') end) ask() end)()", &task) == LK_AWAIT
            && cancel(h, task) == LK_RAISED && gives(h, "notes[2]", "inner") && living(h) == 0,
        "cancelling a task closes the variables of a coroutine inside it");
  close_host(h);
}

// MARK: random steps

static uint64_t random_state;
static uint64_t roll(uint64_t n) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (random_state >> 33) % n;
}

static const char *const lives[] = {
  "ask()", "note(ask()) ask()", "error('no')", "ask() error({ code = 'x' })", "pcall(ask) pcall(ask)",
  "spawn(function() ask() end) spawn(function() spawn(function() pcall(ask) end) end)", "kept[#kept % 50 + 1] = coroutine.running() ask()",
  "for _, thread in ipairs(kept) do pcall(coroutine.close, thread) coroutine.resume(thread, true, 'forged') end ask()",
  "local x <close> = closing(function() pcall(ask) end) ask()", "coroutine.wrap(function() ask() ask() end)()",
  "local w = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(ask()) end end) w() w()",
  "do local x <close> = closing(function() ask() spawn(function() ask() end) end) end ask()",
};

/// `waiting` holds the tasks that have not ended.
static void step(host *h, uint64_t *waiting, int *count) {
  spawned *s = h->more;
  uint64_t task;
  if (*count + s->count < 500 && roll(3) == 0) {
    if (start(h, lives[roll(sizeof lives / sizeof *lives)], &task) == LK_AWAIT) waiting[(*count)++] = task;
  } else if (*count > 0 && roll(3) > 0) {
    int at = (int)roll((uint64_t)*count);
    lk_status status = roll(3) == 0 ? cancel(h, waiting[at]) : give(h, waiting[at]);
    if (status != LK_AWAIT) waiting[at] = waiting[--*count];
  } else if (s->count > 0) {
    int at = (int)roll((uint64_t)s->count);
    task = s->tasks[at];
    s->tasks[at] = s->tasks[--s->count];
    if (roll(4) == 0) {
      lk_drop(h->vm, task);
    } else if (give(h, task) == LK_AWAIT) {
      waiting[(*count)++] = task;
    }
  }
}

static void test_at_random(void) {
  for (uint64_t seed = 1; seed <= 20; seed++) {
    spawned s;
    host *h = open_tasks(64 << 20, 0, &s);
    uint64_t waiting[MANY];
    int count = 0;
    random_state = seed;
    run(h, "kept = {}");
    size_t before = memory_of(h);
    bool right = true;
    for (int i = 0; i < 2000 && right; i++) {
      step(h, waiting, &count);
      if (i % 50 == 0) right = living(h) == count + s.count;
    }
    while (count > 0) {
      if (cancel(h, waiting[count - 1]) != LK_AWAIT) count--;
    }
    for (int n = 0; n < s.count; n++) lk_drop(h->vm, s.tasks[n]);
    run(h, "kept, notes = {}, {}");
    right = right && living(h) == 0 && memory_of(h) < before + (128 << 10);
    check(right, "2000 random steps leave no tasks and no memory");
    if (!right) printf("  seed %llu: %d tasks, %zu bytes, %zu before\n", (unsigned long long)seed, living(h), memory_of(h), before);
    close_host(h);
  }
}

// MARK: failing allocations

// Fails every allocation in turn: the machine holds no task that the host does not know, and it still runs.
static void test_allocation_failures(void) {
  long points = 0;
  for (size_t life = 0; life < sizeof lives / sizeof *lives; life++) {
    for (uint64_t nth = 1, failing = 1; failing && nth < 2000; nth++) {
      spawned s;
      host *h = open_tasks(0, 0, &s);
      run(h, "kept = { coroutine.create(ask) }");
      uint64_t waiting[MANY], task;
      int count = 0, function;
      char source[1024];
      snprintf(source, sizeof source, "return function() %s end", lives[life]);
      function = evaluate(h, source);
      int context = evaluate(h, "return { unused = true }");
      uint64_t allocations = h->vm->allocations;
      lk_fail_allocation(h->vm, nth);
      if (lk_start(h->vm, function, context, nothing, &task) == LK_AWAIT) waiting[count++] = task;
      for (int n = 0; n < s.count; n++) {
        if (give(h, s.tasks[n]) == LK_AWAIT) waiting[count++] = s.tasks[n];
      }
      s.count = 0;
      for (int round = 0; count > 0 && round < 20; round++) {
        lk_status status = round % 2 ? cancel(h, waiting[count - 1]) : give(h, waiting[count - 1]);
        if (status != LK_AWAIT) count--;
      }
      failing = h->vm->allocations - allocations >= nth;
      lk_fail_allocation(h->vm, 0);
      while (count > 0) {
        if (cancel(h, waiting[count - 1]) != LK_AWAIT) count--;
      }
      for (int n = 0; n < s.count; n++) lk_drop(h->vm, s.tasks[n]);
      bool right = living(h) == 0 && start(h, "n = ask()", &task) == LK_AWAIT && give(h, task) == LK_OK && gives(h, "n", "7");
      check(right, lives[life]);
      if (!right) printf("  at allocation %llu: %d tasks\n", (unsigned long long)nth, living(h));
      points += failing ? 1 : 0;
      close_host(h);
    }
  }
  printf("%ld allocations failed in turn\n", points);
}

int main(void) {
  test_ends();
  test_context();
  test_recycling();
  test_spawning();
  test_closing();
  test_at_random();
  test_allocation_failures();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
