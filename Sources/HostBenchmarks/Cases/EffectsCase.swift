import Dispatch
import UDFHost

/// E1 to E4: the memory of running effects, an await round trip, an effect from start to end, and the time from the cancellation
/// of an effect until it has run its `<close>`.
struct EffectsCase {
  let rounds: Int
  private let count = 100_000

  func run() throws -> [Result] { try inFlight() + awaiting() + starting() + cancelling() }

  private static func host(_ change: (inout HostConfiguration) -> Void = { _ in }) throws -> AppHost {
    try TemporaryApp.feature(
      """
      name = "a", state = {}, actions = { go = {}, wait = {}, quiet = {}, loop = { times = "integer" } },
      reduce = { quiet = function() end, go = function() end },
      effects = {
        wait = function(cx) cx.sleep(1000) end,
        loop = function(cx, action) for i = 1, action.times do cx.sleep(0) end end,
        go = function() end,
      }
      """
    ).host {
      $0.clock = ManualClock()
      $0.timeBudget = 60
      change(&$0)
    }
  }

  /// Uses many effects, because memory is measured in pages.
  private func inFlight() throws -> [Result] {
    let effects = 20_000
    let host = try Self.host { $0.historyLimit = 0 }
    try host.run("for i = 1, 100 do a.wait{} end")
    guard let before = ResidentMemory.bytes else { return [] }
    try host.run("for i = 1, \(effects) do a.wait{} end")
    guard let after = ResidentMemory.bytes else { return [] }
    withExtendedLifetime(host) {}
    return [Result(name: "E1 an effect in flight", bytes: max(0, after - before) / effects, promise: 2 << 10)]
  }

  private func awaiting() throws -> [Result] {
    let host = try Self.host()
    let bare = BareCoroutines()
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [{ bare.switches(count) }, { try host.run("a.loop{ times = \(count) }; settle(3600)") }])
    return [
      Result(
        name: "E2 await round trip", seconds: times[1], floor: times[0], floorName: "bare lua_resume and yield",
        promise: 12)
    ]
  }

  /// Measures the same action with and without an effect, and reports the difference.
  private func starting() throws -> [Result] {
    let host = try Self.host()
    let bare = BareCoroutines()
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        { bare.lives(count) }, { try host.run("for i = 1, \(count) do a.quiet{} end") },
        { try host.run("for i = 1, \(count) do a.go{} end") },
      ])
    return [
      Result(
        name: "E3 an effect begins and ends", seconds: times[2] - times[1], floor: times[0],
        floorName: "bare lua_newthread, resume to its end", promise: 2.5)
    ]
  }

  /// Measures the time from the cancellation until the script has run its `<close>`.
  private func cancelling() throws -> [Result] {
    try [("asleep", "cx.sleep(1000)"), ("in a service", "cx.services.probe.wait()")].map { name, wait in
      let core = CancelCore()
      let host = try TemporaryApp.feature(
        """
        name = "a", uses = { "probe" }, state = {}, actions = { go = {}, stop = {} },
        effects = {
          go = function(cx)
            local guard <close> = setmetatable({}, { __close = function() cx.services.probe.closed() end })
            \(wait)
          end,
          stop = function(cx) cx.cancel("go") end,
        }
        """
      ).host { $0.core = core }
      let woken = DispatchSemaphore(value: 0)
      host.handle.onWake { woken.signal() }
      let times = try (1...1000).map { number in
        try host.run("a.go{}")
        return try Timing.seconds {
          try host.run("a.stop{}")
          while core.closed < number {
            _ = woken.wait(timeout: .now() + 1)
            host.poll()
          }
        }
      }
      return Result(
        name: "E4 cancelled \(name), 95th percentile", seconds: Timing.percentile(times, 0.95), promise: 0.005)
    }
  }
}
