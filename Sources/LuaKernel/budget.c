// Time budgets, interrupts and stops for memory.
//
// Scripts run without reading a clock. A watchdog thread wakes every few milliseconds (TICK), looks at the current runs and
// records the processor time of their thread when it first sees each run. When a run has used its budget, the watchdog requests
// a stop and signals the run's thread. It counts processor time so that a busy machine, a slow disk or a debugger does not stop
// a script. The signal handler arms a count hook in that thread, and the hook raises the stop. From the request until the run
// ends `lk_killed` is true, and every sandbox function that catches errors re-raises.
#define _GNU_SOURCE
#include "kernel.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#define TICK 5000000u          // nanoseconds between two ticks of the watchdog
#define PLACE_LOOKS 100        // ticks to wait for the place of a thread before it is reported as unknown
#define IDLE_TICKS 200         // ticks on an idle machine before the watchdog parks

// The machine that runs in this thread; the signal handler has no argument to find it with.
static _Thread_local lk_vm *current;
static _Thread_local bool unblocked;

bool lk_killed(lk_vm *vm) {
  uint64_t run = atomic_load_explicit(&vm->kill_run, memory_order_acquire);
  if (!run) return false;
  int level = atomic_load_explicit(&vm->kill_level, memory_order_relaxed);
  return level < atomic_load_explicit(&vm->depth, memory_order_relaxed)
         && atomic_load_explicit(&vm->levels[level].run, memory_order_relaxed) == run;
}

// A list of changes contains each written value, as often as it was written.
#define LISTING_FIX ". To fix this, write a large table or text once, not again and again"
#define LISTING_MEMORY "stopped: the list of the changes does not fit into the memory limit of %d MiB" LISTING_FIX
#define LISTING_BUDGET "stopped: the time budget of %f s was spent before the changes were listed" LISTING_FIX

int lk_die(lua_State *L) {
  lk_vm *vm = lk_of(L);
  vm->reported_run = atomic_load(&vm->kill_run);
  lk_arm(L);
  lk_where(L);
  switch (atomic_load(&vm->kill_reason)) {
    case LK_MEMORY:
      lua_pushfstring(L, vm->listing ? LISTING_MEMORY : "stopped: the memory limit of %d MiB is reached", (int)(vm->limit >> 20));
      break;
    case LK_CANCELLED: lua_pushliteral(L, "stopped: interrupted"); break;
    default: {
      int level = atomic_load(&vm->kill_level);
      lua_pushfstring(L, vm->listing ? LISTING_BUDGET : "stopped: the time budget of %f s is spent",
                      (double)vm->levels[level].budget / 1e9);
    }
  }
  lua_concat(L, 2);
  return lua_error(L);
}

static void collect(lua_State *L, lk_vm *vm) {
  if (vm->collecting) return;
  vm->collecting = true;
  lua_gc(L, LUA_GCCOLLECT);
  vm->collecting = false;
}

static void hook(lua_State *L, lua_Debug *ar) {
  (void)ar;
  lk_vm *vm = lk_of(L);
  size_t soft = lk_soft_limit(vm);
  if (soft && vm->used > soft && !lk_killed(vm)) {
    collect(L, vm);
    if (vm->used > soft) lk_kill_for_memory(vm);
  }
  if (lk_killed(vm)) lk_die(L);
  lua_sethook(L, NULL, 0, 0);
}

void lk_arm(lua_State *L) {
  // Arming walks the whole call chain, which may be 200,000 deep, so an armed hook stays armed.
  if (lua_gethook(L) != hook) lua_sethook(L, hook, LUA_MASKCOUNT, 1);
}

static void request(lk_vm *vm, int level, uint64_t run, lk_status reason) {
  // A stop of an outer run takes precedence over a stop of an inner run.
  if (lk_killed(vm) && atomic_load(&vm->kill_level) <= level) return;
  atomic_store(&vm->kill_level, level);
  atomic_store(&vm->kill_reason, (int)reason);
  atomic_store_explicit(&vm->kill_run, run, memory_order_release);
}

void lk_kill_for_memory(lk_vm *vm) {
  int level = atomic_load(&vm->depth) - 1;
  if (level < 0) return;
  if (level >= LK_LEVELS) level = LK_LEVELS - 1;
  request(vm, level, atomic_load(&vm->levels[level].run), LK_MEMORY);
}

void lk_refuse_memory(lua_State *L, size_t more) {
  lk_vm *vm = lk_of(L);
  if (lk_depth(vm) == 0) return;
  collect(L, vm);
  if (vm->used + more <= lk_soft_limit(vm)) return;
  lk_kill_for_memory(vm);
  lk_die(L);
}

void lk_charge(lua_State *L, size_t steps) {
  (void)steps;
  lk_vm *vm = lk_of(L);
  if (lk_killed(vm)) lk_die(L);
}

