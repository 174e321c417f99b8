import HostTesting
import Testing

@testable import UDFHost

@Suite("Tracing effects")
struct EffectTracingTests {
  private static let loader = Source.feature(
    """
      name = "loader",
      state = {},
      reduce = { quick = function() end, slow = function() end, wrong = function() end, stop = function() end },
      effects = {
        quick = function() end,
        slow = function(cx) cx.sleep(2) end,
        wrong = function(cx) cx.sleep(1) error("no luck") end,
        stop = function(cx) cx.cancel("slow") end,
      },
    """)

  private func traces(_ app: TestHost) -> [String] {
    app.events.compactMap { event in
      guard case .log("trace", let message, let fields) = event else { return nil }
      return "\(message) \(fields["n"].integer ?? 0) \(fields["action"].text ?? "") \(fields["seconds"].double ?? -1)"
    }
  }

  @Test("reports the start and end of each effect, only if it is on")
  func told() throws {
    let app = try TestHost(["loader": Self.loader])
    try app.run("loader.quick{}")
    #expect(traces(app) == [])
    app.host.tracesEffects = true
    try app.run("loader.quick{}")
    try app.run("loader.slow{}")
    app.pass(2)
    #expect(
      traces(app) == [
        "effect of loader/quick began 2 loader/quick -1.0", "effect of loader/quick ended 2 loader/quick 0.0",
        "effect of loader/slow began 3 loader/slow -1.0", "effect of loader/slow ended 3 loader/slow 2.0",
      ])
    app.host.tracesEffects = false
    try app.run("loader.quick{}")
    #expect(traces(app).count == 4)
  }

  @Test("distinguishes failures and cancellations from normal ends")
  func endings() throws {
    let app = try TestHost(["loader": Self.loader])
    app.host.tracesEffects = true
    try app.run("loader.wrong{} loader.slow{} loader.stop{}")
    app.pass(1)
    let endings = traces(app).filter { !$0.contains("began") }
    #expect(
      Set(endings) == [
        "effect of loader/wrong failed 1 loader/wrong 1.0",
        "effect of loader/slow was cancelled 2 loader/slow 0.0",
        "effect of loader/stop ended 3 loader/stop 0.0",
      ])
  }

  @Test("names the action because of which an effect did not begin")
  func absorbed() throws {
    let source = Source.feature(
      """
        name = "loader", state = {}, reduce = { once = function() end, calm = function() end },
        effects = {
          once = udf.leading(function(cx) cx.sleep(2) end),
          calm = udf.debounce(1, function() end),
        },
      """)
    let app = try TestHost(["loader": source])
    app.host.tracesEffects = true
    try app.run("loader.once{} loader.once{} loader.calm{} loader.calm{}")
    #expect(
      traces(app).filter { !$0.contains(" began ") } == [
        "effect of loader/once did not begin because of #1 2 loader/once -1.0",
        "effect of loader/calm did not begin because of #4 3 loader/calm -1.0",
      ])
  }

  @Test("names a reaction with its feature in front, as an action, so that a pattern for the feature matches")
  func reaction() throws {
    let source = Source.feature(
      """
        name = "loader", state = { n = 0 },
        reduce = { go = function(state) state.n = state.n + 1 end },
        reactions = { save = { "n", function() end } },
      """)
    let app = try TestHost(["loader": source])
    app.host.tracesEffects = true
    try app.run("loader.go{}")
    #expect(traces(app).contains { $0.hasPrefix("reaction loader.save began") && $0.contains(" loader/save ") })
  }
}
