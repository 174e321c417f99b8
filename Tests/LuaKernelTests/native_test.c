// Slices whose data is in the host, as scripts and the journal see them.
#include "native_host.h"

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
  check(run(h, "assert(n.title == 'trees' and n.ready == false)") == LK_OK && asked(h, 2), "the host is asked for a field when it is first read");
  check(run(h, "assert(n.title == 'trees' and n.ready == false)") == LK_OK && asked(h, 0), "the second read of a field does not ask the host");
  check(run(h, "assert(n.none == nil and n.none == nil and n[1] == nil and n[true] == nil)") == LK_OK && asked(h, 1),
        "an absent key is asked for once, and a key that cannot exist is not asked for");
  check(run(h, "assert(n.rows[2].name == 'elm' and n.rows[2].size == 2 and n.rows[2].none == nil)") == LK_OK && asked(h, 3),
        "reading a row asks once each for the rows, the item and its whole content");
  check(run(h, "assert(n.rows[9] == nil and n.rows[9] == nil and n.rows[0] == nil and n.rows.x == nil and n.rows[1.5] == nil)") == LK_OK
            && asked(h, 1),
        "an absent position is asked for once, and an invalid one is not asked for");
  check(run(h, "assert(#n.rows == 3 and #n.rows == 3 and rawlen(n.rows) == 3 and #n == 0)") == LK_OK && asked(h, 1), "the length is asked for once");
  lk_bytes bytes;
  check(lk_read(h->vm, plain(h, "{ 'n', 'rows', 3, 'name' }"), &bytes) == LK_OK && bytes.count == 8
            && memcmp(bytes.data + 5, "oak", 3) == 0 && asked(h, 2),
        "reading a path asks only for the containers on it");
  int reference = lk_reference(h->vm, lk_state(h->vm), plain(h, "{ 'n', 'rows', 1, 'tags' }"));
  check(reference && asked(h, 2), "making a reference asks only for the containers on its path");
  lk_release(h->vm, reference);
  check(run(h, "assert(n.rows[1] == n.byName.ash and rawequal(n.rows[3], n.byName.oak) and n.rows[1] ~= n.rows[2])") == LK_OK,
        "a container at two places is one node");
  check(lk_keys(h->vm, plain(h, "{ 'n', 'rows', 2 }"), &bytes) == LK_OK && bytes.count == 5 + 9 + 9 + 9, "the keys of a row are listed");
  in_host(h, "host.asks = 0");
  check(run(h, "for i = 1, 2000 do assert(n['no' .. i] == nil) end for i = 1, 2000 do assert(n['no' .. i] == nil) end") == LK_OK
            && asked(h, 4000) && run(h, "assert(n.no2000 == nil)") == LK_OK && asked(h, 0),
        "a limited number of absent keys is cached");
  close_native(n);
}

