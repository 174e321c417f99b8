// The kernel as its host sees it: transactions, undo, aliasing, tasks, memory.
#include "host.h"

// MARK: semantics

static void test_writes(void) {
  host *h = open_host(0, 0, "return { count = 0, items = list{}, user = { name = 'a', tags = { 'x' } } }");
  check(reduce(h, "state.count = state.count + 2") == LK_OK && gives(h, "state.count", "2"), "a reducer writes a field");
  check(run(h, "state.count = 5") == LK_RAISED && says(h, "test.lua:1: s.count is read-only here: only the reducers of 's' may write it"),
        "the error of a write outside of a reducer names path and line");
  check(run(h, "state.user.tags[1] = 'y'") == LK_RAISED && says(h, "s.user.tags[1] is read-only"), "a nested table is read-only outside of reducers");
  check(run(h, "table.insert(state.items, 1)") == LK_RAISED && says(h, "s.items is read-only"), "table.insert is refused outside of reducers");
  check(run(h, "rawset(state, 'count', 9)") == LK_RAISED, "rawset is refused outside of reducers");
  check(run(h, "table.sort(state.user.tags)") == LK_RAISED, "table.sort is refused outside of reducers");
  check(run(h, "setmetatable(state, {})") == LK_RAISED, "setmetatable is refused for a node");
  check(run(h, "assert(getmetatable(state) == nil)") == LK_OK, "getmetatable returns nil for a node");
  check(run(h, "assert(rawget(state, 'count') == 2 and rawlen(state.user.tags) == 1 and next(state.items) == nil)") == LK_OK,
        "rawget, rawlen and next read a node's data");
  check(reduce(h, "local u = state.user; table.insert(state.items, { id = 1, deep = { 1, 2 } }); u.name = 'b'") == LK_OK
            && gives(h, "state", "{count=2 items=[{deep=[1 2] id=1}] user={name=b tags=[x]}}"),
        "a plain table is copied into the state");
  check(reduce(h, "leak = state") == LK_OK && run(h, "leak.count = 1") == LK_RAISED, "a leaked node is read-only again");
  check(reduce(h, "local t = {}; state.t = t; t.a = 1; plain = t; assert(state.t.a == 1)") == LK_OK && run(h, "plain.a = 2") == LK_OK
            && gives(h, "state.t.a", "1"),
        "a stored table is written through its own name until the commit, not after");
  check(reduce(h, "state.selected = state.items[1]; state.selected.id = 7; assert(state.items[1].id == 7)") == LK_OK
            && reduce(h, "state.selected.id = 8") == LK_OK && gives(h, "state.items[1].id", "7"),
        "a table at two places becomes two at commit");
  check(reduce(h, "for i = 1, 5 do state.items[#state.items + 1] = { id = i } end") == LK_OK && gives(h, "#state.items", "6"), "a reducer appends items");
  check(reduce(h, "local x = table.remove(state.items, 1); x.moved = true; table.insert(state.items, x)") == LK_OK
            && gives(h, "state.items[6].moved", "true"),
        "an item moves inside a list");
  check(reduce(h, "table.sort(state.items, function(a, b) return a.id > b.id end)") == LK_OK && gives(h, "state.items[1].id", "7"), "a reducer sorts a list");
  check(reduce(h, "local j = 1 for i = 1, #state.items do local v = state.items[i] if v.id % 2 == 1 then state.items[j] = v; j = j + 1 end end "
                  "for i = j, 6 do state.items[i] = nil end") == LK_OK
            && gives(h, "state.items", "[{deep=[1 2] id=7 moved=true} {id=5} {id=3} {id=1}]"),
        "a reducer filters a list in place");
  check(reduce(h, "state.items[2] = nil") == LK_STATE && says(h, "s.items is left with holes"), "a hole is refused at commit");
  check(reduce(h, "return { count = state.count + 1, items = state.items }") == LK_OK && gives(h, "state.user", "nil")
            && gives(h, "state.count", "3") && gives(h, "#state.items", "4"),
        "a returned table replaces the slice");
  check(reduce(h, "return 5") == LK_STATE && says(h, "returned a number"), "a returned number is refused");
  close_host(h);
}

