import LuaSyntax
import Testing

@Suite("Statements of a Lua file")
struct StatementTests {
  @Test(
    "every kind of statement is parsed",
    arguments: [
      ("local a <const>, b <close> = 1", "local a#0<const>, b#1<close> = 1"),
      ("a, b.c = b, a", "a, b['c'] = b, a"),
      ("do local a end a = 1", "do local a#0 =  end; a = 1"),
      ("while a do break end", "while a do break end"),
      ("repeat local a = f() until a", "repeat local a#0 = f() until a#0"),
      ("if a then b() elseif c then d() else e() end", "if a then b() if c then d() else then e() end"),
      ("for i = 1, 10 do f(i) end", "for i#0 = 1, 10, 1 do f(i#0) end"),
      ("for i = 1, 2, 3 do end", "for i#0 = 1, 2, 3 do  end"),
      ("for k, v in pairs(t) do f(k, v) end", "for k#0, v#1 in pairs(t) do f(k#0, v#1) end"),
      ("function a.b:c(d, ...) end", "a['b']['c'] = function(self#0, d#1, ...)  end"),
      ("local function f() return f() end", "local f#0 = function() return f#0() end"),
      ("::top:: goto top", "::top::; goto top"),
      (";;; f() ; return", "f(); return "),
      ("#!/usr/bin/env udfhost\nf()", "f()"),
      ("\u{FEFF}f()", "f()"),
      ("f() --[==[ a\n ]] ]==] g() -- end", "f(); g()"),
    ])
  func kinds(_ source: String, _ tree: String) { #expect(shape(source) == tree) }

  @Test(
    "an invalid statement is an error with Lua's text and its position",
    arguments: [
      ("if a then", "1:10: 'end' expected"), ("break", "1:1: break outside a loop"),
      ("local a <const> = 1 a = 2", "1:21: attempt to assign to const variable 'a'"),
      ("local a <what> = 1", "1:10: unknown attribute 'what'"), ("return 1 f()", "1:10: <eof> expected"),
      ("goto gone", "1:6: no visible label 'gone' for goto"),
      ("do goto on end local a ::on:: f()", "1:9: goto 'on' at line 1 jumps into the scope of a local"),
      ("::a:: ::a::", "1:9: label 'a' already defined on line 1"),
      ("local a <close>, b <close> = 1", "1:18: multiple to-be-closed variables in local list"),
      ("for 1 = 2", "1:5: <name> expected"), ("end", "1:1: <eof> expected"),
      ("function f(a,) end", "1:14: <name> expected"),
    ])
  func mistakes(_ source: String, _ text: String) { #expect(shape(source) == text) }

  @Test("goto may skip local variables to the end of a block, but not to the condition of a repeat loop")
  func jumps() {
    #expect(shape("do goto on; local a; ::on:: ; ::off:: end") == "do goto on; local a#0 = ; ::on::; ::off:: end")
    #expect(shape("for _ in f do goto on local a ::on:: end").hasSuffix("::on:: end"))
    #expect(
      shape("repeat goto on; local a; ::on:: until a") == "1:13: goto 'on' at line 1 jumps into the scope of a local")
    #expect(shape("while a do if b then goto next end ::next:: end").hasSuffix("::next:: end"))
  }

  @Test("a position is a line and a byte column, for every kind of line break")
  func positions() throws {
    let chunk = try Chunk("local ä\r\n  b()\n\rc()\r\rd()".utf8.map { $0 == 0xC3 || $0 == 0xA4 ? 97 : $0 })
    let places = chunk.block.statements.map { "\($0.position.line):\($0.position.column)" }
    #expect(places == ["1:1", "2:3", "3:1", "5:1"])
  }

  @Test("nesting is accepted up to Lua's limit; deeper nesting and chains of more than 400 parts are errors")
  func depth() {
    func nested(_ count: Int) -> String {
      String(repeating: "{", count: count) + String(repeating: "}", count: count)
    }
    #expect(!shape("return " + nested(190)).contains("nested"))
    #expect(shape("return " + nested(20_000)) == "1:207: nested too deeply")
    #expect(shape("return " + String(repeating: "(", count: 20_000)) == "1:207: nested too deeply")
    #expect(shape(String(repeating: "do ", count: 20_000)) == "1:601: nested too deeply")
    let chain = "return 1" + String(repeating: " + 1", count: 20_000)
    #expect(shape(chain) == "1:1610: an expression of more than 400 parts in a row")
    #expect(shape("return a" + String(repeating: ".b", count: 20_000)).hasSuffix("more than 400 parts in a row"))
    #expect(shape("a" + String(repeating: "()", count: 20_000)).hasSuffix("more than 400 parts in a row"))
    // The number of items in a table is not limited.
    #expect(shape("return {" + String(repeating: "a.b,", count: 20_000) + "}").hasPrefix("return {a['b'], "))
  }
}
