import HostTesting
import Testing
import UDFHost

@Suite("two hosts in one process")
struct TwoHostsTests {
  private static let shared = """
    local udf = require "udf"
    local seen = 0
    return udf.feature {
      name = "a",
      state = { n = 0, seen = 0 },
      reduce = { add = function(state, action) seen = seen + 1; state.n = state.n + action.by; state.seen = seen end },
      effects = { add = function(cx, action) if action.by > 1 then cx.send { type = "add", by = action.by - 1 } end end },
    }
    """

  @Test("share nothing when they are used alternately")
  func interleaved() throws {
    let one = try TestHost(["a": Self.shared])
    let two = try TestHost(["a": Self.shared])
    for by in 1...4 {
      try one.run("a.add{ by = \(by) }")
      try two.host.send("a/add", ["by": 1])
    }
    #expect(try one.state("a") == ["n": 20, "seen": 10])
    #expect(try two.state("a") == ["n": 4, "seen": 4])
    #expect(one.actions.count == 10)
    #expect(two.actions.count == 4)
    try one.run("it = 5; x = 7; string.y = 1")
    #expect(try two.run("return x, it, string.y") == .none)
    _ = try one.host.undo()
    #expect(try two.state("a.n") == 4)
  }

  @Test("can be used one inside the other's subscriber")
  func nested() throws {
    let one = try TestHost(["a": Self.shared])
    let two = try TestHost(["a": Self.shared])
    let subscription = one.host.subscribe { commit in try? two.host.send("a/add", ["by": .integer(Int64(commit.n))]) }
    try one.run("a.add{ by = 2 }")
    #expect(try one.state("a.n") == 3)
    #expect(try two.state("a.n") == 4)
    subscription.cancel()
  }

  @Test("run in two threads at once, and each stops only its own loops")
  func threads() async throws {
    let results = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<2 {
        group.addTask {
          do {
            let source = Self.shared.replacing(
              "if action.by", with: "if action.loop then while true do end end if action.by")
            let app = try TestHost(["a": source]) { $0.timeBudget = 0.5 }
            for _ in 0..<3 {
              for by in 1...20 { try app.host.send("a/add", ["by": .integer(Int64(by))]) }
              try app.host.send("a/add", ["by": 0, "loop": true])
            }
            return ["\(try app.state("a"))"] + app.errors.map(\.code)
          } catch {
            return ["\(error)"]
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 2)
    #expect(results[0] == results[1])
    #expect(results[0].dropFirst() == ["budget", "budget", "budget"])
  }
}
