// The kernel: Lua 5.4 behind a C interface that never raises into Swift. Start here; include/lua_kernel.h is the interface.
//
// The kernel owns all code that may longjmp, the state of Lua slices with its journal, the sandbox, and the limits on time and
// memory. This header declares what its files share. It is one file although it is long, because a newcomer reads these
// declarations together, and most of them refer to one another.
//
// Terms:
// - machine (`lk_vm`): one Lua state with its slices, journal and limits. The library has no global mutable state except the
//   signal handler. A thread runs one machine at a time.
// - protected run: one entry from the host into Lua, with a time budget (budget.c). Runs nest up to LK_LEVELS deep.
// - stop, or kill: the end of a run by its budget, the memory limit or `lk_interrupt`. A script cannot catch it.
// - phase: what kind of code runs. Reducers, views and event maps are pure phases: nothing in them may differ between runs.
// - plain data: nil, null, booleans, numbers, strings, and lists and maps of them. A tape is its encoding (tape.h, value.c).
// - node: a table of the state as scripts see it. It is empty; its data is in its backing, a table that scripts never see.
//   Reads go through `__index`; a write is a call of C that checks for the running reducer and journals the change (node.c).
// - link: a node's parent and its key there. Paths and versions follow links upwards (path.c, versions.c).
// - slice: one feature's part of the state (slice.c). A native slice's data is in the host; nodes cache it (native*.c).
// - journal: all writes in order, each at a position (journal.c). Undo, redo and lists of changes read it (changes.c).
// - transaction: the writes of one reducer, from `mark` to the journal's end. An error undoes them (reduce.c).
// - settling: the end of a transaction, which makes the state a tree again. It copies plain tables that were stored, and copies
//   a table that is at two places (settle.c, settle_places.c, copy.c).
// - site: a numbered script line (sites.c). Journal entries can record the site that wrote them.
// - sealed node: a node whose data is still encoded, until a script reads it (memo.c, native.c).
// - task: a coroutine that the host started (task.c). Coroutines of scripts may await inside a task (coroutine.c).
//
// Parts:
// - the machine: vm.c, pool.c (memory), budget.c (stops), watchdog.c, errors.c, guard.c (pcall, environments), load.c, call.c,
//   action.c;
// - plain data: tape.c, value.c, flat.c, decode.c, keys.c, mark.c;
// - the sandbox's libraries: base.c, absent.c, tables.c, strings.c, utf8.c, format.c, pattern.c, match.c, coroutine.c;
// - iteration with a fixed order: walk.c, next.c, runs.c, plain_walks.c, weak.c;
// - state: node.c, path.c, slice.c, reduce.c, settle*.c, copy.c, journal.c, changes.c, versions.c, memo.c, sites.c, native*.c.
//
// One journey: a script calls `cart.add{ qty = 2 }`.
// 1. `send_member` (action.c) attaches the type to the table and calls the host's `send` callback.
// 2. The host calls `lk_reduce` with the slice and the handler (reduce.c). It sets `mark` and `writing` and calls the handler.
// 3. `state.qty = 2` calls `lk_node_newindex` (node.c): it checks slice and value, writes the backing, and journals the write.
// 4. The handler returns and `lk_settle` copies stored tables in. An error in any step undoes the journal to `mark`.
// 5. The host reads the changes with `lk_changes` and later undoes the action with `lk_travel`.
#ifndef KERNEL_H
#define KERNEL_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "include/lua_kernel.h"
#include "lua_strings.h"
#include "pool.h"
#include "tape.h"

#define LK_MAX_DEPTH 200   // nested tables of plain data
#define LK_LEVELS 24       // nested protected runs
#define LK_IDLE_THREADS 64 // threads kept for later tasks
#define LK_PAGE 256        // entries in a page of the journal
#define LK_MAX_LINKS 1000  // links from a node to the root
#define LK_RECENT_SITES 64
#define LK_STEPS 8         // nested lists that `next` may walk while their items are cleared
#define LK_SMALL_HEAP (8u << 20)  // bytes
#define LK_UNLISTED_TABLES 64        // writes of tables in a transaction before its list of changes is measured
#define LK_UNLISTED_TEXT (1u << 20)  // bytes of text written in a transaction before its list of changes is measured
#define LK_CLOSE_STACK (256u << 10)  // bytes of C stack; above this a nested coroutine.close is refused

