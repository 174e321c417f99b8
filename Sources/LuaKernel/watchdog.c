// The watchdog: a thread that finds the runs that have used their budgets.
//
// It wakes every few milliseconds (TICK), looks at the current runs and records the processor time of their thread when it first
// sees each run. It counts processor time so that a busy machine, a slow disk or a debugger does not stop a script.
#define _GNU_SOURCE
#include "kernel.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#define TICK 5000000u          // nanoseconds between two ticks of the watchdog
#define PLACE_LOOKS 100        // ticks to wait for the place of a thread before it is reported as unknown
#define IDLE_TICKS 200         // ticks on an idle machine before the watchdog parks

static bool read_clock(clockid_t clock, uint64_t *nanoseconds) {
  struct timespec t;
  if (clock_gettime(clock, &t) != 0) return false;
  *nanoseconds = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
  return true;
}

// The processor clock of a thread; on a Mac the monotonic clock.
static clockid_t clock_of(long thread) {
#ifdef __linux__
  // The same value as pthread_getcpuclockid, which needs a pthread_t and not just the thread's number.
  return (clockid_t)(~(unsigned)thread << 3 | 6u);
#else
  (void)thread;
  return CLOCK_MONOTONIC;
#endif
}

// With the wall clock, a machine whose time is set back would pause for as long as that.
#ifdef __APPLE__
#define PAUSE_CLOCK CLOCK_REALTIME
#else
#define PAUSE_CLOCK CLOCK_MONOTONIC
#endif

static void make_wake(lk_watch *watch) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
#ifndef __APPLE__
  pthread_condattr_setclock(&attributes, PAUSE_CLOCK);
#endif
  pthread_cond_init(&watch->wake, &attributes);
  pthread_condattr_destroy(&attributes);
}

static void pause_for(lk_watch *watch, uint64_t nanoseconds) {
  struct timespec until;
  clock_gettime(PAUSE_CLOCK, &until);
  uint64_t total = (uint64_t)until.tv_nsec + nanoseconds;
  until.tv_sec += (time_t)(total / 1000000000u);
  until.tv_nsec = (long)(total % 1000000000u);
  pthread_cond_timedwait(&watch->wake, &watch->lock, &until);
}

// Reports a run that does not stop, because it is in C code without hooks. `time`: its thread's time. The lock is held.
static void look_for_stuck(lk_vm *vm, uint64_t time) {
  lk_watch *watch = &vm->watch;
  uint64_t run = atomic_load(&vm->kill_run);
  bool in_host = atomic_load(&vm->host_depth) == atomic_load(&vm->depth);
  if (watch->stopped_run != run || in_host || time < watch->stopped_at) {
    watch->stopped_run = run;
    watch->stopped_at = time;
    watch->reported = false;
    atomic_store(&watch->place_state, LK_PLACE_UNKNOWN);
    return;
  }
  if (!watch->patience || watch->reported || time - watch->stopped_at < watch->patience) return;
  if (atomic_load(&watch->place_state) == LK_PLACE_UNKNOWN) {
    watch->looks = 0;
    atomic_store(&watch->place_state, LK_PLACE_ASKED);
    return;
  }
  bool known = atomic_load(&watch->place_state) == LK_PLACE_KNOWN;
  if (!known && ++watch->looks < PLACE_LOOKS) return;
  watch->reported = true;
  pthread_mutex_unlock(&watch->lock);
  watch->stuck(watch->context, (lk_bytes){(const uint8_t *)watch->place, known ? strlen(watch->place) : 0});
  pthread_mutex_lock(&watch->lock);
}

void lk_watch_stuck(lk_vm *vm, double seconds, void (*stuck)(void *context, lk_bytes place), void *context) {
  lk_watch *watch = &vm->watch;
  pthread_mutex_lock(&watch->lock);
  watch->patience = (uint64_t)(seconds * 1e9);
  watch->stuck = stuck;
  watch->context = context;
  pthread_mutex_unlock(&watch->lock);
}

static void *watch_main(void *argument) {
  lk_vm *vm = argument;
  lk_watch *watch = &vm->watch;
  struct { uint64_t run, since; long thread; } seen[LK_LEVELS] = {{0, 0, 0}};
  int idle = 0;
  pthread_mutex_lock(&watch->lock);
  while (!watch->stop) {
    int depth = atomic_load_explicit(&vm->depth, memory_order_acquire);
    if (depth > LK_LEVELS) depth = LK_LEVELS;
    // If another thread starts a run meanwhile, the next tick sees it as a new run.
    long thread = atomic_load(&vm->runner);
    uint64_t time = 0;
    // Some sandboxes deny access to another thread's clock. There all elapsed time counts.
    if (depth && !read_clock(clock_of(thread), &time)) {
      thread = 0;
      read_clock(CLOCK_MONOTONIC, &time);
    }
    for (int level = 0; level < depth; level++) {
      uint64_t run = atomic_load(&vm->levels[level].run), budget = atomic_load(&vm->levels[level].budget);
      if (seen[level].run != run || seen[level].thread != thread) {
        seen[level].run = run;
        seen[level].since = time;
        seen[level].thread = thread;
      } else if (budget && time - seen[level].since >= budget) {
        lk_request_stop(vm, level, run, LK_BUDGET);
      }
    }
    // Signals again at every tick: a signal between two Lua threads may have armed the wrong one.
    if (lk_killed(vm)) {
      look_for_stuck(vm, time);
      lk_signal_stop(vm);
    }
    idle = depth ? 0 : idle + 1;
    if (idle >= IDLE_TICKS) {
      atomic_store(&watch->parked, true);
      if (atomic_load(&vm->depth) == 0) pthread_cond_wait(&watch->wake, &watch->lock);
      atomic_store(&watch->parked, false);
      idle = 0;
    } else {
      pause_for(watch, TICK);
    }
  }
  pthread_mutex_unlock(&watch->lock);
  return NULL;
}

bool lk_watch_start(lk_vm *vm) {
  lk_watch *watch = &vm->watch;
  lk_handle_stops();
  pthread_mutex_init(&watch->lock, NULL);
  make_wake(watch);
  // The watchdog blocks all signals, so that no signal of the process is handled on its thread.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  watch->started = pthread_create(&watch->thread, NULL, watch_main, vm) == 0;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return watch->started;
}

void lk_watch_wake(lk_vm *vm) {
  lk_watch *watch = &vm->watch;
  pthread_mutex_lock(&watch->lock);
  pthread_cond_signal(&watch->wake);
  pthread_mutex_unlock(&watch->lock);
}

void lk_watch_stop(lk_vm *vm) {
  lk_watch *watch = &vm->watch;
  if (!watch->started) return;
  pthread_mutex_lock(&watch->lock);
  watch->stop = true;
  pthread_cond_signal(&watch->wake);
  pthread_mutex_unlock(&watch->lock);
  pthread_join(watch->thread, NULL);
  pthread_mutex_destroy(&watch->lock);
  pthread_cond_destroy(&watch->wake);
  watch->started = false;
}
