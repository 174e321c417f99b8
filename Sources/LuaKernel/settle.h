// The tables that a transaction moved; see settle.c.
#ifndef SETTLE_H
#define SETTLE_H

#include "kernel.h"

typedef struct lk_move {
  uint64_t position;  // in the journal
  int part;           // 2: the container left this place, 3: it arrived there
  int previous;       // the previous move of the same container, or -1
  bool done;
} lk_move;

typedef struct lk_settling {
  lk_slice *slice;
  lk_move *moves;
  int count;
  int moved;      // stack index of the table from container to its last move
  bool kept;      // the current container has its place
  int original;   // stack index of the container that further places get copies of
} lk_settling;

// The moves of one table in order of time; the moves within one container are linked.
typedef struct lk_visit {
  int move;
  int next;    // the next visit of the same container, or -1
  bool first;  // the first visit of its container
} lk_visit;

// The tag of a node of a Lua slice. A native node counts as a plain table, because its data may change at any time.
static inline lk_tag *lk_lasting_node(lua_State *L, int value) {
  lk_tag *tag = lk_node(L, value);
  return tag && !tag->slice->native ? tag : NULL;
}

// Settles all places of the table at `value` in one container. `first`: the first visit of the container, or -1. `link_key`:
// the key of the table in the container when the transaction began, or 0.
void lk_settle_container(lua_State *L, lk_settling *s, int value, int container, const lk_visit *visits, int first,
                         int link_key);

#endif
