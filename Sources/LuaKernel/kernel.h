// The machine's insides, shared by the kernel's files and by nobody else.
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

#define LK_MAX_DEPTH 200   // of plain data
#define LK_LEVELS 24       // of protected runs inside one another
#define LK_IDLE_THREADS 64 // kept for tasks to come
#define LK_PAGE 256        // entries in a page of the journal
#define LK_MAX_LINKS 1000  // from a node up to the root
#define LK_RECENT_SITES 64
#define LK_STEPS 8         // lists inside one another that `next` may walk while their items are cleared
#define LK_SMALL_HEAP (8u << 20)  // bytes
#define LK_UNLISTED_TABLES 64        // writes of tables that a transaction may make before its list of changes is measured
#define LK_UNLISTED_TEXT (1u << 20)  // bytes of text that it may write before that
#define LK_KEPT_TAPE (1u << 20)      // bytes of a tape that are kept for its next use
#define LK_CLOSE_STACK (256u << 10)  // bytes of C stack past which a coroutine.close may not begin inside another

/// Which slice a node belongs to and whether it is a list: what a node's metatable points at.
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
  int32_t number;  // of a native slice: what its host knows it by
  int nodes;       // of a native slice: reference to the table of its nodes by handle
  char name[];
};

/// One protected run that a budget can stop.
typedef struct lk_level {
  _Atomic uint64_t run;       // unique number of the run
  _Atomic uint64_t budget;    // nanoseconds, 0: none
} lk_level;

/// A part of the journal: what its entries are, and, on the stack of a thread, their values.
typedef struct lk_page {
  lua_State *entries;
  uint8_t ops[LK_PAGE];
  int32_t sites[LK_PAGE];  // where each was written, -1: unknown
} lk_page;

/// Looking up a place that was met lately must cost less than what it is noted for.
typedef struct lk_recent_site {
  const char *source;  // the chunk's name, by its address
  int line;
  int32_t number;
} lk_recent_site;

typedef struct lk_sites {
  lk_tape texts, ends;  // of all sites `file:line`, one behind the other, and where the text of each ends
  int32_t *slots;       // the numbers, by hash of the text; -1: free
  uint32_t slot_count;  // a power of two
  lk_recent_site recent[LK_RECENT_SITES];
} lk_sites;

typedef struct lk_watch {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  bool started, stop;
  _Atomic bool parked;
} lk_watch;

typedef struct lk_failure {
  lk_status status;
  lk_tape message, traceback, value;
} lk_failure;

struct lk_vm {
  lua_State *main;
  lua_State *running;  // the thread that executes now: where a hook must be armed
  lk_callbacks host;
  lk_phase phase;

  // memory
  size_t used, soft, hard;
  lk_pool pool;
  uint64_t allocations, fail_at;
  uint64_t allocated;  // bytes, while somebody counts them
  int critical;  // above 0 an allocation may pass every limit: what undoes must not fail

  // budgets
  _Atomic int depth;
  lk_level levels[LK_LEVELS];
  uint64_t runs;
  _Atomic uint64_t kill_run;   // the run to be stopped; 0: none
  uint64_t told_run;  // of which lk_die has said that it is stopped
  _Atomic int kill_level;
  _Atomic int kill_reason;     // an lk_status
  _Atomic long runner;         // thread id of the outermost run
  bool strict;                 // a failed reducer runs again to find the line that stored what cannot be state
  bool collecting;             // the soft limit's forced collection runs
  bool relaxed;                // garbage may pile up, because the heap is small
  uint64_t budget;             // default, nanoseconds
  lk_watch watch;
  int closing;                 // nested coroutine.close
  const char *stack;           // about where the outermost run's C stack begins
  lk_vm *outer;                // the machine whose host function runs this one, in the same thread

  // the journal
  lk_slice *slices;
  lk_slice *writing;           // the slice whose reducer runs
  lk_slice *all;               // owner of the node that holds all slices
  lk_slice *frozen;            // owner of the nodes that nobody may write: what was computed
  lk_page *pages;
  uint64_t page_count;         // a power of two
  uint64_t head, tail, commit;
  uint64_t room;               // the first position for which there is no page
  bool versioned;              // somebody compares versions, so commits count them
  uint64_t mark;               // where the open transaction began
  uint64_t containers;         // entries of the open transaction that move a table
  uint64_t text;               // bytes of the strings in its entries
  bool lists_changes;          // an observer asks for the changes of each transaction
  bool listing;                // a list of changes is being made
  lk_tape listed;              // the list of the changes in [listed_from, listed_to)
  uint64_t listed_from, listed_to;
  uint64_t natives;            // entries of native slices
  bool irregular;              // it has left holes in a list
  bool keeps_sites;            // the journal remembers the line of each write
  int32_t writer;              // the line to remember while none runs, -1: the one that runs
  bool returned;               // the script to blame has returned, and one that called it is not to be named for it
  int32_t stored;              // the line that stored what is looked at then, -1: not known
  lk_sites sites;

