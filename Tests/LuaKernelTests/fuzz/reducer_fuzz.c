// Fuzzes reducers that are built from bytes, with failing allocations, under libFuzzer. A reducer that fails leaves the state
// unchanged; the changes of a successful one can be listed, undone and redone. Reducing and listing may each use twice the budget.
#include "../host.h"
#include "../timing.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct program {
  const uint8_t *at, *end;
  char text[3000];
  size_t count;
} program;

static unsigned next(program *p, unsigned most) { return p->at < p->end ? *p->at++ % most : 0; }

static void put(program *p, const char *text) {
  size_t count = strlen(text);
  if (p->count + count >= sizeof p->text - 500) return;
  memcpy(p->text + p->count, text, count + 1);
  p->count += count;
}

static bool is_full(const program *p) { return p->at >= p->end || p->count > sizeof p->text - 1000; }

// Writes a place in the state; most of these places exist at times.
static void put_place(program *p, int depth) {
  static const char *const roots[] = {"state.list", "state.map", "state.rows", "state.deep", "state.a", "state.n", "state", "x"};
  put(p, roots[next(p, 8)]);
  static const char *const keys[] = {".a", ".b", "[1]", "[2]", "[#state.list]", "[#state.list + 1]", "[state.n]", "['k' .. state.n % 9]"};
  while (depth-- > 0 && next(p, 3)) put(p, keys[next(p, 8)]);
}

static void put_value(program *p, int depth) {
  switch (next(p, depth > 0 ? 14 : 6)) {
    case 0: put(p, "nil"); return;
    case 1: put(p, "1"); return;
    case 2: put(p, "2.5"); return;
    case 3: put(p, "'text'"); return;
    case 4: put(p, "true"); return;
    case 5: put(p, "('x'):rep(state.n % 100)"); return;
    case 6: put(p, "{}"); return;
    case 7: case 8: case 9: put_place(p, 3); return;
    case 10:
      put(p, "{ ");
      put_value(p, depth - 1);
      put(p, ", ");
      put_value(p, depth - 1);
      put(p, " }");
      return;
    case 11:
      put(p, "{ a = ");
      put_value(p, depth - 1);
      put(p, ", b = ");
      put_value(p, depth - 1);
      put(p, " }");
      return;
    case 12: put(p, "list { "); put_value(p, depth - 1); put(p, " }"); return;
    default: put(p, "action.rows"); return;
  }
}

static void put_statement(program *p, int depth) {
  switch (next(p, depth > 0 ? 16 : 11)) {
    case 0: case 1: case 2:
      put_place(p, 3);
      put(p, " = ");
      put_value(p, 3);
      break;
    case 3: put(p, "table.insert("); put_place(p, 1); put(p, ", "); put_value(p, 2); put(p, ")"); break;
    case 4: put(p, "table.insert("); put_place(p, 1); put(p, ", 1, "); put_value(p, 2); put(p, ")"); break;
    case 5: put(p, "table.remove("); put_place(p, 1); put(p, next(p, 2) ? ", 1)" : ")"); break;
    case 6: put(p, "table.sort("); put_place(p, 1); put(p, ", function(l, r) return tostring(l) > tostring(r) end)"); break;
    case 7: put(p, "table.move("); put_place(p, 1); put(p, ", 1, 3, 2)"); break;
    case 8: put(p, "x = "); put_place(p, 2); break;
    case 9: put(p, "state.n = (state.n or 0) + 1"); break;
    case 10: put(p, "for k in pairs("); put_place(p, 1); put(p, ") do x = k end"); break;
    case 11:
      put(p, "for i = 1, ");
      // The long loops reach the budget.
      static const char *const rounds[] = {"60", "5", "5", "5", "5", "5", "5", "1000", "5", "5", "60", "60", "60", "1000", "1000", "100000"};
      put(p, rounds[next(p, 16)]);
      put(p, " do ");
      put_statement(p, depth - 1);
      put(p, " end");
      break;
    case 12: put(p, "pcall(function() "); put_statement(p, depth - 1); put(p, " end)"); break;
    case 13: put(p, "if "); put_place(p, 2); put(p, " then "); put_statement(p, depth - 1); put(p, " end"); break;
    case 14: put(p, "for _, x in ipairs("); put_place(p, 1); put(p, ") do "); put_statement(p, depth - 1); put(p, " end"); break;
    default: put(p, "error('no')");
  }
  put(p, " ");
}

