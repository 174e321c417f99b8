// Native slices: a host in a stock Lua, whose containers are plain tables, and scripts that read them through nodes.
//
//     native_test [seed [steps [sessions]]]
#include "../../Sources/LuaKernel/kernel.h"
#include "host.h"

#include <time.h>

// MARK: the host

// The stock Lua in which the host lives.
static lua_State *stock(host *h) { return h->more; }

typedef struct side {
  host *h;
  lk_slice *slice;
} side;

static void push_host(lua_State *S, const char *name) {
  lua_getglobal(S, "host");
  lua_getfield(S, -1, name);
  lua_remove(S, -2);
}

static void answer(host *h) {
  size_t count;
  const char *bytes = lua_tolstring(stock(h), -1, &count);
  lk_native_answer(h->vm, (lk_bytes){(const uint8_t *)bytes, count});
  lua_pop(stock(h), 1);
}

static void on_read(void *context, int32_t slice, uint64_t handle, lk_ask ask, lk_bytes key, int64_t position) {
  static const char *const names[] = {"field", "all", "count"};
  host *h = context;
  lua_State *S = stock(h);
  if (slice != 7) return;
  push_host(S, "read");
  lua_pushinteger(S, (lua_Integer)handle);
  lua_pushstring(S, names[ask]);
  if (key.data) lua_pushlstring(S, (const char *)key.data, key.count);
  else if (ask == LK_ASK_FIELD) lua_pushinteger(S, position);
  else lua_pushnil(S);
  lua_call(S, 3, 1);
  answer(h);
}

static void tell(void *context, const char *what, uint64_t a, uint64_t b, int results) {
  lua_State *S = stock(context);
  push_host(S, what);
  lua_pushinteger(S, (lua_Integer)a);
  lua_pushinteger(S, (lua_Integer)b);
  lua_call(S, 2, results);
}

static void on_travel(void *context, int32_t slice, uint64_t from, uint64_t to) {
  (void)slice;
  tell(context, "travel", from, to, 0);
}

static void on_forget(void *context, int32_t slice, uint64_t position) {
  (void)slice;
  tell(context, "forget", position, 0, 0);
}

static void on_truncate(void *context, int32_t slice, uint64_t position) {
  (void)slice;
  tell(context, "truncate", position, 0, 0);
}

static void on_changes(void *context, int32_t slice, uint64_t from, uint64_t to) {
  (void)slice;
  tell(context, "changes", from, to, 1);
  answer(context);
}

static int stale(lua_State *S) {
  side *n = lua_touserdata(S, lua_upvalueindex(1));
  lk_bytes key = {NULL, 0};
  if (lua_type(S, 2) == LUA_TSTRING) key.data = (const uint8_t *)lua_tolstring(S, 2, &key.count);
  lk_native_stale(n->h->vm, n->slice, (uint64_t)lua_tointeger(S, 1), key, key.data ? 0 : lua_tointeger(S, 2));
  return 0;
}

static int gone(lua_State *S) {
  side *n = lua_touserdata(S, lua_upvalueindex(1));
  lk_native_gone(n->h->vm, n->slice, (uint64_t)lua_tointeger(S, 1));
  return 0;
}

// Runs source text in the host's Lua.
static void in_host(host *h, const char *source) {
  if (luaL_dostring(stock(h), source)) {
    printf("%s: %s\n", source, lua_tostring(stock(h), -1));
    exit(1);
  }
  lua_settop(stock(h), 0);
}

static lua_Integer host_number(host *h, const char *name) {
  push_host(stock(h), name);
  lua_Integer value = lua_tointeger(stock(h), -1);
  lua_pop(stock(h), 1);
  return value;
}

static int asked(host *h, lua_Integer expected) {
  lua_Integer asks = host_number(h, "asks");
  in_host(h, "host.asks = 0");
  if (asks != expected) printf("  asked %lld times\n", (long long)asks);
  return asks == expected;
}

static char *test_source(void) {
  char path[1024];
  snprintf(path, sizeof path, "%s", __FILE__);
  strcpy(strrchr(path, '.'), ".lua");
  FILE *file = fopen(path, "r");
  char *data = calloc(1, 1 << 16);
  if (!file || fread(data, 1, (1 << 16) - 1, file) == 0) {
    printf("native_test.lua is missing\n");
    exit(1);
  }
  fclose(file);
  return data;
}

