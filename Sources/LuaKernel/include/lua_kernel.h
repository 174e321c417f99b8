// What Swift sees of Lua: an opaque virtual machine whose functions never raise.
//
// Every function here may be called from Swift frames: whatever can longjmp runs behind a protected call in C.
// Functions that can fail return one of `lk_status`; what failed is then read with `lk_error_*`.
// Positions in the journal count changes since the machine was made and never go back except by `lk_truncate`.
#ifndef LUA_KERNEL_H
#define LUA_KERNEL_H

#include <stddef.h>
#include <stdint.h>

typedef struct lk_vm lk_vm;
typedef struct lk_slice lk_slice;

typedef enum lk_status {
  LK_OK = 0,
  LK_RAISED,      // a script or the kernel raised an error
  LK_SYNTAX,      // source did not compile
  LK_INCOMPLETE,  // source ends too early: more lines may complete it
  LK_BUDGET,      // stopped: the time budget is spent
  LK_MEMORY,      // stopped: the memory limit is reached
  LK_CANCELLED,   // stopped: from outside
  LK_STATE,       // what a reducer stored cannot be state
  LK_AWAIT        // a coroutine waits for the host
} lk_status;

/// What runs now decides what is allowed.
typedef enum lk_phase { LK_LOAD = 0, LK_PROMPT, LK_EFFECT, LK_REDUCER, LK_VIEW, LK_EVENT, LK_MIDDLEWARE } lk_phase;

/// The answers of a host function.
typedef enum lk_answer { LK_RETURN = 0, LK_RETURN_REFERENCE, LK_RAISE, LK_SUSPEND } lk_answer;

/// What a script asks of a container that lives in the host.
typedef enum lk_ask { LK_ASK_FIELD, LK_ASK_ALL, LK_ASK_COUNT } lk_ask;

typedef struct lk_bytes {
  const uint8_t *data;
  size_t count;
} lk_bytes;

/// How the machine reaches its host. None of these may call back into a script except through this header.
typedef struct lk_callbacks {
  void *context, *receiver;
  /// An action was sent from Lua: its plain data is `lk_action`. Nonzero: raise what `lk_raise_with` was given.
  int (*send)(void *receiver, int32_t action);
  /// A host function was called: its arguments are `lk_arguments`, results go to `lk_answer_with`.
  lk_answer (*call)(void *context, int32_t function);

  // Of native slices, named by their numbers. None of these may run a script; no answer is nil.
  /// A script reads what it has not read before. `lk_native_answer` answers, for
  /// - LK_ASK_FIELD: the value under `key` of a map, or, where `key.data` is NULL, at `position` (from 1) of a list;
  /// - LK_ASK_ALL: the whole container, whose own containers may be told by handle;
  /// - LK_ASK_COUNT: the number of items of a list.
  void (*native_read)(void *context, int32_t slice, uint64_t handle, lk_ask ask, lk_bytes key, int64_t position);
  /// The slice goes from one of its own journal positions to another.
  void (*native_travel)(void *context, int32_t slice, uint64_t from, uint64_t to);
  /// What lies before one of its positions is not gone back to any more.
  void (*native_forget)(void *context, int32_t slice, uint64_t position);
  /// What lies after one of its positions is not done again any more.
  void (*native_truncate)(void *context, int32_t slice, uint64_t position);
  /// The changes between two of its positions; `lk_native_answer` answers with a list as that of `lk_changes`.
  void (*native_changes)(void *context, int32_t slice, uint64_t from, uint64_t to);
} lk_callbacks;

typedef struct lk_limits {
  size_t memory;       // bytes; 0: none
  double seconds;      // of one protected run; 0: none
} lk_limits;