static lk_bytes copied(lk_bytes bytes) {
  uint8_t *copy = malloc(bytes.count ? bytes.count : 1);
  if (bytes.count) memcpy(copy, bytes.data, bytes.count);
  return (lk_bytes){copy, bytes.count};
}

static lk_bytes state_of(host *h) {
  static const uint8_t path[] = {TAPE_LIST, 1, 0, 0, 0, TAPE_STRING, 1, 0, 0, 0, 's'};
  lk_bytes value;
  if (lk_read(h->vm, (lk_bytes){path, sizeof path}, &value) != LK_OK) abort();
  return copied(value);
}

static void expect_same(lk_bytes a, lk_bytes b) {
  if (a.count != b.count || memcmp(a.data, b.data, a.count) != 0) abort();
}

static const double budget = 0.1;

static void expect_in_time(double start, const char *what, const char *reducer) {
  double took = processor_time() - start;
  if (took <= most_time(budget)) return;
  fprintf(stderr, "%s took %.2f s of a processor, with a budget of %.2f s:\n%s\n", what, took, budget, reducer);
  abort();
}

static host *machine(void) {
  static host *h;
  if (h) return h;
  h = open_host(32 << 20, budget, "return { n = 0, a = 1, list = list { 1, 2, { a = 1 } }, map = { a = { b = 1 } }, deep = { a = { b = { a = {} } } },"
                               " rows = list { { a = 1 }, { a = 2 } } }");
  if (!h || !h->slice) abort();
  lk_keep_sites(h->vm);
  return h;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 4) return 0;
  host *h = machine();
  program p = {.at = data + 3, .end = data + size};
  put(&p, "return function(state, action) local x = action ");
  while (!is_full(&p)) put_statement(&p, 2);
  put(&p, "end");
  int reducer = evaluate(h, p.text);
  if (!reducer) return 0;
  uint64_t start = lk_position(h->vm), failing = data[0] | (uint64_t)data[1] << 8;
  lk_bytes before = state_of(h), changes;
  static const uint8_t action[] = {TAPE_MAP, 1, 0, 0, 0, 4, 0, 0, 0, 'r', 'o', 'w', 's', TAPE_LIST, 1, 0, 0, 0, TAPE_MAP, 0, 0, 0, 0};
  lk_list_changes(h->vm, data[2] & 1);
  lk_fail_allocation(h->vm, failing);
  double begin = processor_time();
  lk_status status = lk_reduce(h->vm, h->slice, reducer, (lk_bytes){action, sizeof action});
  expect_in_time(begin, "the reducer", p.text);
  lk_fail_allocation(h->vm, 0);
  uint64_t end = lk_position(h->vm);
  lk_bytes after = state_of(h);
  if (status != LK_OK) {
    if (end != start) abort();
    expect_same(before, after);
  } else {
    lk_fail_allocation(h->vm, data[2] & 2 ? failing : 0);
    begin = processor_time();
    lk_status listed = lk_changes(h->vm, start, end, end, &changes);
    expect_in_time(begin, "the list of its changes", p.text);
    lk_fail_allocation(h->vm, 0);
    if (listed != LK_OK && !(data[2] & 2) && listed != LK_MEMORY && listed != LK_BUDGET) abort();
    lk_travel(h->vm, end, start);
    lk_bytes again = state_of(h);
    expect_same(before, again);
    free((void *)again.data);
    lk_travel(h->vm, start, end);
    again = state_of(h);
    expect_same(after, again);
    free((void *)again.data);
    lk_rollback(h->vm, start);
    again = state_of(h);
    expect_same(before, again);
    free((void *)again.data);
  }
  free((void *)before.data);
  free((void *)after.data);
  lk_release(h->vm, reducer);
  if (lk_depth(h->vm) != 0) abort();
  return 0;
}