  // references to fixed values
  int action_mark;  // the userdata that marks the metatables of actions
  int journal, newindex, len, pairs, list_marker, tasks, awaiting, seen;  // seen: lists with holes
  // references to what calls leave
  int result;
  int result_count, answer_reference;

  // what crosses the boundary
  lk_tape arguments, answer, action, out, raise, site, scratch, native_answer;
  bool native_lost;            // there was no memory for that answer
  lua_State *aside;            // a stack with room at any time, for what must not fail; NULL without native slices
  bool met_node;               // something encoded was a node
  lua_State *action_thread;
  int action_index;
  bool copies_actions;
  lk_failure error;
  uint64_t task, last_task;
  int idle;                    // reference: the threads of tasks that have ended
  lua_Integer idle_threads;    // how many of them
  lua_State *task_thread;
  bool chain;                  // every coroutine between the task and the running code may be suspended
  bool can_await;

  // what `next` knows of tables in pure phases, see next.c
  int orders, walks;           // references: of maps of the state, by backing; of other tables, until the phase ends
  bool ordered;                // there are some of maps of the state
  int walk_count;
  struct { const void *table; lua_Integer item; } steps[LK_STEPS];  // the last items that `next` gave of a few lists
  size_t next_step;

  int library;                 // reference: what every sandbox is given a copy of
  int weak;                    // reference: metatables with a `__mode`, and what it is
  int weak_count;
  enum { LK_ALL_WEAK, LK_SOME_STRONG, LK_ALL_STRONG } strength;  // whether they have no `__mode` now
};

static inline lk_vm *lk_of(lua_State *L) { return *(lk_vm **)lua_getextraspace(L); }
static inline bool lk_phase_is_pure(lk_phase phase) { return phase >= LK_REDUCER && phase <= LK_EVENT; }

// budget.c
void lk_enter(lk_vm *vm, uint64_t budget);
void lk_leave(lk_vm *vm);
bool lk_killed(lk_vm *vm);                  // a run that encloses this code must stop
int lk_die(lua_State *L);                   // raises the kill
void lk_kill_for_memory(lk_vm *vm);
void lk_arm(lua_State *L);
/// Collects garbage, and raises the kill if `more` bytes outside of Lua's memory still pass the limit.
void lk_refuse_memory(lua_State *L, size_t more);
bool lk_watch_start(lk_vm *vm);
void lk_watch_stop(lk_vm *vm);

/// Counts `more` bytes outside of Lua's memory, such as those of a tape, towards the memory limit of the run.
static inline void lk_charge_memory(lua_State *L, size_t more) {
  const lk_vm *vm = lk_of(L);
  if (vm->soft && vm->used + more > vm->soft) lk_refuse_memory(L, more);
}

// vm.c, errors.c
void lk_relax(lk_vm *vm, bool relaxed);
/// Collects from now on as often as suits the size of the heap.
static inline void lk_pace(lk_vm *vm) {
  bool relaxed = vm->used < LK_SMALL_HEAP;
  if (relaxed != vm->relaxed) lk_relax(vm, relaxed);
}
/// Pushes a table that does not keep its keys ("k") or its values ("v") alive.
void lk_push_weak_table(lua_State *L, const char *mode);
lk_status lk_protect(lk_vm *vm, lua_CFunction body, void *argument);  // body(argument as light userdata) on vm->running
int lk_function_reference(lk_vm *vm, lua_CFunction function);  // 0 if there is no memory for it
void lk_fail(lk_vm *vm, lk_status status, const char *message);
lk_status lk_failed(lk_vm *vm, lua_State *L, int status);  // takes the error value from the top of the stack
int lk_where(lua_State *L);  // pushes "file:line: " of the script code that runs, or has stored what is looked at
bool lk_script_position(lua_State *L, lua_Debug *ar);
bool lk_caller_position(lua_State *L, lua_Debug *ar);  // the same for a C function that a script calls