/// The slice of a node and whether the node is a list. A node's metatable points to it.
typedef struct lk_tag {
  lk_slice *slice;
  bool list;
} lk_tag;

struct lk_slice {
  lk_tag map, list;
  lk_vm *vm;
  lk_slice *next;
  int root;  // reference to the root node
  bool native;
  int32_t number;  // native slices: the number that identifies the slice to its host
  int nodes;       // native slices: reference to the table of nodes by handle
  char name[];
};

/// One protected run, which a budget can stop.
typedef struct lk_level {
  _Atomic uint64_t run;       // unique number of the run
  _Atomic uint64_t budget;    // nanoseconds, 0: none
} lk_level;

/// A requested stop.
typedef struct lk_stop {
  uint64_t run;  // 0: none
  int level;
  lk_status reason;
} lk_stop;

/// A page of the journal: the operations of its entries; the entries' values are on the stack of a thread.
typedef struct lk_page {
  lua_State *entries;
  uint8_t ops[LK_PAGE];
  int32_t sites[LK_PAGE];  // where each entry was written, -1: unknown
} lk_page;

/// A cached site: finding the site of a write must cost less than the write itself.
typedef struct lk_recent_site {
  const char *source;  // the chunk's name, compared by address
  int line;
  int32_t number;
} lk_recent_site;

typedef struct lk_sites {
  lk_tape texts, ends;  // all sites' texts `file:line` without separators, and the end of each text
  int32_t *slots;       // site numbers by hash of the text; -1: free
  uint32_t slot_count;  // a power of two
  lk_recent_site recent[LK_RECENT_SITES];
} lk_sites;

/// Whether the place of a script that does not stop is unknown, requested from its thread, or known.
typedef enum lk_place_state { LK_PLACE_UNKNOWN, LK_PLACE_ASKED, LK_PLACE_KNOWN } lk_place_state;

typedef struct lk_watch {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  bool started, stop;
  _Atomic bool parked;
  uint64_t patience;  // nanoseconds of processor time before the report; 0: no report
  void (*stuck)(void *context, lk_bytes place);
  void *context;
  uint64_t stopped_run, stopped_at;  // the run that was asked to stop, and the thread's time then
  bool reported;
  int looks;  // ticks since the place was requested from the script's thread
  _Atomic int place_state;
  char place[LUA_IDSIZE + 16];
} lk_watch;

typedef struct lk_failure {
  lk_status status;
  lk_tape message, traceback, value;
} lk_failure;

/// The item of a list that walks by `next` have reached, and the number of those walks.
typedef struct lk_step {
  const void *table;
  lua_Integer item;
  int count;
  uint64_t time;  // number of the last step to the item; 0: unused
} lk_step;

struct lk_vm {
  lua_State *main;
  lua_State *running;  // the running thread; the hook is armed there
  lk_callbacks host;
  lk_phase phase;

  // memory
  size_t used, limit;
  _Atomic size_t soft, hard;   // the part of the limit that scripts may use; the host may take the rest
  _Atomic size_t last_used;    // `used` when the last run ended
  lk_pool pool;
  uint64_t allocations, fail_at;
  uint64_t allocated;  // bytes, while the host counts allocations
  int critical;  // above 0 allocations may exceed every limit: an undo must not fail

  // budgets
  _Atomic int depth;
  lk_level levels[LK_LEVELS];
  uint64_t runs;
  _Atomic uint64_t kill_run;   // the run to be stopped; 0: none
  uint64_t reported_run;  // the run whose stop lk_die has raised
  char stop_place[LUA_IDSIZE + 24];  // where it raised it first: in the innermost run
  _Atomic int kill_level;
  _Atomic int kill_reason;     // an lk_status
  _Atomic int shield;          // stops of runs below this depth wait
  lk_stop held;                // the outermost stop that waits; written under the watchdog's lock
  _Atomic long runner;         // thread id of the outermost run
  bool strict;                 // repeats a failed reducer to find the line that stored a value that cannot be state
  bool collecting;             // the garbage collection forced by the soft limit runs
  bool relaxed;                // the heap is small, so collections are rare
  uint64_t budget;             // default, nanoseconds
  lk_watch watch;
  int closing;                 // nested calls of coroutine.close
  _Atomic int host_depth;      // `depth` when the running host function was called; 0: none runs
  const char *stack;           // approximate start of the outermost run's C stack
  lk_vm *outer;                // the machine whose host function runs this one, in the same thread