// A Lua slice `s`, and a native one, `n`, whose root is what `model` returns.
static side *open_native(const char *model) {
  side *n = calloc(1, sizeof *n);
  host *h = n->h = open_host_with(
    (lk_callbacks){.native_read = on_read, .native_travel = on_travel, .native_forget = on_forget,
                   .native_truncate = on_truncate, .native_changes = on_changes},
    0, 0, "return { count = 0, items = list{} }");
  lua_State *S = luaL_newstate();
  h->more = S;
  luaL_openlibs(S);
  n->slice = lk_native_new(h->vm, "n", 7);
  lk_assign(h->vm, h->environment, "n", lk_slice_state(n->slice));
  lua_pushlightuserdata(S, n);
  lua_pushcclosure(S, stale, 1);
  lua_setglobal(S, "stale");
  lua_pushlightuserdata(S, n);
  lua_pushcclosure(S, gone, 1);
  lua_setglobal(S, "gone");
  char *source = test_source(), *text = malloc(strlen(source) + strlen(model) + 256);
  sprintf(text, "native = (function() %s\nend)()", source);
  if (run(h, text) != LK_OK) says(h, "\x01");
  in_host(h, text);
  sprintf(text, "host, container = native.host, native.host.container host.start((function() %s end)())", model);
  in_host(h, text);
  free(text);
  free(source);
  return n;
}

static void close_native(side *n) {
  lua_State *S = stock(n->h);
  close_host(n->h);
  lua_close(S);
  free(n);
}

// Plain data given as a Lua expression, until the next.
static lk_bytes plain(host *h, const char *expression) {
  char source[256];
  snprintf(source, sizeof source, "host.plain = native.pack(%s)", expression);
  in_host(h, source);
  push_host(stock(h), "plain");
  lk_bytes bytes = {NULL, 0};
  bytes.data = (const uint8_t *)lua_tolstring(stock(h), -1, &bytes.count);
  lua_pop(stock(h), 1);
  return bytes;
}

// One edit by the host, as a Lua statement, with its entry in the journal.
static lk_status edit(side *n, const char *statement) {
  lua_Integer from = host_number(n->h, "at");
  in_host(n->h, statement);
  return lk_native_record(n->h->vm, n->slice, (uint64_t)from, (uint64_t)host_number(n->h, "at"));
}

static const char *const shop =
  "local rows = container('list', {}) for i, name in ipairs{ 'ash', 'elm', 'oak' } do "
  "rows[i] = container('whole map', { name = name, size = i, tags = { 'tree', name } }) end "
  "return { title = 'trees', ready = false, rows = rows, names = { 'x', 'y' }, empty = {}, "
  "numbers = container('list', { 3, 1, 2 }), byName = container('map', { ash = rows[1], oak = rows[3] }) }";

static bool holds(lk_bytes bytes, const char *word) {
  size_t count = strlen(word);
  for (size_t i = 0; i + count <= bytes.count; i++) {
    if (memcmp(bytes.data + i, word, count) == 0) return true;
  }
  return false;
}

// MARK: scenarios

static void test_reading(void) {
  side *n = open_native(shop);
  host *h = n->h;
  check(run(h, "assert(n.title == 'trees' and n.ready == false)") == LK_OK && asked(h, 2), "a field is asked for when it is read");
  check(run(h, "assert(n.title == 'trees' and n.ready == false)") == LK_OK && asked(h, 0), "and not again");
  check(run(h, "assert(n.none == nil and n.none == nil and n[1] == nil and n[true] == nil)") == LK_OK && asked(h, 1),
        "what is absent is asked for once, what cannot be there never");
  check(run(h, "assert(n.rows[2].name == 'elm' and n.rows[2].size == 2 and n.rows[2].none == nil)") == LK_OK && asked(h, 3),
        "a row is read whole: one question each for the rows, the item and what it holds");
  check(run(h, "assert(n.rows[9] == nil and n.rows[9] == nil and n.rows[0] == nil and n.rows.x == nil and n.rows[1.5] == nil)") == LK_OK
            && asked(h, 1),
        "nor positions");
  check(run(h, "assert(#n.rows == 3 and #n.rows == 3 and rawlen(n.rows) == 3 and #n == 0)") == LK_OK && asked(h, 1), "# asks once");
  lk_bytes bytes;
  check(lk_read(h->vm, plain(h, "{ 'n', 'rows', 3, 'name' }"), &bytes) == LK_OK && bytes.count == 8
            && memcmp(bytes.data + 5, "oak", 3) == 0 && asked(h, 2),
        "a path is read without anything beside it");
  int reference = lk_reference(h->vm, lk_state(h->vm), plain(h, "{ 'n', 'rows', 1, 'tags' }"));
  check(reference && asked(h, 2), "so is a reference made");
  lk_release(h->vm, reference);
  check(run(h, "assert(n.rows[1] == n.byName.ash and rawequal(n.rows[3], n.byName.oak) and n.rows[1] ~= n.rows[2])") == LK_OK,
        "a container is one node, whichever way it is reached");
  check(lk_keys(h->vm, plain(h, "{ 'n', 'rows', 2 }"), &bytes) == LK_OK && bytes.count == 5 + 9 + 9 + 9, "the keys of a row");
  in_host(h, "host.asks = 0");
  check(run(h, "for i = 1, 2000 do assert(n['no' .. i] == nil) end for i = 1, 2000 do assert(n['no' .. i] == nil) end") == LK_OK
            && asked(h, 4000) && run(h, "assert(n.no2000 == nil)") == LK_OK && asked(h, 0),
        "absences are kept, but not without end");
  close_native(n);
}

