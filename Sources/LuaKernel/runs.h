// The keys of a table in sorted runs, for `next`; see next.c.
#ifndef RUNS_H
#define RUNS_H

#include "keys.h"

/// What is kept of a table: its new keys, not sorted yet, or false; the flags of its walk, and the item behind which that came
/// to the runs; how many keys that are gone were passed; and from RUNS_FIRST on the runs.
enum { RUNS_PENDING = 1, RUNS_FLAGS, RUNS_ITEM, RUNS_PASSED, RUNS_FIRST };
/// In a run besides its keys: where the first one is that may not be gone, and the one that was found last.
enum { RUN_FIRST = 0, RUN_FOUND = -1 };

/// A number of a run, or of what is kept.
lua_Integer lk_get_number(lua_State *L, int table, lua_Integer field);
void lk_set_number(lua_State *L, int table, lua_Integer field, lua_Integer number);
/// Whether a key comes before another one.
bool lk_is_less(lua_State *L, int a, int b);
/// Whether a table has a value under a key.
bool lk_holds(lua_State *L, int data, int key);
/// Pushes what is to be kept of a table, with one run of its keys but without the items up to `item`; false and nothing: it
/// has none.
bool lk_push_kept(lua_State *L, int data, lua_Integer item);
/// Pushes a run of the keys in the list on top, which it takes.
void lk_sort_run(lua_State *L);
/// The position of the first key in a run that is greater than the one at `key`; `*found`: the one before it equals that.
lua_Integer lk_bisect_run(lua_State *L, int run, int key, bool *found);
/// Whether a run has the key; with `walked`: behind the place where the last walk began.
bool lk_is_in_runs(lua_State *L, int kept, int key, bool walked);
/// Pushes a list of the table's keys: without those that a walk through the runs of `kept` has passed, if that is not 0, and
/// without the items up to `item`.
void lk_push_keys(lua_State *L, int data, int kept, lua_Integer item);
lua_Integer lk_run_length(lua_State *L, int kept, lua_Integer run);
/// Makes a run of the new keys, and one run of runs that are about as long.
void lk_take_pending(lua_State *L, int data, int kept);
/// Pushes the first key after the one at `key` (nil: the first one) that is in the table and in one of the runs from `from`
/// on; false and nothing: there is none.
bool lk_push_next_key(lua_State *L, int data, int kept, lua_Integer from, int key);

#endif
