#include "pattern.h"

const lk_ByteSet lk_any_byte = {{~0ull, ~0ull, ~0ull, ~0ull}};

/* Uses the classes of the C locale, whatever the process has: a match must be the same everywhere. */
#define CLASS(low, high) {{{(low), (high), 0, 0}}, {{~(low), ~(high), ~0ull, ~0ull}}}

#define DIGITS 0x03FF000000000000ull
#define UPPERS 0x0000000007FFFFFEull
#define LOWERS 0x07FFFFFE00000000ull
#define PUNCT_LOW 0xFC00FFFE00000000ull
#define PUNCT_HIGH 0x78000001F8000001ull

/* For each letter, the bytes of %x and of its complement %X; letters without a class have an empty row. */
static const lk_ByteSet classes['z' - 'a' + 1][2] = {
    ['a' - 'a'] = CLASS(0ull, UPPERS | LOWERS),
    ['c' - 'a'] = CLASS(0x00000000FFFFFFFFull, 0x8000000000000000ull),
    ['d' - 'a'] = CLASS(DIGITS, 0ull),
    ['g' - 'a'] = CLASS(DIGITS | PUNCT_LOW, UPPERS | LOWERS | PUNCT_HIGH),
    ['l' - 'a'] = CLASS(0ull, LOWERS),
    ['p' - 'a'] = CLASS(PUNCT_LOW, PUNCT_HIGH),
    ['s' - 'a'] = CLASS(0x0000000100003E00ull, 0ull),
    ['u' - 'a'] = CLASS(0ull, UPPERS),
    ['w' - 'a'] = CLASS(DIGITS, UPPERS | LOWERS),
    ['x' - 'a'] = CLASS(DIGITS, 0x0000007E0000007Eull),
    ['z' - 'a'] = CLASS(1ull, 0ull),
};

static const lk_ByteSet *class_named(unsigned char letter) {
  int lower = letter | 0x20;
  if (lower < 'a' || lower > 'z') return NULL;
  const lk_ByteSet *pair = classes[lower - 'a'];
  if ((pair[0].word[0] | pair[0].word[1]) == 0) return NULL;
  return &pair[letter < 'a'];
}

static void add_byte(lk_ByteSet *set, unsigned char byte) { set->word[byte >> 6] |= 1ull << (byte & 63); }

static void add_class(lk_ByteSet *set, const lk_ByteSet *more) {
  for (int i = 0; i < 4; i++) set->word[i] |= more->word[i];
}

static void complement(lk_ByteSet *set) {
  for (int i = 0; i < 4; i++) set->word[i] = ~set->word[i];
}

/* Finds the `]` of the set whose `[` is before `at`. The first byte of a set never closes it. */
static const char *set_close(const char *at, const char *end) {
  if (at < end && *at == '^') at++;
  for (int first = 1; at < end; first = 0, at++) {
    if (*at == ']' && !first) return at;
    if (*at == '%' && ++at == end) break;
  }
  return NULL;
}

static void read_set(lk_ByteSet *set, const char *at, const char *close) {
  *set = (lk_ByteSet){{0, 0, 0, 0}};
  int inverted = *at == '^';
  for (at += inverted; at < close; at++) {
    if (*at == '%') {
      /* After a range that ends in `%` this may be the `]` itself; Lua treats it as a member. */
      const lk_ByteSet *named = class_named((unsigned char)*++at);
      if (named) add_class(set, named);
      else add_byte(set, (unsigned char)*at);
    } else if (at[1] == '-' && close - at > 2) {
      int last = (unsigned char)at[2];
      for (int byte = (unsigned char)*at; byte <= last; byte++) add_byte(set, (unsigned char)byte);
      at += 2;
    } else {
      add_byte(set, (unsigned char)*at);
    }
  }
  if (inverted) complement(set);
}

typedef struct {
  lk_Program *program;
  const char *at, *end;
  size_t nodes, sets;
} Translator;

static lk_Node *add_node(Translator *t, lk_Op op) {
  lk_Node *node = &t->program->nodes[t->nodes++];
  *node = (lk_Node){.op = (uint8_t)op};
  return node;
}

/* Each `add_` function below reads one item. It returns 0 for a fault; nothing after a fault can be reached. */

static int add_fault(Translator *t, lk_Fault which, int digit) {
  lk_Node *node = add_node(t, LK_FAULT);
  node->other = (uint8_t)which;
  node->byte = (uint8_t)digit;
  return 0;
}

static uint32_t open_captures(const lk_Program *p) {
  uint32_t all = p->captures == 32 ? ~0u : (1u << p->captures) - 1;
  return all & ~p->closed & ~p->positions;
}

static int add_open(Translator *t) {
  lk_Program *p = t->program;
  int is_position = t->at + 1 < t->end && t->at[1] == ')';
  if (p->captures == LK_MAX_CAPTURES) return add_fault(t, LK_FAULT_TOO_MANY, 0);
  add_node(t, is_position ? LK_POSITION : LK_OPEN)->byte = (uint8_t)p->captures;
  if (is_position) p->positions |= 1u << p->captures;
  p->captures++;
  t->at += 1 + is_position;
  return 1;
}

