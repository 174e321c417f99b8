// Time budgets, interrupts and stops for memory.
//
// Scripts run without reading a clock. When a run has used its budget, the watchdog (watchdog.c) requests a stop and signals the
// run's thread. The signal handler arms a count hook in that thread, and the hook raises the stop. From the request until the run
// ends `lk_killed` is true, and every sandbox function that catches errors re-raises.
#define _GNU_SOURCE
#include "kernel.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

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
  uint64_t run = atomic_load(&vm->kill_run);
  lk_arm(L);
  if (vm->reported_run == run && vm->stop_place[0]) {
    lua_pushstring(L, vm->stop_place);
  } else {
    lk_where(L);
    snprintf(vm->stop_place, sizeof vm->stop_place, "%s", lua_tostring(L, -1));
  }
  vm->reported_run = run;
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

void lk_request_stop(lk_vm *vm, int level, uint64_t run, lk_status reason) {
  // Without memory the host's own code cannot continue either.
  if (level < atomic_load(&vm->shield) && reason != LK_MEMORY) {
    if (!vm->held.run || level < vm->held.level) vm->held = (lk_stop){run, level, reason};
    return;
  }
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
  lk_request_stop(vm, level, atomic_load(&vm->levels[level].run), LK_MEMORY);
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
static void install_handler(void) {
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGURG, &action, &previous);
}

void lk_handle_stops(void) { pthread_once(&installed, install_handler); }

static void prepare_thread(void) {
  // Dispatch's worker threads block every signal.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGURG);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  unblocked = true;
}

// If that thread has ended, tgkill only fails.
void lk_signal_stop(lk_vm *vm) {
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
  if (atomic_load_explicit(&vm->watch.parked, memory_order_relaxed)) lk_watch_wake(vm);
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

int lk_shield(lk_vm *vm) {
  pthread_mutex_lock(&vm->watch.lock);
  int former = atomic_load(&vm->shield), depth = atomic_load(&vm->depth);
  atomic_store(&vm->shield, depth);
  if (lk_killed(vm)) {
    lk_request_stop(vm, atomic_load(&vm->kill_level), atomic_load(&vm->kill_run), (lk_status)atomic_load(&vm->kill_reason));
    atomic_store(&vm->kill_run, 0);
  }
  pthread_mutex_unlock(&vm->watch.lock);
  return former;
}

void lk_unshield(lk_vm *vm, int former) {
  pthread_mutex_lock(&vm->watch.lock);
  atomic_store(&vm->shield, former);
  lk_stop held = vm->held;
  if (held.run && held.level >= former) {
    vm->held.run = 0;
    lk_request_stop(vm, held.level, held.run, held.reason);
  }
  pthread_mutex_unlock(&vm->watch.lock);
  if (lk_killed(vm)) lk_arm(vm->running);
}

void lk_interrupt(lk_vm *vm) {
  if (atomic_load(&vm->depth) == 0) return;
  // The watchdog requests stops under the same lock.
  pthread_mutex_lock(&vm->watch.lock);
  if (atomic_load(&vm->depth)) lk_request_stop(vm, 0, atomic_load(&vm->levels[0].run), LK_CANCELLED);
  pthread_mutex_unlock(&vm->watch.lock);
  lk_signal_stop(vm);
}
