// The kernel's interface for Swift: an opaque virtual machine whose functions never raise a Lua error.
//
// Swift frames may call every function here: all code that can longjmp runs behind a protected call in C. A function that can
// fail returns an `lk_status`; the `lk_error_*` functions then give the details. Terms are explained in kernel.h. A journal
// position counts the changes since the machine was made. Positions only grow, except by `lk_truncate`.
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
  LK_INCOMPLETE,  // the source ends too early: more lines may complete it
  LK_BUDGET,      // stopped: the time budget is spent
  LK_MEMORY,      // stopped: the memory limit is reached
  LK_CANCELLED,   // stopped: the host interrupted the run
  LK_STATE,       // a reducer stored a value that cannot be state
  LK_AWAIT        // a coroutine waits for the host
} lk_status;

/// What kind of code runs. The phase decides which functions a script may call.
typedef enum lk_phase { LK_LOAD = 0, LK_PROMPT, LK_EFFECT, LK_REDUCER, LK_VIEW, LK_EVENT, LK_MIDDLEWARE } lk_phase;

/// How a host function ends: it returns values, returns a reference, raises an error or suspends the calling task.
typedef enum lk_answer { LK_RETURN = 0, LK_RETURN_REFERENCE, LK_RAISE, LK_SUSPEND } lk_answer;

/// What the host did with an action: it took it, refused it with the error of `lk_raise_with`, or suspends the sending task.
typedef enum lk_sent { LK_SENT = 0, LK_REFUSED, LK_SEND_SUSPENDED } lk_sent;

/// The part of a native container that a script reads.
typedef enum lk_ask { LK_ASK_FIELD, LK_ASK_ALL, LK_ASK_COUNT } lk_ask;

typedef struct lk_bytes {
  const uint8_t *data;
  size_t count;
} lk_bytes;

/// The functions that the machine calls in its host. They may run scripts only through the functions of this header.
typedef struct lk_callbacks {
  void *context, *receiver;
  /// A script sent an action; `lk_action` returns it as plain data. Returns an `lk_sent`.
  int (*send)(void *receiver, int32_t action);
  /// A script called a host function. `lk_arguments` returns its arguments; `lk_answer_with` sets its results.
  lk_answer (*call)(void *context, int32_t function);

  // The callbacks of native slices. `slice` is the number given to `lk_native_new`. They must not run scripts.
  /// A script reads data that is not cached. `lk_native_answer` sets the answer; without one the value is nil. It is, for
  /// - LK_ASK_FIELD: the value under `key` of a map, or, if `key.data` is NULL, at `position` (from 1) of a list;
  /// - LK_ASK_ALL: the whole container; containers inside it may be given by their handles;
  /// - LK_ASK_COUNT: the number of items of a list.
  void (*native_read)(void *context, int32_t slice, uint64_t handle, lk_ask ask, lk_bytes key, int64_t position);
  /// Applies the slice's own journal from the position `from` to the position `to`, backwards or forwards.
  void (*native_travel)(void *context, int32_t slice, uint64_t from, uint64_t to);
  /// The host may release what undoing to positions before `position` needs.
  void (*native_forget)(void *context, int32_t slice, uint64_t position);
  /// The host may release what redoing positions after `position` needs.
  void (*native_truncate)(void *context, int32_t slice, uint64_t position);
  /// Answers, with `lk_native_answer`, the slice's changes between two of its positions: a list as in `lk_changes`.
  void (*native_changes)(void *context, int32_t slice, uint64_t from, uint64_t to);
} lk_callbacks;

typedef struct lk_limits {
  size_t memory;       // bytes; 0: no limit
  double seconds;      // time budget of one protected run; 0: none
} lk_limits;

