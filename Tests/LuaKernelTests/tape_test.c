// Bytes that no encoder wrote: counts and depths beyond the actual content.
#include "host.h"

static uint8_t *put_head(uint8_t *at, uint8_t tag, uint32_t count) {
  *at = tag;
  memcpy(at + 1, &count, sizeof count);
  return at + 5;
}

// Decodes the bytes and returns how much memory Lua allocated meanwhile.
static size_t cost_of(host *h, const uint8_t *bytes, size_t count, int *reference) {
  lk_count_allocations(h->vm, 1);
  uint64_t before = lk_allocated(h->vm);
  *reference = lk_value(h->vm, (lk_bytes){bytes, count});
  size_t cost = (size_t)(lk_allocated(h->vm) - before);
  lk_count_allocations(h->vm, 0);
  return cost;
}

static void test_announced_counts(void) {
  enum { ROOM = 1 << 21 };
  host *h = open_host(0, 0, "return { n = 0 }");
  uint8_t *bytes = calloc(1, ROOM);
  int reference;
  // One list, one map, and 199 nested lists, each with a count of a million items that do not exist.
  static const uint8_t tags[] = {TAPE_LIST, TAPE_MAP};
  for (size_t i = 0; i < sizeof tags; i++) {
    put_head(bytes, tags[i], 1000000);
    size_t cost = cost_of(h, bytes, 5, &reference);
    check(reference == 0 && cost < 4096 && says(h, "malformed bytes: not plain data"), "a count without its items is refused without allocating");
  }
  uint8_t *at = bytes;
  for (int level = 0; level < 199; level++) at = put_head(at, TAPE_LIST, 1000000);
  memset(at, TAPE_TRUE, 1000000);
  size_t count = (size_t)(at - bytes) + 1000000, cost = cost_of(h, bytes, count, &reference);
  check(reference == 0 && cost < 40 * count, "the items of one list, announced by 199 counts, are refused");
  at = bytes;
  for (int level = 0; level < 199; level++) {
    at = put_head(at, TAPE_MAP, 100000);
    memset(at, 0, 4);  // an empty key
    at += 4;
  }
  memset(at, 0, 500000);
  count = (size_t)(at - bytes) + 500000;
  cost = cost_of(h, bytes, count, &reference);
  check(reference == 0 && cost < 60 * count, "the entries of one map, announced by 199 counts, are refused");
  // Complete data is decoded.
  at = put_head(bytes, TAPE_LIST, 1000000);
  memset(at, TAPE_TRUE, 1000000);
  cost_of(h, bytes, 1000005, &reference);
  check(reference != 0, "a list of a million items is decoded");
  lk_release(h->vm, reference);
  free(bytes);
  close_host(h);
}

static void test_depth(void) {
  host *h = open_host(0, 0, "return { n = 0 }");
  enum { LEVELS = 100000 };
  uint8_t *bytes = malloc(5 * LEVELS + 1);
  static const struct { int levels, fits; } cases[] = {{200, 1}, {201, 0}, {LEVELS, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint8_t *at = bytes;
    for (int level = 0; level < cases[i].levels; level++) at = put_head(at, TAPE_LIST, 1);
    *at++ = TAPE_TRUE;
    int reference = lk_value(h->vm, (lk_bytes){bytes, (size_t)(at - bytes)});
    check((reference != 0) == cases[i].fits, "data up to the depth limit is decoded");
    if (!cases[i].fits) check(says(h, "nested deeper than 200 tables"), "data beyond the depth limit is refused");
  }
  free(bytes);
  check(run(h, "local t = 1 for i = 1, 200 do t = { t } end data = t") == LK_OK, "a script makes data of 200 levels");
  const uint8_t path[] = {TAPE_LIST, 1, 0, 0, 0, TAPE_STRING, 4, 0, 0, 0, 'd', 'a', 't', 'a'};
  check(lk_reference(h->vm, h->environment, (lk_bytes){path, sizeof path}) != 0, "the host refers to the data");
  int give = evaluate(h, "return function() return data end"), take = evaluate(h, "return function(t) local n = 0 while type(t) == 'table' do t, n = t[1], n + 1 end assert(n == 200) end");
  lk_bytes results;
  check(lk_call(h->vm, give, 0, nothing, LK_LOAD, 0) == LK_OK && lk_results(h->vm, 0, &results) == LK_OK, "data of 200 levels is encoded");
  uint8_t *copy = malloc(results.count);
  memcpy(copy, results.data, results.count);
  check(lk_call(h->vm, take, 0, (lk_bytes){copy, results.count}, LK_LOAD, 0) == LK_OK, "data of 200 levels is decoded");
  free(copy);
  close_host(h);
}

// For any bytes of an action, the state is either unchanged or changed by a whole action.
static void test_actions(void) {
  host *h = open_host(64 << 20, 1, "return { n = 0 }");
  int handler = evaluate(h, "return function(state, action) if type(action) == 'table' then state.n = state.n + 1 end end");
  uint8_t whole[] = {TAPE_MAP, 2, 0, 0, 0, 1, 0, 0, 0, 'a', TAPE_LIST, 2, 0, 0, 0, TAPE_TRUE, TAPE_INTEGER, 7, 0, 0, 0, 0, 0, 0, 0,
                     1, 0, 0, 0, 'b', TAPE_STRING, 3, 0, 0, 0, 'x', 'y', 'z'};
  unsigned seed = 3;
  int reduced = 0;
  for (int i = 0; i < 20000; i++) {
    uint8_t bytes[sizeof whole];
    memcpy(bytes, whole, sizeof whole);
    for (int j = 0; j < 2; j++) {
      seed = seed * 1664525u + 1013904223u;
      bytes[(seed >> 8) % sizeof whole] = (uint8_t)(seed >> 24);
    }
    lk_status status = lk_reduce(h->vm, h->slice, handler, (lk_bytes){bytes, sizeof bytes - (seed & 7)});
    reduced += status == LK_OK;
    if (status != LK_OK && status != LK_RAISED) check(0, "a malformed action is an error that was raised");
  }
  check(reduced > 0 && lk_reduce(h->vm, h->slice, handler, (lk_bytes){whole, sizeof whole}) == LK_OK, "a well-formed action is reduced");
  close_host(h);
}

int main(void) {
  test_announced_counts();
  test_depth();
  test_actions();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
