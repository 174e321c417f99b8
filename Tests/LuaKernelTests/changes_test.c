// Lists of changes that do not fit into memory or would never end. Such a list is an error of the action, never an empty list.
#include "host.h"
#include "timing.h"

#include <stdbool.h>

static const char *const big = "local big = {} for i = 1, 2000 do big[i] = { id = i, name = 'row', size = i, on = true } end "
                               "return { n = 0, big = big, list = {}, map = {} }";

// The number of changes in a list; -1 if the bytes are not a list.
static int count_of(lk_bytes changes) {
  uint32_t count;
  if (changes.count < 5 || *changes.data != TAPE_LIST) return -1;
  memcpy(&count, changes.data + 1, sizeof count);
  return (int)count;
}

static int listed(host *h, uint64_t from) {
  lk_bytes changes;
  uint64_t now = lk_position(h->vm);
  return lk_changes(h->vm, from, now, now, &changes) == LK_OK ? count_of(changes) : -1;
}

static void test_lists_of_every_size(void) {
  for (int observed = 0; observed <= 1; observed++) {
    host *h = open_host(64 << 20, 0, big);
    lk_list_changes(h->vm, observed);
    check(reduce(h, "for i = 1, 12000 do state.a = state.big state.a = nil end state.n = 99") == LK_MEMORY
              && says(h, "the list of the changes does not fit into the memory limit of 64 MiB. To fix this, write a large"),
          observed ? "an observed transaction whose list does not fit fails" : "a transaction whose list does not fit fails");
    check(gives(h, "state.n", "0") && gives(h, "state.a", "nil") && gives(h, "#state.big", "2000") && lk_position(h->vm) == 0,
          "a transaction whose list does not fit changes nothing");
    check(reduce(h, "local t = ('x'):rep(1 << 20) for i = 1, 2000 do state.a = t state.a = nil end") == LK_MEMORY
              && says(h, "the list of the changes"),
          "the list of a text that is written many times does not fit");
    check(reduce(h, "for i = 1, 200 do state.a = state.big[1] state.a = nil end state.n = 1") == LK_OK && gives(h, "state.n", "1")
              && listed(h, 0) == 401,
          "the list of many small writes fits");
    check(reduce(h, "state.b = state.big[2]") == LK_OK && listed(h, 0) == 402 && listed(h, lk_position(h->vm)) == 0,
          "lists of one action, of all actions and of no action have the right lengths");
    close_host(h);
  }
}

static void test_observed(void) {
  host *h = open_host(64 << 20, 0, big);
  lk_list_changes(h->vm, 1);
  check(reduce(h, "state.n = 1 state.map.x = { 1, 2 }") == LK_OK, "a reducer runs while an observer lists changes");
  uint64_t end = lk_position(h->vm);
  lk_bytes changes, again;
  check(lk_changes(h->vm, 0, end, end, &changes) == LK_OK && count_of(changes) == 2, "the observer gets the list of the action");
  uint8_t *copy = malloc(changes.count);
  memcpy(copy, changes.data, changes.count);
  size_t count = changes.count;
  check(reduce(h, "state.n = 2") == LK_OK && lk_changes(h->vm, 0, end, lk_position(h->vm), &again) == LK_OK
            && again.count == count && memcmp(copy, again.data, count) == 0,
        "the list of an action is the same after a later action");
  lk_rollback(h->vm, 0);
  check(reduce(h, "state.n = 7 state.n = 8") == LK_OK && listed(h, 0) == 2, "the list has no changes that were rolled back");
  lk_list_changes(h->vm, 0);
  check(listed(h, 0) == 2, "the list is the same after the observer is removed");
  free(copy);
  close_host(h);
}

// Without its check each of these lists would not end, or not within a budget.
static void test_endless_lists(void) {
  static const char *const bodies[] = {
    // A table at two places, each inside a table at two places, and so on: the list needs every path.
    "local at = state.map for i = 1, 60 do at.a = {} at = at.a end",
  };
  host *h = open_host(256 << 20, 0.2, big);
  check(reduce(h, bodies[0]) == LK_OK, "a reducer stores a deep tree");
  double start = processor_time();
  check(reduce(h, "local way = {} local at = state.map while at do way[#way + 1] = at at = at.a end "
                  "for i = 1, #way - 1 do way[i].b = way[i].a end for i = 1, 70 do way[#way].c = { i } end")
            != LK_OK,
        "a reducer makes a table with 2^60 paths and fails");
  check(processor_time() - start < most_time(0.2), "the listing of a table with 2^60 paths is stopped in time");
  check(gives(h, "state.map.b", "nil") && reduce(h, "state.n = 1") == LK_OK, "after the stopped listing the state is unchanged and the machine runs");
  close_host(h);
}

static void test_failed_lists(void) {
  host *h = open_host(0, 0, big);
  check(reduce(h, "for i = 1, 50 do state.a = state.big state.a = nil end state.n = 99") == LK_OK, "a reducer whose list is large succeeds without an observer");
  uint64_t end = lk_position(h->vm);
  check(listed(h, 0) == 101, "the large list can be made while there is memory");
  lk_free(h->vm);
  free(h);

  h = open_host(6 << 20, 0, big);
  check(reduce(h, "for i = 1, 30 do state.a = state.big state.a = nil end state.n = 99") == LK_OK, "a reducer with few writes does not measure its list");
  end = lk_position(h->vm);
  lk_bytes changes = {(const uint8_t *)"", 1};
  lk_status status = lk_changes(h->vm, 0, end, end, &changes);
  check(status == LK_MEMORY && changes.count == 0 && says(h, "the list of the changes"), "a later request of a list that does not fit is an error");
  check(gives(h, "state.n", "99") && lk_position(h->vm) == end, "the failed request leaves the state and the journal unchanged");
  check(reduce(h, "state.n = 1") == LK_OK && listed(h, end) == 1, "the machine lists later actions after the failed request");
  lk_rollback(h->vm, 0);
  check(gives(h, "state.n", "0"), "an action with a list that does not fit can be undone");
  close_host(h);
}

// Settling a transaction must end within its budget, for any moves.
static void test_settling(void) {
  static const char *const bodies[] = {
    "local t = {} for i = 1, 30000 do state.list[i] = { t } end",
    "local t = { 1 } for i = 1, 30000 do state.map['k' .. i] = t end",
    "local t = { 1 } for i = 1, 30000 do state.map.x = t state.map.x = nil end",
    "local row = state.big[1] for i = 1, 2000 do local m = state.big[i] m.row = row m.row = nil end",
    "for i = 1, 2000 do local m = state.big[i] for j = 1, 20 do state.big[j].x = m state.big[j].x = nil end end",
    "for i = 1, 2000 do state.list[i] = state.big[2001 - i] end state.big = nil",
    "local b = state.big for i = 1, 1000 do b[i], b[2001 - i] = b[2001 - i], b[i] end",
    "local b = state.big for i = 1, 2000 do b[i + 2000] = b[i] end",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    host *h = open_host(512 << 20, 0.3, big);
    double start = processor_time();
    lk_status status = reduce(h, bodies[i]);
    double took = processor_time() - start;
    check((status == LK_OK || status == LK_BUDGET) && took < most_time(0.3), bodies[i]);
    if (took >= most_time(0.3)) printf("  it took %.2f s of a processor\n", took);
    check(reduce(h, "state.n = 5") == LK_OK && gives(h, "state.n", "5"), "the machine runs a reducer after settling");
    close_host(h);
  }
}

int main(void) {
  test_lists_of_every_size();
  test_observed();
  test_endless_lists();
  test_failed_lists();
  test_settling();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