// MARK: machine
lk_vm *lk_new(lk_callbacks callbacks, lk_limits limits);
/// Sets the context that the callback `call` gets.
void lk_set_context(lk_vm *vm, void *context);
/// Sets the function that receives actions, and its first argument.
void lk_set_receiver(lk_vm *vm, int (*send)(void *receiver, int32_t action), void *receiver);
void lk_free(lk_vm *vm);
size_t lk_memory_used(const lk_vm *vm);
/// The memory that scripts used when the last run ended, in bytes. Callable from any thread.
size_t lk_memory_last_used(const lk_vm *vm);
/// Takes `bytes` of the memory limit for the host; scripts may use the rest. Callable from any thread.
void lk_set_host_memory(lk_vm *vm, size_t bytes);
/// Starts (`on` nonzero) or ends the counting of the bytes that Lua allocates; `lk_allocated` returns the count.
void lk_count_allocations(lk_vm *vm, int on);
uint64_t lk_allocated(const lk_vm *vm);
/// For tests: the nth allocation from now and every later one fail; 0 turns this off.
void lk_fail_allocation(lk_vm *vm, uint64_t nth);
void lk_collect(lk_vm *vm);
/// Stops the current run. Callable from any thread.
void lk_interrupt(lk_vm *vm);
/// From now on, a stop of a run that is in progress waits: code that the host calls runs to its end or to the end of its own
/// budget. Returns the value for `lk_unshield`, which ends this, and then stops the run if a stop was requested meanwhile.
int lk_shield(lk_vm *vm);
void lk_unshield(lk_vm *vm, int former);
/// Sets a function that reports a run that does not stop. A thread of the machine calls it once for a run whose thread has used
/// `seconds` of processor time since the run was asked to stop. Time in host functions does not count. `place` is the running
/// script line as `file:line`, empty if unknown.
void lk_watch_stuck(lk_vm *vm, double seconds, void (*stuck)(void *context, lk_bytes place), void *context);
/// Whether the current run must stop. A host function that takes long should check this.
int lk_stopping(lk_vm *vm);
/// The number of nested protected runs; 0: the machine is idle.
int lk_depth(const lk_vm *vm);
lk_phase lk_current_phase(const lk_vm *vm);

// MARK: the last error
lk_bytes lk_error_message(const lk_vm *vm);
lk_bytes lk_error_traceback(const lk_vm *vm);
/// The error value as plain data if it was a table; empty otherwise.
lk_bytes lk_error_value(const lk_vm *vm);

// MARK: references. A reference keeps a Lua value alive. 0 is not a valid reference.
void lk_release(lk_vm *vm, int reference);
/// A reference to `value[path...]`; the path is a list as plain data. 0 if the value is nil.
int lk_reference(lk_vm *vm, int from, lk_bytes path);
/// A host function that Lua code may call. With `display` its arguments may be any values; others are described in text.
int lk_function(lk_vm *vm, int32_t function, int display);
/// Returns a function that wraps Lua functions so that `lk_call_site` finds the line even of a tail call `return f { … }`.
int lk_framed_function(lk_vm *vm);
/// A function for scripts that sends the action with this id and full name. Its argument is the table of the action's fields.
int lk_sender(lk_vm *vm, int32_t action, const char *name);
/// A function for scripts that sends `{ type = ... }`. `names` (plain data) maps short and full types to { id, full type };
/// `shared` (a reference to such a table) is used for types that `names` lacks. If the script passes a function, it is passed
/// on to the function `later` (a reference; 0: passing a function is an error).
int lk_dispatcher(lk_vm *vm, lk_bytes names, int shared, int later);
/// A reference to plain data as a Lua value.
int lk_value(lk_vm *vm, lk_bytes value);
/// Sets `table[key] = value`; both are references.
lk_status lk_assign(lk_vm *vm, int table, const char *key, int value);
int lk_new_table(lk_vm *vm);
/// Where a function was defined: its chunk's name and first line. Line 0 for a C function or the host's own Lua code.
int lk_defined(lk_vm *vm, int function, lk_bytes *file);
/// The bytecode of a Lua function without names of variables and positions of instructions; empty for another value.
lk_bytes lk_bytecode(lk_vm *vm, int function);
/// The number of arguments that a function can receive; INT_MAX: any number.
int lk_parameters(lk_vm *vm, int function);