  // the journal
  lk_slice *slices;
  lk_slice *writing;           // the slice whose reducer runs
  lk_slice *all;               // owner of the node that holds all slices
  lk_slice *frozen;            // owner of frozen (computed) nodes, which no code may write
  lk_page *pages;
  uint64_t page_count;         // a power of two
  uint64_t head, tail, commit;
  uint64_t room;               // the first position without a page
  bool versioned;              // a version was read, so commits update versions
  uint64_t mark;               // the position where the open transaction began
  uint64_t containers;         // entries of the open transaction that move a table
  uint64_t text;               // bytes of the strings in these entries
  bool lists_changes;          // an observer asks for the changes of each transaction
  bool listing;                // a list of changes is being made
  lk_tape listed;              // the list of the changes in [listed_from, listed_to)
  uint64_t listed_from, listed_to;
  uint64_t natives;            // entries of native slices
  bool irregular;              // the open transaction has left holes in a list
  bool keeps_sites;            // the journal records the line of each write
  int32_t writer;              // the line to record; -1: the running line
  bool returned;               // the script that caused the current work has returned; its callers must not be named in errors
  int32_t stored;              // while `returned`: the line to name in errors, -1: unknown
  lk_sites sites;

  // references to fixed values
  int action_mark;  // the userdata that marks the metatables of actions
  int list_mark, error_mark;  // see mark.c
  int journal, newindex, len, pairs, tasks, awaiting, seen;  // seen: lists with holes
  // references to results of calls
  int result;
  int result_count, answer_reference;

  // data that crosses the boundary
  lk_tape arguments, answer, action, out, raise, site, scratch, native_answer;
  bool native_lost;            // native_answer was lost because memory was short
  lua_State *reserve_stack;            // a stack that always has room, for code that must not fail; NULL without native slices
  bool met_node;               // an encoded value contained a node
  lua_State *action_thread;
  int action_index;
  bool copies_actions;
  lk_failure error;
  uint64_t task, last_task;
  int idle;                    // reference: the idle threads of ended tasks
  lua_Integer idle_threads;    // their number
  lua_State *task_thread;
  bool chain;                  // every coroutine between the task and the running code may be suspended
  bool can_await;

  // order of keys for `next` in pure phases, see next.c
  int orders, walks;           // references: orders of the state's maps, by backing; walks of other tables, until the phase ends
  bool ordered;                // `orders` is not empty
  int walk_count;
  lk_step steps[LK_STEPS];
  uint64_t step_time;

  int library;                 // reference: the library that each sandbox gets a copy of
  int weak;                    // reference: metatables with a `__mode`, and their modes
  int weak_count;
  enum { LK_ALL_WEAK, LK_SOME_STRONG, LK_ALL_STRONG } strength;  // whether the kernel has removed their `__mode`
};

static inline lk_vm *lk_of(lua_State *L) { return *(lk_vm **)lua_getextraspace(L); }
static inline bool lk_phase_is_pure(lk_phase phase) { return phase >= LK_REDUCER && phase <= LK_EVENT; }

// budget.c
void lk_enter(lk_vm *vm, uint64_t budget);
void lk_leave(lk_vm *vm);
bool lk_killed(lk_vm *vm);                  // an enclosing run must stop
int lk_die(lua_State *L);                   // raises the stop
void lk_kill_for_memory(lk_vm *vm);
void lk_arm(lua_State *L);
/// Collects garbage. Raises the stop if `more` bytes outside of Lua's memory still exceed the limit.
void lk_refuse_memory(lua_State *L, size_t more);
/// Requests the stop of a run, unless the stop of an outer run is requested. The watchdog's lock is held, or the run is the caller's.
void lk_request_stop(lk_vm *vm, int level, uint64_t run, lk_status reason);
void lk_signal_stop(lk_vm *vm);             // makes the machine's thread look for a requested stop
void lk_handle_stops(void);                 // installs the signal handler of the process

// watchdog.c
bool lk_watch_start(lk_vm *vm);
void lk_watch_stop(lk_vm *vm);
void lk_watch_wake(lk_vm *vm);              // ends the watchdog's rest on an idle machine

/// Marks the start of a host function. Pass the result to lk_leave_host.
static inline int lk_enter_host(lk_vm *vm) {
  int outer = atomic_load_explicit(&vm->host_depth, memory_order_relaxed);
  atomic_store_explicit(&vm->host_depth, atomic_load_explicit(&vm->depth, memory_order_relaxed), memory_order_relaxed);
  return outer;
}
static inline void lk_leave_host(lk_vm *vm, int outer) { atomic_store_explicit(&vm->host_depth, outer, memory_order_relaxed); }