static void test_walking(void) {
  side *n = open_native(shop);
  host *h = n->h;
  check(run(h, "local s = '' for i, row in ipairs(n.rows) do s = s .. i .. row.name if i == 2 then break end end assert(s == '1ash2elm')") == LK_OK
            && asked(h, 5),
        "ipairs reads what it comes to");
  check(run(h, "local s = '' for k, v in pairs(n) do s = s .. k .. ' ' end assert(s == 'byName empty names numbers ready rows title ')") == LK_OK,
        "pairs walks keys in order");
  in_host(h, "host.asks = 0");
  check(run(h, "local row = n.rows[2] local k, v = next(row) assert(k == 'name' and v == 'elm') k = next(row, k) assert(k == 'size') "
               "assert(next(row, 'tags') == nil and next(n.empty) == nil)") == LK_OK,
        "next too");
  check(run(h, "local rows = n.rows local k = next(rows) assert(k == 1) local r3 = rows[3] k, v = next(rows, k) assert(v == rows[2]) "
               "k, v = next(rows, k) assert(rawequal(v, r3) and next(rows, k) == nil)") == LK_OK,
        "also in the middle of a list");
  check(run(h, "assert(table.concat(n.names, '-') == 'x-y' and table.concat(n.numbers) == '312')") == LK_OK, "table.concat");
  check(run(h, "local a, b, c, d = table.unpack(n.numbers) assert(a == 3 and b == 1 and c == 2 and d == nil) assert(select('#', table.unpack(n.rows)) == 3)") == LK_OK,
        "table.unpack");
  check(run(h, "local copy = table.move(n.numbers, 1, #n.numbers, 1, {}) table.sort(copy) assert(table.concat(copy) == '123' and n.numbers[1] == 3)") == LK_OK,
        "a sorted copy");
  check(run(h, "assert(type(n.rows) == 'table' and tostring(n.rows):find('^table: ') and getmetatable(n.rows) == nil and rawget(n.rows[1], 'name') == 'ash' "
               "and rawget(n, 'title') == 'trees' and rawget(n.rows, 2.0) == n.rows[2])") == LK_OK,
        "looks from outside");
  check(run(h, "local co = coroutine.wrap(function() for _, row in ipairs(n.rows) do coroutine.yield(row.size) end end) assert(co() + co() + co() == 6)") == LK_OK,
        "from a coroutine");
  check(gives(h, "n", "{byName={ash={name=ash size=1 tags=[tree ash]} oak={name=oak size=3 tags=[tree oak]}} empty={} names=[x y] numbers=[3 1 2] "
                      "ready=false rows=[{name=ash size=1 tags=[tree ash]} {name=elm size=2 tags=[tree elm]} {name=oak size=3 tags=[tree oak]}] title=trees}"),
        "the whole");
  in_host(h, "host.asks = 0");
  check(run(h, "assert(native.show(n) == native.show(native.copy(n)))") == LK_OK && asked(h, 0), "and nothing is asked for twice");
  close_native(n);
}

