// The keys of a table in sorted runs, for `next`; see next.c.
#ifndef RUNS_H
#define RUNS_H

#include "keys.h"

/// A table's record: new keys, not sorted yet, or false; flags of its walks; the item up to which the runs omit items; the
/// number of removed keys that walks have skipped; and from RUNS_FIRST on the runs.
enum { RUNS_PENDING = 1, RUNS_FLAGS, RUNS_ITEM, RUNS_PASSED, RUNS_FIRST };
/// Fields of a run besides its keys: the position before which all keys are removed, and the position found last.
enum { RUN_FIRST = 0, RUN_FOUND = -1 };

lua_Integer lk_get_number(lua_State *L, int table, lua_Integer field);
void lk_set_number(lua_State *L, int table, lua_Integer field, lua_Integer number);
bool lk_is_less(lua_State *L, int a, int b);
bool lk_holds(lua_State *L, int data, int key);
/// Pushes a new record of a table, with one run of its keys without the items up to `item`. If it has no such keys: false.
bool lk_push_kept(lua_State *L, int data, lua_Integer item);
/// Pops a list of keys and pushes it as a sorted run.
void lk_sort_run(lua_State *L);
/// The position of the first key in a run that is greater than the one at `key`. `*found`: the run has the key itself.
lua_Integer lk_bisect_run(lua_State *L, int run, int key, bool *found);
/// Whether a run has the key; with `walked` only after the position where the last walk began.
bool lk_is_in_runs(lua_State *L, int kept, int key, bool walked);
/// Pushes a list of the table's keys, without the items up to `item`. `kept` (0: none): omits passed keys.
void lk_push_keys(lua_State *L, int data, int kept, lua_Integer item);
lua_Integer lk_run_length(lua_State *L, int kept, lua_Integer run);
/// Makes a run of the new keys, and merges runs of similar length.
void lk_take_pending(lua_State *L, int data, int kept);
/// Pushes the table's first key after the one at `key` (nil: any) in the runs from `from` on. If there is none, returns false.
bool lk_push_next_key(lua_State *L, int data, int kept, lua_Integer from, int key);

// plain_walks.c: tables that are not maps of the state.
/// Records that a walk has moved from the previous item to this one.
void lk_note_step(lk_vm *vm, const void *table, lua_Integer item);
/// Whether a walk has reached this item of a list. The walk then continues in the runs.
bool lk_take_step(lk_vm *vm, const void *table, lua_Integer item);
/// Pushes the record of a table. Returns false and pushes nothing if there is none.
bool lk_push_walk(lua_State *L, int data);
void lk_keep_walk(lua_State *L, int data, int kept);
/// Records that a walk begins at the first item of a list.
void lk_begin_at_item(lua_State *L, int kept);
/// Whether a walk continues from `key` to the existing item `next` without using the runs.
bool lk_is_sorted_step(lua_State *L, int kept, int key, int next);
/// Whether a walk may continue from a key that was removed.
bool lk_was_given(lua_State *L, int kept, int key);
/// Pushes the key after the one at `key`. Returns false and pushes nothing if there is none. `from_items`: only the items up to
/// `item` were passed.
bool lk_push_walked(lua_State *L, int data, int key, int kept, lua_Integer item, bool from_items);
/// Records the key that a walk has returned; 0: no key was left.
void lk_note_given(lua_State *L, int kept, int key);
/// Records the highest item that walks have reached.
void lk_note_item(lua_State *L, int kept, lua_Integer item);

#endif
