// Compiles source text for scripts (`load`) and for the host.
//
// The compiler runs no hook, and for some texts its time grows with the square of their length. So it gets the text in small
// pieces, and a stop can take effect between two of them.
#include "kernel.h"

#include <stdio.h>
#include <string.h>

enum { MOST_TEXT = 256 << 10, PIECE = 128 };

const char *lk_read_piece(lua_State *L, lk_reader *reader, size_t *size) {
  lk_charge(L, PIECE);
  size_t left = (size_t)(reader->end - reader->at);
  *size = left < PIECE ? left : PIECE;
  const char *piece = (const char *)reader->at;
  reader->at += *size;
  return *size ? piece : NULL;
}

// MARK: what scripts call

enum { TEXT = 1, NAME, MODE, ENVIRONMENT, PIECES };

typedef struct loading {
  lk_reader reader;
  size_t count;  // bytes read so far
} loading;

static void take_text(lua_State *L, loading *l, int index) {
  size_t count;
  const uint8_t *text = (const uint8_t *)lua_tolstring(L, index, &count);
  if (l->count == 0 && count > 0 && *text == (uint8_t)*LUA_SIGNATURE) {
    lua_pushliteral(L, "attempt to load a binary chunk (mode is 't')");
    lua_error(L);
  }
  l->count += count;
  if (l->count > MOST_TEXT) {
    lua_pushfstring(L, "load takes a text of at most %d bytes; this one has %s%I", MOST_TEXT,
                    lua_isfunction(L, TEXT) ? "at least " : "", (lua_Integer)l->count);
    lua_error(L);
  }
  l->reader = (lk_reader){text, text + count, 0};
}

static const char *read_string(lua_State *L, void *context, size_t *size) {
  loading *l = context;
  if (!l->reader.at) take_text(L, l, TEXT);
  return lk_read_piece(L, &l->reader, size);
}