static int add_close(Translator *t) {
  lk_Program *p = t->program;
  uint32_t open = open_captures(p);
  if (!open) return add_fault(t, LK_FAULT_CLOSE, 0);
  int innermost = 31;
  while (!(open >> innermost & 1)) innermost--;
  add_node(t, LK_CLOSE)->byte = (uint8_t)innermost;
  p->closed |= 1u << innermost;
  t->at++;
  return 1;
}

static int add_same(Translator *t, int digit) {
  lk_Program *p = t->program;
  int index = digit - 1;
  if (index < 0 || index >= p->captures || open_captures(p) >> index & 1)
    return add_fault(t, LK_FAULT_INDEX, digit);
  add_node(t, LK_SAME)->byte = (uint8_t)index;
  t->at += 2;
  return 1;
}

static int add_balanced(Translator *t) {
  if (t->end - t->at < 4) return add_fault(t, LK_FAULT_BALANCED, 0);
  lk_Node *node = add_node(t, LK_BALANCED);
  node->byte = (uint8_t)t->at[2];
  node->other = (uint8_t)t->at[3];
  t->at += 4;
  return 1;
}

/* Reads a set whose `[` is at `t->at`; NULL if the set has no end. */
static const lk_ByteSet *add_set(Translator *t) {
  const char *close = set_close(t->at + 1, t->end);
  if (!close) return NULL;
  lk_ByteSet *set = &t->program->sets[t->sets++];
  read_set(set, t->at + 1, close);
  t->at = close + 1;
  return set;
}

static int add_frontier(Translator *t) {
  t->at += 2;
  if (t->at == t->end || *t->at != '[') return add_fault(t, LK_FAULT_FRONTIER, 0);
  const lk_ByteSet *set = add_set(t);
  if (!set) return add_fault(t, LK_FAULT_SET, 0);
  add_node(t, LK_FRONTIER)->set = set;
  return 1;
}

static lk_Op read_quantifier(Translator *t) {
  if (t->at == t->end) return LK_ONE;
  switch (*t->at++) {
  case '?': return LK_OPTIONAL;
  case '*': return LK_STAR;
  case '+': return LK_PLUS;
  case '-': return LK_LAZY;
  default: t->at--; return LK_ONE;
  }
}

static int add_single(Translator *t) {
  const lk_ByteSet *set = NULL;
  unsigned char byte = (unsigned char)*t->at;
  if (byte == '[') {
    set = add_set(t);
    if (!set) return add_fault(t, LK_FAULT_SET, 0);
  } else if (byte == '%') {
    if (t->end - t->at < 2) return add_fault(t, LK_FAULT_ESCAPE, 0);
    byte = (unsigned char)t->at[1];
    set = class_named(byte);
    t->at += 2;
  } else {
    if (byte == '.') set = &lk_any_byte;
    t->at++;
  }
  lk_Node *node = add_node(t, read_quantifier(t));
  node->byte = byte;
  node->set = set;
  return 1;
}

static int add_item(Translator *t) {
  int next = t->end - t->at > 1 ? (unsigned char)t->at[1] : -1;
  switch (*t->at) {
  case '(': return add_open(t);
  case ')': return add_close(t);
  case '$':
    if (next >= 0) return add_single(t);
    add_node(t, LK_AT_END);
    t->at++;
    return 1;
  case '%':
    if (next == 'b') return add_balanced(t);
    if (next == 'f') return add_frontier(t);
    if (next >= '0' && next <= '9') return add_same(t, next - '0');
    return add_single(t);
  default: return add_single(t);
  }
}

/* Returns 0 if the rows are too short. An item needs at most one node and one set; the end needs one more node. */
static int translate(lk_Program *program, const char *text, size_t length) {
  Translator t = {.program = program, .at = text, .end = text + length};
  program->captures = 0;
  program->closed = program->positions = 0;
  int reachable = 1;
  while (reachable && t.at < t.end) {
    if (t.nodes + 1 >= program->node_limit || t.sets == program->set_limit) return 0;
    reachable = add_item(&t);
  }
  add_node(&t, LK_END);
  program->start = program->nodes;
  while (program->start->op == LK_OPEN || program->start->op == LK_POSITION) program->start++;
  return 1;
}

void lk_pattern_translate(lua_State *L, lk_Program *program, const char *text, size_t length) {
  program->nodes = program->inline_nodes;
  program->sets = program->inline_sets;
  program->node_limit = LK_INLINE_NODES;
  program->set_limit = LK_INLINE_SETS;
  if (translate(program, text, length)) {
    lua_pushnil(L);
    return;
  }
  program->node_limit = length + 2;
  program->set_limit = length / 3 + 1; /* the shortest set is [x] */
  size_t set_bytes = program->set_limit * sizeof(lk_ByteSet);
  char *rows = lua_newuserdatauv(L, set_bytes + program->node_limit * sizeof(lk_Node), 0);
  program->sets = (lk_ByteSet *)(void *)rows;
  program->nodes = (lk_Node *)(void *)(rows + set_bytes);
  translate(program, text, length);
}
