// Memoisation of computed values and views: versions, read-only copies, unchanged rows.
#include "host.h"

static host *open_memo(size_t memory, double seconds, const char *initial) {
  host *h = open_host(memory, seconds, initial);
  int additions = lk_new_table(h->vm), list = lk_list_function(h->vm), send = lk_sender(h->vm, 0, "s/act");
  int memo = lk_memo_library(h->vm);
  lk_assign(h->vm, additions, "list", list);
  lk_assign(h->vm, additions, "act", send);
  lk_assign(h->vm, additions, "state", lk_slice_state(h->slice));
  lk_assign(h->vm, additions, "memo", memo);
  h->environment = lk_environment(h->vm, 1, additions, 0);
  return h;
}

static const char *const initial = "return { items = { { n = 1 }, { n = 2 }, { n = 3 } }, other = { x = { y = 1 } } }";

static void test_versions(void) {
  host *h = open_memo(0, 0, initial);
  check(run(h, "a, b = memo.version(state.items), memo.version(state.other) assert(a and b and memo.version({}) == nil)") == LK_OK,
        "nodes have a version and other values have none");
  check(reduce(h, "state.items[2].n = 7") == LK_OK
            && run(h, "assert(memo.version(state.items) ~= a and memo.version(state.other) == b)") == LK_OK,
        "a commit gives new versions to changed nodes and the nodes above them only");
  uint64_t before = lk_version_of(h->vm, lk_slice_state(h->slice));
  uint64_t position = lk_position(h->vm);
  check(reduce(h, "state.other.x.y = 2") == LK_OK && lk_version_of(h->vm, lk_slice_state(h->slice)) != before,
        "a change inside a slice gives the slice a new version for the host");
  before = lk_version_of(h->vm, lk_slice_state(h->slice));
  lk_travel(h->vm, lk_position(h->vm), position);
  check(lk_version_of(h->vm, lk_slice_state(h->slice)) != before, "undo gives the slice a new version");
  close_host(h);
}

static void test_freezing(void) {
  host *h = open_memo(0, 0, initial);
  check(run(h, "plain = { 1, { deep = true } } frozen = memo.freeze(plain) plain[1] = 9 plain[2].deep = false "
               "assert(frozen[1] == 1 and frozen[2].deep and #frozen == 2)") == LK_OK,
        "a frozen value is a copy");
  check(run(h, "frozen[2].deep = 1") == LK_RAISED && says(h, "test.lua:1: deep is read-only: it is computed from the state"), "a frozen value is read-only");
  check(run(h, "table.insert(frozen, 1)") == LK_RAISED && says(h, "this list is read-only"), "table.insert refuses a frozen list");
  check(run(h, "rawset(frozen, 1, 2)") == LK_RAISED && run(h, "setmetatable(frozen, {})") == LK_RAISED, "rawset and setmetatable refuse a frozen list");
  check(run(h, "f = memo.freeze { state.items[1] } assert(rawequal(f[1], state.items[1]) and memo.freeze(f) == f)") == LK_OK
            && reduce(h, "state.items[1].n = 5") == LK_OK && run(h, "assert(f[1].n == 5)") == LK_OK,
        "nodes of the state inside a frozen value are not copied");
  check(reduce(h, "state.kept = f") == LK_OK && reduce(h, "state.kept[1].n = 6") == LK_OK
            && gives(h, "state.kept", "[{n=6}]") && gives(h, "state.items[1].n", "5") && run(h, "assert(f[1].n == 5)") == LK_OK,
        "a frozen value stored in the state is copied");
  check(run(h, "memo.freeze(print or next)") == LK_RAISED && says(h, "the result cannot be a function"), "freezing a function is refused");
  check(run(h, "memo.freeze { a = { next } }") == LK_RAISED && says(h, "the result.a[1] cannot be a function"), "freezing a table with a function inside is refused");
  check(run(h, "local t = {} t.t = t memo.freeze(t)") == LK_RAISED && says(h, "would contain itself"), "freezing a table that contains itself is refused");
  close_host(h);
}