// MARK: machine
lk_vm *lk_new(lk_callbacks callbacks, lk_limits limits);
/// What `call` gets from now on.
void lk_set_context(lk_vm *vm, void *context);
/// Who takes the actions from now on.
void lk_set_receiver(lk_vm *vm, int (*send)(void *receiver, int32_t action), void *receiver);
void lk_free(lk_vm *vm);
size_t lk_memory_used(const lk_vm *vm);
/// From now on `lk_allocated` counts the bytes that Lua asks for, or no longer.
void lk_count_allocations(lk_vm *vm, int on);
uint64_t lk_allocated(const lk_vm *vm);
/// Fails the nth allocation from now on and every one after it; 0 turns it off. For tests.
void lk_fail_allocation(lk_vm *vm, uint64_t nth);
/// A full garbage collection.
void lk_collect(lk_vm *vm);
/// Stops what runs now, from any thread.
void lk_interrupt(lk_vm *vm);
/// Whether the code that runs now must stop; a host function that takes long looks at it.
int lk_stopping(lk_vm *vm);
/// How deep protected runs nest now; 0: the machine is idle.
int lk_depth(const lk_vm *vm);
lk_phase lk_current_phase(const lk_vm *vm);

// MARK: the last error
lk_bytes lk_error_message(const lk_vm *vm);
lk_bytes lk_error_traceback(const lk_vm *vm);
/// The error value as plain data, if it was a table; else empty.
lk_bytes lk_error_value(const lk_vm *vm);

// MARK: references. A reference keeps a Lua value alive; 0 is never one.
void lk_release(lk_vm *vm, int reference);
/// A reference to `value[path...]`, the path given as plain data (a list); 0 if it is nil.
int lk_reference(lk_vm *vm, int from, lk_bytes path);
/// A host function that Lua code may call; with `display` its arguments need not be plain data.
int lk_function(lk_vm *vm, int32_t function, int display);
/// A function that wraps a function so that `lk_call_site` knows the line even of `return f { … }`.
int lk_framed_function(lk_vm *vm);
/// A function that sends the action with that id and full name, given its fields.
int lk_sender(lk_vm *vm, int32_t action, const char *name);
/// A function that sends `{ type = ... }`; `names` (plain data), and the table `shared` (a reference) for what is not among
/// them, go from short and full types to { id, full type }. Given a function it calls `later` (a reference, 0: that is an
/// error) with it.
int lk_dispatcher(lk_vm *vm, lk_bytes names, int shared, int later);
/// Plain data as a Lua value.
int lk_value(lk_vm *vm, lk_bytes value);
/// `table[key] = value`, both by reference.
lk_status lk_assign(lk_vm *vm, int table, const char *key, int value);
int lk_new_table(lk_vm *vm);
/// Where a function was defined: its chunk's name and first line; line 0 if it is no Lua function, or one of the host's own.
int lk_defined(lk_vm *vm, int function, lk_bytes *file);
/// How many arguments a function can see; INT_MAX: all.
int lk_parameters(lk_vm *vm, int function);

// MARK: running code
/// A fresh sandboxed environment; with `writable` a script may make globals in it. `library` and `fallback` are tables by
/// reference or 0: one that holds further names and gets the sandbox's functions, and one that answers for what is missing.
int lk_environment(lk_vm *vm, int writable, int library, int fallback);
/// Compiles source text. On success `*function` is a reference. A name that begins with `=` is the host's own code,
/// which errors never name as their place.
lk_status lk_load(lk_vm *vm, lk_bytes source, const char *name, int environment, int *function);
/// The byte offset at which the compiler stopped reading `source`, or -1; only for source that does not compile.
ptrdiff_t lk_error_offset(lk_vm *vm, lk_bytes source);
/// Calls with plain data (a list of arguments); a first argument by reference unless 0. The result is kept for `lk_result*`.
lk_status lk_call(lk_vm *vm, int function, int first, lk_bytes arguments, lk_phase phase, double seconds);
/// The results as plain data (a list); what is not plain data is refused, or shown by a description if `display`.
lk_status lk_results(lk_vm *vm, int display, lk_bytes *results);
int lk_result_reference(lk_vm *vm, int position);
/// The function `udf.list`: marks a plain table as a list, empty or not.
int lk_list_function(lk_vm *vm);

