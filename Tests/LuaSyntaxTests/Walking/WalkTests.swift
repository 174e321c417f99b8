import LuaSyntax
import Testing

@Suite("Walking a Lua file")
struct WalkTests {
  @Test("every statement and expression is visited once, in the order of the text")
  func order() throws {
    let source = """
      local a = 1
      local function f() return 2 end
      function b.c() return 3 end
      d[4] = 5
      g(6)
      do h(7) end
      while 8 do i(9) end
      repeat j(10) until 11
      if 12 then k(13) elseif 14 then l(15) else m(16) end
      for n = 17, 18, 19 do o(20) end
      for p in 21 do q(22) end
      return -r[23], { 24, s = 25, [26] = 27 }, (28), 29 + 30, function() return 31 end, t:u(32)
      """
    var numbers: [Int64] = []
    try Chunk(source.utf8).block.walk {
      if case .expression(let expression) = $0, case .integer(let number) = expression.kind { numbers.append(number) }
    }
    #expect(numbers == Array(1...32))
  }
}
