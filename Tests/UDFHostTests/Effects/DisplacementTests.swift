import HostTesting
import Testing

@testable import UDFHost

@Suite("an effect that gives way to that of another action")
struct DisplacementTests {
  @Test("is reported with both actions, by every policy that lets only one of them run")
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

  @Test("is reported of effects in Swift that are cancelled by their id")
  func native() async throws {
    let loader = try LoaderHost()
    var pairs: [[Int]] { loader.host.effects.ledger.losses.map { [$0.n, $0.by] } }
    try loader.app.run("loader.search{ n = 1 } loader.search{ n = 2 } loader.stop{}")
    #expect(pairs == [[1, 2], [2, 3]])
  }
}
