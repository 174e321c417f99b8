// The cost of reading a native slice, compared with a Lua slice and a plain table.
#include "host.h"

#include <time.h>

enum { ROWS = 100000 };

static size_t put(uint8_t *at, const void *bytes, size_t count) {
  memcpy(at, bytes, count);
  return count;
}

static size_t put_word(uint8_t *at, uint8_t tag, uint32_t word) {
  *at = tag;
  return 1 + put(at + 1, &word, sizeof word);
}

static size_t put_integer(uint8_t *at, uint8_t tag, uint64_t integer) {
  *at = tag;
  return 1 + put(at + 1, &integer, sizeof integer);
}

static size_t put_key(uint8_t *at, const char *key) {
  uint32_t count = (uint32_t)strlen(key);
  put(at, &count, sizeof count);
  return sizeof count + put(at + sizeof count, key, count);
}

// Rows that are made when they are read: { id = position, name = "package", size = position }.
static void read_fast(void *context, int32_t slice, uint64_t handle, lk_ask ask, lk_bytes key, int64_t position) {
  static uint8_t all[5 + 10 * ROWS], bytes[128];
  host *h = context;
  (void)slice, (void)key;
  size_t count = 0;
  if (handle == 0) {
    count += put_integer(bytes, TAPE_CONTAINER, 1);
    bytes[count++] = TAPE_CONTAINER_LIST;
  } else if (handle == 1 && ask == LK_ASK_ALL) {
    count += put_word(all, TAPE_LIST, ROWS);
    for (uint64_t i = 1; i <= ROWS; i++) {
      count += put_integer(all + count, TAPE_CONTAINER, 1 + i);
      all[count++] = TAPE_CONTAINER_WHOLE;
    }
    lk_native_answer(h->vm, (lk_bytes){all, count});
    return;
  } else if (handle == 1 && ask == LK_ASK_COUNT) {
    count += put_integer(bytes, TAPE_INTEGER, ROWS);
  } else if (handle == 1) {
    if (position > ROWS) return;
    count += put_integer(bytes, TAPE_CONTAINER, 1 + (uint64_t)position);
    bytes[count++] = TAPE_CONTAINER_WHOLE;
  } else {
    count += put_word(bytes, TAPE_MAP, 3);
    count += put_key(bytes + count, "id");
    count += put_integer(bytes + count, TAPE_INTEGER, handle - 1);
    count += put_key(bytes + count, "name");
    bytes[count++] = TAPE_STRING;
    count += put_key(bytes + count, "package");
    count += put_key(bytes + count, "size");
    count += put_integer(bytes + count, TAPE_INTEGER, handle - 1);
  }
  lk_native_answer(h->vm, (lk_bytes){bytes, count});
}

// Nanoseconds for one row, the best of several runs.
static double measure(host *h, const char *source, int times, lk_slice *slice) {
  double best = 1e9;
  for (int i = 0; i < times; i++) {
    if (slice) lk_native_stale(h->vm, slice, 0, nothing, 0);
    if (slice) lk_native_stale(h->vm, slice, 1, nothing, 0);
    if (slice) lk_collect(h->vm);
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    lk_status status = run(h, source);
    clock_gettime(CLOCK_MONOTONIC, &to);
    check(status == LK_OK, source);
    double took = ((double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec)) / ROWS;
    if (took < best) best = took;
  }
  return best;
}

static void show_speed(void) {
  static const char *const loops[] = {
    "local rows, s = %s.rows, 0 for i = 1, #rows do s = s + rows[i].size end assert(s == 5000050000)",
    "local s = 0 for _, row in ipairs(%s.rows) do s = s + row.size end assert(s == 5000050000)",
    "local s = 0 for _, row in pairs(%s.rows) do s = s + row.size end assert(s == 5000050000)",
    "local row, s = %s.rows[1], 0 for i = 1, 100000 do s = s + row.size end",
    "local row, s = %s.rows[1], 0 for i = 1, 100000 do if row.none then s = s + 1 end end",
    "local t, s = %s, 0 for i = 1, 100000 do if t.rows then s = s + 1 end end",
  };
  static const char *const names[] = {"rows[i].size", "ipairs", "pairs", "row.size", "row.none", "n.rows"};
  host *h = open_host_with((lk_callbacks){.native_read = read_fast}, 0, 0,
                           "local rows = {} for i = 1, 100000 do rows[i] = { id = i, name = 'package', size = i } end return { rows = rows }");
  lk_slice *slice = lk_native_new(h->vm, "n", 7);
  lk_assign(h->vm, h->environment, "n", lk_slice_state(slice));
  run(h, "plain = { rows = {} } for i = 1, 100000 do plain.rows[i] = { id = i, name = 'package', size = i } end");
  printf("ns for each of %d reads: first, again, of a slice of Lua, of a plain table\n", ROWS);
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
    char native[256], lua[256], plain[256];
    snprintf(native, sizeof native, loops[i], "n");
    snprintf(lua, sizeof lua, loops[i], "state");
    snprintf(plain, sizeof plain, loops[i], "plain");
    double first = measure(h, native, 3, slice);
    printf("  %-12s %6.0f %6.0f %6.0f %6.0f\n", names[i], first, measure(h, native, 5, NULL), measure(h, lua, 5, NULL), measure(h, plain, 5, NULL));
  }
  measure(h, "for i, row in ipairs(n.rows) do assert(row.id == i) end", 1, slice);
  lk_collect(h->vm);
  size_t with = lk_memory_used(h->vm);
  lk_native_stale(h->vm, slice, 1, nothing, 0);
  lk_collect(h->vm);
  printf("  %.0f bytes a row\n", (double)(with - lk_memory_used(h->vm)) / ROWS);
  close_host(h);
}

int main(void) {
  show_speed();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
