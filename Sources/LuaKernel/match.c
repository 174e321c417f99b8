#include <lauxlib.h>
#include <string.h>

#include "pattern.h"
#include "lua_strings.h"

/* A node that can still be matched in another way. */
typedef struct {
  const lk_Node *node;
  const char *at;    /* where the rest was last tried */
  const char *floor; /* the shortest match of a greedy node */
  int depth;
} Choice;

static void raise_fault(lua_State *L, const lk_Node *fault) {
  static const char *const texts[] = {
      [LK_FAULT_TOO_MANY] = "too many captures",
      [LK_FAULT_CLOSE] = "invalid pattern capture",
      [LK_FAULT_INDEX] = "invalid capture index %%%d",
      [LK_FAULT_BALANCED] = "malformed pattern (missing arguments to '%%b')",
      [LK_FAULT_FRONTIER] = "missing '[' after '%%f' in pattern",
      [LK_FAULT_ESCAPE] = "malformed pattern (ends with '%%')",
      [LK_FAULT_SET] = "malformed pattern (missing ']')",
  };
  luaL_error(L, texts[fault->other], (int)fault->byte);
}

static inline void spend(lk_Matcher *m, size_t steps) {
  if (steps < m->fuel) {
    m->fuel -= steps;
    return;
  }
  size_t spent = LK_QUANTUM - m->fuel + steps;
  m->fuel = LK_QUANTUM;
  lk_charge(m->L, spent);
}

static inline int admits(const lk_Node *node, char c) {
  return node->set ? lk_in_set(node->set, (unsigned char)c) : (unsigned char)c == node->byte;
}

/* The end of the longest row of bytes from `at` that the node admits (`wanted` 1) or does not admit (`wanted` 0). */
static const char *run_of(lk_Matcher *m, const lk_Node *node, const char *at, int wanted) {
  for (;;) {
    const char *from = at;
    const char *stop = m->end - at > LK_QUANTUM ? at + LK_QUANTUM : m->end;
    if (node->set)
      while (at < stop && lk_in_set(node->set, (unsigned char)*at) == wanted) at++;
    else
      while (at < stop && ((unsigned char)*at == node->byte) == wanted) at++;
    spend(m, (size_t)(at - from));
    if (at < stop || at == m->end) return at;
  }
}

static const char *longest(lk_Matcher *m, const lk_Node *node, const char *at) {
  return node->set == &lk_any_byte ? m->end : run_of(m, node, at, 1);
}

static const char *balanced(lk_Matcher *m, const lk_Node *node, const char *at) {
  if (at == m->end || (unsigned char)*at != node->byte) return NULL;
  size_t depth = 1;
  while (++at < m->end) {
    spend(m, 1);
    unsigned char c = (unsigned char)*at;
    if (c == node->other) {
      if (--depth == 0) return at + 1;
    } else if (c == node->byte) {
      depth++;
    }
  }
  return NULL;
}

static const char *same_again(lk_Matcher *m, int index, const char *at) {
  /* A position capture has no text, so nothing equals it. */
  if (m->program->positions >> index & 1) return NULL;
  size_t length = (size_t)(m->capture[index].end - m->capture[index].start);
  if ((size_t)(m->end - at) < length) return NULL;
  spend(m, length / LK_BULK);
  return memcmp(m->capture[index].start, at, length) == 0 ? at + length : NULL;
}

static int at_frontier(const lk_Matcher *m, const lk_ByteSet *set, const char *at) {
  unsigned char before = at == m->begin ? 0 : (unsigned char)at[-1];
  unsigned char after = at == m->end ? 0 : (unsigned char)*at;
  return !lk_in_set(set, before) && lk_in_set(set, after);
}

/* Lua's limit counts all captures and repetitions so far, including those that have no other way to match. */
static inline int deeper(lk_Matcher *m, int depth) {
  if (depth + 1 == LK_MAX_DEPTH) luaL_error(m->L, "pattern too complex");
  return depth + 1;
}

