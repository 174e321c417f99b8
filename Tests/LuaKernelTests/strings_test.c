/* Compares the kernel's string functions with those of a stock Lua, and tests their limits. One file, because all tests
 * share the states and the replacements of kernel functions at its beginning.
 *
 * Build: cc -std=gnu11 -g -fsanitize=address,undefined $(pkg-config --cflags lua5.4) \
 *   Tests/LuaKernelTests/strings_test.c Sources/LuaKernel/{strings,format,utf8,pattern,match}.c \
 *   $(pkg-config --libs lua5.4) -lpthread
 * Arguments: [seed [rounds]], or `speed`; the default seed is that in UDF_SEED. */
#include "../../Sources/LuaKernel/lua_strings.h"
#include "timing.h"

#include <lauxlib.h>
#include <lualib.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;

static void check(int ok, const char *what, const char *detail) {
  if (ok) {
    passed++;
  } else if (++failed <= 40) {
    printf("FAILED %s: %s\n", what, detail ? detail : "");
  }
}

/* The functions of the kernel that these tests need. */

static double now_ms(void) { return processor_time() * 1e3; }

static double kill_time; /* 0: never */
static size_t charged;
static int pure;

void lk_charge(lua_State *L, size_t steps) {
  charged += steps;
  if (kill_time > 0 && now_ms() >= kill_time) luaL_error(L, "killed");
}

int lk_is_pure(lua_State *L) {
  (void)L;
  return pure;
}

/* A state with the stock libraries. `ours` is the table of replacements, which are also the methods of strings. */
static void install(lua_State *L) {
  lk_open_strings(L);
  lua_setglobal(L, "ours");
  lk_open_utf8(L);
  lua_setglobal(L, "ours_utf8");
}

static lua_State *new_state(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  install(L);
  return L;
}

static int load_neighbour(lua_State *L, const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s", __FILE__);
  char *slash = strrchr(path, '/');
  snprintf(slash ? slash + 1 : path, 100, "%s", name);
  if (luaL_loadfilex(L, path, "t") == LUA_OK) return 1;
  printf("FAILED to load: %s\n", lua_tostring(L, -1));
  failed++;
  return 0;
}

static int report(lua_State *L) {
  check(lua_toboolean(L, 1), "differential", lua_tostring(L, 2));
  return 0;
}

static void test_differential(long long seed, long long rounds) {
  printf("seed %lld, %lld rounds\n", seed, rounds);
  lua_State *L = new_state();
  if (load_neighbour(L, "strings_test.lua")) {
    lua_getglobal(L, "string");
    lua_getglobal(L, "ours");
    lua_pushinteger(L, seed);
    lua_pushinteger(L, rounds);
    lua_pushcfunction(L, report);
    if (lua_pcall(L, 5, 0, 0) != LUA_OK) check(0, "differential script", lua_tostring(L, -1));
  }
  lua_close(L);
}

