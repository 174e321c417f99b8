// Time in C code that calls no hook: texts that compile slowly, deep stacks, deeply nested plain data.
#include "host.h"
#include "timing.h"

#include <stdbool.h>

static double budget = 0.2;

// Without limits each case takes much longer.
static bool in_time(double start, const char *what) {
  double took = processor_time() - start;
  if (took > most_time(budget)) printf("  %s: %.2f s of a processor, with a budget of %.2f s\n", what, took, budget);
  return took <= most_time(budget);
}

// Texts of up to 256 KiB that take the compiler seconds. Each is built in a separate run.
static const char *const texts[] = {
  // Constants that collide: one growth of the compiler's table takes 0.25 s, and nothing stops it. It comes first.
  "local t = {} for i = 1, 20000 do t[i] = i * ((1 << 15) - 1) end text = 'return {' .. table.concat(t, ',') .. '}'",
  "text = 'return ' .. ('a and '):rep(43600) .. 'a'",
  "text = 'return ' .. ('a or '):rep(52000) .. 'a'",
  "text = 'if a then ' .. ('elseif a then '):rep(18700) .. ' end'",
  ("local t = {} for i = 1, 190 do t[i] = 'x' .. i end local head = ('local ' .. table.concat(t, ',') .. ' local function f() '):rep(150) "
   "text = head .. ('X=X '):rep((262000 - #head) // 4 - 150) .. (' end'):rep(150)"),
};

static void test_compiling(void) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    budget = i == 0 ? 0.4 : 0.2;
    host *h = open_host(512 << 20, budget, "return { n = 0 }");
    check(run(h, texts[i]) == LK_OK && run(h, "assert(#text <= 256 << 10 and #text > 100000)") == LK_OK, texts[i]);
    double start = processor_time();
    uint64_t task;
    lk_status status = lk_start(h->vm, evaluate(h, "return function() while true do local f = load(text) pcall(load, text) end end"), 0, nothing, &task);
    check(status == LK_BUDGET && in_time(start, "compiling in an effect"), texts[i]);
    check(run(h, "return 1") == LK_OK, "the machine runs after a stopped compilation");
    // The host compiles eight times that text.
    check(run(h, "text = text:gsub('^return ', 'local _ = '):gsub('^local _ = {', 'local _ = {') text = ('do ' .. text .. ' end '):rep(8)") == LK_OK,
          "a script builds the text of a large file");
    const uint8_t path[] = {TAPE_LIST, 1, 0, 0, 0, TAPE_STRING, 4, 0, 0, 0, 't', 'e', 'x', 't'};
    int reference = lk_reference(h->vm, h->environment, (lk_bytes){path, sizeof path}), function;
    lk_assign(h->vm, h->environment, "text", reference);
    int give = evaluate(h, "return function() return text end");
    lk_bytes results;
    check(lk_call(h->vm, give, 0, nothing, LK_LOAD, 0) == LK_OK && lk_results(h->vm, 0, &results) == LK_OK && results.count > 100000, "the host reads the text");
    size_t count = results.count - 10;
    uint8_t *source = malloc(count);
    memcpy(source, results.data + 10, count);
    start = processor_time();
    status = lk_load(h->vm, (lk_bytes){source, count}, "slow.lua", h->environment, &function);
    check((status == LK_BUDGET || status == LK_OK) && in_time(start, "loading a file that compiles slowly"), texts[i]);
    lk_bytes message = lk_error_message(h->vm);
    check(status != LK_BUDGET || (message.count > 9 && !memcmp(message.data, "slow.lua:", 9)), "the error of a stopped load names the file");
    start = processor_time();
    lk_error_offset(h->vm, (lk_bytes){source, count});
    check(in_time(start, "finding the offset of a syntax error"), texts[i]);
    free(source);
    close_host(h);
  }
}