static void test_walking(void) {
  side *n = open_native(shop);
  host *h = n->h;
  check(run(h, "local s = '' for i, row in ipairs(n.rows) do s = s .. i .. row.name if i == 2 then break end end assert(s == '1ash2elm')") == LK_OK
            && asked(h, 5),
        "ipairs asks only for the items that it reaches");
  check(run(h, "local s = '' for k, v in pairs(n) do s = s .. k .. ' ' end assert(s == 'byName empty names numbers ready rows title ')") == LK_OK,
        "pairs gives the keys of a native map in order");
  in_host(h, "host.asks = 0");
  check(run(h, "local row = n.rows[2] local k, v = next(row) assert(k == 'name' and v == 'elm') k = next(row, k) assert(k == 'size') "
               "assert(next(row, 'tags') == nil and next(n.empty) == nil)") == LK_OK,
        "next gives the keys of a native map in order");
  check(run(h, "local rows = n.rows local k = next(rows) assert(k == 1) local r3 = rows[3] k, v = next(rows, k) assert(v == rows[2]) "
               "k, v = next(rows, k) assert(rawequal(v, r3) and next(rows, k) == nil)") == LK_OK,
        "next continues a list after one item was read by position");
  check(run(h, "assert(table.concat(n.names, '-') == 'x-y' and table.concat(n.numbers) == '312')") == LK_OK, "table.concat reads native lists");
  check(run(h, "local a, b, c, d = table.unpack(n.numbers) assert(a == 3 and b == 1 and c == 2 and d == nil) assert(select('#', table.unpack(n.rows)) == 3)") == LK_OK,
        "table.unpack reads native lists");
  check(run(h, "local copy = table.move(n.numbers, 1, #n.numbers, 1, {}) table.sort(copy) assert(table.concat(copy) == '123' and n.numbers[1] == 3)") == LK_OK,
        "a copy of a native list can be sorted");
  check(run(h, "assert(type(n.rows) == 'table' and tostring(n.rows):find('^table: ') and getmetatable(n.rows) == nil and rawget(n.rows[1], 'name') == 'ash' "
               "and rawget(n, 'title') == 'trees' and rawget(n.rows, 2.0) == n.rows[2])") == LK_OK,
        "a native node looks like a table from outside");
  check(run(h, "local co = coroutine.wrap(function() for _, row in ipairs(n.rows) do coroutine.yield(row.size) end end) assert(co() + co() + co() == 6)") == LK_OK,
        "a coroutine iterates over native rows");
  check(gives(h, "n", "{byName={ash={name=ash size=1 tags=[tree ash]} oak={name=oak size=3 tags=[tree oak]}} empty={} names=[x y] numbers=[3 1 2] "
                      "ready=false rows=[{name=ash size=1 tags=[tree ash]} {name=elm size=2 tags=[tree elm]} {name=oak size=3 tags=[tree oak]}] title=trees}"),
        "the whole slice is shown");
  in_host(h, "host.asks = 0");
  check(run(h, "assert(native.show(n) == native.show(native.copy(n)))") == LK_OK && asked(h, 0), "data that was read is not asked for again");
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
  check(reduce(h, "n.title = 'x'") == LK_RAISED && says(h, "n.title is read-only: 'n' is a native feature"), "a reducer of another feature cannot write to a native slice");
  check(gives(h, "n.title", "trees"), "refused writes change nothing");
  in_host(h, "host.set(host.root, 'rows', nil)");
  check(run(h, "n.byName.oak.name = 'x'") == LK_RAISED && says(h, "n.byName.oak.name is read-only"), "an error names a place that is still valid");
  in_host(h, "host.read = function() return '\\6\\255\\255\\255\\255' end");
  check(run(h, "return n.torn") == LK_RAISED && says(h, "malformed bytes: not plain data"), "a malformed answer is refused");
  in_host(h, "host.read = function() return '\\11' end");
  check(run(h, "return n.torn") == LK_RAISED && says(h, "malformed bytes: not plain data"), "an answer of unknown bytes is refused");
  in_host(h, "host.read = function() return '' end");
  check(run(h, "assert(n.nothing == nil and n.nothing == nil)") == LK_OK, "no answer means nil");
  in_host(h, "host.read = function() return native.pack{ 1, 2 } end");
  check(run(h, "return next(n)") == LK_RAISED && says(h, "the host of 'n' answers with the wrong kind of table for n"), "a list as the answer for a map is refused");
  close_native(n);
}

static void test_state(void) {
  side *n = open_native(shop);
  host *h = n->h;
  uint64_t start = lk_position(h->vm);
  check(reduce(h, "state.best = n.rows[1] state.again = { n.rows[1], n.rows[1] } state.count = #n.rows") == LK_OK
            && gives(h, "state", "{again=[{name=ash size=1 tags=[tree ash]} {name=ash size=1 tags=[tree ash]}] "
                                 "best={name=ash size=1 tags=[tree ash]} count=3 items={}}"),
        "a native node stored in a Lua slice is copied");
  in_host(h, "host.set(host.root.rows[1], 'name', 'fir')");
  check(gives(h, "state.best.name .. n.rows[1].name", "ashfir"), "the stored copy keeps its values");
  check(reduce(h, "state.best.name = 'mine'") == LK_OK && gives(h, "n.rows[1].name", "fir"), "the stored copy may be written");
  lk_bytes changes;
  check(lk_changes(h->vm, start, lk_position(h->vm), lk_position(h->vm), &changes) == LK_OK
            && !holds(changes, "fir") && holds(changes, "ash"),
        "the listed change has the values at the time of the write");
  check(reduce(h, "return n.rows[2]") == LK_OK && gives(h, "state", "{name=elm size=2 tags=[tree elm]}"), "a native node may replace a slice's state");
  h->reducer = evaluate(h, "return function(state, action) state.name = action.row.name action.row.name = 'x' state.size = action.list[2].size end");
  check(run(h, "act{ row = n.rows[3], list = n.rows }") == LK_OK && gives(h, "state.name .. state.size .. n.rows[3].name", "oak2oak"),
        "a native node inside an action is copied");
  check(reduce(h, "local s = '' for k, v in pairs(n.rows[1]) do s = s .. k end state.seen = s .. tostring(n.rows)") == LK_OK
            && gives(h, "state.seen", "namesizetagstable"),
        "a reducer may read a native slice");
  lk_slice_remove(h->vm, n->slice);
  in_host(h, "host.asks = 0");
  check(run(h, "assert(n.unread == nil and #n.rows == 3 and n.byName == nil)") == LK_OK && asked(h, 0), "a removed slice does not ask its host");
  lk_native_stale(h->vm, n->slice, 0, nothing, 0);
  lk_native_gone(h->vm, n->slice, 1);
  lk_bytes bytes;
  check(lk_read(h->vm, plain(h, "{ 'n' }"), &bytes) == LK_OK && bytes.count == 1, "a removed slice is not part of the state");
  close_native(n);
}