static void test_refusals(void) {
  static const char *const writes[][2] = {
    {"n.rows[3].name = 'x'", "test.lua:1: n.rows[3].name is read-only: 'n' is a native feature; send it an action"},
    {"n.title = nil", "test.lua:1: n.title is read-only: 'n' is a native feature; send it an action"},
    {"n.names[1] = 'z'", "test.lua:1: n.names[1] is read-only: 'n' is a native feature; send it an action"},
    {"n.byName.oak.tags[2] = 1", "test.lua:1: n.rows[3].tags[2] is read-only: 'n' is a native feature; send it an action"},
    {"table.insert(n.rows, 1)", "test.lua:1: n.rows is read-only: 'n' is a native feature; send it an action"},
    {"table.remove(n.numbers)", "test.lua:1: n.numbers is read-only: 'n' is a native feature; send it an action"},
    {"table.sort(n.numbers)", "test.lua:1: n.numbers is read-only: 'n' is a native feature; send it an action"},
    {"rawset(n, 'x', 1)", "test.lua:1: n.x is read-only: 'n' is a native feature; send it an action"},
    {"setmetatable(n, {})", "test.lua:1: a table of the state has no metatable"},
    {"next(n, 'nowhere')", "test.lua:1: invalid key to 'next'"},
  };
  side *n = open_native(shop);
  host *h = n->h;
  for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
    lk_status status = run(h, writes[i][0]);
    lk_bytes message = lk_error_message(h->vm);
    int same = message.count == strlen(writes[i][1]) && memcmp(message.data, writes[i][1], message.count) == 0;
    if (!same) says(h, "\x01");
    check(status == LK_RAISED && same, writes[i][0]);
  }
  check(reduce(h, "n.title = 'x'") == LK_RAISED && says(h, "n.title is read-only: 'n' is a native feature"), "nor may a reducer of another feature");
  check(gives(h, "n.title", "trees"), "and nothing was written");
  in_host(h, "host.set(host.root, 'rows', nil)");
  check(run(h, "n.byName.oak.name = 'x'") == LK_RAISED && says(h, "n.byName.oak.name is read-only"), "a path that no longer holds gives way");
  in_host(h, "host.read = function() return '\\6\\255\\255\\255\\255' end");
  check(run(h, "return n.torn") == LK_RAISED && says(h, "bytes that are no plain data"), "an answer that is torn is refused");
  in_host(h, "host.read = function() return '\\11' end");
  check(run(h, "return n.torn") == LK_RAISED && says(h, "bytes that are no plain data"), "so is one that is none");
  in_host(h, "host.read = function() return '' end");
  check(run(h, "assert(n.nothing == nil and n.nothing == nil)") == LK_OK, "no answer is nil");
  in_host(h, "host.read = function() return native.pack{ 1, 2 } end");
  check(run(h, "return next(n)") == LK_RAISED && says(h, "the host of 'n' answers with the wrong kind of table for n"), "a list is no map");
  close_native(n);
}

static void test_state(void) {
  side *n = open_native(shop);
  host *h = n->h;
  uint64_t start = lk_position(h->vm);
  check(reduce(h, "state.best = n.rows[1] state.again = { n.rows[1], n.rows[1] } state.count = #n.rows") == LK_OK
            && gives(h, "state", "{again=[{name=ash size=1 tags=[tree ash]} {name=ash size=1 tags=[tree ash]}] "
                                 "best={name=ash size=1 tags=[tree ash]} count=3 items={}}"),
        "what is stored in the state of Lua is copied");
  in_host(h, "host.set(host.root.rows[1], 'name', 'fir')");
  check(gives(h, "state.best.name .. n.rows[1].name", "ashfir"), "and stays what it was");
  check(reduce(h, "state.best.name = 'mine'") == LK_OK && gives(h, "n.rows[1].name", "fir"), "and may be written");
  lk_bytes changes;
  check(lk_changes(h->vm, start, lk_position(h->vm), lk_position(h->vm), &changes) == LK_OK
            && !holds(changes, "fir") && holds(changes, "ash"),
        "its change is told as it was");
  check(reduce(h, "return n.rows[2]") == LK_OK && gives(h, "state", "{name=elm size=2 tags=[tree elm]}"), "it may replace a state");
  h->reducer = evaluate(h, "return function(state, action) state.name = action.row.name action.row.name = 'x' state.size = action.list[2].size end");
  check(run(h, "act{ row = n.rows[3], list = n.rows }") == LK_OK && gives(h, "state.name .. state.size .. n.rows[3].name", "oak2oak"),
        "in an action it is a copy");
  check(reduce(h, "local s = '' for k, v in pairs(n.rows[1]) do s = s .. k end state.seen = s .. tostring(n.rows)") == LK_OK
            && gives(h, "state.seen", "namesizetagstable"),
        "a reducer may read it");
  lk_slice_remove(h->vm, n->slice);
  in_host(h, "host.asks = 0");
  check(run(h, "assert(n.unread == nil and #n.rows == 3 and n.byName == nil)") == LK_OK && asked(h, 0), "a slice that is removed asks no more");
  lk_native_stale(h->vm, n->slice, 0, nothing, 0);
  lk_native_gone(h->vm, n->slice, 1);
  lk_bytes bytes;
  check(lk_read(h->vm, plain(h, "{ 'n' }"), &bytes) == LK_OK && bytes.count == 1, "and is no longer part of the state");
  close_native(n);
}