/* Runs `code` with our `string` and `utf8` and compares its result or error message. */
static void expect(lua_State *L, const char *code, const char *wanted) {
  if (luaL_loadbufferx(L, code, strlen(code), "=t", "t") != LUA_OK || lua_pcall(L, 0, 1, 0) != LUA_OK) {
    check(strcmp(lua_tostring(L, -1), wanted) == 0, code, lua_tostring(L, -1));
  } else {
    check(strcmp(luaL_tolstring(L, -1, NULL), wanted) == 0, code, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static lua_State *sandboxed_state(void) {
  lua_State *L = new_state();
  static const char code[] =
      "string, utf8 = ours, ours_utf8\n"
      "getmetatable('').__index = ours\n";
  if (luaL_dostring(L, code)) check(0, "sandbox", lua_tostring(L, -1));
  return L;
}

static void test_texts(void) {
  static const char *const cases[][2] = {
      {"return string.find()", "t:1: bad argument #1 to 'find' (string expected, got no value)"},
      {"return string.find('a')", "t:1: bad argument #2 to 'find' (string expected, got no value)"},
      {"return string.find('a', {})", "t:1: bad argument #2 to 'find' (string expected, got table)"},
      {"return string.find('a', 'a', 'x')", "t:1: bad argument #3 to 'find' (number expected, got string)"},
      {"return ('a'):find()", "t:1: bad argument #1 to 'find' (string expected, got no value)"},
      {"return string.match(nil, 'a')", "t:1: bad argument #1 to 'match' (string expected, got nil)"},
      {"return string.gmatch('a')", "t:1: bad argument #2 to 'gmatch' (string expected, got no value)"},
      {"return string.gsub('a', 'a')",
       "t:1: bad argument #3 to 'gsub' (string/function/table expected, got no value)"},
      {"return string.gsub('a', 'a', true)",
       "t:1: bad argument #3 to 'gsub' (string/function/table expected, got boolean)"},
      {"return string.gsub('a', 'a', 'b', {})",
       "t:1: bad argument #4 to 'gsub' (number expected, got table)"},
      {"return string.rep('a')", "t:1: bad argument #2 to 'rep' (number expected, got no value)"},
      {"return ('xy'):rep(1 << 30)", "t:1: resulting string too large"},
      {"return ('x'):rep(1 << 31)", "t:1: resulting string too large"},
      {"return ('').rep('', math.maxinteger)", ""},
      {"return ('a'):find('[a')", "t:1: malformed pattern (missing ']')"},
      {"return ('a'):find('[a%')", "t:1: malformed pattern (missing ']')"},
      {"return ('a'):find('%')", "t:1: malformed pattern (ends with '%')"},
      {"return ('a'):find('%b')", "t:1: malformed pattern (missing arguments to '%b')"},
      {"return ('a'):find('%bx')", "t:1: malformed pattern (missing arguments to '%b')"},
      {"return ('a'):find('%fa')", "t:1: missing '[' after '%f' in pattern"},
      {"return ('a'):find('%f[a')", "t:1: malformed pattern (missing ']')"},
      {"return ('a'):match('(a')", "t:1: unfinished capture"},
      {"return ('a'):match('a)')", "t:1: invalid pattern capture"},
      {"return ('a'):find('%1')", "t:1: invalid capture index %1"},
      {"return ('a'):find('(a%1)')", "t:1: invalid capture index %1"},
      {"return ('a'):find('%0')", "t:1: invalid capture index %0"},
      {"return ('a'):rep(40):find(('(a)'):rep(33))", "t:1: too many captures"},
      {"return ('a'):rep(300):find(('a?'):rep(200))", "t:1: pattern too complex"},
      {"return ('a'):rep(300):find(('a?'):rep(199))", "1"},
      {"return ('b'):find('a[')", "nil"},
      {"return (('a'):gsub('a', '%2'))", "t:1: invalid capture index %2"},
      {"return (('a'):gsub('a', '%x'))", "t:1: invalid use of '%' in replacement string"},
      {"return (('a'):gsub('a', '%'))", "t:1: invalid use of '%' in replacement string"},
      {"return (('a'):gsub('a', function() return {} end))", "t:1: invalid replacement value (a table)"},
      {"return (('a'):gsub('a', { a = print }))", "t:1: invalid replacement value (a function)"},
      {"return string.format()", "t:1: bad argument #1 to 'format' (string expected, got no value)"},
      {"return string.format('%d', 'x')", "t:1: bad argument #2 to 'format' (number expected, got string)"},
      {"return ('%s'):format()", "t:1: bad argument #1 to 'format' (no value)"},
      {"return ('%y'):format(1)", "t:1: invalid conversion '%y' to 'format'"},
      {"return ('%5s|%-3d|%q'):format('a', 7, 'x\\n')", "    a|7  |\"x\\\n\""},
      {"return utf8.len({})", "t:1: bad argument #1 to 'len' (string expected, got table)"},
      {"return utf8.len('äö€')", "3"},
      {"return utf8.len('äö€', -3)", "1"},
      {"return utf8.codepoint('abc', 4)", "t:1: bad argument #3 to 'codepoint' (out of bounds)"},
      {"return utf8.codepoint('€')", "8364"},
      {"return utf8.offset('a€b', 3)", "5"},
      {"return utf8.offset('abc', 1, 9)", "t:1: bad argument #3 to 'offset' (position out of bounds)"},
      {"local n = 0 for _, c in utf8.codes('a€') do n = n + c end return n", "8461"},
      {"return tostring(string.dump)", "nil"},
      {"return ('x'):rep(3) .. ('%d'):format(2)", "xxx2"},
      {"return '10' + 1", "11"},
  };
  lua_State *L = sandboxed_state();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect(L, cases[i][0], cases[i][1]);
  lua_close(L);
}

static void test_purity(void) {
  static const char *const pure_cases[][2] = {
      {"return ('%s'):format({})", "table"},
      {"return ('%s %s %s'):format(print, coroutine.create(print), USERDATA)", "function thread userdata"},
      {"return ('%8s|%-8s|%.2s'):format({}, print, {})", "   table|function|ta"},
      {"return ('%s'):format(setmetatable({}, { __name = 'cart' }))", "cart"},
      {"return ('%s'):format(setmetatable({}, { __name = 5 }))", "table"},
      {"return ('%s'):format(setmetatable({}, { __tostring = function() return 'mine' end }))", "mine"},
      {"return ('%%%s%%p%d'):format({}, 3)", "%table%p3"},
      {"return ('%s'):format(nil) .. ('%s'):format(true) .. ('%s'):format(1.5)", "niltrue1.5"},
      {"return ('%p'):format({})",
       "t:1: string.format: %p shows an address, which differs from run to run"},
      {"return ('%s%-20p'):format(1, 'x')",
       "t:1: string.format: %p shows an address, which differs from run to run"},
      {"return ('%'):format(1)", "t:1: invalid conversion '%' to 'format'"},
      {"return ('%s'):format()", "t:1: bad argument #1 to 'format' (no value)"},
  };
  lua_State *L = sandboxed_state();
  lua_newuserdatauv(L, 8, 0);
  lua_setglobal(L, "USERDATA");
  pure = 1;
  for (size_t i = 0; i < sizeof pure_cases / sizeof *pure_cases; i++)
    expect(L, pure_cases[i][0], pure_cases[i][1]);
  pure = 0;
  expect(L, "return ('%s'):format({}):find('^table: ') == 1 and #('%p'):format({}) > 2", "true");
  lua_close(L);
}

/* lk_open_strings must not change the metatable of strings. */
static void test_metatable(void) {
  lua_State *L = luaL_newstate();
  lk_open_strings(L);
  lua_pushliteral(L, "");
  check(lua_getmetatable(L, -1) == 0, "metatable", "strings got a metatable");
  lua_settop(L, 0);
  lua_pushliteral(L, "");
  lua_newtable(L);
  const void *mine = lua_topointer(L, -1);
  lua_setmetatable(L, -2);
  lk_open_strings(L);
  lk_open_strings(L);
  check(!lua_rawequal(L, -1, -2) && lua_gettop(L) == 3, "metatable", "the tables are not new");
  lua_getmetatable(L, 1);
  check(lua_topointer(L, -1) == mine, "metatable", "the metatable of strings was replaced");
  lua_close(L);
}

static void test_hostile(void) {
  static const char *const cases[] = {
      "return A:find(('a*'):rep(20) .. 'b')",
      "return A:match(('a-'):rep(20) .. 'b')",
      "return A:match(('a?'):rep(190) .. ('a'):rep(190) .. 'b')",
      "return A:find(('.-'):rep(10) .. 'b')",
      "return A:find('(.*)(.*)%1%2b')",
      "return A:gsub(('a+'):rep(6) .. 'b', 'x')",
      "for _ in A:gmatch(('[a-z]*'):rep(8) .. 'b') do end",
      "return ('('):rep(3000000):find('%b()')",
      "return ('a'):rep(3000000):find('.-%d')",
      "return ('a'):rep(30000000):find(('a'):rep(1000) .. '[^a]')",
      "return ('a'):rep(3000000):gsub('%f[b]', '')",
      "for _ = 1, 1e9 do (('a'):rep(100000)):find(('a'):rep(500) .. 'b', 1, true) end",
      "for _ = 1, 1e9 do (('ab'):rep(200000)):gsub('a', '%0%0') end",
      "return ('x'):rep(400000000)",
      "return ('x'):rep(1, ''):rep(200000000, 'yz')",
  };
  lua_State *L = sandboxed_state();
  if (luaL_dostring(L, "A = ('a'):rep(30000) BIG = A:rep(100)")) check(0, "hostile", lua_tostring(L, -1));
  double worst = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    luaL_loadstring(L, cases[i]);
    double stop = kill_time = now_ms() + 20;
    int rc = lua_pcall(L, 0, 0, 0);
    double late = now_ms() - stop;
    kill_time = 0;
    int killed = rc != LUA_OK && strstr(lua_tostring(L, -1), "killed");
    /* The limit is wide: the machine may be slow, and a sanitizer needs time to free much memory. */
    check((killed || late < 0) && late < (SANITIZED ? 5000 : 1000), cases[i],
          rc == LUA_OK ? "it was not stopped" : lua_tostring(L, -1));
    if (late > worst) worst = late;
    lua_settop(L, 0);
  }
  printf("hostile: at most %.2f ms after the flag\n", worst);

  static const char *const refused[] = {
      "return ('%q'):format(BIG)",
      "return ('%s'):format(BIG)",
      "return utf8.len(BIG)",
      "return utf8.len(BIG, -5000)",
      "return utf8.codes(BIG)",
      "return utf8.codepoint(BIG, 1, 1e6)",
      "return utf8.offset(BIG, 1000000)",
      "return utf8.offset(BIG, -9000)",
      "return BIG:gsub('a', 'b')",
      "return A:rep(1000)",
      "return BIG:find('b')",
      "return BIG:find('b', 1, true)",
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    luaL_loadstring(L, refused[i]);
    kill_time = 1;
    int rc = lua_pcall(L, 0, 0, 0);
    kill_time = 0;
    check(rc != LUA_OK && strstr(lua_tostring(L, -1), "killed"), refused[i], "it ran although killed");
    lua_settop(L, 0);
  }

  charged = 0;
  expect(L, "for i = 1, 999 do utf8.offset(BIG, 1, i) utf8.codepoint(BIG, i) utf8.len(BIG, i, i + 3) end",
         "nil");
  check(charged == 0, "utf8", "stepping through a string paid for the whole string");
  expect(L, "return BIG:find(('a'):rep(100000) .. 'b', 1, true)", "nil");
  lua_close(L);
}

/* A function called by gsub calls gsub again, up to Lua's own limit, on half the stack size of a VM's thread. */
static void *recurse(void *unused) {
  (void)unused;
  lua_State *L = sandboxed_state();
  expect(L,
         "local function down() return (('a'):gsub('a', down)) end\n"
         "local ok, text = pcall(down)\n"
         "return ok == false and text:find('stack overflow') ~= nil",
         "true");
  lua_close(L);
  return NULL;
}

static void test_recursion(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (SANITIZED ? 8 : 1) * 1024 * 1024);
  if (pthread_create(&thread, &attributes, recurse, NULL) == 0) pthread_join(thread, NULL);
  else check(0, "recursion", "no thread could be made");
  pthread_attr_destroy(&attributes);
}

typedef struct {
  size_t live;
  long long count, fail_at;
  int lasting; /* every allocation from `fail_at` on fails, so that the emergency collection does not help */
} Heap;

static void *allocate(void *context, void *old, size_t old_size, size_t size) {
  Heap *heap = context;
  if (!old) old_size = 0;
  if (size == 0) {
    heap->live -= old_size;
    free(old);
    return NULL;
  }
  if (size > old_size) {
    heap->count++;
    int due = heap->lasting ? heap->count >= heap->fail_at : heap->count == heap->fail_at;
    if (heap->fail_at && due) return NULL;
  }
  void *block = realloc(old, size);
  if (block) heap->live += size - old_size;
  return block;
}

static int sweep_body(lua_State *L) {
  static const char script[] =
      "local s, u = ours, ours_utf8\n"
      "local long = ('[ab]c?'):rep(60)\n"
      "s.find('hello world', 'o', 6) s.find('a.b', '.', 1, true) s.find('hello', '(l+)()(o)')\n"
      "s.match('key = value', '^(%w+)%s*=%s*(%w+)$') s.match('ab', long) s.find(('ab'):rep(70), long)\n"
      "for a, b in s.gmatch('a=1, b=2, c=3', '(%w+)=(%w+)') do end\n"
      "for a in s.gmatch('abab', ('a?b?[x]?'):rep(15)) do end\n"
      "s.gsub(('hello world '):rep(100), 'o', 'oooooooooo')\n"
      "s.gsub('hello', '(l)()', '%2%1%0%%') s.gsub('abc', '%w', { a = 'A', b = 12, c = false })\n"
      "s.gsub(('abc'):rep(400), '%w', function(c) return c .. c .. c end) s.gsub('x', long, '%1')\n"
      "s.rep('abc', 2000, ', ') s.format('%s %5.2f %q %d', {}, 1.5, ('x\\n'):rep(600), 3)\n"
      "pcall(s.find, 'a', '[') pcall(s.gsub, 'a', 'a', '%2') pcall(s.gsub, 'a', 'a', s.gsub)\n"
      "s.byte('abc', 1, -1) s.char(65, 66) s.len('x') s.lower('ABC') s.upper('abc') s.reverse('abc')\n"
      "s.sub('abc', 2)\n"
      "s.unpack('<i4z', s.pack('<i4z', 7, 'x')) s.packsize('<i4')\n"
      "u.len('aé€') u.codepoint('aé€', 1, -1) u.offset('aé€', 3) u.char(228, 8364)\n"
      "for p, c in u.codes('aé€') do end\n";
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  install(L);
  if (luaL_loadbufferx(L, script, sizeof script - 1, "=sweep", "t") != LUA_OK) return lua_error(L);
  lua_call(L, 0, 0);
  return 0;
}

static void test_allocation_failures(void) {
  long long points = 0;
  for (int lasting = 0; lasting <= 1; lasting++) {
    for (pure = 0; pure <= 1; pure++) {
      for (long long k = 1;; k++) {
        Heap heap = {.fail_at = k, .lasting = lasting};
        lua_State *L = lua_newstate(allocate, &heap);
        int done = 0;
        if (L) {
          lua_pushcfunction(L, sweep_body);
          int rc = lua_pcall(L, 0, 0, 0);
          done = heap.count < k;
          if (done) check(rc == LUA_OK, "sweep", rc == LUA_OK ? NULL : lua_tostring(L, -1));
          else if (lasting && rc != LUA_OK && rc != LUA_ERRMEM) check(0, "sweep", lua_tostring(L, -1));
          heap.fail_at = 0;
          lua_close(L);
        }
        check(heap.live == 0, "sweep", "memory leaked");
        points++;
        if (done) break;
      }
    }
  }
  pure = 0;
  printf("allocation failures: %lld points\n", points);
}

static int speed(void) {
  lua_State *L = new_state();
  int rc = 1;
  if (load_neighbour(L, "strings_speed.lua")) {
    lua_getglobal(L, "string");
    lua_getglobal(L, "ours");
    rc = lua_pcall(L, 2, 0, 0);
    if (rc) printf("%s\n", lua_tostring(L, -1));
  }
  lua_close(L);
  return rc;
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (argc > 1 && strcmp(argv[1], "speed") == 0) return speed();
  const char *given = argc > 1 ? argv[1] : getenv("UDF_SEED");
  long long seed = given ? atoll(given) : (long long)time(NULL);
  long long rounds = argc > 2 ? atoll(argv[2]) : 40000;
  test_differential(seed, rounds);
  test_texts();
  test_purity();
  test_metatable();
  test_hostile();
  test_recursion();
  test_allocation_failures();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