/// The memory that scripts may use, in bytes; 0: no limit.
static inline size_t lk_soft_limit(const lk_vm *vm) { return atomic_load_explicit(&vm->soft, memory_order_relaxed); }

/// Checks `more` bytes outside of Lua's memory, such as those of a tape, against the memory limit of the run.
static inline void lk_charge_memory(lua_State *L, size_t more) {
  const lk_vm *vm = lk_of(L);
  size_t soft = lk_soft_limit(vm);
  if (soft && vm->used + more > soft) lk_refuse_memory(L, more);
}

// vm.c, errors.c
void lk_relax(lk_vm *vm, bool relaxed);
/// Adapts the pace of garbage collection to the size of the heap.
static inline void lk_pace(lk_vm *vm) {
  bool relaxed = vm->used < LK_SMALL_HEAP;
  if (relaxed != vm->relaxed) lk_relax(vm, relaxed);
}
/// Pushes a table with weak keys ("k") or weak values ("v").
void lk_push_weak_table(lua_State *L, const char *mode);
lk_status lk_protect(lk_vm *vm, lua_CFunction body, void *argument);  // body(argument as light userdata) on vm->running
int lk_function_reference(lk_vm *vm, lua_CFunction function);  // 0 if memory is short
void lk_fail(lk_vm *vm, lk_status status, const char *message);
lk_status lk_failed(lk_vm *vm, lua_State *L, int status);  // pops the error value
int lk_where(lua_State *L);  // pushes "file:line: " of the running script code, or of vm->stored
bool lk_script_position(lua_State *L, lua_Debug *ar);
bool lk_caller_position(lua_State *L, lua_Debug *ar);  // the same for the caller of a C function

// value.c, flat.c, decode.c
void lk_encode(lua_State *L, int index, lk_tape *tape, bool display);
/// Puts the field `type` into an empty tape, as a part of an encoded map.
void lk_encode_type(lua_State *L, lk_tape *tape, const char *type);
/// Encodes a flat action with that type. Returns false and writes nothing for any other table, or if it has a field `type`.
bool lk_encode_flat(lua_State *L, int index, lk_tape *tape, lk_bytes type);
/// Whether a table has only string keys, none of them `type`, and scalar values: then it is a valid action.
bool lk_is_flat(lua_State *L, int index);
void lk_push_plain(lua_State *L, lk_bytes bytes);
int lk_push_list(lua_State *L, lk_bytes bytes);  // pushes each item, returns the count
/// These read parts of a tape; they raise if the tape is malformed.
const uint8_t *lk_take(lua_State *L, lk_reader *reader, size_t count);
uint32_t lk_take_count(lua_State *L, lk_reader *reader);
/// Reads the count of a container whose items take at least `width` bytes each. The sum of the counts of all open containers
/// never exceeds the bytes that are left, so the caller may allocate room for the count.
uint32_t lk_take_items(lua_State *L, lk_reader *reader, size_t width);
void lk_take_text(lua_State *L, lk_reader *reader);                // pushes the text
void lk_take_value(lua_State *L, lk_reader *reader, int depth);    // pushes the value

void lk_push_key_text(lua_State *L, int key);    // for a message

// action.c
/// Whether the table at `index` is an action that its member function is sending; its type is in its metatable.
bool lk_is_action(lua_State *L, int index);
void lk_push_action_type(lua_State *L, int index);  // the type of such a table

// mark.c
/// The kind of the metatable of a table that is neither a node nor an action.
typedef enum lk_mark { LK_NO_MARK, LK_LIST_MARK, LK_ERROR_MARK, LK_FOREIGN_MARK } lk_mark;
void lk_make_marks(lua_State *L);
lk_mark lk_mark_of(lua_State *L, int index);
void lk_mark_list(lua_State *L);   // marks the table on the top
/// Marks the value on the top as a caught error if it is a table without a metatable that has a text `message`. `tostring` and
/// `..` then give the message.
void lk_mark_error(lua_State *L);
/// Whether a value has a metatable that scripts may see, which those of the kernel are not.
bool lk_has_own_metatable(lua_State *L, int index);