static void test_staleness(void) {
  side *n = open_native(shop);
  host *h = n->h;
  check(run(h, "rows, row, tags = n.rows, n.rows[2], n.rows[2].tags assert(#rows == 3 and n.later == nil)") == LK_OK, "a script keeps nodes");
  in_host(h, "host.set(host.root.rows[2], 'name', 'yew') host.set(host.root, 'later', 1) host.asks = 0");
  check(run(h, "assert(row.name == 'yew' and rows[2] == row and n.later == 1)") == LK_OK && asked(h, 2), "and sees the present through them");
  in_host(h, "host.insert(host.root.rows, 1, container('whole map', { name = 'new' })) host.asks = 0");
  check(run(h, "assert(rows == n.rows and rows[1].name == 'new' and rows[3] == row and row.name == 'yew' and #rows == 4)") == LK_OK && asked(h, 4),
        "an item that moves is the same node and not read again");
  check(run(h, "row.name = 1") == LK_RAISED && says(h, "n.rows[3].name is read-only"), "and knows where it is");
  check(run(h, "for k in pairs(rows) do end") == LK_OK, "all of it");
  in_host(h, "host.insert(host.root.rows, 5, container('whole map', { name = 'last' })) host.asks = 0");
  check(run(h, "assert(#rows == 5 and rows[5].name == 'last' and rows[6] == nil)") == LK_OK && asked(h, 4), "what is appended is all that is asked for");
  in_host(h, "host.remove(host.root.rows, 3)");
  check(run(h, "assert(next(row) == nil and row.name == nil and #row == 0) local ok, message = pcall(function() row.x = 1 end) "
               "assert(message:find('(a table that is no longer part of the state).x is read-only', 1, true), message)") == LK_OK,
        "what is gone is empty");
  in_host(h, "host.insert(host.root.rows, 1, container('whole map', { name = 'other' }))");
  check(run(h, "assert(rows[1].name == 'other' and rows[1] ~= row and row.name == nil)") == LK_OK, "and its handle is another's");
  check(run(h, "local seen = '' for i, r in ipairs(rows) do seen = seen .. r.name end assert(seen == 'othernewashoaklast', seen)") == LK_OK, "ipairs");
  lk_native_stale(h->vm, n->slice, 999, nothing, 0);
  lk_native_gone(h->vm, n->slice, 999);
  close_native(n);
}

static void test_forgetting(void) {
  side *n = open_native("local rows = container('list', {}) for i = 1, 1000 do rows[i] = container('whole map', { id = i }) end return { rows = rows }");
  host *h = n->h;
  lk_collect(h->vm);
  size_t before = lk_memory_used(h->vm);
  check(run(h, "local s = 0 for _, row in ipairs(n.rows) do s = s + row.id end assert(s == 500500)") == LK_OK, "a table of rows");
  lk_collect(h->vm);
  size_t read = lk_memory_used(h->vm);
  in_host(h, "stale(0, 'rows') stale(1)");
  lk_collect(h->vm);
  check(read > before + 1000 * 100 && lk_memory_used(h->vm) < before + 20000, "rows that nobody holds go with the list that held them");
  close_native(n);
}

// MARK: journal

static void test_journal(void) {
  side *n = open_native(shop);
  host *h = n->h;
  lk_vm *vm = h->vm;
  uint64_t p[8];
  const char *shows[8];
  p[0] = lk_position(vm);
  check(edit(n, "host.set(host.root, 'title', 'one')") == LK_OK && lk_position(vm) == p[0] + 1, "an edit is one entry");
  p[1] = lk_position(vm);
  check(reduce(h, "state.count = 1") == LK_OK, "a reducer beside it");
  p[2] = lk_position(vm);
  edit(n, "host.set(host.root.rows[1], 'name', 'two') host.set(host.root, 'title', 'two')");
  p[3] = lk_position(vm);
  shows[0] = "trees0ash", shows[1] = "one0ash", shows[2] = "one1ash", shows[3] = "two1two";
  int at = 3;
  static const int ways[] = {2, 0, 3, 1, 2, 1, 0, 1, 3};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    lk_travel(vm, p[at], p[ways[i]]);
    at = ways[i];
    check(gives(h, "n.title .. state.count .. n.rows[1].name", shows[at]), "undo and redo cross both kinds");
    lk_bytes changes;
    in_host(h, "host.travel_was, host.travel = host.travel, error");
    check(lk_changes(vm, p[0], p[3], p[at], &changes) == LK_OK, "changes are told without moving the host");
    uint32_t count;
    memcpy(&count, changes.data + 1, 4);
    check(count == 4, "all of them");
    in_host(h, "host.travel = host.travel_was");
  }
  lk_rollback(vm, p[1]);
  check(gives(h, "n.title .. state.count .. n.rows[1].name", "one0ash") && lk_position(vm) == p[1] && host_number(h, "at") == 1,
        "a rollback takes back both");
  in_host(h, "assert(#host.log == 1)");
  edit(n, "host.set(host.root, 'title', 'three')");
  lk_forget(vm, lk_position(vm));
  check(host_number(h, "base") == 2, "what is forgotten is forgotten by the host");
  edit(n, "host.set(host.root, 'title', 'four')");
  lk_travel(vm, lk_position(vm), lk_position(vm) - 1);
  lk_truncate(vm, lk_position(vm) - 1);
  in_host(h, "assert(host.log[3] == nil and host.at == 2 and not host.wrong, host.wrong)");
  check(gives(h, "n.title", "three"), "what is truncated too");
  for (int i = 0; i < 200; i++) {
    edit(n, "host.set(host.root, 'title', 'more')");
    lk_forget(vm, lk_position(vm) - 3);
  }
  in_host(h, "assert(not host.wrong, host.wrong)");
  check(host_number(h, "base") == 199, "a history of three");
  close_native(n);
}