static void test_staleness(void) {
  side *n = open_native(shop);
  host *h = n->h;
  check(run(h, "rows, row, tags = n.rows, n.rows[2], n.rows[2].tags assert(#rows == 3 and n.later == nil)") == LK_OK, "a script keeps native nodes");
  in_host(h, "host.set(host.root.rows[2], 'name', 'yew') host.set(host.root, 'later', 1) host.asks = 0");
  check(run(h, "assert(row.name == 'yew' and rows[2] == row and n.later == 1)") == LK_OK && asked(h, 2), "kept nodes show the present values");
  in_host(h, "host.insert(host.root.rows, 1, container('whole map', { name = 'new' })) host.asks = 0");
  check(run(h, "assert(rows == n.rows and rows[1].name == 'new' and rows[3] == row and row.name == 'yew' and #rows == 4)") == LK_OK && asked(h, 4),
        "an item that moved keeps its node and is not read again");
  check(run(h, "row.name = 1") == LK_RAISED && says(h, "n.rows[3].name is read-only"), "an item that moved has its new path");
  check(run(h, "for k in pairs(rows) do end") == LK_OK, "a loop reads the whole list");
  in_host(h, "host.insert(host.root.rows, 5, container('whole map', { name = 'last' })) host.asks = 0");
  check(run(h, "assert(#rows == 5 and rows[5].name == 'last' and rows[6] == nil)") == LK_OK && asked(h, 4), "after an insertion at the end only new data is asked for");
  in_host(h, "host.remove(host.root.rows, 3)");
  check(run(h, "assert(next(row) == nil and row.name == nil and #row == 0) local ok, message = pcall(function() row.x = 1 end) "
               "assert(message:find('(a table that is no longer part of the state).x is read-only', 1, true), message)") == LK_OK,
        "the node of a removed container is empty and its error says so");
  in_host(h, "host.insert(host.root.rows, 1, container('whole map', { name = 'other' }))");
  check(run(h, "assert(rows[1].name == 'other' and rows[1] ~= row and row.name == nil)") == LK_OK, "a reused handle has a new node");
  check(run(h, "local seen = '' for i, r in ipairs(rows) do seen = seen .. r.name end assert(seen == 'othernewashoaklast', seen)") == LK_OK, "ipairs gives the present items");
  lk_native_stale(h->vm, n->slice, 999, nothing, 0);
  lk_native_gone(h->vm, n->slice, 999);
  close_native(n);
}

static lua_Integer version_of(host *h, const char *expression) {
  int reference = evaluate(h, expression);
  lua_State *L = h->vm->main;
  lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
  lua_Integer version = lk_version(L, lua_gettop(L));
  lua_pop(L, 1);
  lk_release(h->vm, reference);
  return version;
}

static void test_versions(void) {
  static const char *const nodes[] = {"return n", "return n.rows", "return n.rows[1]", "return n.rows[2]", "return n.byName", "return n.names", "return state"};
  static const bool changed[] = {true, true, true, false, true, false, false};
  enum { COUNT = sizeof nodes / sizeof *nodes };
  side *n = open_native(shop);
  host *h = n->h;
  check(run(h, "assert(native.show(n))") == LK_OK, "a script reads everything");
  lua_Integer before[COUNT];
  for (int i = 0; i < COUNT; i++) before[i] = version_of(h, nodes[i]);
  in_host(h, "host.set(host.root.rows[1], 'name', 'fir')");
  for (int i = 0; i < COUNT; i++) {
    check((version_of(h, nodes[i]) != before[i]) == changed[i], "only changed rows and the containers above them have new versions");
  }
  close_native(n);
}

// The host edits while a script is in a loop.
static void test_interruptions(void) {
  side *n = open_native(shop);
  host *h = n->h;
  check(run(h, "function walk(f, t) local seen = {} for k, v in f(t) do seen[#seen + 1] = tostring(k) .. v.name coroutine.yield() end return table.concat(seen, ' ') end "
               "by_pairs = coroutine.wrap(function() return walk(pairs, n.byName) end) by_next = coroutine.wrap(function() return walk(function(t) return next, t end, n.byName) end) "
               "by_ipairs = coroutine.wrap(function() return walk(ipairs, n.rows) end) by_pairs() by_next() by_ipairs()") == LK_OK,
        "three loops begin");
  in_host(h, "host.set(host.root.byName, 'oak', host.root.rows[2]) host.set(host.root.rows, 2, container('whole map', { name = 'new' }))");
  check(run(h, "by_pairs() by_next() by_ipairs() by_ipairs()") == LK_OK && gives(h, "by_pairs()", "ashash oakelm")
            && gives(h, "by_next()", "ashash oakelm") && gives(h, "by_ipairs()", "1ash 2new 3oak"),
        "loops in progress see the present values of the remaining keys");
  check(run(h, "by_pairs = coroutine.wrap(function() return walk(pairs, n.rows) end) by_pairs()") == LK_OK, "a loop with pairs over a list begins");
  in_host(h, "host.remove(host.root.rows, 1)");
  check(run(h, "by_pairs() by_pairs()") == LK_OK && gives(h, "by_pairs() .. #n.rows", "1ash 2new 3oak2"), "a loop with pairs continues with the list that it began with");
  close_native(n);
}

