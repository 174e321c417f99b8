// Time budgets, cancellation and the memory kill.
//
// No clock is read while a script runs. A watchdog thread looks every few milliseconds at which runs are under way and
// remembers how much processor time their thread had used when it first saw each; past a run's budget it asks for the
// run's end and signals the thread that executes it. Processor time, because a script is not to be stopped for what it
// did not do: a machine that is busy with others, a disk or a debugger that holds it up. The signal handler, in that
// thread, arms a count hook, and the hook raises. While a run is to be stopped `lk_killed` holds, and every function of
// the sandbox that could swallow an error passes it on instead.
#define _GNU_SOURCE
#include "kernel.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#define TICK 5000000u          // nanoseconds between two looks
#define IDLE_TICKS 200         // looks at an idle machine before the watchdog parks

// The machine that runs in this thread now. A signal handler has no argument to find it by.
static _Thread_local lk_vm *current;
static _Thread_local bool unblocked;

bool lk_killed(lk_vm *vm) {
  uint64_t run = atomic_load_explicit(&vm->kill_run, memory_order_acquire);
  if (!run) return false;
  int level = atomic_load_explicit(&vm->kill_level, memory_order_relaxed);
  return level < atomic_load_explicit(&vm->depth, memory_order_relaxed)
         && atomic_load_explicit(&vm->levels[level].run, memory_order_relaxed) == run;
}

// A list of changes names each value that was written, as often as it was written.
#define LISTING_FIX ". To fix this, write a large table or text once, not again and again"
#define LISTING_MEMORY "stopped: the list of the changes does not fit into the memory limit of %d MiB" LISTING_FIX
#define LISTING_BUDGET "stopped: the time budget of %f s was spent before the changes were listed" LISTING_FIX

int lk_die(lua_State *L) {
  lk_vm *vm = lk_of(L);
  vm->told_run = atomic_load(&vm->kill_run);
  lk_arm(L);
  lk_where(L);
  switch (atomic_load(&vm->kill_reason)) {
    case LK_MEMORY:
      lua_pushfstring(L, vm->listing ? LISTING_MEMORY : "stopped: the memory limit of %d MiB is reached", (int)(vm->soft >> 20));
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
  if (vm->soft && vm->used > vm->soft && !lk_killed(vm)) {
    collect(L, vm);
    if (vm->used > vm->soft) lk_kill_for_memory(vm);
  }
  if (lk_killed(vm)) lk_die(L);
  lua_sethook(L, NULL, 0, 0);
}

void lk_arm(lua_State *L) {
  // Arming walks the whole call chain, which may be 200,000 deep; an armed hook stays armed.
  if (lua_gethook(L) != hook) lua_sethook(L, hook, LUA_MASKCOUNT, 1);
}

static void request(lk_vm *vm, int level, uint64_t run, lk_status reason) {
  // An outer run that must stop outweighs an inner one.
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
  if (vm->used + more <= vm->soft) return;
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

static void handle(int number, siginfo_t *info, void *context) {
  int saved = errno;
  lk_vm *vm = current;
  if (vm && lk_killed(vm)) lk_arm(vm->running);
  if (previous.sa_flags & SA_SIGINFO) {
    if (previous.sa_sigaction) previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(number);
  }
  errno = saved;
}

// SIGURG does nothing by default and is what other run times preempt themselves with.
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

// A thread that has ended meanwhile is no thread of ours any more; tgkill then only fails.
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

// The clock that goes while a thread is given a processor; on a Mac one that always goes.
static clockid_t clock_of(long thread) {
#ifdef __linux__
  // As pthread_getcpuclockid makes it, which asks for more than the number of a thread.
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

static void *watch_main(void *argument) {
  lk_vm *vm = argument;
  lk_watch *watch = &vm->watch;
  struct { uint64_t run, since; long thread; } seen[LK_LEVELS] = {{0, 0, 0}};
  int idle = 0;
  pthread_mutex_lock(&watch->lock);
  while (!watch->stop) {
    int depth = atomic_load_explicit(&vm->depth, memory_order_acquire);
    if (depth > LK_LEVELS) depth = LK_LEVELS;
    // The run that is seen may be of another thread already; then it is seen anew at the next look.
    long thread = atomic_load(&vm->runner);
    uint64_t time = 0;
    // Where no thread is told another's, as in some sandboxes, all time counts.
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
    // Asked for again at every look: a signal that came between two Lua threads may have armed the wrong one.
    if (lk_killed(vm)) notify(vm);
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
  // The watchdog must never be the thread that a signal of the process lands on.
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
  vm->outer = current;  // a host function of one machine may run another
  current = vm;
  atomic_store_explicit(&vm->runner, this_thread(), memory_order_relaxed);
  // Sequentially consistent against the watchdog's parking: one of the two sees the other.
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
  lk_pace(vm);
}

void lk_interrupt(lk_vm *vm) {
  if (atomic_load(&vm->depth) == 0) return;
  // The watchdog asks under the same lock.
  pthread_mutex_lock(&vm->watch.lock);
  if (atomic_load(&vm->depth)) request(vm, 0, atomic_load(&vm->levels[0].run), LK_CANCELLED);
  pthread_mutex_unlock(&vm->watch.lock);
  notify(vm);
}
