import HostTesting
import Testing

@testable import UDFHost

@Suite("an effect that another action's effect cancels or drops")
struct DisplacementTests {
  @Test("is reported with both actions, for each policy that lets only one effect run")
  func policies() throws {
    let app = try TestHost(
      effects: """
            fresh = udf.latest(function(cx) cx.sleep(10) end),
            first = udf.leading(function(cx) cx.sleep(10) end),
            calm = udf.debounce(1, function() end),
            rare = udf.throttle(1, function() end),
            row = udf.queue(function(cx) cx.sleep(10) end),
            stop = function(cx, action) cx.cancel(action.id) end,
        """)
    var pairs: [[Int]] { app.host.effects.ledger.losses.map { [$0.n, $0.by] } }
    try app.run("for _, name in ipairs { 'fresh', 'first', 'calm', 'rare', 'row' } do a[name]{}; a[name]{} end")
    #expect(pairs == [[1, 2], [4, 3], [5, 6], [8, 7]])
    try app.run("a.stop{ id = 'fresh' } a.stop{ id = 'calm' } a.stop{ id = 'row' }")
    #expect(pairs.dropFirst(4) == [[2, 11], [6, 12], [10, 13], [9, 13]])
  }

  @Test("is reported for effects in Swift that are cancelled by their id")
  func native() async throws {
    let loader = try LoaderHost()
    var pairs: [[Int]] { loader.host.effects.ledger.losses.map { [$0.n, $0.by] } }
    try loader.app.run("loader.search{ n = 1 } loader.search{ n = 2 } loader.stop{}")
    #expect(pairs == [[1, 2], [2, 3]])
  }

  @Test("is reported as long as the history keeps the actions, however many there are")
  func many() throws {
    let count = 5000
    let app = try TestHost(
      effects: "go = function(cx) cx.sleep(10) end, stop = function(cx) cx.cancel('go') end,"
    ) { $0.historyLimit = 2 * count }
    try app.run("for _ = 1, \(count) do a.go{} end")
    try app.run("a.stop{}")
    #expect(try app.host.undo(1).lostEffects.map(\.n) == Array(1...count))
    let loader = try LoaderHost { $0.historyLimit = 2 * count }
    for n in 1...count { try loader.host.send("loader/chain", ["n": .integer(Int64(n))]) }
    try loader.app.run("loader.stop{}")
    #expect(try loader.host.undo(1).lostEffects.map(\.n).sorted() == Array(1...count))
    loader.host.stop()
  }

  @Test("is no longer reported after the actions were removed from the history")
  func forgotten() throws {
    let app = try TestHost(effects: "go = udf.latest(function(cx) cx.sleep(10) end),") { $0.historyLimit = 10 }
    try app.run("for _ = 1, 20000 do a.go{} end")
    #expect(app.host.effects.ledger.losses.count < 5000)
    #expect(app.host.effects.ledger.losses.last?.by == 20000)
  }

  @Test("is reported for an action that is refused because of an undo")
  func refused() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a", state = { n = 0 },
          reduce = {
            grow = function(state) state.n = state.n + 1 end,
            stop = function(state) if state.n == 0 then error("nothing to stop") end end,
          },
          effects = { go = function(cx) cx.sleep(10) end, stop = function(cx) cx.cancel("go") end },
        """)
    ])
    try app.host.send("a/go")
    try app.run("a.grow()")
    try app.host.send("a/stop")
    let report = try app.host.undo(1)
    #expect(report.refusals.map(\.n) == [3])
    #expect(report.lostEffects == [LostEffect(n: 1, effect: "effect of a/go", manner: .cancelled, by: 3)])
  }
}
