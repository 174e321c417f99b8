import LuaSyntax
import Testing

@Suite("Resolving names")
struct ScopeTests {
  @Test(
    "a name refers to the innermost variable that is declared before it",
    arguments: [
      ("local a = a return a", "local a#0 = a; return a#0"),
      ("local a local a = a return a", "local a#0 = ; local a#1 = a#0; return a#1"),
      ("do local a end return a", "do local a#0 =  end; return a"),
      ("local f = function() return f end", "local f#0 = function() return f end"),
      ("for a = a, b do end return a", "for a#0 = a, b, 1 do  end; return a"),
      (
        "local a if a then local a = 1 else return a end",
        "local a#0 = ; if a#0 then local a#1 = 1 else then return a#0 end"
      ),
      ("local _ENV = {} x = y", "local _ENV#0 = {}; _ENV#0['x'] = _ENV#0['y']"),
      ("return _ENV.x", "return _ENV['x']"),
    ])
  func names(_ source: String, _ tree: String) { #expect(shape(source) == tree) }

  @Test("a variable has its function's number, and a function has the range of its inner functions")
  func functions() throws {
    let chunk = try Chunk("local a = function(b) local function c(d) return a end end local e = function() end".utf8)
    #expect(chunk.locals.map { "\($0.name) \($0.function)" } == ["a 0", "b 1", "c 1", "d 2", "e 0"])
    let bodies = chunk.block.statements.compactMap { statement -> FunctionBody? in
      guard case .local(_, let values) = statement.kind, case .function(let body)? = values.first?.kind else {
        return nil
      }
      return body
    }
    #expect(bodies.map(\.functions) == [1...2, 3...3])
  }
}