// node.c, path.c, versions.c
/// The array part of a node's metatable. Native containers have all slots; their backing is false before it is read.
/// - NODE_HANDLE: the container's handle; false if it no longer exists.
/// - NODE_SOURCE: how the data is read (see native.c): true if as a whole; the encoded data of a sealed node.
/// - NODE_PLACES: its other places: false, or a list of parents and keys.
enum {
  NODE_TAG = 1, NODE_BACKING, NODE_PARENT, NODE_KEY, NODE_VERSION, NODE_SLOTS = NODE_VERSION,
  NODE_HANDLE, NODE_SOURCE, NODE_PLACES, NODE_NATIVE_SLOTS = NODE_PLACES
};
void lk_push_slot(lua_State *L, int node, int slot);
lk_tag *lk_node(lua_State *L, int index);              // NULL if the value at index is not a node
/// Pushes the table that holds a node's data. A native node's may be incomplete: read single keys through its metamethods.
void lk_push_backing(lua_State *L, int index);
/// Pushes the complete data of a node.
void lk_push_data(lua_State *L, int index);
void lk_push_node(lua_State *L, lk_tag *tag, int backing, bool list);
void lk_node_set_list(lua_State *L, int node, bool list);
/// Pushes the key under which the parent really holds the node. Returns false and pushes nothing if it does not hold it.
bool lk_push_key(lua_State *L, int node, int parent, int key);
int lk_links_above(lua_State *L, int node);  // the number of containers above the node, by its links; at most one more than allowed
bool lk_push_path(lua_State *L, int node);  // pushes a list of keys; false and nothing if the node is not in the state
lua_Integer lk_find_item(lua_State *L, int backing, int value, lua_Integer hint, lua_Integer count);
void lk_assign_node(lua_State *L, int node, int key, int value);
void lk_check_writable(lua_State *L, int node, int key);
bool lk_list_has_holes(lua_State *L, int node);
void lk_become_list(lua_State *L, int node);
void lk_node_link(lua_State *L, int node, int parent, int key);  // 0, 0: no parent
void lk_push_link(lua_State *L, int node);                       // pushes parent and key, or false twice
void lk_push_path_text(lua_State *L, int node, int key);
/// Whether a message omits this key of a path of `count` keys: a long path shows its ends, with `…` between them.
static inline bool lk_in_middle(lua_Integer number, lua_Integer count) {
  enum { SHOWN = 8 };
  return number > SHOWN && number <= count - SHOWN;
}
void lk_touch_all(lua_State *L, uint64_t from, uint64_t to);  // gives the nodes of these entries a new version
void lk_touch(lua_State *L, lua_Integer version);  // pops the node
lua_Integer lk_version(lua_State *L, int index);  // -1 if the value at index is not a node
bool lk_is_child(lua_State *L, int node, int parent);
void lk_check_value(lua_State *L, int node, int key, int value);
int lk_node_newindex(lua_State *L);
int lk_node_len(lua_State *L);

// sites.c
/// The number of the running script line, -1 if there is none. Cannot raise.
int32_t lk_site_here(lua_State *L);
int32_t lk_site_of_function(lua_State *L, int index);  // the site where it was defined
void lk_forget_recent_sites(lk_vm *vm);  // a new chunk may reuse the address of an old chunk's name
void lk_sites_free(lk_sites *sites);

// journal.c
enum { LK_NATIVE, LK_SET, LK_INSERT, LK_REMOVE, LK_PERMUTE, LK_LINK, LK_KIND, LK_COPY, LK_OP = 15, LK_TABLES = 16 };
/// Makes room for `count` entries. Recording them then cannot fail, so a change and its entry are made together.
void lk_reserve(lua_State *L, unsigned count);
/// Records that a scalar replaced a scalar. Node, key, old and new value are on top; lk_reserve made room for the entry.
void lk_record_field(lua_State *L);
void lk_record(lua_State *L, int op, int node, int key, int old, int value);
int lk_journal_op(const lk_vm *vm, uint64_t position);
int32_t lk_journal_site(const lk_vm *vm, uint64_t position);
void lk_journal_entry(lua_State *L, uint64_t position, int part);  // pushes one part: 0 node, 1 key, 2 old, 3 new
void lk_journal_replace(lua_State *L, uint64_t position, int part);  // pops the value
void lk_journal_init(lua_State *L);
/// The entry of a native slice: two of the slice's own positions. Reading it, and recording it after lk_reserve, cannot raise.
typedef struct lk_native_entry {
  int32_t number;
  uint64_t from, to;
} lk_native_entry;
void lk_record_native(lk_vm *vm, lk_native_entry entry);
lk_native_entry lk_journal_native(const lk_vm *vm, uint64_t position);
int32_t lk_journal_native_number(const lk_vm *vm, uint64_t position);
void lk_shift_in(lua_State *L, int backing, lua_Integer at, lua_Integer count);
void lk_shift_out(lua_State *L, int backing, lua_Integer at, lua_Integer count);
void lk_apply(lua_State *L, uint64_t position, bool forwards);

