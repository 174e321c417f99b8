// The order of keys. It makes iteration over a table the same in every process.
#ifndef KEYS_H
#define KEYS_H

#include "kernel.h"

/// A key with its rank: all numbers ascending, then strings by their bytes, then false and true.
typedef struct lk_key {
  int rank;
  bool integral;
  lua_Integer integer;
  lua_Number number;
  const char *text;  // valid while the key is on the stack or in a table
  size_t length;
  lua_Integer index;  // the caller's index of the key
} lk_key;

enum { LK_KEY_NUMBER, LK_KEY_STRING, LK_KEY_FALSE, LK_KEY_TRUE, LK_KEY_OTHER };

/// The key at a stack index. Tables, functions and other types come last and have no order among themselves.
lk_key lk_key_at(lua_State *L, int index);
int lk_compare_keys(const lk_key *a, const lk_key *b);
/// Sorts `count` keys; `keys` must have room for twice as many. The sort is stable. Returns the start of the sorted keys.
lk_key *lk_sort(lua_State *L, lk_key *keys, lua_Integer count);
/// Sorts the `count` entries of a map that begin at `start` of a tape by their keys.
void lk_sort_entries(lua_State *L, lk_tape *tape, size_t start, uint32_t count);
/// Raises in a pure phase: keys of this type have no order.
void lk_require_order(lua_State *L, int type);

#endif