static void test_table_functions(void) {
  host *h = open_host(0, 0, "return { items = { 'a', 'b', 'c' }, empty = {} }");
  check(run(h, "assert(table.concat(state.items) == 'abc' and table.concat(state.items, '-') == 'a-b-c')") == LK_OK, "table.concat reads a list of the state");
  check(run(h, "assert(table.concat(state.items, '', 2) == 'bc' and table.concat(state.items, '', 2, 2) == 'b')") == LK_OK,
        "table.concat reads a part of a list of the state");
  check(run(h, "local a, b, c, d = table.unpack(state.items) assert(a == 'a' and b == 'b' and c == 'c' and d == nil)") == LK_OK
            && run(h, "local a, b = table.unpack(state.items, 3) assert(a == 'c' and b == nil)") == LK_OK,
        "table.unpack reads a list of the state");
  check(reduce(h, "assert(table.remove(state.items) == 'c' and table.remove(state.empty) == nil)") == LK_OK
            && gives(h, "state.items", "[a b]"),
        "table.remove removes the last item");
  check(reduce(h, "assert(not pcall(table.insert, state.items)) assert(not pcall(table.insert, state.items, 1, 2, 3))") == LK_OK
            && gives(h, "state.items", "[a b]"),
        "table.insert refuses a wrong number of arguments");
  close_host(h);
}

static void test_lists_and_maps(void) {
  host *h = open_host(0, 0, "return { items = { 1, 2, 3 } }");
  check(reduce(h, "for i = 1, 3 do state.items[i] = nil end state.items.a = 1") == LK_OK && gives(h, "state.items", "{a=1}"),
        "a list emptied from its front becomes a map");
  check(reduce(h, "state.items = { 1, 2, 3 }") == LK_OK && reduce(h, "return { 1, 2, 3 }") == LK_OK
            && reduce(h, "return { a = 1 }") == LK_OK && gives(h, "state", "{a=1}"),
        "a map replaces a list in the state");
  check(reduce(h, "state.items = list{} state.items.a = 1") == LK_OK && gives(h, "state.items", "{a=1}"),
        "a new list that is given a name becomes a map");
  check(reduce(h, "kept = {} state.items = { a = kept }") == LK_OK
            && reduce(h, "kept = state.items.a state.items.a = nil state.items[1] = kept") == LK_OK
            && run(h, "assert(not pcall(function() kept.x = 1 end))") == LK_OK
            && reduce(h, "kept.x = 1 kept[1] = 2") == LK_RAISED && says(h, "s.items[1][1] has a number for a key in a map"),
        "the path of a table is correct after its map has become a list");
  close_host(h);
}