// MARK: memory

static void test_allocation_failures(void) {
  static const char *const reads[] = {
    "local row = n.rows[2] local x = row.name .. row.tags[2] for i, r in ipairs(n.rows) do x = x .. r.size end return x, n.none, #n.rows",
    "local s = '' for k, v in pairs(n) do s = s .. k end for k, v in pairs(n.rows) do s = s .. v.name end return s, next(n.byName)",
    "return table.concat(n.names), table.unpack(n.numbers), n.byName.ash == n.rows[1]",
  };
  long points = 0;
  for (size_t r = 0; r < sizeof reads / sizeof *reads; r++) {
    for (uint64_t nth = 1; nth < 5000; nth++) {
      side *n = open_native(shop);
      host *h = n->h;
      // What is said to be stale in between can be forgotten even without memory.
      run(h, "held = { n.rows, n.rows[1], n.title, n.rows[1].name }");
      char source[512];
      snprintf(source, sizeof source, "return function() %s end", reads[r]);
      int function = evaluate(h, source);
      lk_fail_allocation(h->vm, nth);
      in_host(h, "host.set(host.root.rows[1], 'name', 'new') host.set(host.root, 'title', 'other') host.insert(host.root.rows, 4, { name = '', size = 0 })");
      lk_status status = lk_call(h->vm, function, 0, nothing, LK_PROMPT, 0);
      in_host(h, "host.set(host.root.rows[1], 'name', 'again') host.remove(host.root.rows, 4)");
      if (edit(n, "host.set(host.root, 'title', 'last')") != LK_OK) in_host(h, "host.set(host.root, 'title', 'last')");
      lk_fail_allocation(h->vm, 0);
      bool whole = gives(h, "n", "{byName={ash={name=again size=1 tags=[tree ash]} oak={name=oak size=3 tags=[tree oak]}} empty={} names=[x y] "
                                 "numbers=[3 1 2] ready=false rows=[{name=again size=1 tags=[tree ash]} {name=elm size=2 tags=[tree elm]} "
                                 "{name=oak size=3 tags=[tree oak]}] title=last}")
                   && run(h, "assert(held[1] == n.rows and held[2] == n.rows[1])") == LK_OK;
      if (!whole || (status != LK_OK && status != LK_MEMORY)) {
        says(h, "\x01");
        printf("  %s: status %d at allocation %llu\n", reads[r], (int)status, (unsigned long long)nth);
        check(0, "what is read is right after memory ran out");
        nth = 5000;
      }
      points += status != LK_OK;
      close_native(n);
      if (status == LK_OK) break;
    }
  }
  for (uint64_t nth = 1; nth < 60; nth++) {
    host *h = open_host(0, 0, "return {}");
    lk_fail_allocation(h->vm, nth);
    lk_slice *slice = lk_native_new(h->vm, "n", 1);
    lk_fail_allocation(h->vm, 0);
    check(slice || lk_error_message(h->vm).count, "a slice is made or not");
    close_host(h);
  }
  check(points > 100, "the sweep met every allocation");
  printf("%ld allocations failed in turn\n", points);
}

// MARK: laws

typedef struct point {
  uint64_t position;
  char *native, *lua;
} point;

typedef struct session {
  side *n;
  uint64_t seed, random;
  int step, steps, count, at;
  point line[256];
  bool broken;
} session;

static uint64_t roll(session *s, uint64_t n) {
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (s->random >> 33) % n;
}

static bool law(session *s, bool holds, const char *what, const char *detail) {
  if (holds) {
    passed++;
    return true;
  }
  failed++;
  if (!s->broken) {
    printf("FAILED: %s\n  seed %llu, step %d; replay with: native_test %llu %d 1\n", what, (unsigned long long)s->seed, s->step,
           (unsigned long long)s->seed, s->steps);
    if (detail) printf("  %s\n", detail);
  }
  s->broken = true;
  return false;
}