// Each write searches the stack for its script line. Host code, whose name begins with `=`, is not a script line.
static void test_deep_stacks(void) {
  host *h = open_host(512 << 20, budget, "return { n = 0 }");
  lk_keep_sites(h->vm);
  check(run(h, "deep = load('local function deep(n, f) if n > 0 then return 1 + deep(n - 1, f) end f() return 0 end return deep', '=x')() "
               "write = load('local state = ... for i = 1, 1000 do state.n = state.n + 1 end', '=x')") == LK_OK,
        "host functions are defined for writes on a deep stack");
  double start = processor_time();
  lk_status status = reduce(h, "deep(150000, function() write(state) end)");
  check((status == LK_OK || status == LK_BUDGET) && in_time(start, "writes on a deep stack"), "a reducer writes on a deep stack");
  check(run(h, "refuse = load('local state = ... for i = 1, 1000 do pcall(function() state.n = print end) end', '=x')") == LK_OK, "a host function is defined for refused writes");
  start = processor_time();
  status = reduce(h, "deep(150000, function() refuse(state) end)");
  check((status == LK_OK || status == LK_BUDGET) && in_time(start, "refused writes on a deep stack"), "a reducer's writes are refused on a deep stack");
  check(reduce(h, "state.n = 5") == LK_OK && gives(h, "state.n", "5"), "the machine runs a reducer after the deep stacks");
  close_host(h);
}

// Each level sorts a map, and sorting reads everything inside it.
static void test_deep_data(void) {
  host *h = open_host(512 << 20, budget, "return { n = 0 }");
  check(run(h, "leaf = {} for i = 1, 2000000 do leaf[i] = true end at = leaf for i = 1, 190 do at = { b = 1, a = at } end") == LK_OK, "a script builds deeply nested data");
  double start = processor_time();
  uint64_t task;
  lk_status status = lk_start(h->vm, evaluate(h, "return function() act{ data = at } end"), 0, nothing, &task);
  check((status == LK_OK || status == LK_RAISED || status == LK_BUDGET) && in_time(start, "an action with deeply nested data"), "an action with deeply nested data is sent or refused in time");
  close_host(h);
}

// The watchdog cannot stop this work, so the number of metatables is limited.
static void test_weak_metatables(void) {
  host *h = open_host(512 << 20, 0, "return { n = 0 }");
  check(run(h, "kept = {} for i = 1, 2000 do kept[i] = setmetatable({}, { __mode = 'k' }) end") == LK_RAISED
            && says(h, "more than 1000 metatables have a __mode"),
        "the number of metatables with a __mode is limited");
  check(reduce(h, "state.n = 1") == LK_OK && run(h, "assert(getmetatable(kept[1]).__mode == 'k') kept = nil") == LK_OK, "weak metatables get their mode back after a reducer");
  check(run(h, "for i = 1, 5000 do setmetatable({}, { __mode = 'v' }) end") == LK_OK, "collected metatables do not count towards the limit");
  check(run(h, "m = { __mode = 'v' } w = setmetatable({}, m)") == LK_OK && reduce(h, "assert(m.__mode == false) m.__mode = 'k' state.n = 2") == LK_OK
            && run(h, "assert(m.__mode == 'k')") == LK_OK && reduce(h, "assert(m.__mode == false) m.__mode = nil") == LK_OK
            && run(h, "assert(m.__mode == nil)") == LK_OK,
        "a __mode that a reducer writes is kept");
  check(run(h, "m.__mode = 'v' setmetatable({}, m)") == LK_OK && reduce(h, "error('no')") == LK_RAISED && run(h, "assert(m.__mode == 'v')") == LK_OK,
        "metatables get their mode back after a reducer that fails");
  h->reducer = evaluate(h, "return function(state) state.n = 1 end");
  check(run(h, "a = { __mode = 'k' } setmetatable({}, a) act{} b = { __mode = 'v' } setmetatable({}, b) assert(b.__mode == 'v') act{} assert(not b.__mode)") == LK_OK
            && run(h, "assert(a.__mode == 'k' and b.__mode == 'v')") == LK_OK,
        "metatables that become weak between two actions of one run are strong in a reducer and weak afterwards");
  check(reduce(h, "c = { __mode = 'k' } setmetatable({}, c) assert(not c.__mode)") == LK_OK && run(h, "assert(c.__mode == 'k')") == LK_OK,
        "a metatable that becomes weak in a reducer is weak afterwards");
  check(run(h, "d = setmetatable({}, { __mode = 'v' }) d[1] = {}") == LK_OK && reduce(h, "assert(d[1])") == LK_OK, "a reducer reads an entry of a weak table");
  lk_collect(h->vm);
  check(run(h, "assert(d[1] == nil)") == LK_OK, "a collection that the host asks for after a reducer clears weak tables");
  close_host(h);
}

int main(void) {
  test_compiling();
  test_deep_stacks();
  test_deep_data();
  test_weak_metatables();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