static void test_refusals(void) {
  host *h = open_host(0, 0, "return { a = 1, list = { 1, 2, 3 }, map = { k = 1 } }");
  uint64_t before = lk_position(h->vm);
  check(reduce(h, "for i = 1, 10 do state['k' .. i] = i end error('no')") == LK_RAISED && gives(h, "state", "{a=1 list=[1 2 3] map={k=1}}"),
        "a reducer that raises after ten writes leaves the state as it was");
  check(reduce(h, "state.f = print or function() end") == LK_RAISED && says(h, "s.f cannot be a function"), "a function cannot be stored in the state");
  check(reduce(h, "state.f = coroutine.create(function() end)") == LK_RAISED && says(h, "cannot be a thread"), "a coroutine cannot be stored in the state");
  check(reduce(h, "state.x = {} \n state.x = { deep = { function() end } }") == LK_STATE
            && says(h, "value.lua:2: s.x.deep[1] cannot be a function"),
        "the error for a function inside a stored table names path and line");
  check(reduce(h, "local t = {}; t.t = t; state.x = t") == LK_STATE && says(h, "would contain itself"), "a table that contains itself is refused");
  check(reduce(h, "state.map.up = state") == LK_STATE && says(h, "would contain itself"), "a cycle through the state is refused");
  check(reduce(h, "state.map[1] = 1") == LK_RAISED && says(h, "use tostring(id)"), "a number as a key of a map is refused");
  check(reduce(h, "state.x = { [42] = 1 }") == LK_STATE && says(h, "use tostring(id)"), "a number as a key of a stored map is refused");
  check(reduce(h, "state.list.name = 1") == LK_RAISED && says(h, "a table is a list or a map, not both"), "a name in a list is refused");
  check(reduce(h, "state.list[9] = 1") == LK_RAISED && says(h, "would leave holes: the list has 3 items"), "a gap in a list is refused");
  check(reduce(h, "state[0/0] = 1") == LK_RAISED, "NaN as a key is refused");
  check(reduce(h, "state[true] = 1") == LK_RAISED && says(h, "[true] cannot be a key: keys are strings, or 1..n of a list; this is a boolean"),
        "a boolean as a key is refused");
  check(reduce(h, "state[1.5] = 1") == LK_RAISED && says(h, "[1.5] cannot be a key"), "so is a number with a fraction");
  check(reduce(h, "state.x = setmetatable({}, { __index = state })") == LK_STATE && says(h, "metatable"), "a table with a metatable is refused");
  check(reduce(h, "local t = {} for i = 1, 300 do t = { t } end state.x = t") == LK_STATE && says(h, "deeper than 200"), "a table nested too deep is refused");
  check(reduce(h, "os.time()") == LK_RAISED && says(h, "os.time is not available in a reducer"), "os.time is refused in a reducer");
  check(reduce(h, "assert(os.date('!%Y-%m-%d', 86400.0) == '1970-01-02')") == LK_OK, "os.date of a given time in UTC is pure");
  check(reduce(h, "os.date('!%Y')") == LK_RAISED && says(h, "os.date is not available in a reducer"), "os.date of the present time is not");
  check(reduce(h, "os.date('%Y', 0)") == LK_RAISED && says(h, "A given time can be shown in UTC: os.date(\"!%F\", time)"),
        "os.date in local time is not, and the error says what is");
  check(reduce(h, "for _ in ipairs(state.nothing) do end") == LK_RAISED && says(h, "bad argument #1 to 'ipairs' (table expected, got nil)"),
        "ipairs of nothing names ipairs");
  check(reduce(h, "math.random()") == LK_RAISED && says(h, "math.random is not available"), "math.random is refused in a reducer");
  check(reduce(h, "act{}") == LK_RAISED && says(h, "cannot send from a reducer"), "sending from a reducer is refused");
  check(reduce(h, "error{ message = 'as a table', code = 5 }") == LK_RAISED && says(h, "as a table"), "the message of an error table is reported");
  check(reduce(h, "error()") == LK_RAISED && says(h, "without a value"), "an error without a value is reported");
  check(reduce(h, "error(setmetatable({}, { __tostring = function() error('again') end }))") == LK_RAISED, "an error whose __tostring raises is reported");
  check(lk_position(h->vm) == before, "refused actions leave the journal unchanged");
  check(gives(h, "state", "{a=1 list=[1 2 3] map={k=1}}"), "refused actions leave the state unchanged");
  close_host(h);
}

