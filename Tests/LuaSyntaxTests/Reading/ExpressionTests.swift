import Testing

@Suite("Expressions of a Lua file")
struct ExpressionTests {
  @Test(
    "operators have the priority and associativity of Lua",
    arguments: [
      ("1 + 2 * 3", "(1 + (2 * 3))"),
      ("1 - 2 - 3", "((1 - 2) - 3)"),
      ("2 ^ 3 ^ 4", "(2 ^ (3 ^ 4))"),
      ("-x ^ 2", "(- (x ^ 2))"),
      ("not a == b", "((not a) == b)"),
      ("a .. b .. c", "(a .. (b .. c))"),
      ("a or b and c", "(a or (b and c))"),
      ("1 << 2 + 3 & 4", "((1 << (2 + 3)) & 4)"),
      ("a | b ~ c & d", "(a | (b ~ (c & d)))"),
      ("~a // #b % 2", "(((~ a) // (# b)) % 2)"),
      ("a < b == (c >= d)", "((a < b) == <(c >= d)>)"),
      ("2 ^ -3", "(2 ^ (- 3))"),
      ("1 >> 2 ~= 3 <= 4 > 5", "((((1 >> 2) ~= 3) <= 4) > 5)"),
    ])
  func operators(_ source: String, _ tree: String) { #expect(shape("return " + source) == "return " + tree) }

  @Test(
    "number and string literals have the same values as in Lua",
    arguments: [
      ("3", "3"), ("3.0", "3.0"), ("0x10", "16"), ("0xffffffffffffffff", "-1"),
      ("9223372036854775808", "9.223372036854776e+18"),
      ("3.", "3.0"), (".5e1", "5.0"), ("0x.8p1", "1.0"), ("0xA.8", "10.5"), ("1e-2", "0.01"), ("0x1P+4", "16.0"),
      (#"'a\x41\65\u{48}\z    b'"#, "'aAAHb'"), (#""a\"b'c""#, #"'a"b'c'"#), ("'a\\\nb'", "'a\nb'"),
      ("[[\nline\r\nnext]]", "'line\nnext'"), ("[==[ ]] ]=] ]==]", "' ]] ]=] '"), (#"'\u{7FFFFFFF}'"#, "'no UTF-8'"),
      (#"'\u{20AC}\u{1F600}'"#, "'€😀'"),
    ])
  func literals(_ source: String, _ tree: String) { #expect(shape("return " + source) == "return " + tree) }

  @Test("fields, calls, methods, table constructors and parentheses")
  func suffixes() {
    #expect(shape("return a.b['c'][1](2, ...):d{ e = 3 }'f'") == "return a['b']['c'][1](2, ...):d({['e'] = 3})('f')")
    #expect(shape("return { 1, a = 2; [3] = 4, f(), }") == "return {1, ['a'] = 2, [3] = 4, f()}")
    #expect(shape("return ('x'):rep(3), (f())") == "return <'x'>:rep(3), <f()>")
    #expect(shape("return nil, true, false, {}") == "return nil, true, false, {}")
  }

  @Test(
    "an invalid expression is an error with its position",
    arguments: [
      ("return 1 +", "1:11: unexpected symbol"), ("return 'a", "1:8: unfinished string"),
      ("x = 3x", "1:5: malformed number"), ("x = [[a", "1:5: unfinished long string"),
      ("--[[ a", "1:3: unfinished long comment"), (#"x = '\q'"#, "1:8: invalid escape sequence"),
      (#"x = '\300'"#, "1:10: decimal escape too large"), ("x = a.1", "1:6: unexpected symbol"),
      ("f(1", "1:4: ')' expected"), ("x = {1 2}", "1:8: '}' expected"), ("a.b", "1:4: syntax error"),
      ("f() = 1", "1:5: syntax error"),
      ("return function() return ... end", "1:26: cannot use '...' outside a vararg function"),
      ("x = a:b", "1:8: function arguments expected"), ("x = @", "1:5: unexpected symbol"),
      ("x = 1e", "1:5: malformed number"), ("x = 0x", "1:5: malformed number"), ("x = 1.2.3", "1:5: malformed number"),
    ])
  func mistakes(_ source: String, _ text: String) { #expect(shape(source) == text) }
}