int lk_is_pure(lua_State *L) { return lk_phase_is_pure(lk_of(L)->phase); }

// MARK: signal

static struct sigaction previous;
static pthread_once_t installed = PTHREAD_ONCE_INIT;

// Async-signal context: only reads Lua's call records.
static void record_place(lk_vm *vm) {
  lk_watch *watch = &vm->watch;
  lua_Debug ar;
  watch->place[0] = 0;
  if (lk_script_position(vm->running, &ar)) snprintf(watch->place, sizeof watch->place, "%s:%d", ar.short_src, ar.currentline);
  atomic_store(&watch->place_state, LK_PLACE_KNOWN);
}

static void handle(int number, siginfo_t *info, void *context) {
  int saved = errno;
  lk_vm *vm = current;
  if (vm && lk_killed(vm)) {
    lk_arm(vm->running);
    if (atomic_load(&vm->watch.place_state) == LK_PLACE_ASKED) record_place(vm);
  }
  if (previous.sa_flags & SA_SIGINFO) {
    if (previous.sa_sigaction) previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(number);
  }
  errno = saved;
}

// SIGURG is ignored by default; other run times also use it for preemption.
static void install(void) {
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGURG, &action, &previous);
}

static void prepare_thread(void) {
  // Dispatch's worker threads block every signal.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGURG);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  unblocked = true;
}

// If that thread has ended, tgkill only fails.
static void notify(lk_vm *vm) {
  long runner = atomic_load(&vm->runner);
  if (!runner) return;
#ifdef __linux__
  syscall(SYS_tgkill, getpid(), (pid_t)runner, SIGURG);
#else
  pthread_kill((pthread_t)runner, SIGURG);
#endif
}

static long this_thread(void) {
#ifdef __linux__
  static _Thread_local long id;
  if (!id) id = syscall(SYS_gettid);
  return id;
#else
  return (long)pthread_self();
#endif
}

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

// MARK: watchdog

static void pause_for(lk_watch *watch, uint64_t nanoseconds) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
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
        request(vm, level, run, LK_BUDGET);
      }
    }
    // Signals again at every tick: a signal between two Lua threads may have armed the wrong one.
    if (lk_killed(vm)) {
      look_for_stuck(vm, time);
      notify(vm);
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
  pthread_once(&installed, install);
  pthread_mutex_init(&watch->lock, NULL);
  pthread_cond_init(&watch->wake, NULL);
  // The watchdog blocks all signals, so that no signal of the process is handled on its thread.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  watch->started = pthread_create(&watch->thread, NULL, watch_main, vm) == 0;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return watch->started;
}

static void watch_wake(lk_watch *watch) {
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

// MARK: runs

void lk_enter(lk_vm *vm, uint64_t budget) {
  int depth = atomic_load_explicit(&vm->depth, memory_order_relaxed);
  if (depth < LK_LEVELS) {
    lk_level *level = &vm->levels[depth];
    atomic_store_explicit(&level->budget, budget, memory_order_relaxed);
    atomic_store_explicit(&level->run, ++vm->runs, memory_order_relaxed);
  }
  if (depth) {
    atomic_store_explicit(&vm->depth, depth + 1, memory_order_release);
    return;
  }
  if (!unblocked) prepare_thread();
  vm->stack = __builtin_frame_address(0);
  vm->outer = current;  // a host function of one machine may run another machine
  current = vm;
  atomic_store_explicit(&vm->runner, this_thread(), memory_order_relaxed);
  // Sequentially consistent with the watchdog's parking: at least one of the two threads sees the other's write.
  atomic_store(&vm->depth, 1);
  if (atomic_load_explicit(&vm->watch.parked, memory_order_relaxed)) watch_wake(&vm->watch);
}

void lk_leave(lk_vm *vm) {
  int depth = atomic_load_explicit(&vm->depth, memory_order_relaxed) - 1;
  bool ends = atomic_load_explicit(&vm->kill_run, memory_order_relaxed)
              && atomic_load_explicit(&vm->kill_level, memory_order_relaxed) >= depth;
  atomic_store_explicit(&vm->depth, depth, memory_order_release);
  if (ends) {
    atomic_store(&vm->kill_run, 0);
    lua_sethook(vm->running, NULL, 0, 0);
    lua_sethook(vm->main, NULL, 0, 0);
  }
  if (depth == 0) current = vm->outer;
  atomic_store_explicit(&vm->last_used, vm->used, memory_order_relaxed);
  lk_pace(vm);
}

void lk_interrupt(lk_vm *vm) {
  if (atomic_load(&vm->depth) == 0) return;
  // The watchdog requests stops under the same lock.
  pthread_mutex_lock(&vm->watch.lock);
  if (atomic_load(&vm->depth)) request(vm, 0, atomic_load(&vm->levels[0].run), LK_CANCELLED);
  pthread_mutex_unlock(&vm->watch.lock);
  notify(vm);
}