static const char *read_function(lua_State *L, void *context, size_t *size) {
  loading *l = context;
  luaL_checkstack(L, 4, "too many nested functions");
  if (l->reader.at == l->reader.end) {
    lua_pushvalue(L, TEXT);
    lua_call(L, 0, 1);
    if (lua_isnil(L, -1)) {
      lua_pop(L, 1);
      *size = 0;
      return NULL;
    }
    if (!lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
    lua_replace(L, PIECES);
    take_text(L, l, PIECES);
  }
  return lk_read_piece(L, &l->reader, size);
}

int lk_load_text(lua_State *L) {
  const char *text = lua_isstring(L, TEXT) ? lua_tostring(L, TEXT) : NULL;
  const char *name = luaL_optstring(L, NAME, text ? text : "=(load)"), *mode = luaL_optstring(L, MODE, "bt");
  if (!text) luaL_checktype(L, TEXT, LUA_TFUNCTION);
  if (lk_is_pure(L)) {
    return luaL_error(L, "load is not available in a reducer, view or event map. To fix this, load the text where its file is "
                      "loaded, or in an effect, and call the function here");
  }
  bool own = !lua_isnone(L, ENVIRONMENT);
  lua_settop(L, PIECES);
  lk_forget_recent_sites(lk_of(L));
  loading l = {{NULL, NULL, 0}, 0};
  int status = lua_load(L, text ? read_string : read_function, &l, name, mode);
  if (status != LUA_OK) {
    lk_pass_on_kill(L, status);
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushvalue(L, own ? ENVIRONMENT : lua_upvalueindex(1));
  if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  return 1;
}

// MARK: what the host compiles

typedef struct chunk {
  lk_bytes source;
  const char *name;
  int environment, result, status;
  lk_reader reader;
} chunk;

static lk_bytes without_shebang(lk_bytes source) {
  if (source.count < 2 || source.data[0] != '#' || source.data[1] != '!') return source;
  size_t skipped = 0;
  while (skipped < source.count && source.data[skipped] != '\n') skipped++;
  return (lk_bytes){source.data + skipped, source.count - skipped};
}

static const char *read_source(lua_State *L, void *context, size_t *size) {
  return lk_read_piece(L, &((chunk *)context)->reader, size);
}

static int load_chunk(lua_State *L) {
  chunk *c = lua_touserdata(L, 1);
  lk_bytes text = without_shebang(c->source);
  c->reader = (lk_reader){text.data, text.data + text.count, 0};
  lua_pushfstring(L, *c->name == '=' ? "%s" : "@%s", c->name);
  c->status = lua_load(L, read_source, c, lua_tostring(L, -1), "t");
  if (c->status != LUA_OK) return lua_error(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, c->environment);
  if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  c->result = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static bool ends_with(const lk_tape *text, const char *end) {
  size_t count = strlen(end);
  return text->count >= count && memcmp(text->data + text->count - count, end, count) == 0;
}

// Whether more lines may complete a chunk that did not compile.
static bool may_go_on(lk_bytes source, const lk_tape *problem) {
  if (!ends_with(problem, "unfinished string near <eof>")) return ends_with(problem, "<eof>");
  // A quoted string must end on its line unless the line ends in `\` or `\z`.
  const char *text = (const char *)source.data;
  size_t count = source.count;
  if (count && text[count - 1] == 'z') count--;
  return count && text[count - 1] == '\\';
}

// Adds the chunk's name and the line that the compiler had reached to the front of a stop's message.
static void name_line(lk_vm *vm, const chunk *c) {
  const char *name = *c->name == '=' ? c->name + 1 : c->name;
  unsigned line = 1;
  for (const uint8_t *at = c->source.data; at < c->reader.at; at++) line += *at == '\n';
  char place[32];
  size_t digits = (size_t)snprintf(place, sizeof place, ":%u: ", line), count = strlen(name), old = vm->error.message.count;
  lk_tape *message = &vm->error.message;
  if (!lk_tape_put(message, name, count) || !lk_tape_put(message, place, digits)) {
    message->count = old;
    return;
  }
  memmove(message->data + count + digits, message->data, old);
  memcpy(message->data, name, count);
  memcpy(message->data + count, place, digits);
}

lk_status lk_load(lk_vm *vm, lk_bytes source, const char *name, int environment, int *function) {
  chunk c = {.source = source, .name = name, .environment = environment};
  lk_forget_recent_sites(vm);
  lk_enter(vm, vm->budget);
  lk_status status = lk_protect(vm, load_chunk, &c);
  lk_leave(vm);
  *function = c.result;
  if (status == LK_BUDGET || status == LK_MEMORY || status == LK_CANCELLED) name_line(vm, &c);
  if (status == LK_RAISED && c.status == LUA_ERRSYNTAX) {
    status = may_go_on(source, &vm->error.message) ? LK_INCOMPLETE : LK_SYNTAX;
    vm->error.status = status;
  }
  return status;
}

// Passes one byte at a time: the error is where the compiler stops reading.
static const char *read_byte(lua_State *L, void *context, size_t *size) {
  chunk *c = context;
  lk_charge(L, 1);
  if (c->reader.at == c->reader.end) return NULL;
  *size = 1;
  return (const char *)c->reader.at++;
}

static int measure(lua_State *L) {
  chunk *c = lua_touserdata(L, 1);
  c->status = lua_load(L, read_byte, c, "=measure", "t");
  return 0;
}

ptrdiff_t lk_error_offset(lk_vm *vm, lk_bytes source) {
  lk_bytes text = without_shebang(source);
  chunk c = {.reader = {text.data, text.data + text.count, 0}};
  lk_enter(vm, vm->budget);
  lk_status status = lk_protect(vm, measure, &c);
  bool stopped = lk_killed(vm);
  lk_leave(vm);
  if (status != LK_OK || stopped || c.status != LUA_ERRSYNTAX) return -1;
  return (ptrdiff_t)(c.reader.at - source.data);
}