static void test_caught_errors(void) {
  host *h = open_host(0, 0, "return { seen = '', list = {} }");
  check(run(h, "local _, e = pcall(error, { code = 5, message = 'no answer' }) "
               "assert(tostring(e) == 'no answer' and 'failed: ' .. e == 'failed: no answer' and e .. 1 == 'no answer1') "
               "assert(('%s'):format(e) == 'no answer' and e.code == 5 and getmetatable(e) == nil) caught = e") == LK_OK,
        "the text of a caught error with a message is the message");
  check(run(h, "xpcall(error, function(e) assert(tostring(e) == 'm') end, { message = 'm' }) "
               "local _, e = coroutine.resume(coroutine.create(error), { message = 'n' }) assert(tostring(e) == 'n')") == LK_OK,
        "in a handler and from a coroutine as well");
  check(run(h, "local _, e = pcall(error, { code = 5 }) assert(tostring(e):find('^table: ')) "
               "_, e = pcall(error, { message = 5 }) assert(tostring(e):find('^table: ')) "
               "_, e = pcall(error, setmetatable({ message = 'm' }, { __tostring = function() return 'own' end })) assert(tostring(e) == 'own') "
               "_, e = pcall(error, { message = 'm' }) e.message = nil assert(tostring(e) == 'an error without a message') "
               "setmetatable(e, { __tostring = function() return 'own' end }) assert(tostring(e) == 'own')") == LK_OK,
        "an error without a message, and one with a metatable of its own, have the texts of Lua");
  check(run(h, "local _, e = pcall(error, { message = 'm' }) local _, why = pcall(function() return e .. {} end) "
               "assert(why:find('attempt to concatenate a table value')) "
               "local own = setmetatable({}, { __concat = function(a, b) return a == e and 'right' or b == e and 'left' end }) "
               "assert(e .. own == 'right' and own .. e == 'left') table.insert(e, 1) assert(#e == 1 and e[1] == 1)") == LK_OK,
        "everything else about it is as of a plain table");
  check(reduce(h, "local _, e = pcall(error, { message = 'm' }) state.seen = tostring(e) state.kept = e") == LK_OK &&
            gives(h, "state.seen", "m") && gives(h, "state.kept", "{message=m}"),
        "a reducer reads the same text, and stores the error as a map");
  h->reducer = evaluate(h, "return function(state, action) state.seen = action.problem.message end");
  check(run(h, "act{ problem = caught }") == LK_OK && gives(h, "state.seen", "no answer"), "a caught error is sent as data");
  close_host(h);
}

static void test_action_tables(void) {
  host *h = open_host(0, 0, "return { seen = '' }");
  check(reduce(h, "state.seen = action.type") == LK_OK && gives(h, "state.seen", "s/act"), "a reducer reads the type of an action");
  h->reducer = evaluate(h, "return function(state, action) local s = '' for k, v in pairs(action) do s = s .. k .. '=' .. tostring(v) .. ' ' end "
                           "state.seen = s state.last = action state.deep = { action } end");
  check(run(h, "mine = { b = 1, z = true } act(mine)") == LK_OK && gives(h, "state.seen", "b=1 type=s/act z=true "), "pairs gives the type of an action in the order of the keys");
  check(gives(h, "state.last", "{b=1 type=s/act z=true}") && gives(h, "state.deep", "[{b=1 type=s/act z=true}]"), "an action stored in the state has its type");
  check(run(h, "mine.b = 2 assert(mine.type == nil and getmetatable(mine) == nil)") == LK_OK && gives(h, "state.last.b", "1"),
        "the script's table is unchanged after it was sent, and later writes do not reach the state");
  check(run(h, "act(setmetatable({}, { __index = { b = 1 } }))") == LK_RAISED && says(h, "this one has a metatable"), "an action with a metatable is refused");
  check(run(h, "act(state.last)") == LK_OK && gives(h, "state.last", "{b=1 type=s/act z=true}"), "a node is sent as a copy");
  check(run(h, "mine = { type = 'x', type2 = 1 } act(mine) assert(mine.type == 'x')") == LK_OK && gives(h, "state.last", "{type=s/act type2=1}"),
        "the action's type replaces a field `type`");
  check(run(h, "act{ type2 = 1, a = 0 }") == LK_OK && gives(h, "state.last", "{a=0 type=s/act type2=1}"), "the type is sorted among similar keys");
  check(run(h, "act('x')") == LK_RAISED && says(h, "s.act takes a table of fields: s.act{ name = value }, got string"), "a string is refused as an action");
  close_host(h);
}