static void test_rows(void) {
  host *h = open_memo(0, 0, initial);
  check(run(h, "kept, runs = {}, 0 function row(item, more) runs = runs + 1 return { n = item.n, list = { item.n }, more = more } end "
               "function rows(...) runs = 0 return memo.rows(kept, state.items, row, ...) end") == LK_OK, "the script for rows loads");
  check(gives(h, "rows()", "[{list=[1] n=1} {list=[2] n=2} {list=[3] n=3}]") && gives(h, "runs", "3"), "the first call makes all rows");
  check(run(h, "first = rows() assert(runs == 0 and rows() == first)") == LK_OK, "without a change the same rows are returned");
  check(reduce(h, "state.items[2].n = 7") == LK_OK && gives(h, "rows()[2].list", "[7]") && gives(h, "runs", "1"),
        "a changed item makes one new row");
  check(gives(h, "first[2].n", "2"), "former rows keep their values");
  check(reduce(h, "table.insert(state.items, 1, { n = 0 }) table.remove(state.items, 4)") == LK_OK
            && gives(h, "rows()", "[{list=[0] n=0} {list=[1] n=1} {list=[7] n=7}]") && gives(h, "runs", "1"),
        "rows move with their items");
  check(reduce(h, "table.sort(state.items, function(a, b) return a.n > b.n end)") == LK_OK
            && gives(h, "rows()", "[{list=[7] n=7} {list=[1] n=1} {list=[0] n=0}]") && gives(h, "runs", "0"), "sorting the items makes no new rows");
  check(reduce(h, "state.shown = rows()") == LK_OK && reduce(h, "state.shown[1].n = 'mine'") == LK_OK
            && gives(h, "state.shown[1]", "{list=[7] n=mine}")
            && gives(h, "rows()[1].n", "7"),
        "rows stored in the state are copied");
  check(run(h, "rows()[1].n = 2") == LK_RAISED && says(h, "n is read-only"), "rows are read-only");
  check(run(h, "local t = {} for i, r in ipairs(rows()) do t[i] = r.n end assert(table.concat(t, ',') == '7,1,0') "
               "assert(next(rows()) == 1 and #rows() == 3 and rawlen(rows()) == 3 and rows()[4] == nil and rows().x == nil)") == LK_OK,
        "rows are read like tables");
  check(run(h, "memo.rows({}, { 1, nil, 3 }, function(i) return i end)") == LK_OK
            || says(h, "returned nothing"), "a list with a hole is accepted or refused with a message");
  check(run(h, "kept = {} memo.rows(kept, state.items, function() error('no') end)") == LK_RAISED && run(h, "assert(#kept == 0)") == LK_OK,
        "a call that failed keeps no rows");
  check(run(h, "assert(#memo.rows({}, {}, next) == 0) s = memo.rows({}, { 'a', 'b' }, function(t) return t .. t end) "
               "assert(s[2] == 'bb' and #s == 2)") == LK_OK,
        "rows may be scalars, and lists may be empty");
  close_host(h);
}

static void test_runs(void) {
  host *h = open_memo(0, 0, initial);
  check(run(h, "one = memo.run() assert(one > 0 and one == memo.run())") == LK_OK && run(h, "assert(memo.run() ~= one)") == LK_OK,
        "each protected run has a unique number");
  close_host(h);
}

static void test_signatures(void) {
  host *h = open_memo(0, 0, initial);
  check(run(h, "function same(a, b) if #a ~= #b then return false end for i = 1, #a do if a[i] ~= b[i] then return false end end return true end "
               "function make(x) return function() return x end end") == LK_OK, "the script for signatures loads");
  check(run(h, "assert(same(memo.signature(make(1)), memo.signature(make(1)))) assert(not same(memo.signature(make(1)), memo.signature(make(2)))) "
               "assert(not same(memo.signature(make(false)), memo.signature(make(nil)))) "
               "assert(not same(memo.signature(make(1)), memo.signature(make(1.0))))") == LK_OK,
        "signatures differ when upvalues differ");
  check(run(h, "assert(same(memo.signature(next, { 1, a = { 2 } }), memo.signature(next, { 1, a = { 2 } }))) "
               "assert(not same(memo.signature(next, { 1 }), memo.signature(next, { 2 })))") == LK_OK
            || says(h, "a list or a map"),
        "signatures compare plain arguments by value");
  check(run(h, "sig = memo.signature(make(state.items), state.other)") == LK_OK
            && run(h, "assert(same(sig, memo.signature(make(state.items), state.other)))") == LK_OK
            && reduce(h, "state.items[1].n = 4") == LK_OK
            && run(h, "assert(not same(sig, memo.signature(make(state.items), state.other)))") == LK_OK,
        "signatures compare nodes by their versions");
  close_host(h);
}

// Memory that runs out at any point leaves the kept rows consistent.
static void test_memory(void) {
  host *h = open_memo(0, 0, initial);
  run(h, "kept = {} function row(item) return { n = item.n, list = { item.n } } end "
         "function all() local r = memo.rows(kept, state.items, row) return memo.freeze { r[1], r, { state.items } } end");
  int failures = 0;
  for (uint64_t nth = 1; nth < 400; nth++) {
    char change[100];
    snprintf(change, sizeof change, "state.items[%d].n = %d", (int)(nth % 3) + 1, (int)nth);
    check(reduce(h, change) == LK_OK, "a reducer changes an item");
    lk_fail_allocation(h->vm, nth);
    lk_status status = run(h, "local r = all() assert(#r == 3)");
    lk_fail_allocation(h->vm, 0);
    if (status != LK_OK) failures++;
    check(run(h, "local r = all() for i, row in ipairs(r[2]) do assert(row.n == state.items[i].n and row.list[1] == row.n) end") == LK_OK,
          "the rows match the state after a failed allocation");
  }
  printf("%d allocations failed in turn\n", failures);
  close_host(h);
}

static void test_budget(void) {
  host *h = open_memo(0, 0.2, "return { items = {} }");
  check(reduce(h, "memo.rows({}, { 1 }, function() while true do end end)") == LK_BUDGET, "a row that loops is stopped");
  check(reduce(h, "local list = {} for i = 1, 100 do list[i] = i end local function f(i) return memo.rows({}, list, f) end f(1)") != LK_OK,
        "endless recursion through rows is stopped");
  check(run(h, "assert(#memo.rows({}, { 1 }, function() return { 1 } end) == 1)") == LK_OK, "the machine runs after stopped rows");
  close_host(h);
}

int main(void) {
  test_versions();
  test_freezing();
  test_rows();
  test_signatures();
  test_runs();
  test_memory();
  test_budget();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