// value.c, flat.c, decode.c
void lk_encode(lua_State *L, int index, lk_tape *tape, bool display);
/// Puts the field `type` into an empty tape, as it stands in an encoded map.
void lk_encode_type(lua_State *L, lk_tape *tape, const char *type);
/// An action of few scalars with that field; false, and nothing written, if it is not that simple or has a field `type`.
bool lk_encode_flat(lua_State *L, int index, lk_tape *tape, lk_bytes type);
/// Whether a table holds only scalars under string keys, none of them `type`, and so is an action without a closer look.
bool lk_is_flat(lua_State *L, int index);
void lk_push_plain(lua_State *L, lk_bytes bytes);
int lk_push_list(lua_State *L, lk_bytes bytes);  // pushes each item, returns the count
/// The parts of a tape, raising if it is torn.
const uint8_t *lk_take(lua_State *L, lk_reader *reader, size_t count);
uint32_t lk_take_count(lua_State *L, lk_reader *reader);
/// The count of a container whose items take at least `width` bytes each. What it and all containers around it promise is never
/// more than the bytes that are left, so that room can be made for it.
uint32_t lk_take_items(lua_State *L, lk_reader *reader, size_t width);
void lk_take_text(lua_State *L, lk_reader *reader);                // pushes it
void lk_take_value(lua_State *L, lk_reader *reader, int depth);    // pushes it

void lk_push_key_text(lua_State *L, int key);    // for a message

// action.c
/// Whether the table at `index` is an action that is being sent by its member function, with its type in its metatable.
bool lk_is_action(lua_State *L, int index);
void lk_push_action_type(lua_State *L, int index);  // of such a table

// node.c, path.c, versions.c
/// The array part of a node's metatable. The last ones are those of a native container, which has no backing (false)
/// before it is read: its handle, false once it is gone; where the rest of it comes from (see native.c), true if it is
/// read as a whole, or what a sealed node is made of; where else it stands, false or a list of parents and keys.
enum {
  NODE_TAG = 1, NODE_BACKING, NODE_PARENT, NODE_KEY, NODE_VERSION, NODE_SLOTS = NODE_VERSION,
  NODE_HANDLE, NODE_SOURCE, NODE_PLACES, NODE_NATIVE_SLOTS = NODE_PLACES
};
lk_tag *lk_node(lua_State *L, int index);              // NULL if the value at index is no node
/// Pushes what holds a node's data. A native one may still lack some: read single keys through its metamethods.
void lk_push_backing(lua_State *L, int index);
/// Pushes it with all there is.
void lk_push_data(lua_State *L, int index);
void lk_push_node(lua_State *L, lk_tag *tag, int backing, bool list);
void lk_node_set_list(lua_State *L, int node, bool list);
/// Pushes the key under which the parent really holds the node now; false and nothing: it does not.
bool lk_push_key(lua_State *L, int node, int parent, int key);
int lk_links_above(lua_State *L, int node);  // how many containers it is in, by its links; at most one more than allowed
bool lk_push_path(lua_State *L, int node);  // pushes a list of keys; false and nothing if it is not in the state
lua_Integer lk_find_item(lua_State *L, int backing, int value, lua_Integer hint, lua_Integer count);
void lk_assign_node(lua_State *L, int node, int key, int value);
void lk_check_writable(lua_State *L, int node, int key);
bool lk_list_has_holes(lua_State *L, int node);
void lk_become_list(lua_State *L, int node);
void lk_node_link(lua_State *L, int node, int parent, int key);  // 0, 0: part of nothing
void lk_push_link(lua_State *L, int node);                       // pushes parent and key, or false twice
void lk_push_path_text(lua_State *L, int node, int key);
/// Whether a message leaves out the key with this number of a path of `count`: a long one is told by its ends, with `…` for
/// the first key between them.
static inline bool lk_in_middle(lua_Integer number, lua_Integer count) {
  enum { SHOWN = 8 };
  return number > SHOWN && number <= count - SHOWN;
}
void lk_touch_all(lua_State *L, uint64_t from, uint64_t to);  // the nodes of these entries, with a new version
void lk_touch(lua_State *L, lua_Integer version);  // the node on top, which it takes
lua_Integer lk_version(lua_State *L, int index);  // -1 if the value at index is no node
bool lk_is_child(lua_State *L, int node, int parent);
void lk_check_value(lua_State *L, int node, int key, int value);
int lk_node_newindex(lua_State *L);
int lk_node_len(lua_State *L);