static void test_order(void) {
  host *walks = open_host(0, 0, "return { items = { 3, 4, 5 }, seen = '' }");
  check(reduce(walks, "for i, v in ipairs(state.items) do state.seen = state.seen .. i .. v end for i, v in ipairs({ 6 }) do "
                      "state.seen = state.seen .. i .. v end") == LK_OK && gives(walks, "state.seen", "13243516"), "ipairs iterates over nodes and plain tables");
  check(run(walks, "local step, list = ipairs(state.items) assert(list == state.items and select(2, step(list, 1)) == 4)") == LK_OK,
        "ipairs returns the node and not its backing");
  close_host(walks);
  host *h = open_host(0, 0, "return { b = 1, a = 2, c = 3, seen = '' }");
  check(reduce(h, "local s = '' for k in pairs(state) do s = s .. k end state.seen = s") == LK_OK && gives(h, "state.seen", "abcseen"), "pairs gives a node's keys in order");
  check(reduce(h, "local s, k = '' repeat k = next(state, k) s = s .. tostring(k) until not k state.seen = s") == LK_OK
            && gives(h, "state.seen", "abcseennil"), "next gives a node's keys in order");
  check(reduce(h, "local t = { 3, 4, z = 1, y = 2 } local s = '' for k in pairs(t) do s = s .. k end state.seen = s") == LK_OK
            && gives(h, "state.seen", "12yz"), "pairs gives a plain table's keys in order in a reducer");
  check(reduce(h, "state.seen = tostring({}) .. tostring(print) .. tostring(state)") == LK_OK && gives(h, "state.seen", "tableniltable"),
        "tostring shows no addresses in a reducer");
  close_host(h);
}

static void test_undo(void) {
  host *h = open_host(0, 0, "return { n = 0, items = { { id = 1 }, { id = 2 }, { id = 3 } } }");
  uint64_t p[8];
  const char *steps[] = {
    "state.n = 1; state.items[2].done = true", "table.remove(state.items, 1)", "table.sort(state.items, function(a, b) return a.id > b.id end)",
    "state.items = {}", "state.items[1] = { id = 9 }", "state.map = { a = { b = {} } }; state.copy = state.map.a", "state.copy.c = 1; state.map = nil",
  };
  const char *shows[] = {
    "{items=[{id=1} {done=true id=2} {id=3}] n=1}", "{items=[{done=true id=2} {id=3}] n=1}", "{items=[{id=3} {done=true id=2}] n=1}",
    "{items={} n=1}", "{items=[{id=9}] n=1}", "{copy={b={}} items=[{id=9}] map={a={b={}}} n=1}", "{copy={b={} c=1} items=[{id=9}] n=1}",
  };
  p[0] = lk_position(h->vm);
  for (int i = 0; i < 7; i++) {
    check(reduce(h, steps[i]) == LK_OK && gives(h, "state", shows[i]), steps[i]);
    p[i + 1] = lk_position(h->vm);
  }
  lk_bytes changes;
  for (int round = 0; round < 2; round++) {
    for (int i = 6; i > 0; i--) {
      lk_travel(h->vm, p[i + 1], p[i]);
      check(gives(h, "state", shows[i - 1]), "undo restores the previous state");
    }
    check(lk_changes(h->vm, p[2], p[3], p[1], &changes) == LK_OK && changes.count > 20 && gives(h, "state", shows[0]), "changes are listed while the state is at another position");
    for (int i = 1; i < 7; i++) {
      lk_travel(h->vm, p[i], p[i + 1]);
      check(gives(h, "state", shows[i]), "redo restores the next state");
    }
  }
  lk_travel(h->vm, p[7], p[2]);
  lk_truncate(h->vm, p[2]);
  check(reduce(h, "state.n = 100") == LK_OK && gives(h, "state", "{items=[{done=true id=2} {id=3}] n=100}"), "a new action after an undo");
  lk_forget(h->vm, lk_position(h->vm), 0);
  close_host(h);
}

