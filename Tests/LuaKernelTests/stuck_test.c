// A script that does not stop because it runs in Lua's own C code: the host gets a report with the line.
#include "host.h"

#include <pthread.h>
#include <time.h>

typedef struct report {
  pthread_mutex_t lock;
  int count;
  char place[100];
} report;

static void on_stuck(void *context, lk_bytes place) {
  report *r = context;
  pthread_mutex_lock(&r->lock);
  r->count++;
  snprintf(r->place, sizeof r->place, "%.*s", (int)place.count, (const char *)place.data);
  pthread_mutex_unlock(&r->lock);
}

static void use_processor(double seconds) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  double end = (double)t.tv_sec + (double)t.tv_nsec / 1e9 + seconds;
  do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); while ((double)t.tv_sec + (double)t.tv_nsec / 1e9 < end);
}

static lk_answer work(void *context, int32_t function) {
  (void)context;
  if (function == 2) use_processor(0.6);
  return LK_RETURN;
}

// The keys have the same hash slot once the table has room for twice as many, so moving them takes quadratic time.
static const char colliding[] = "local t = {}\nfor i = 1, (1 << %d) + 1 do t[i * ((1 << %d) - 1)] = true end";

int main(void) {
  report r = {.lock = PTHREAD_MUTEX_INITIALIZER};
  host *h = open_host_with((lk_callbacks){.call = work}, 256 << 20, 0.1, "return { n = 0 }");
  lk_watch_stuck(h->vm, 0.2, on_stuck, &r);
  char body[200];
  snprintf(body, sizeof body, colliding, 15, 16);
  check(reduce(h, body) == LK_BUDGET, "a reducer that runs in a rehash is stopped in the end");
  check(r.count == 1 && !strcmp(r.place, "value.lua:2"), "the run that does not stop is reported once with its line");
  if (r.count != 1 || strcmp(r.place, "value.lua:2")) printf("  told %d times, at %s\n", r.count, r.place);
  check(reduce(h, "state.n = 1") == LK_OK && gives(h, "state.n", "1"), "the machine runs a reducer after the rehash has ended");
  r.count = 0;
  check(reduce(h, "while true do end") == LK_BUDGET && r.count == 0, "a script that stops in time is not reported");
  int slow = lk_function(h->vm, 2, 0);
  lk_assign(h->vm, h->environment, "slow", slow);
  check(reduce(h, "slow()") == LK_BUDGET && r.count == 0, "time in a host function does not count");
  lk_watch_stuck(h->vm, 0, NULL, NULL);
  check(reduce(h, body) == LK_BUDGET && r.count == 0, "without a handler nothing is reported");
  close_host(h);
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