// MARK: coroutines
/// Starts `function(context, argument)` as a coroutine, the context by reference; 0: `function(argument)`. Without an
/// argument (plain data) it is left out. LK_AWAIT: it waits, `*task` is its number.
lk_status lk_start(lk_vm *vm, int function, int context, lk_bytes argument, uint64_t *task);
/// Continues a task; with `ok` the await returns `values` (a list), else it raises the first of them.
/// One that was spawned begins when it is first continued, whatever the values are.
lk_status lk_resume(lk_vm *vm, uint64_t task, int ok, lk_bytes values);
/// A function for scripts that makes a task of a function, tells the host function `function` its number and returns what that
/// answers.
int lk_spawner(lk_vm *vm, int32_t function);
/// Forgets a spawned task that has not begun.
void lk_drop(lk_vm *vm, uint64_t task);
/// The task that runs now, 0 if none.
uint64_t lk_current_task(const lk_vm *vm);

// MARK: native slices. Their state lives in the host; scripts see read-only nodes, filled when they are first read.
/// A slice whose root is the host's container 0, a map read key by key; NULL and an error if there is no memory.
/// `number` is what the callbacks get.
lk_slice *lk_native_new(lk_vm *vm, const char *name, int32_t number);
/// Answers the callback that runs. In plain data TAPE_CONTAINER may stand for a container, by its handle.
void lk_native_answer(lk_vm *vm, lk_bytes value);
/// Puts one entry at the end of the journal: the slice went from one of its own positions to another.
lk_status lk_native_record(lk_vm *vm, lk_slice *slice, uint64_t from, uint64_t to);
/// What scripts have seen of a container is out of date: what stands under one key or, where `key.data` is NULL, at one
/// position; all of it where that is 0. How many items there are is asked again in any case.
void lk_native_stale(lk_vm *vm, lk_slice *slice, uint64_t handle, lk_bytes key, int64_t position);
/// What scripts have seen of any container of the slice is out of date.
void lk_native_stale_all(lk_vm *vm, lk_slice *slice);
/// A container is gone: who still holds it sees it empty, and its handle may come back as another one.
void lk_native_gone(lk_vm *vm, lk_slice *slice, uint64_t handle);

// MARK: host functions
lk_bytes lk_arguments(const lk_vm *vm);
void lk_answer_with(lk_vm *vm, lk_bytes values);
/// What LK_RETURN_REFERENCE returns.
void lk_answer_with_reference(lk_vm *vm, int reference);
/// Whether the code that called the host function may be suspended.
int lk_can_await(const lk_vm *vm);
/// script:line of the code that called the host function, empty if unknown.
lk_bytes lk_call_site(lk_vm *vm);

// MARK: sites. Lines of scripts, by numbers from 0 that stay the same for as long as the machine lives.
/// From now on the journal remembers which line makes each write; what a reducer returns, the line of the reducer.
void lk_keep_sites(lk_vm *vm);
/// The line that runs now, -1 if none of a script does.
int32_t lk_site(lk_vm *vm);
/// script:line, empty if there is no such number.
lk_bytes lk_site_text(const lk_vm *vm, int32_t number);

// MARK: slices of state
/// A slice with this initial state (plain data); NULL and an error if it cannot be state.
lk_slice *lk_slice_new(lk_vm *vm, const char *name, int initial);
/// Puts the slice into the state under its name, in place of another one of that name.
lk_status lk_slice_attach(lk_vm *vm, lk_slice *slice);
/// Forgets the slice: it is no longer part of the state.
void lk_slice_remove(lk_vm *vm, lk_slice *slice);
/// Puts defaults in place of top-level keys that are absent; not journalled.
lk_status lk_slice_merge(lk_vm *vm, lk_slice *slice, int defaults);
/// Replaces the whole content; not journalled.
lk_status lk_slice_replace(lk_vm *vm, lk_slice *slice, int content);
/// A reference to the slice's root node.
int lk_slice_state(const lk_slice *slice);
/// A reference to the node that holds all slices.
int lk_state(const lk_vm *vm);