// Compares the sites of the writes, oldest first, with the expected text.
static int written_by(host *h, uint64_t from, const char *expected) {
  lk_bytes writes;
  char text[256] = "";
  if (lk_writes(h->vm, from, lk_position(h->vm), lk_position(h->vm), &writes) != LK_OK || *writes.data != TAPE_LIST) return 0;
  uint32_t count;
  memcpy(&count, writes.data + 1, sizeof count);
  const uint8_t *at = writes.data + 5;
  for (uint32_t i = 0; i < count; i++) {
    at = lk_tape_skip(at);
    int64_t site;
    memcpy(&site, at - sizeof site, sizeof site);
    lk_bytes place = lk_site_text(h->vm, (int32_t)site);
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%.*s", i ? " " : "", (int)place.count, (const char *)place.data);
  }
  if (strcmp(text, expected) != 0) printf("  written by: %s\n", text);
  return strcmp(text, expected) == 0;
}

static void test_sites(void) {
  host *h = open_host(0, 0, "return { n = 0, items = { { id = 3 }, { id = 1 } } }");
  check(reduce(h, "state.n = 1") == LK_OK && written_by(h, 0, ""), "writes have no sites before they are requested");
  lk_keep_sites(h->vm);
  uint64_t start = lk_position(h->vm);
  check(reduce(h, "\nstate.n = 2\ntable.insert(state.items, { id = 2 })\nstate.items[1].id = 4") == LK_OK
            && written_by(h, start, "value.lua:2 value.lua:3 value.lua:4"), "each write has its line, also in table.insert");
  start = lk_position(h->vm);
  check(reduce(h, "\nlocal function put(t, v)\n t.n = v\nend\nput(state, 5)") == LK_OK && written_by(h, start, "value.lua:3"),
        "a write in a helper function has the helper's line");
  start = lk_position(h->vm);
  check(reduce(h, "\nreturn { n = 9, items = state.items }") == LK_OK && written_by(h, start, "value.lua:1"),
        "a returned state has the line where the reducer is defined");
  start = lk_position(h->vm);
  check(reduce(h, "\ntable.sort(state.items, function(a, b) return a.id < b.id end)") == LK_OK
            && written_by(h, start, "value.lua:2 value.lua:2"), "each part of a sorted list's change has the line of table.sort");
  start = lk_position(h->vm);
  check(reduce(h, "\n\nstate.n = 7 error('no')") == LK_RAISED && lk_position(h->vm) == start
            && reduce(h, "state.n = 8") == LK_OK && written_by(h, start, "value.lua:1"), "writes that were rolled back are not listed");
  lk_travel(h->vm, lk_position(h->vm), start);
  lk_truncate(h->vm, start);
  check(reduce(h, "\nstate.n = 10") == LK_OK && written_by(h, start, "value.lua:2"), "a write after an undo replaces the undone writes");
  check(run(h, "\n\nact{}") == LK_RAISED || lk_site(h->vm) == -1, "outside of scripts there is no running line");
  for (int i = 0; i < 600; i++) {
    char body[64];
    snprintf(body, sizeof body, "%.*sstate.n = %d", i % 50, "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n", 1000 + i);
    start = lk_position(h->vm);
    char expected[32];
    snprintf(expected, sizeof expected, "value.lua:%d", i % 50 + 1);
    if (reduce(h, body) != LK_OK || !written_by(h, start, expected)) check(0, "each reducer's write has its line");
  }
  lk_forget(h->vm, lk_position(h->vm) - 1, 0);
  check(written_by(h, 0, "value.lua:50"), "after a part of the journal is forgotten the rest keeps its lines");
  close_host(h);
}

