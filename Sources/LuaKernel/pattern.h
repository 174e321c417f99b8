/* Lua patterns, translated once into a row of nodes and then matched without recursion.
 *
 * A pattern has no alternation, so every path to a node passes the same nodes before it. The translation therefore knows
 * which captures are open at a node, and finds every error of a malformed pattern. Such an error becomes a node of its own,
 * because Lua raises it only if a match reaches it. */
#ifndef LK_PATTERN_H
#define LK_PATTERN_H

#include <lua.h>
#include <stddef.h>
#include <stdint.h>

enum { LK_MAX_CAPTURES = 32, LK_MAX_DEPTH = 200 };

typedef struct {
  uint64_t word[4];
} lk_ByteSet;

typedef enum {
  LK_END,
  LK_ONE,
  LK_OPTIONAL,
  LK_STAR,
  LK_PLUS,
  LK_LAZY,
  LK_OPEN,
  LK_POSITION,
  LK_CLOSE,
  LK_SAME,
  LK_BALANCED,
  LK_FRONTIER,
  LK_AT_END,
  LK_FAULT
} lk_Op;

typedef enum {
  LK_FAULT_TOO_MANY,
  LK_FAULT_CLOSE,
  LK_FAULT_INDEX,
  LK_FAULT_BALANCED,
  LK_FAULT_FRONTIER,
  LK_FAULT_ESCAPE,
  LK_FAULT_SET
} lk_Fault;

typedef struct {
  uint8_t op;
  uint8_t byte;  /* %b: the opening byte; a capture's index; a fault's digit; else see `set` */
  uint8_t other; /* %b: the closing byte; which fault */
  const lk_ByteSet *set; /* the bytes that a single item or %f admits; NULL: only `byte` */
} lk_Node;

/* Most patterns fit the inline rows; a longer one gets its rows from a userdata. */
enum { LK_INLINE_NODES = 40, LK_INLINE_SETS = 8 };

typedef struct {
  lk_Node *nodes;
  lk_ByteSet *sets;
  const lk_Node *start; /* the first node that reads the subject */
  size_t node_limit, set_limit;
  int captures;
  uint32_t closed, positions; /* one bit per capture */
  lk_Node inline_nodes[LK_INLINE_NODES];
  lk_ByteSet inline_sets[LK_INLINE_SETS];
} lk_Program;

typedef struct {
  const char *start, *end;
} lk_Span;

typedef struct {
  lua_State *L;
  const lk_Program *program;
  const char *begin, *end; /* the whole subject */
  size_t fuel;             /* steps left until the next lk_charge */
  lk_Span capture[LK_MAX_CAPTURES];
} lk_Matcher;

/* The set of all bytes, which `.` admits. */
extern const lk_ByteSet lk_any_byte;

/* Translates a pattern without its anchor. Pushes one value that must outlive the program. */
void lk_pattern_translate(lua_State *L, lk_Program *program, const char *text, size_t length);

void lk_matcher_init(lk_Matcher *m, lua_State *L, const lk_Program *program, const char *subject,
                     size_t length);

/* The end of the match that starts at `at`, or NULL. */
const char *lk_match_at(lk_Matcher *m, const char *at);

/* The first place from `at` on where a match may start, or NULL. */
const char *lk_match_candidate(lk_Matcher *m, const char *at);

/* The text of a capture. Index 0 is the whole match if there are no captures. A position capture has no `end`. */
lk_Span lk_capture(lk_Matcher *m, int index, const char *start, const char *end);

void lk_push_capture(lk_Matcher *m, int index, const char *start, const char *end);

/* Pushes all captures, or the whole match if there are none (nothing if `start` is NULL). Returns their number. */
int lk_push_captures(lk_Matcher *m, const char *start, const char *end);

static inline int lk_in_set(const lk_ByteSet *set, unsigned char byte) {
  return (int)(set->word[byte >> 6] >> (byte & 63) & 1);
}

#endif