// changes.c
/// Whether the open transaction must list its changes before it ends: an observer will ask for the list, or the transaction
/// writes so much that the list can be larger than the state.
static inline bool lk_must_list(const lk_vm *vm) {
  return vm->lists_changes || vm->containers > LK_UNLISTED_TABLES || vm->text > LK_UNLISTED_TEXT;
}
/// Lists the changes of the open transaction, or only measures the list. Any status but LK_OK: the list cannot be made.
lk_status lk_list_transaction(lk_vm *vm);
/// Releases the list that is kept for the observer.
void lk_forget_list(lk_vm *vm);

// places.c
/// One step of a path from the state's root: the stack indices of a node and of its key in the node above. NULL: the root.
typedef struct lk_place {
  const struct lk_place *below;  // the next step
  int node, key;
} lk_place;

typedef void (*lk_place_visit)(lua_State *L, const lk_place *path, void *context);
/// Pushes the places of the nodes that [from, to) moves, while the state is at `from`. If there are none, returns false.
bool lk_places_begin(lua_State *L, uint64_t from, uint64_t to);
void lk_places_follow(lua_State *L, int places, uint64_t position);  // applies one journal entry to the places
/// Calls `visit` for every path to the node; the values it pushes are popped. `places` is 0 if no node has moved.
void lk_places_visit(lua_State *L, int places, int node, lk_place_visit visit, void *context);

// slice.c
/// Pushes the root node of a new slice.
typedef void (*lk_root)(lua_State *L, lk_slice *slice, int argument);
/// Makes a slice with this root. NULL and an error if that fails.
lk_slice *lk_slice_make(lk_vm *vm, const char *name, lk_root root, int argument);

// reference.c
/// Writes the bytecode of the Lua function on top of the stack. Returns false without memory; raises no error.
bool lk_dump(lua_State *L, lk_tape *tape, bool stripped);

// memo.c, native.c
/// Userdata with bytes, so that an error leaks no memory. Only its maker may append to it.
typedef struct lk_blob {
  size_t count, capacity;
  uint8_t data[];
} lk_blob;
lk_blob *lk_push_blob(lua_State *L, size_t capacity);
/// Pushes a sealed node of the encoded table in the blob at `source`. It is decoded when a script first reads it.
void lk_push_sealed(lua_State *L, int source);
/// The encoded data of a sealed node; empty for other nodes.
lk_bytes lk_seal_of(lua_State *L, int node);

// native.c, native_answer.c, native_places.c, native_journal.c
/// Decodes a sealed node's data and pushes it as the node's backing.
void lk_unseal(lua_State *L, int node, lk_bytes sealed);
/// Creates and pushes a native container's missing backing.
void lk_native_open(lua_State *L, int node);
/// Completes the backing on top of the stack.
void lk_native_fill(lua_State *L, int node);
lua_Integer lk_native_count(lua_State *L, int node);  // the number of items of an incomplete node
/// Calls the host's native_read callback; `key` (a stack index) is for LK_ASK_FIELD.
void lk_native_ask(lua_State *L, int node, lk_ask what, int key);
/// Pushes the node of a container: the same node while any reference to it exists.
void lk_native_push(lua_State *L, lk_slice *slice, uint64_t handle, uint8_t flags);
/// Pushes the one value that the host has answered, for the place `key` of a node.
void lk_native_take(lua_State *L, int node, int key);
/// Puts all values of the host's answer into the backing of a node; if `backing` is 0, pushes a new one.
void lk_native_take_all(lua_State *L, int node, int backing);
/// Records that a native node is inside another one, under a key that will hold it.
void lk_native_place(lua_State *L, int value, int node, int key);
/// Links a native node whose link is outdated to the first of its other places. Returns false if it has none.
bool lk_native_relink(lua_State *L, int node);
/// Pops a native node and gives it and all nodes that contain it a new version. Cannot fail.
void lk_native_touch(lua_State *L);
void lk_native_move(lua_State *L, uint64_t position, bool forwards);
/// Reports to the hosts that entries are dropped, at the journal's front or at its end.
void lk_native_drop(lk_vm *vm, uint64_t from, uint64_t to, bool front);
/// Adds the host's changes of one entry to a list of changes. Returns their number.
uint32_t lk_native_add_changes(lua_State *L, uint64_t position, lk_tape *tape);