static void test_weights(void) {
  host *h = open_host(0, 0, "return { rows = {}, text = '' }");
  check(reduce(h, "local rows = {} for i = 1, 1000 do rows[i] = { id = i } end state.rows = rows") == LK_OK, "a reducer stores 1000 rows");
  uint64_t start = lk_position(h->vm);
  check(lk_weigh(h->vm, 0, start, 0, 1 << 30) < 1000, "new values in the state do not count as weight");
  check(reduce(h, "state.rows = {}") == LK_OK, "a reducer replaces the rows");
  size_t weight = lk_weigh(h->vm, start, lk_position(h->vm), 0, 1 << 30);
  check(weight > 250000 && weight < 500000, "the weight of replaced rows is about their size");
  check(lk_weigh(h->vm, start, lk_position(h->vm), 0, 1000) < 2000, "weighing stops at the given maximum");
  lk_collect(h->vm);
  size_t full = lk_memory_used(h->vm);
  lk_forget(h->vm, lk_position(h->vm), 0);
  lk_collect(h->vm);
  check(full - lk_memory_used(h->vm) > weight / 2, "forgetting a change releases its tables before its page is full");
  start = lk_position(h->vm);
  check(reduce(h, "state.text = string.rep('x', 100000)") == LK_OK && reduce(h, "state.text = ''") == LK_OK, "a reducer stores and replaces a long text");
  check(lk_weigh(h->vm, start, lk_position(h->vm), 0, 1 << 20) >= 100000, "the weight of a text includes its length");
  lk_collect(h->vm);
  size_t before = lk_memory_used(h->vm);
  lk_forget(h->vm, lk_position(h->vm), 1);
  lk_collect(h->vm);
  check(before - lk_memory_used(h->vm) > 100000, "forgetting at once releases texts");
  close_host(h);
}

static void test_tasks(void) {
  host *h = open_host(0, 1, "return { n = 0 }");
  uint64_t task;
  int f = evaluate(h, "return function() done = await(1) done = done + await(2) end");
  check(lk_start(h->vm, f, 0, nothing, &task) == LK_AWAIT, "a task awaits");
  uint8_t values[] = {TAPE_LIST, 1, 0, 0, 0, TAPE_INTEGER, 20, 0, 0, 0, 0, 0, 0, 0};
  check(lk_resume(h->vm, task, 1, (lk_bytes){values, sizeof values}) == LK_AWAIT, "the task awaits again");
  check(lk_resume(h->vm, task, 1, (lk_bytes){values, sizeof values}) == LK_OK && gives(h, "done", "40"), "the task ends with its result");
  check(lk_resume(h->vm, task, 1, nothing) == LK_RAISED, "a task that has ended cannot be resumed");
  f = evaluate(h, "return function() local w = coroutine.wrap(function() local v = coroutine.wrap(function() return await(1) + 1 end)() return v + 1 end) "
                  "for i = 1, 1 do deep = select(2, pcall(w)) end end");
  check(lk_start(h->vm, f, 0, nothing, &task) == LK_AWAIT, "a task awaits inside three coroutines and pcall");
  check(lk_resume(h->vm, task, 1, (lk_bytes){values, sizeof values}) == LK_OK && gives(h, "deep", "22"), "the awaited value passes through all coroutines");
  f = evaluate(h, "return function() local x <close> = setmetatable({}, { __close = function() closed = true end }) local ok, e = pcall(await) caught = e await() end");
  check(lk_start(h->vm, f, 0, nothing, &task) == LK_AWAIT, "a task with a to-be-closed variable awaits");
  uint8_t message[] = {TAPE_LIST, 1, 0, 0, 0, TAPE_STRING, 2, 0, 0, 0, 'n', 'o'};
  check(lk_resume(h->vm, task, 0, (lk_bytes){message, sizeof message}) == LK_AWAIT && gives(h, "caught", "no"), "a task catches the error of an await");
  check(lk_resume(h->vm, task, 0, (lk_bytes){message, sizeof message}) == LK_RAISED && says(h, "no") && lk_error_traceback(h->vm).count > 0 && gives(h, "closed", "true"),
        "an uncaught error of an await ends the task and closes its variables");
  f = evaluate(h, "return function() while true do end end");
  check(lk_start(h->vm, f, 0, nothing, &task) == LK_BUDGET, "a task that loops is stopped");
  check(reduce(h, "state.n = 3") == LK_OK, "the machine runs a reducer after the stopped task");
  close_host(h);
}