static void test_forgetting(void) {
  side *n = open_native("local rows = container('list', {}) for i = 1, 1000 do rows[i] = container('whole map', { id = i }) end return { rows = rows }");
  host *h = n->h;
  lk_collect(h->vm);
  size_t before = lk_memory_used(h->vm);
  check(run(h, "local s = 0 for _, row in ipairs(n.rows) do s = s + row.id end assert(s == 500500)") == LK_OK, "a script reads a table of 1000 rows");
  lk_collect(h->vm);
  size_t read = lk_memory_used(h->vm);
  in_host(h, "stale(0, 'rows') stale(1)");
  lk_collect(h->vm);
  check(read > before + 1000 * 100 && lk_memory_used(h->vm) < before + 20000, "rows without references are released with their list");
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
  check(edit(n, "host.set(host.root, 'title', 'one')") == LK_OK && lk_position(vm) == p[0] + 1, "an edit adds one journal entry");
  p[1] = lk_position(vm);
  check(reduce(h, "state.count = 1") == LK_OK, "a reducer runs between the edits");
  p[2] = lk_position(vm);
  edit(n, "host.set(host.root.rows[1], 'name', 'two') host.set(host.root, 'title', 'two')");
  p[3] = lk_position(vm);
  shows[0] = "trees0ash", shows[1] = "one0ash", shows[2] = "one1ash", shows[3] = "two1two";
  int at = 3;
  static const int ways[] = {2, 0, 3, 1, 2, 1, 0, 1, 3};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    lk_travel(vm, p[at], p[ways[i]]);
    at = ways[i];
    check(gives(h, "n.title .. state.count .. n.rows[1].name", shows[at]), "undo and redo cross entries of both kinds of slices");
    lk_bytes changes;
    in_host(h, "host.travel_was, host.travel = host.travel, error");
    check(lk_changes(vm, p[0], p[3], p[at], &changes) == LK_OK, "changes are listed without moving the host");
    uint32_t count;
    memcpy(&count, changes.data + 1, 4);
    check(count == 4, "the list has the changes of both kinds of slices");
    in_host(h, "host.travel = host.travel_was");
  }
  lk_rollback(vm, p[1]);
  check(gives(h, "n.title .. state.count .. n.rows[1].name", "one0ash") && lk_position(vm) == p[1] && host_number(h, "at") == 1,
        "a rollback undoes both kinds of slices");
  in_host(h, "assert(#host.log == 1)");
  edit(n, "host.set(host.root, 'title', 'three')");
  lk_forget(vm, lk_position(vm), 0);
  check(host_number(h, "base") == 2, "forgetting the journal makes the host forget");
  edit(n, "host.set(host.root, 'title', 'four')");
  lk_travel(vm, lk_position(vm), lk_position(vm) - 1);
  lk_truncate(vm, lk_position(vm) - 1);
  in_host(h, "assert(host.log[3] == nil and host.at == 2 and not host.wrong, host.wrong)");
  check(gives(h, "n.title", "three"), "truncating the journal truncates the host's journal");
  for (int i = 0; i < 200; i++) {
    edit(n, "host.set(host.root, 'title', 'more')");
    lk_forget(vm, lk_position(vm) - 3, 0);
  }
  in_host(h, "assert(not host.wrong, host.wrong)");
  check(host_number(h, "base") == 199, "the host keeps a history of three entries");
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
      // Marking data as stale between two reads needs no memory, so it works after an allocation has failed.
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
        check(0, "data read after memory ran out is correct");
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
    check(slice || lk_error_message(h->vm).count, "making a slice succeeds or reports an error");
    close_host(h);
  }
  check(points > 100, "the sweep failed more than 100 allocations");
  printf("%ld allocations failed in turn\n", points);
}

int main(void) {
  test_reading();
  test_walking();
  test_refusals();
  test_state();
  test_staleness();
  test_versions();
  test_interruptions();
  test_forgetting();
  test_journal();
  test_allocation_failures();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
