import HostTesting
import Testing
import UDF
import UDFServices

@testable import UDFHost

@Suite("the list of effects")
struct EffectListTests {
  private static let effects = """
          slow = function(cx) cx.sleep(10) note(cx, "slept") end,
          line = udf.queue(function(cx) cx.sleep(5) end, { id = function(action) return action.id end }),
          calm = udf.debounce(3, function(cx) cx.sleep(1) end),
          side = udf.background(function(cx) cx.all { function() cx.sleep(7) end, function() cx.sleep(8) end } end),
    """

  private static func info(
    _ number: Int, _ name: String, id: String? = nil, seconds: Double = 0, hasBegun: Bool = true,
    isBackground: Bool = false, _ waits: EffectInfo.Wait...
  ) -> EffectInfo {
    EffectInfo(
      number: number, name: "effect of a/\(name)", feature: "a", type: "a/\(name)", id: id, action: number,
      seconds: seconds, hasBegun: hasBegun, isBackground: isBackground, waits: waits)
  }

  @Test("has for each its start, its action, and what it waits for, also before it starts")
  func list() throws {
    let app = try TestHost(effects: Self.effects)
    #expect(app.host.effectsUnderWay == [])
    try app.run("a.slow{}")
    app.pass(2)
    for line in ["a.line{ id = 'x' }", "a.line{ id = 'x' }", "a.calm{}", "a.side{}"] { try app.run(line) }
    #expect(
      app.host.effectsUnderWay == [
        Self.info(1, "slow", seconds: 2, .time(8)), Self.info(2, "line", id: "x", .time(5)),
        Self.info(3, "line", id: "x", hasBegun: false, .turn), Self.info(4, "calm", hasBegun: false, .calm(3)),
        Self.info(5, "side", isBackground: true, .time(7), .time(8)),
      ])
    app.pass(5)
    #expect(app.host.effectsUnderWay.map(\.number) == [1, 3, 4, 5])
    #expect(app.host.effectsUnderWay[1].waits == [.time(5)])
  }

  @Test("can cancel by a number what runs or waits for its turn; the state stays")
  func cancel() throws {
    let app = try TestHost(effects: Self.effects)
    for line in ["a.slow{}", "a.line{ id = 'x' }", "a.line{ id = 'x' }", "a.calm{}"] { try app.run(line) }
    for number in [3, 4, 1] { #expect(try app.host.cancelEffect(number).isCancelled) }
    #expect(app.host.effectsUnderWay.map(\.number) == [2])
    #expect(failure { try app.host.cancelEffect(3) } == "cancel: there is no running effect 3")
    app.pass(20)
    #expect(app.host.isSettled)
    #expect(app.errors.isEmpty)
    #expect(try app.notes() == [])
  }

  @Test("cannot cancel at a past point, where effects wait")
  func past() throws {
    let app = try TestHost(effects: Self.effects)
    try app.run("a.slow{}")
    try app.host.visit(action: 1)
    #expect(
      failure { try app.host.cancelEffect(1) } == """
        cancel: the past state after #1 is shown and cannot be changed
          To continue, return to the present: :at live
        """)
    #expect(app.host.effectsUnderWay.count == 1)
  }

  private struct Core: HostCore {
    let instances = Instances()
    let gate = GateService()

    func dependency() -> any LogSink { SilentLog() }
    func services() throws -> [HostService] {
      [
        HostService(
          "gate",
          [
            ServiceMethod(awaiting: "wait", ["number": "integer"], returns: "integer") { [gate] call in
              try await gate.wait(Int(call["number"].integer ?? 0), isStubborn: false)
            },
            ServiceMethod(streaming: "lines", of: "integer") { [gate] _ in
              { [try await gate.wait(2, isStubborn: false)] }
            },
          ])
      ]
    }
  }

  @Test("names the service that an effect waits for")
  func service() async throws {
    let core = Core()
    for number in 1...2 { core.gate.announce(number) }
    let app = try TestHost(
      effects: """
            ask = function(cx) cx.services.gate.wait(1) end,
            read = function(cx) for line in cx.services.gate.lines() do return line end end,
        """, more: #"uses = { "gate" },"#
    ) { $0.core = core }
    try app.run("a.ask{} a.read{}")
    #expect(app.host.effectsUnderWay.map(\.waits) == [[.service("gate.wait")], [.service("gate.lines")]])
    for number in 1...2 { core.gate.open(number) }
    await app.settled()
    #expect(app.host.effectsUnderWay == [])
  }
}