// Fails every allocation in turn: no crash, no leak, and the state stays consistent.
static void test_allocation_failures(void) {
  static const char *const bodies[] = {
    "state.n = state.n + 1 state.name = 'x' .. state.n",
    "table.insert(state.items, { id = 1, tags = { 'a', 'b' } }) state.items[#state.items + 1] = { id = 2 }",
    "table.remove(state.items, 1) table.sort(state.items, function(a, b) return a.id > b.id end)",
    "state.copy = state.items[1] state.both = { state.items[2], a = nil } state.items[2] = nil",
    "local s = '' for k, v in pairs(state) do s = s .. k end state.s = s return { n = 1, items = state.items, s = s }",
    "local ok, e = pcall(string.gsub, 'hello world', '%w+', function(w) return w:upper() end) state.e = e coroutine.wrap(function() state.c = 1 end)()",
  };
  long points = 0;
  for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++) {
    for (uint64_t nth = 1;; nth++) {
      host *h = open_host(0, 0, "return { n = 0, items = { { id = 1 }, { id = 2 }, { id = 3 } } }");
      char source[4096];
      snprintf(source, sizeof source, "return function(state, action) %s end", bodies[b]);
      h->reducer = evaluate(h, source);
      lk_fail_allocation(h->vm, nth);
      h->last = LK_INCOMPLETE;
      run(h, "act{ field = 'value' }");
      lk_status status = h->last;
      lk_fail_allocation(h->vm, 0);
      if (status != LK_OK) {
        points++;
        if (!gives(h, "state", "{items=[{id=1} {id=2} {id=3}] n=0}") || lk_position(h->vm) != 0) {
          check(0, bodies[b]);
          printf("  at allocation %llu\n", (unsigned long long)nth);
          close_host(h);
          break;
        }
      }
      int done = status == LK_OK;
      if (done) {
        uint64_t end = lk_position(h->vm);
        lk_travel(h->vm, end, 0);
        check(gives(h, "state", "{items=[{id=1} {id=2} {id=3}] n=0}"), "undo restores the state after all failed allocations");
      }
      close_host(h);
      if (done || nth > 5000) break;
    }
  }
  for (uint64_t nth = 1; nth < 200; nth++) {
    host *h = open_host(0, 0, "return { n = 0 }");
    if (!h) continue;
    uint64_t task;
    int f = evaluate(h, "return function(a) local t = { await(a) } error({ code = #t }) end");
    lk_fail_allocation(h->vm, nth);
    if (lk_start(h->vm, f, 0, nothing, &task) == LK_AWAIT) lk_resume(h->vm, task, 1, nothing);
    lk_bytes bytes;
    lk_read(h->vm, nothing, &bytes);
    lk_slice_new(h->vm, "other", 0);
    lk_fail_allocation(h->vm, 0);
    check(reduce(h, "state.n = 1") == LK_OK, "a machine that ran out of memory runs a reducer");
    close_host(h);
  }
  printf("%ld allocations failed in turn\n", points);
}

int main(void) {
  test_writes();
  test_table_functions();
  test_lists_and_maps();
  test_refusals();
  test_caught_errors();
  test_action_tables();
  test_order();
  test_undo();
  test_sites();
  test_weights();
  test_tasks();
  test_allocation_failures();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
