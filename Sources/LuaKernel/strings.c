/* For memmem, which is linear; a naive search is not. */
#define _GNU_SOURCE
#include "lua_strings.h"

#include <lauxlib.h>
#include <limits.h>
#include <lualib.h>
#include <string.h>

#include "format.h"
#include "pattern.h"
#include "stock.h"

/* How many bytes are searched or copied between two charges. */
enum { BLOCK = 64 * 1024 };

/* The offset for a script's `init` argument; greater than `length` if it is past the end. */
static size_t start_offset(lua_State *L, int argument, size_t length) {
  lua_Integer position = luaL_optinteger(L, argument, 1);
  if (position > 0) return (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length - (size_t)-position;
}

static int is_plain(const char *pattern, size_t length) {
#define BIT(c) (1ull << ((c) & 63))
  static const lk_ByteSet magic = {{
      BIT('$') | BIT('%') | BIT('(') | BIT('*') | BIT('+') | BIT('-') | BIT('.') | BIT('?'),
      BIT('[') | BIT('^'),
      0,
      0,
  }};
#undef BIT
  for (size_t i = 0; i < length; i++)
    if (lk_in_set(&magic, (unsigned char)pattern[i])) return 0;
  return 1;
}

static const char *find_plain(lua_State *L, const char *at, size_t left, const char *wanted, size_t length) {
  if (length == 0) return at;
  size_t block = length > BLOCK ? length : BLOCK;
  while (left >= length) {
    size_t window = left - length < block ? left : block + length - 1;
    const char *found = memmem(at, window, wanted, length);
    if (found || window == left) return found;
    lk_charge_bulk(L, window / LK_BULK);
    at += block;
    left -= block;
  }
  return NULL;
}

static int take_anchor(const char **pattern, size_t *length) {
  if (*length == 0 || **pattern != '^') return 0;
  ++*pattern;
  --*length;
  return 1;
}

static int search(lua_State *L, int is_find) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t offset = start_offset(L, 3, length);
  if (offset > length) return lua_pushnil(L), 1;
  const char *at = subject + offset;
  if (is_find && (lua_toboolean(L, 4) || is_plain(pattern, pattern_length))) {
    at = find_plain(L, at, length - offset, pattern, pattern_length);
    if (!at) return lua_pushnil(L), 1;
    lua_pushinteger(L, at - subject + 1);
    lua_pushinteger(L, at - subject + (lua_Integer)pattern_length);
    return 2;
  }

  lk_Program program;
  lk_Matcher m;
  int anchored = take_anchor(&pattern, &pattern_length);
  lk_pattern_translate(L, &program, pattern, pattern_length);
  lk_matcher_init(&m, L, &program, subject, length);
  do {
    if (!anchored) at = lk_match_candidate(&m, at);
    const char *end = at ? lk_match_at(&m, at) : NULL;
    if (!end) continue;
    if (!is_find) return lk_push_captures(&m, at, end);
    lua_pushinteger(L, at - subject + 1);
    lua_pushinteger(L, end - subject);
    return 2 + lk_push_captures(&m, NULL, NULL);
  } while (at && at++ < m.end && !anchored);
  lua_pushnil(L);
  return 1;
}

static int string_find(lua_State *L) { return search(L, 1); }

static int string_match(lua_State *L) { return search(L, 0); }

typedef struct {
  lk_Program program;
  const char *at;   /* where the next search starts */
  const char *last; /* the end of the last match; an empty match there does not count */
} Iteration;

/* Upvalues: the subject, the program's storage, the iteration. */
static int next_match(lua_State *L) {
  size_t length;
  const char *subject = lua_tolstring(L, lua_upvalueindex(1), &length);
  Iteration *it = lua_touserdata(L, lua_upvalueindex(3));
  lk_Matcher m;
  lk_matcher_init(&m, L, &it->program, subject, length);
  for (const char *at = it->at; at && at <= m.end; at++) {
    at = lk_match_candidate(&m, at);
    if (!at) break;
    const char *end = lk_match_at(&m, at);
    if (end && end != it->last) {
      it->at = it->last = end;
      return lk_push_captures(&m, at, end);
    }
  }
  return 0;
}

static int string_gmatch(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t offset = start_offset(L, 3, length);
  lua_settop(L, 2);
  Iteration *it = lua_newuserdatauv(L, sizeof *it, 0);
  it->at = subject + (offset > length ? length + 1 : offset);
  it->last = NULL;
  lk_pattern_translate(L, &it->program, pattern, pattern_length);
  lua_replace(L, 2);
  lua_pushcclosure(L, next_match, 3);
  return 1;
}