// The text that a Lua expression gives in the kernel.
static char *kernel_text(session *s, const char *expression) {
  char source[512];
  snprintf(source, sizeof source, "text = tostring(%s)", expression);
  host *h = s->n->h;
  if (run(h, source) != LK_OK) {
    says(h, "\x01");
    return strdup("(it failed)");
  }
  lua_State *L = h->vm->main;
  lua_rawgeti(L, LUA_REGISTRYINDEX, h->environment);
  lua_getfield(L, -1, "text");
  char *text = strdup(lua_tostring(L, -1));
  lua_pop(L, 2);
  return text;
}

static char *host_text(session *s, const char *expression) {
  char source[512];
  snprintf(source, sizeof source, "text = tostring(%s)", expression);
  in_host(s->n->h, source);
  lua_State *S = stock(s->n->h);
  lua_getglobal(S, "text");
  char *text = strdup(lua_tostring(S, -1));
  lua_pop(S, 1);
  return text;
}

// Takes both texts.
static bool same_text(session *s, char *got, char *expected, const char *what) {
  bool same = strcmp(got, expected) == 0;
  char *detail = malloc(strlen(got) + strlen(expected) + 64);
  sprintf(detail, "got      %s\n  expected %s", got, expected);
  law(s, same, what, detail);
  free(detail);
  free(got);
  free(expected);
  return same;
}

static void check_kept(session *s) {
  static const char *const count = "#native.kept";
  char source[512];
  in_host(s->n->h, "for i, t in ipairs(native.kept) do if t and not host.is_container(t) then native.kept[i] = 0 end end");
  char *counted = host_text(s, count);
  int kept = atoi(counted);
  if (!same_text(s, kernel_text(s, count), counted, "as many containers are kept")) return;
  for (int i = 1; i <= kept && !s->broken; i++) {
    snprintf(source, sizeof source, "native.show(native.kept[%d])", i);
    char *expected = host_text(s, source);
    if (strcmp(expected, "0") == 0) {
      free(expected);
      continue;
    }
    bool left = strcmp(expected, "false") == 0;
    if (left) {
      free(expected);
      expected = strdup("{}");
    }
    same_text(s, kernel_text(s, source), expected, left ? "what is gone is empty" : "a node that is kept shows the present");
    snprintf(source, sizeof source, "(function() for i, t in ipairs(native.kept) do if t == native.kept[%d] then return i end end end)()", i);
    if (!left) same_text(s, kernel_text(s, source), host_text(s, source), "a container is one node");
    snprintf(source, sizeof source, "native.path_of(native.kept[%d])", i);
    char *path = kernel_text(s, source);
    if (path[0] == 'n') {
      snprintf(source, sizeof source, "host.resolve('%s') == native.kept[%d]", path, i);
      same_text(s, host_text(s, source), strdup("true"), "a node's path leads to it");
    }
    free(path);
  }
  run(s->n->h, "native.kept = {}");
  in_host(s->n->h, "native.kept = {}");
}

static void check_here(session *s) {
  point *here = &s->line[s->at];
  same_text(s, kernel_text(s, "native.show(n)"), strdup(here->native), "the native slice is what its host has");
  same_text(s, kernel_text(s, "native.show(state)"), strdup(here->lua), "the slice of Lua is where it was");
  char *wrong = host_text(s, "host.wrong");
  law(s, strcmp(wrong, "nil") == 0, "the host is told and asked what is right", wrong);
  free(wrong);
}

static void add_point(session *s) {
  s->line[s->count++] = (point){lk_position(s->n->h->vm), host_text(s, "native.show(host.root)"), kernel_text(s, "native.show(state)")};
  s->at = s->count - 1;
}

static void drop_points(session *s, int from) {
  while (s->count > from) {
    s->count--;
    free(s->line[s->count].native);
    free(s->line[s->count].lua);
  }
}

static void leave_future(session *s) {
  if (s->at == s->count - 1) return;
  lk_truncate(s->n->h->vm, s->line[s->at].position);
  drop_points(s, s->at + 1);
}

static void step_read(session *s) {
  char expression[128];
  unsigned long long seed = roll(s, 1 << 30);
  snprintf(expression, sizeof expression, "native.walk(%%s, %llu, %d)", seed, 1 + (int)roll(s, 12));
  char kernel[160], model[160];
  snprintf(kernel, sizeof kernel, expression, "n");
  snprintf(model, sizeof model, expression, "host.root");
  same_text(s, kernel_text(s, kernel), host_text(s, model), "a script reads what the host has");
}