/// Reduces the action of `lk_action` (`action` empty) or the one given by `handler(state, action)` in a transaction.
lk_status lk_reduce(lk_vm *vm, lk_slice *slice, int handler, lk_bytes action);
/// Where the journal ends.
uint64_t lk_position(const lk_vm *vm);
/// Undoes everything after `position` and forgets it.
void lk_rollback(lk_vm *vm, uint64_t position);
/// Applies the journal backwards from `from` down to `to`, or forwards if `from` < `to`.
void lk_travel(lk_vm *vm, uint64_t from, uint64_t to);
/// Forgets what lies before `position`; strings and numbers too `at_once`, and not when there are enough of them.
void lk_forget(lk_vm *vm, uint64_t position, int at_once);
/// About how many bytes the entries in [from, to) keep from being collected, `native` for each of a native slice; counting
/// ends where it comes to `most`.
size_t lk_weigh(lk_vm *vm, uint64_t from, uint64_t to, size_t native, size_t most);
/// Forgets what lies at and after `position`, without undoing it.
void lk_truncate(lk_vm *vm, uint64_t position);
/// From now on each reducer's changes are listed within its own run, because an observer will ask `lk_changes` for them: a
/// reducer whose list cannot be made fails. Without an observer only a transaction that writes much is measured so.
void lk_list_changes(lk_vm *vm, int lists);
/// The changes in [from, to) as plain data; the state stands at `now` before and after. Each is a list { operation, path,
/// old, new }, to be applied in order; the path begins with the slice's name and ends with the key or position:
/// - `set`: the value there becomes `new`, nil if there is none. In a list too, where items may be absent between two
///   changes (one filtered in place): it is a plain assignment and moves no other item;
/// - `insert`: `new` comes in at the position, what stood there and after it moves up;
/// - `remove`: `old` goes, what stood after it moves down;
/// - `move`: the item at position `old`, which also ends the path, is taken out and put in again at position `new`.
/// What stands in several places while a reducer runs is told once for each of them. A list that does not fit into the memory
/// limit is LK_MEMORY; `lk_interrupt` stops it.
lk_status lk_changes(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now, lk_bytes *changes);
/// The changes as `lk_changes` tells them, without their values, except for the positions of a `move`, but each with a fifth
/// part: the number of the site that wrote, -1 if it is not known. Those of native slices are told as `lk_changes` does.
lk_status lk_writes(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now, lk_bytes *writes);
/// Reads the state at a path (plain data, a list of keys and positions).
lk_status lk_read(lk_vm *vm, lk_bytes path, lk_bytes *value);
/// The version of a node, by reference: another one once it, or anything inside it, has changed.
uint64_t lk_version_of(lk_vm *vm, int node);
/// Whether the version of any node was read: only then do changes give nodes other versions.
int lk_counts_versions(const lk_vm *vm);
/// A table of functions for whoever remembers what was computed: `version`, `bytes`, `signature`, `run`,
/// `freeze`, `rows`.
int lk_memo_library(lk_vm *vm);
/// The keys of the container at a path (plain data: list), for completion.
lk_status lk_keys(lk_vm *vm, lk_bytes path, lk_bytes *keys);
/// The action being sent, as plain data, type included.
lk_bytes lk_action(lk_vm *vm);
/// Whether each action sent is copied at once, because somebody will ask for it; else only when asked.
void lk_copy_actions(lk_vm *vm, int copies);
/// What `send` raises when the host answers with a nonzero result.
void lk_raise_with(lk_vm *vm, lk_bytes message);

#endif