static void add_template(lk_Matcher *m, luaL_Buffer *b, const char *start, const char *end) {
  size_t length;
  const char *at = lua_tolstring(m->L, 3, &length);
  const char *stop = at + length;
  lk_charge_bulk(m->L, length / LK_BULK);
  for (const char *escape; (escape = memchr(at, '%', (size_t)(stop - at))); at = escape + 2) {
    luaL_addlstring(b, at, (size_t)(escape - at));
    char c = escape + 1 < stop ? escape[1] : 0;
    lk_Span span = {start, end};
    if (c == '%') span = (lk_Span){escape, escape + 1};
    else if (c >= '1' && c <= '9') span = lk_capture(m, c - '1', start, end);
    else if (c != '0') luaL_error(m->L, "invalid use of '%%' in replacement string");
    if (span.end) {
      luaL_addlstring(b, span.start, (size_t)(span.end - span.start));
    } else {
      lua_pushinteger(m->L, span.start - m->begin + 1);
      luaL_addvalue(b);
    }
  }
  luaL_addlstring(b, at, (size_t)(stop - at));
}

/* Adds the replacement of the match. Returns 0 if the match stays as it is. */
static int add_replacement(lk_Matcher *m, luaL_Buffer *b, int kind, const char *start, const char *end) {
  lua_State *L = m->L;
  if (kind == LUA_TTABLE) {
    lk_push_capture(m, 0, start, end);
    lua_gettable(L, 3);
  } else if (kind == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, lk_push_captures(m, start, end), 1);
  } else {
    add_template(m, b, start, end);
    return 1;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    return 0;
  }
  if (!lua_isstring(L, -1)) return luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(b);
  return 1;
}

static int string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  int kind = lua_type(L, 3);
  if (kind != LUA_TNUMBER && kind != LUA_TSTRING && kind != LUA_TTABLE && kind != LUA_TFUNCTION)
    return luaL_typeerror(L, 3, "string/function/table");
  lua_Integer limit = luaL_optinteger(L, 4, (lua_Integer)length + 1);

  lk_Program program;
  lk_Matcher m;
  luaL_Buffer b;
  int anchored = take_anchor(&pattern, &pattern_length);
  lk_pattern_translate(L, &program, pattern, pattern_length);
  lk_matcher_init(&m, L, &program, subject, length);
  luaL_buffinit(L, &b);

  lua_Integer count = 0;
  int changed = 0;
  const char *at = subject, *last = NULL;
  const char *copied = subject; /* all text before it is in the buffer */
  while (count < limit) {
    if (!anchored) at = lk_match_candidate(&m, at);
    const char *end = at ? lk_match_at(&m, at) : NULL;
    if (end && end != last) {
      count++;
      luaL_addlstring(&b, copied, (size_t)(at - copied));
      copied = at;
      if (add_replacement(&m, &b, kind, at, end)) {
        changed = 1;
        copied = end;
      }
      at = last = end;
    } else if (!at || at++ == m.end) {
      break;
    }
    if (anchored) break;
  }
  if (changed) {
    luaL_addlstring(&b, copied, (size_t)(m.end - copied));
    luaL_pushresult(&b);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}

static int string_rep(lua_State *L) {
  size_t length, separator_length;
  const char *s = luaL_checklstring(L, 1, &length);
  lua_Integer times = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  size_t period = length + separator_length;
  if (times > 0 && (period < length || period > (size_t)(INT_MAX / times)))
    return luaL_error(L, "resulting string too large");
  size_t total = times > 0 ? (size_t)times * period - separator_length : 0;
  if (total == 0) return lua_pushliteral(L, ""), 1;

  /* The result is periodic, so the filled part is the source of the rest. */
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, total);
  memcpy(out, s, length);
  if (times > 1) memcpy(out + length, separator, separator_length);
  size_t filled = times > 1 ? period : total;
  for (size_t source = filled; filled < total;) {
    size_t chunk = total - filled < source ? total - filled : source;
    memcpy(out + filled, out, chunk);
    filled += chunk;
    if (source < BLOCK) source = filled;
    lk_charge_bulk(L, chunk / LK_BULK);
  }
  luaL_pushresultsize(&b, total);
  return 1;
}

void lk_open_strings(lua_State *L) {
  static const luaL_Reg ours[] = {
      {"find", string_find}, {"gmatch", string_gmatch}, {"gsub", string_gsub},
      {"match", string_match}, {"rep", string_rep}, {NULL, NULL},
  };
  /* The stock opener also sets the metatable of strings; the kernel restores the former one. */
  lua_pushliteral(L, "");
  if (!lua_getmetatable(L, -1)) lua_pushnil(L);
  luaopen_string(L);
  lua_insert(L, -3);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);

  luaL_setfuncs(L, ours, 0);
  lk_wrap_stock(L, "format", lk_string_format);
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
}
