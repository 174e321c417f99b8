-- The test of each library: a function that requires it, and raises an error if the library does not work.
local uses = {}
local function use(name, body) uses[#uses + 1] = { name = name, run = body } end
local function equal(a, b)
  if a ~= b then error(("expected %s, got %s"):format(tostring(b), tostring(a)), 2) end
end

use("inspect", function()
  local inspect = require "inspect"
  equal(inspect { 1, 2, a = { b = true } }, "{ 1, 2,\n  a = {\n    b = true\n  }\n}")
  equal(inspect("line\n"), '"line\\n"')
end)

use("penlight List, Map, Set, OrderedMap", function()
  local List, Map, Set, OrderedMap = require "pl.List", require "pl.Map", require "pl.Set", require "pl.OrderedMap"
  equal(Map { a = 1, b = 2 }:len(), 2)
  equal(tostring(List { 3, 1, 2 }:sorted():map(function(x) return x * 2 end)), "{2,4,6}")
  equal(Set.len(Set { 1, 2 } + Set { 2, 3 }), 3)
  local map = OrderedMap()
  map:set("b", 1)
  map:set("a", 2)
  equal(table.concat(map:keys(), ","), "b,a")
end)

use("penlight class", function()
  local class = require "pl.class"
  local Animal = class()
  function Animal:_init(name) self.name = name end
  local Dog = class(Animal)
  function Dog:speak() return self.name .. " barks" end
  equal(Dog("Rex"):speak(), "Rex barks")
  equal(Dog("Rex"):is_a(Animal), true)
end)

use("penlight tablex, stringx, seq", function()
  local tablex, stringx, seq = require "pl.tablex", require "pl.stringx", require "pl.seq"
  equal(tablex.deepcompare(tablex.deepcopy { 1, { 2 } }, { 1, { 2 } }), true)
  equal(table.concat(stringx.split("a b  c"), "|"), "a|b|c")
  equal(seq.sum { 1, 2, 3 }, 6)
end)

use("penlight pretty", function()
  local pretty = require "pl.pretty"
  equal(pretty.write({ 1, 2 }, ""), "{1,2}")
end)

use("penlight lexer, sip", function()
  local lexer, sip = require "pl.lexer", require "pl.sip"
  local kinds = {}
  for kind in lexer.lua("local x = 1") do kinds[#kinds + 1] = kind end
  equal(table.concat(kinds, " "), "keyword iden = number")
  local found = {}
  equal(sip.match("$v{name}=$d{value}", "size=12", found), true)
  equal(found.value, 12)
end)

use("penlight data", function()
  local data, stringio = require "pl.data", require "pl.stringio"
  equal(data.read(stringio.open("a,b\n1,2\n3,4\n"))[2][2], 4)
end)

use("penlight template", function()
  local template = require "pl.template"
  equal(template.substitute("# for i = 1, 2 do\n$(i)\n# end\n", {}), "1\n2\n")
end)

use("penlight xml", function()
  local xml = require "pl.xml" -- deprecated, which its warning says
  equal(tostring(xml.parse("<a><b x='1'>t</b></a>", false, true)), "<a><b x='1'>t</b></a>")
end)

use("dkjson", function()
  local json = require "dkjson"
  equal(json.encode({ 1, { a = "é" } }), '[1,{"a":"é"}]')
  equal(json.decode('{"a":[1,2.5,null]}').a[2], 2.5)
end)

use("MessagePack", function()
  local pack = require "MessagePack"
  local value = pack.unpack(pack.pack { 1, -2.5, "text", { a = true } })
  equal(value[4].a, true)
  equal(value[2], -2.5)
end)

use("basexx", function()
  local basexx = require "basexx"
  equal(basexx.to_base64("hello"), "aGVsbG8=")
  equal(basexx.from_base32("NBSWY3DP"), "hello")
end)

use("say", function()
  local say = require "say"
  say:set_namespace "en"
  say:set("greeting", "Hello %s")
  equal(say("greeting", { "you" }), "Hello you")
end)

use("moses", function()
  local moses = require "moses"
  equal(moses.reduce(moses.map({ 1, 2, 3 }, function(x) return x * x end), function(a, b) return a + b end), 14)
  equal(table.concat(moses.sortBy({ 3, 1, 2 }), ","), "1,2,3")
end)

use("ansicolors", function()
  local colors = require "ansicolors"
  equal(colors("%{red}x"), "\27[0m\27[31mx\27[0m")
end)

use("argparse", function()
  local argparse = require "argparse"
  local parser = argparse("tool")
  parser:argument "input"
  parser:option "-o --output"
  local found = parser:parse { "a.txt", "-o", "b" }
  equal(found.input .. found.output, "a.txtb")
end)

use("fifo", function()
  local fifo = require "fifo"
  local queue = fifo()
  queue:push(1)
  queue:push(2)
  equal(queue:pop() + queue:pop(), 3)
end)

use("binaryheap", function()
  local heap = require("binaryheap").minUnique()
  heap:insert(3, "c")
  heap:insert(1, "a")
  equal((heap:pop()), "a")
end)

use("mediator", function()
  local mediator, got = require "mediator"(), nil
  mediator:subscribe({ "a", "b" }, function(x) got = x end)
  mediator:publish({ "a", "b" }, 7)
  equal(got, 7)
end)

use("inifile", function()
  local ini = require "inifile"
  equal(ini.parse("[a]\nb=1\n", "memory").a.b, 1)
end)

use("luaunit", function()
  local unit = require "luaunit"
  unit.assertEquals({ 1, { 2 } }, { 1, { 2 } })
  equal(pcall(unit.assertEquals, 1, 2), false)
end)

use("luassert", function()
  local assert = require "luassert"
  assert.are.same({ 1, { 2 } }, { 1, { 2 } })
  equal(pcall(assert.is_true, false), false)
end)

use("uri", function()
  local uri = require "uri"
  equal(uri:new("HTTP://example.com:80/a/../b"):path(), "/b")
end)

use("cliargs", function()
  local cli = require "cliargs.core"()
  cli:set_name("tool")
  cli:argument("INPUT", "what to read")
  cli:flag("-v, --verbose", "say more")
  local found = cli:parse { "-v", "a.txt" }
  equal(found.INPUT, "a.txt")
  equal(found.v, true)
end)

return uses
