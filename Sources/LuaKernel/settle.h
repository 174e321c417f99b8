// What the end of a transaction knows of the tables that the transaction moved; see settle.c.
#ifndef SETTLE_H
#define SETTLE_H

#include "kernel.h"

typedef struct lk_move {
  uint64_t position;  // in the journal
  int part;           // 2: the container left that place, 3: it came there
  int previous;       // move of the same container before this one, or -1
  bool done;
} lk_move;

typedef struct lk_settling {
  lk_slice *slice;
  lk_move *moves;
  int count;
  int moved;      // stack index of the table from container to its last move
  bool kept;      // the container at hand has its place
  int original;   // stack index of what stands for it in further places
} lk_settling;

// The moves of one table in the order of time, those of one container linked one to the next.
typedef struct lk_visit {
  int move;
  int next;    // the next one of the same container, or -1
  bool first;  // of its container
} lk_visit;

// A node that lasts. A native node is taken for a plain table: what it shows changes with its slice, and neither state nor
// journal may.
static inline lk_tag *lk_lasting_node(lua_State *L, int value) {
  lk_tag *tag = lk_node(L, value);
  return tag && !tag->slice->native ? tag : NULL;
}

// Settles all places in one container where the table at `value` stands. `first`: the first visit of the container, or -1;
// `link_key`: the key under which the table stood there when the transaction began, or 0.
void lk_settle_container(lua_State *L, lk_settling *s, int value, int container, const lk_visit *visits, int first,
                         int link_key);

#endif