// sites.c
/// The number of the script line that runs, -1 if there is none. Cannot raise.
int32_t lk_site_here(lua_State *L);
int32_t lk_site_of_function(lua_State *L, int index);  // where it was defined
void lk_sites_loaded(lk_vm *vm);  // a chunk was compiled, so a name may stand where another one stood
void lk_sites_free(lk_sites *sites);

// journal.c
enum { LK_NATIVE, LK_SET, LK_INSERT, LK_REMOVE, LK_PERMUTE, LK_LINK, LK_KIND, LK_COPY, LK_OP = 15, LK_TABLES = 16 };
/// Room for `count` entries: recording them cannot fail then, so that a change and its record come both or not at all.
void lk_reserve(lua_State *L, unsigned count);
/// Records that a field got a scalar for another: node, key, old and new value are on top, and there is room for the entry.
void lk_record_field(lua_State *L);
void lk_record(lua_State *L, int op, int node, int key, int old, int value);
int lk_journal_op(const lk_vm *vm, uint64_t position);
int32_t lk_journal_site(const lk_vm *vm, uint64_t position);
void lk_journal_entry(lua_State *L, uint64_t position, int part);  // pushes one part: 0 node, 1 key, 2 old, 3 new
void lk_journal_replace(lua_State *L, uint64_t position, int part);  // pops the value
void lk_journal_init(lua_State *L);
/// The entry of a native slice: positions of its own. Neither recording it, once there is room, nor reading it can raise.
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
/// Whether the list of the open transaction's changes must be made before it ends: an observer will ask for it, or only what
/// is written again and again, and can take more than the state itself.
static inline bool lk_must_list(const lk_vm *vm) {
  return vm->lists_changes || vm->containers > LK_UNLISTED_TABLES || vm->text > LK_UNLISTED_TEXT;
}
/// Lists the changes of the transaction that ends, or only measures them. Anything but LK_OK: the list cannot be made.
lk_status lk_list_transaction(lk_vm *vm);
/// Forgets the list that is kept for the observer.
void lk_forget_list(lk_vm *vm);

// places.c
/// Called with a list of keys, the way to a node; what it pushes is dropped.
/// One step of a path from the state's root: the stack indices of a node and of its key in the node above. NULL: the root.
typedef struct lk_place {
  const struct lk_place *below;  // the next step
  int node, key;
} lk_place;

typedef void (*lk_place_visit)(lua_State *L, const lk_place *path, void *context);
/// Pushes what is known of the nodes that [from, to) moves while the state stands at `from`; false and nothing: it moves none.
bool lk_places_begin(lua_State *L, uint64_t from, uint64_t to);
void lk_places_follow(lua_State *L, int places, uint64_t position);  // past one entry of the journal
/// Visits every path by which the node is reached now; `places` is 0 if none has moved.
void lk_places_visit(lua_State *L, int places, int node, lk_place_visit visit, void *context);

// slice.c
/// Pushes the root node of a slice that is being made.
typedef void (*lk_root)(lua_State *L, lk_slice *slice, int argument);
/// A slice with this root; NULL and an error if there can be none.
lk_slice *lk_slice_make(lk_vm *vm, const char *name, lk_root root, int argument);

// memo.c, native.c
/// Userdata with bytes, so that an error costs no memory. Only ever made longer by its maker.
typedef struct lk_blob {
  size_t count, capacity;
  uint8_t data[];
} lk_blob;
lk_blob *lk_push_blob(lua_State *L, size_t capacity);
/// Pushes a node that stays the encoded table which the blob at `source` holds until somebody looks inside.
void lk_push_sealed(lua_State *L, int source);
/// What a node was sealed from; nothing if it was not.
lk_bytes lk_seal_of(lua_State *L, int node);