// MARK: running code
/// A new sandboxed environment. With `writable` scripts may set globals in it. `library` (a reference or 0) is a table of
/// further names; the sandbox's functions are added to it. `fallback` (a reference or 0) is used for missing names.
int lk_environment(lk_vm *vm, int writable, int library, int fallback);
/// Compiles source text. On success `*function` is a reference. A name that begins with `=` marks host code; errors skip it.
lk_status lk_load(lk_vm *vm, lk_bytes source, const char *name, int environment, int *function);
/// The byte offset at which the compiler stopped reading `source`, or -1. Only for source that does not compile.
ptrdiff_t lk_error_offset(lk_vm *vm, lk_bytes source);
/// Calls a function with `arguments` (a list as plain data), after `first` (a reference) unless that is 0. The results are kept
/// for `lk_results` and `lk_result_reference`.
lk_status lk_call(lk_vm *vm, int function, int first, lk_bytes arguments, lk_phase phase, double seconds);
/// The results as plain data (a list). A result that is not plain data is an error, or is described in text with `display`.
lk_status lk_results(lk_vm *vm, int display, lk_bytes *results);
int lk_result_reference(lk_vm *vm, int position);
/// The function `udf.list`: it marks a plain table as a list, so that an empty one is not taken for a map.
int lk_list_function(lk_vm *vm);

// MARK: coroutines
/// Starts `function(context, argument)` as a coroutine; without a context (a reference, or 0) `function(argument)`. An empty
/// `argument` (plain data) is left out. LK_AWAIT: the coroutine waits, and `*task` is its number.
lk_status lk_start(lk_vm *vm, int function, int context, lk_bytes argument, uint64_t *task);
/// Resumes a task. With `ok` the await returns `values` (a list), otherwise it raises the first of them. The first resume of a
/// spawned task starts it.
lk_status lk_resume(lk_vm *vm, uint64_t task, int ok, lk_bytes values);
/// A function for scripts that makes a task of a function and returns the results of the host function, called with its number.
int lk_spawner(lk_vm *vm, int32_t function);
/// Releases a spawned task that has not started.
void lk_drop(lk_vm *vm, uint64_t task);
/// The number of the running task, 0 if none.
uint64_t lk_current_task(const lk_vm *vm);

// MARK: native slices. Their state is in the host. Scripts see read-only nodes; the host gives their data at the first read.
/// A slice whose root is the host's container 0, a map read key by key. The callbacks get `number`. NULL: memory is short.
lk_slice *lk_native_new(lk_vm *vm, const char *name, int32_t number);
/// Answers the current callback. In the plain data, TAPE_CONTAINER stands for a container, given by its handle.
void lk_native_answer(lk_vm *vm, lk_bytes value);
/// Adds one entry to the journal: the slice changed from its own position `from` to its own position `to`.
lk_status lk_native_record(lk_vm *vm, lk_slice *slice, uint64_t from, uint64_t to);
/// Discards cached data of a container: the value under `key` or, if `key.data` is NULL, at `position`; all values if
/// `position` is 0. The cached number of items is always discarded.
void lk_native_stale(lk_vm *vm, lk_slice *slice, uint64_t handle, lk_bytes key, int64_t position);
/// Discards the cached data of all containers of the slice.
void lk_native_stale_all(lk_vm *vm, lk_slice *slice);
/// The container no longer exists: nodes of it that scripts still hold become empty, and the host may reuse the handle.
void lk_native_gone(lk_vm *vm, lk_slice *slice, uint64_t handle);

// MARK: host functions
lk_bytes lk_arguments(const lk_vm *vm);
void lk_answer_with(lk_vm *vm, lk_bytes values);
/// Sets the reference that LK_RETURN_REFERENCE returns.
void lk_answer_with_reference(lk_vm *vm, int reference);
/// Whether the code that called the host function, or that sent an action, may be suspended.
int lk_can_await(const lk_vm *vm);
/// The script line, `file:line`, that called the host function; empty if unknown.
lk_bytes lk_call_site(lk_vm *vm);

// MARK: sites. A site is a script line with a number (from 0) that stays the same for the machine's lifetime.
/// From now on the journal records the site of each write. For a table that a reducer returns this is the reducer's own line.
void lk_keep_sites(lk_vm *vm);
/// The site of the running script line, -1 if no script runs.
int32_t lk_site(lk_vm *vm);
/// The site as `file:line`; empty if the number does not exist.
lk_bytes lk_site_text(const lk_vm *vm, int32_t number);