// settle.c, copy.c
int lk_settle(lua_State *L);  // protected body; its argument is the reducer's result
/// Raises the error for a place in the state that is nested too deep.
void lk_refuse_depth(lua_State *L, int node, int key);
/// Pushes a node with a copy of plain data. Error messages name the place `key` (0: none) of `node`.
void lk_to_node(lua_State *L, lk_slice *slice, int value, int node, int key);

// the sandbox's libraries
void lk_refer_pairs(lua_State *L);
void lk_open_tables(lua_State *L);
void lk_open_coroutines(lua_State *L);
bool lk_is_environment(lua_State *L, int index);  // whether a table is what a script sees as _G
void lk_open_absent(lua_State *L, const char *library);  // adds false for the missing functions of `io` or `os` to the table on top
void lk_explain_absent(lua_State *L);       // makes a call of such a false value raise advice
void lk_make_library(lua_State *L);         // makes the library that sandboxes get copies of, once per machine
void lk_push_library(lua_State *L, const char *name);  // pushes a copy of one of its tables
void lk_open_base(lua_State *L, int table);  // adds the base functions and libraries that the table lacks
void lk_open_guards(lua_State *L);       // adds pcall and xpcall to the table on top
int lk_load_text(lua_State *L);          // `load`; upvalue: the environment of new code
void lk_pass_on_kill(lua_State *L, int status);  // re-raises a caught error if it is a stop

// keys.c, walk.c, next.c, plain_walks.c
int lk_sort_keys(lua_State *L, int table);  // pushes a list of the table's keys in order, returns their number
void lk_open_walks(lua_State *L);           // adds pairs, ipairs and next to the table on top
int lk_next_in_order(lua_State *L, const lk_tag *tag);  // `next` of a pure phase; `tag` is that of the table at stack index 1
/// Records that a map of the state gets a key.
void lk_note_key(lua_State *L, int backing, int key);
/// Discards the order of a backing's keys. Cannot fail.
void lk_forget_keys(lua_State *L, int backing);
/// Discards what `next` recorded about tables outside of the state. Cannot fail.
void lk_end_walks(lk_vm *vm);
static inline bool lk_walks(const lk_vm *vm) { return vm->walk_count || vm->step_time; }

// weak.c
/// Records a metatable, at a stack index, that makes its tables weak.
void lk_note_weak(lua_State *L, int metatable);
/// Raises in a pure phase if the table at a stack index is weak: its keys would differ from run to run.
void lk_refuse_weak(lua_State *L, int table);
/// Makes weak tables strong, or weak again, so that garbage collection has no effect in a pure phase. Cannot fail.
void lk_strengthen(lk_vm *vm, bool strong);
/// Sets the phase. Tables that are strong stay strong, as the next run may be a reducer again.
static inline void lk_set_phase(lk_vm *vm, lk_phase phase) {
  lk_phase former = vm->phase;
  vm->phase = phase;
  bool pure = lk_phase_is_pure(phase);
  if (pure && vm->weak_count && vm->strength != LK_ALL_STRONG) lk_strengthen(vm, true);
  if (pure != lk_phase_is_pure(former) && lk_walks(vm)) lk_end_walks(vm);
}
/// Sets the phase of a run that begins. The first one that is not pure makes the tables weak again.
static inline void lk_enter_phase(lk_vm *vm, lk_phase phase) {
  if (!lk_phase_is_pure(phase) && vm->strength && lk_depth(vm) == 0) lk_strengthen(vm, false);
  lk_set_phase(vm, phase);
}

// task.c
/// Finds out whether the function that calls the host may be suspended, for `lk_can_await`.
void lk_note_await(lua_State *L, lk_vm *vm);
/// Suspends the running task. `then` continues it when the host has answered.
int lk_await(lua_State *L, lua_KFunction then);

// call.c
/// Suspends the running task; its results are the values that it is resumed with.
int lk_suspend(lua_State *L);
int lk_host_function(lua_State *L);
int lk_handler(lua_State *L);

#endif