// native.c, native_answer.c, native_places.c, native_journal.c
/// Pushes the backing of a node that was sealed, made of what it was sealed from.
void lk_unseal(lua_State *L, int node, lk_bytes sealed);
/// Pushes a native container's backing, which it did not have.
void lk_native_open(lua_State *L, int node);
/// Completes the backing on top.
void lk_native_fill(lua_State *L, int node);
lua_Integer lk_native_count(lua_State *L, int node);  // of the items of one that is not complete
/// Has the host answer; `key` (a stack index) is for LK_ASK_FIELD.
void lk_native_ask(lua_State *L, int node, lk_ask what, int key);
/// Pushes the node of a container, the same for as long as anybody has it.
void lk_native_push(lua_State *L, lk_slice *slice, uint64_t handle, uint8_t flags);
/// Pushes the one value that the host has answered, for the place `key` of a node.
void lk_native_take(lua_State *L, int node, int key);
/// Puts all that the host has answered into the backing of a node, or, if `backing` is 0, into a new one, which it pushes.
void lk_native_take_all(lua_State *L, int node, int backing);
/// Says that a native node stands in another one, under a key that will hold it.
void lk_native_place(lua_State *L, int value, int node, int key);
/// Links a native node that is not where its link says to the first of its other places; false: there is none.
bool lk_native_relink(lua_State *L, int node);
/// Gives the native node on top, which it takes, a new version, and all that it stands in. Cannot fail.
void lk_native_touch(lua_State *L);
void lk_native_move(lua_State *L, uint64_t position, bool forwards);
/// Tells the hosts that entries of the journal are dropped, at its front or at its end.
void lk_native_drop(lk_vm *vm, uint64_t from, uint64_t to, bool front);
/// Adds what the host tells of one entry to a list of changes, returns how many.
uint32_t lk_native_tell(lua_State *L, uint64_t position, lk_tape *tape);

// settle.c, copy.c
int lk_settle(lua_State *L);  // protected body; its argument is what the reducer returned
/// Raises that a place in the state would be nested too deep.
void lk_refuse_depth(lua_State *L, int node, int key);
/// Pushes a node made of a copy of plain data; `node` and `key` (0: none) say for whom, in errors.
void lk_to_node(lua_State *L, lk_slice *slice, int value, int node, int key);

// the libraries a sandbox offers
void lk_refer_pairs(lua_State *L);
void lk_open_tables(lua_State *L);
void lk_open_coroutines(lua_State *L);
void lk_make_library(lua_State *L);         // all that sandboxes are given, once for the machine
void lk_push_library(lua_State *L, const char *name);  // a copy of one of them
void lk_open_base(lua_State *L, int table);  // sets the base functions and libraries that the table does not have
void lk_open_guards(lua_State *L);       // adds pcall and xpcall to the table on top
int lk_load_text(lua_State *L);          // `load`; upvalue: the environment of new code
void lk_pass_on_kill(lua_State *L, int status);  // what a protected call has caught may be no error of the script

// keys.c, walk.c, next.c
int lk_sort_keys(lua_State *L, int table);  // pushes a list of the table's keys in order, returns how many
void lk_open_walks(lua_State *L);           // adds pairs, ipairs and next to the table on top
int lk_next_in_order(lua_State *L, const lk_tag *tag);  // `next` of a pure phase; the tag of the table at stack index 1
/// Notes that a map of the state gets a key.
void lk_note_key(lua_State *L, int backing, int key);
/// Forgets the order of a backing's keys. Cannot fail.
void lk_forget_keys(lua_State *L, int backing);
/// Forgets what `next` knows of tables outside of the state. Cannot fail.
void lk_end_walks(lk_vm *vm);
static inline bool lk_walks(const lk_vm *vm) { return vm->walk_count || vm->next_step; }

// weak.c
/// Notes a metatable, at a stack index, that makes its tables weak.
void lk_note_weak(lua_State *L, int metatable);
/// Raises in a pure phase if the table at a stack index is weak: its keys would differ from run to run.
void lk_refuse_weak(lua_State *L, int table);
/// Makes weak tables strong, or weak again: what a collector takes away no pure phase may see. Cannot fail.
void lk_strengthen(lk_vm *vm, bool strong);
static inline void lk_enter_phase(lk_vm *vm, lk_phase phase) {
  lk_phase former = vm->phase;
  vm->phase = phase;
  bool pure = lk_phase_is_pure(phase);
  if (pure ? vm->weak_count && vm->strength != LK_ALL_STRONG : vm->strength && lk_depth(vm) == 0) lk_strengthen(vm, pure);
  if (pure != lk_phase_is_pure(former) && lk_walks(vm)) lk_end_walks(vm);
}

// task.c
/// Suspends the task that runs; `then` goes on when the host has answered.
int lk_await(lua_State *L, lua_KFunction then);

// call.c
int lk_host_function(lua_State *L);
int lk_handler(lua_State *L);

#endif