// MARK: slices of state
/// A slice with this initial state (a reference). NULL and an error if the value cannot be state.
lk_slice *lk_slice_new(lk_vm *vm, const char *name, int initial);
/// Adds the slice to the state under its name; it replaces a slice of the same name.
lk_status lk_slice_attach(lk_vm *vm, lk_slice *slice);
/// Removes the slice from the state and releases its root.
void lk_slice_remove(lk_vm *vm, lk_slice *slice);
/// Adds the defaults for top-level keys that are absent. The journal does not record this.
lk_status lk_slice_merge(lk_vm *vm, lk_slice *slice, int defaults);
/// Replaces the whole content. The journal does not record this.
lk_status lk_slice_replace(lk_vm *vm, lk_slice *slice, int content);
/// A reference to the slice's root node.
int lk_slice_state(const lk_slice *slice);
/// A reference to the node that holds all slices.
int lk_state(const lk_vm *vm);

/// Calls `handler(state, action)` in a transaction. An empty `action` (plain data) stands for the one being sent.
lk_status lk_reduce(lk_vm *vm, lk_slice *slice, int handler, lk_bytes action);
/// The position of the journal's end.
uint64_t lk_position(const lk_vm *vm);
/// Undoes all entries from `position` on and removes them.
void lk_rollback(lk_vm *vm, uint64_t position);
/// Undoes entries from `from` down to `to`, or redoes them if `from` < `to`.
void lk_travel(lk_vm *vm, uint64_t from, uint64_t to);
/// Releases the entries before `position`. Entries with tables are released now; entries with only numbers and strings are
/// released with their page, which has a fixed number of entries, or now if `at_once`.
void lk_forget(lk_vm *vm, uint64_t position, int at_once);
/// About how many bytes the entries in [from, to) keep alive, at most about `most`; a native entry counts as `native` bytes.
size_t lk_weigh(lk_vm *vm, uint64_t from, uint64_t to, size_t native, size_t most);
/// Removes the entries from `position` on without undoing them.
void lk_truncate(lk_vm *vm, uint64_t position);
/// With `lists` each transaction lists its changes within its own run, because an observer will call `lk_changes`. If the list
/// cannot be made, the reducer fails. Without `lists` only a transaction that writes much measures its list in this way.
void lk_list_changes(lk_vm *vm, int lists);
/// The changes between the journal's positions `from` and `to`, without `to`, as plain data. The state must be at the position
/// `now`, and is there again after the call. Each change is a list { operation, path, old, new }. Apply them in order. The path
/// begins with the slice's name and ends with the key or position:
/// - `set`: the value becomes `new`; nil removes it. In a list too this is a plain assignment that moves no other item, so
///   items may be absent between two changes (a list filtered in place);
/// - `insert`: `new` is inserted at the position; the items from there on move up;
/// - `remove`: `old` is removed; the items after it move down;
/// - `move`: the item at position `old`, which also ends the path, is removed and inserted again at position `new`.
///
/// A table that is at several places while a reducer runs has its changes listed once for each place. LK_MEMORY: the list
/// exceeds the memory limit. `lk_interrupt` stops the listing.
lk_status lk_changes(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now, lk_bytes *changes);
/// The changes as in `lk_changes`, without old and new values (except the positions of a `move`) but with a fifth part: the
/// site of the write, -1 if unknown. Changes of native slices are as in `lk_changes`.
lk_status lk_writes(lk_vm *vm, uint64_t from, uint64_t to, uint64_t now, lk_bytes *writes);
/// Reads the state at a path (plain data, a list of keys and positions).
lk_status lk_read(lk_vm *vm, lk_bytes path, lk_bytes *value);
/// The version of a node, by reference. It differs after the node or anything inside it has changed.
uint64_t lk_version_of(lk_vm *vm, int node);
/// Whether the version of any node was read. Before that, changes do not update versions.
int lk_counts_versions(const lk_vm *vm);
/// A table of functions for memoisation: `version`, `bytes`, `signature`, `run`, `freeze`, `rows`.
int lk_memo_library(lk_vm *vm);
/// The keys of the container at a path (plain data: list), for completion.
lk_status lk_keys(lk_vm *vm, lk_bytes path, lk_bytes *keys);
/// The action being sent, as plain data with its type.
lk_bytes lk_action(lk_vm *vm);
/// With `copies` each action is encoded when it is sent, because the host will read it; otherwise `lk_action` encodes it.
void lk_copy_actions(lk_vm *vm, int copies);
/// Sets the plain data that is raised in the script when the callback `send` returns LK_REFUSED.
void lk_raise_with(lk_vm *vm, lk_bytes value);

#endif