static void step_edit(session *s) {
  leave_future(s);
  char source[128];
  for (int i = (int)roll(s, 3); i >= 0; i--) {
    lua_Integer from = host_number(s->n->h, "at");
    for (int j = (int)roll(s, 2); j >= 0; j--) {
      snprintf(source, sizeof source, "host.edit(%llu)", (unsigned long long)roll(s, 1 << 30));
      in_host(s->n->h, source);
      if (roll(s, 3) == 0) step_read(s);
    }
    lk_native_record(s->n->h->vm, s->n->slice, (uint64_t)from, (uint64_t)host_number(s->n->h, "at"));
  }
  add_point(s);
}

static void step_reduce(session *s) {
  static const char *const bodies[] = {
    "state.count = state.count + 1", "state.copy = n.a or n.b or n", "table.insert(state.items, n.c or 1)", "state.items = { n.d, n.d }",
    "state.both = { n.a, x = n.b } state.both = nil",
  };
  leave_future(s);
  law(s, reduce(s->n->h, bodies[roll(s, 5)]) == LK_OK || says(s->n->h, "both list items and the key"), "a reducer may store what it reads", NULL);
  add_point(s);
}

static void step_travel(session *s) {
  int to = (int)roll(s, (uint64_t)s->count);
  lk_travel(s->n->h->vm, s->line[s->at].position, s->line[to].position);
  s->at = to;
  check_here(s);
}

static void step_rollback(session *s) {
  leave_future(s);
  int to = (int)roll(s, (uint64_t)s->count);
  lk_rollback(s->n->h->vm, s->line[to].position);
  drop_points(s, to + 1);
  s->at = to;
  check_here(s);
}

static void step_forget(session *s) {
  if (s->at == 0) return;
  int first = (int)roll(s, (uint64_t)s->at + 1);
  lk_forget(s->n->h->vm, s->line[first].position);
  for (int i = 0; i < first; i++) {
    free(s->line[i].native);
    free(s->line[i].lua);
  }
  memmove(s->line, s->line + first, (size_t)(s->count - first) * sizeof *s->line);
  s->count -= first;
  s->at -= first;
}

// The native part of what is told leads from one state to the other.
static void step_changes(session *s) {
  int a = (int)roll(s, (uint64_t)s->count), b = (int)roll(s, (uint64_t)s->count);
  if (a > b) { int swap = a; a = b; b = swap; }
  lk_bytes changes;
  host *h = s->n->h;
  law(s, lk_changes(h->vm, s->line[a].position, s->line[b].position, s->line[s->at].position, &changes) == LK_OK, "changes can be told", NULL);
  int reference = lk_value(h->vm, changes);
  lk_assign(h->vm, h->environment, "changes", reference);
  lk_release(h->vm, reference);
  char *last = kernel_text(s, "(function() local now for _, c in ipairs(changes) do if c[2][1] == 'n' then "
                              "assert(#c[2] == 1 and (not now or native.show(c[3]) == now)) now = native.show(c[4]) end end return now end)()");
  if (strcmp(last, "nil") != 0) same_text(s, last, strdup(s->line[b].native), "what is told leads to the state after it"); else free(last);
  check_here(s);
}

static void play(uint64_t seed, int steps) {
  session s = {.seed = seed, .random = seed * 2654435761u + 1, .steps = steps};
  s.n = open_native("return { a = 1, b = container('list', { 1, { 2 }, container('whole map', { a = 1 }) }), "
                    "c = container('map', { d = container('whole list', { 'x' }) }) }");
  add_point(&s);
  for (s.step = 1; s.step <= steps && !s.broken && s.count < 250; s.step++) {
    uint64_t kind = roll(&s, 24);
    if (kind < 8) step_read(&s);
    else if (kind < 14) step_edit(&s);
    else if (kind < 16) step_reduce(&s);
    else if (kind < 19) step_travel(&s);
    else if (kind < 20) step_rollback(&s);
    else if (kind < 21) step_forget(&s);
    else if (kind < 22) step_changes(&s);
    else if (kind < 23) lk_collect(s.n->h->vm);
    else check_kept(&s);
  }
  if (!s.broken) check_here(&s);
  drop_points(&s, 0);
  close_native(s.n);
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
  int steps = count > 2 ? atoi(arguments[2]) : 100, sessions = count > 3 ? atoi(arguments[3]) : 100;
  if (count < 2) {
    test_reading();
    test_walking();
    test_refusals();
    test_state();
    test_staleness();
    test_forgetting();
    test_journal();
    test_allocation_failures();
  }
  int broken = 0;
  for (int i = 0; i < sessions && broken < 5; i++) {
    int before = failed;
    play(seed + (uint64_t)i, steps);
    broken += failed > before;
  }
  printf("seed %llu: %d passed, %d failed\n", (unsigned long long)seed, passed, failed);
  return failed != 0;
}