const char *lk_match_at(lk_Matcher *m, const char *at) {
  Choice choices[LK_MAX_DEPTH];
  Choice *top = choices;
  const char *const end = m->end;
  const lk_Node *node = m->program->nodes;
  int depth = 0;

  for (;;) {
    const char *next = NULL; /* where the subject continues after this node; NULL: no match here */
    spend(m, 1);
    switch ((lk_Op)node->op) {
    case LK_END: return at;
    case LK_FAULT: raise_fault(m->L, node); break;
    case LK_ONE:
      if (at < end && admits(node, *at)) next = at + 1;
      break;
    case LK_OPTIONAL:
      next = at;
      if (at < end && admits(node, *at)) {
        *top++ = (Choice){.node = node, .at = at, .depth = depth};
        depth = deeper(m, depth);
        next = at + 1;
      }
      break;
    case LK_STAR:
    case LK_PLUS: {
      const char *floor = at + (node->op == LK_PLUS);
      next = longest(m, node, at);
      if (next == at) {
        if (node->op == LK_PLUS) next = NULL;
        break;
      }
      depth = deeper(m, depth);
      if (next > floor) *top++ = (Choice){.node = node, .at = next, .floor = floor, .depth = depth};
      break;
    }
    case LK_LAZY:
      next = at;
      if (at < end && admits(node, *at)) {
        depth = deeper(m, depth);
        *top++ = (Choice){.node = node, .at = at, .depth = depth};
      }
      break;
    case LK_OPEN:
    case LK_POSITION:
      m->capture[node->byte].start = next = at;
      depth = deeper(m, depth);
      break;
    case LK_CLOSE:
      m->capture[node->byte].end = next = at;
      depth = deeper(m, depth);
      break;
    case LK_SAME: next = same_again(m, node->byte, at); break;
    case LK_BALANCED: next = balanced(m, node, at); break;
    case LK_FRONTIER:
      if (at_frontier(m, node->set, at)) next = at;
      break;
    case LK_AT_END:
      if (at == end) next = at;
      break;
    }

    /* Captures need not be undone: a node that reads a capture comes after the node that sets it. */
    while (!next) {
      if (top == choices) return NULL;
      Choice *choice = top - 1;
      node = choice->node;
      depth = choice->depth;
      if (node->op == LK_OPTIONAL) {
        next = choice->at;
        top--;
      } else if (node->op == LK_LAZY) {
        if (choice->at < end && admits(node, *choice->at)) next = ++choice->at;
        else top--;
      } else {
        next = --choice->at;
        if (next == choice->floor) top--;
      }
    }
    at = next;
    node++;
  }
}

const char *lk_match_candidate(lk_Matcher *m, const char *at) {
  const lk_Node *node = m->program->start;
  if (node->op != LK_ONE && node->op != LK_PLUS) return at;
  if (node->set) {
    at = run_of(m, node, at, 0);
  } else {
    const char *found = memchr(at, node->byte, (size_t)(m->end - at));
    spend(m, (size_t)((found ? found : m->end) - at) / LK_BULK);
    return found;
  }
  return at == m->end ? NULL : at;
}

void lk_matcher_init(lk_Matcher *m, lua_State *L, const lk_Program *program, const char *subject,
                     size_t length) {
  m->L = L;
  m->program = program;
  m->begin = subject;
  m->end = subject + length;
  m->fuel = LK_QUANTUM;
}

lk_Span lk_capture(lk_Matcher *m, int index, const char *start, const char *end) {
  const lk_Program *p = m->program;
  if (index >= p->captures) {
    if (index != 0) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    return (lk_Span){start, end};
  }
  lk_Span span = m->capture[index];
  if (p->positions >> index & 1) span.end = NULL;
  else if (!(p->closed >> index & 1)) luaL_error(m->L, "unfinished capture");
  return span;
}

void lk_push_capture(lk_Matcher *m, int index, const char *start, const char *end) {
  lk_Span span = lk_capture(m, index, start, end);
  if (span.end) lua_pushlstring(m->L, span.start, (size_t)(span.end - span.start));
  else lua_pushinteger(m->L, span.start - m->begin + 1);
}

int lk_push_captures(lk_Matcher *m, const char *start, const char *end) {
  int count = m->program->captures == 0 && start ? 1 : m->program->captures;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) lk_push_capture(m, i, start, end);
  return count;
}
