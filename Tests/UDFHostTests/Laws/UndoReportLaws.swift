import HostTesting
import SeededTesting
import Testing
import UDFHost

@Suite("laws of the report of an undo")
struct UndoReportLaws {
  @Test(
    "it names the kept effects that removed actions had cancelled or dropped, and the effects and calls of removed actions",
    arguments: 0..<Extent.runs(daily: 60, nightly: 400))
  func sessions(_ number: Int) throws {
    var generator = SeededGenerator(seed: Seed.current &+ 9000 &+ UInt64(number))
    func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
    let app = try TestHost(["a": Self.feature]) { $0.core = StoredPostCore() }
    var model = PolicyModel()
    var log: [String] = []
    for _ in 0..<100 {
      let action = PolicyModel.actions[random(0...5)].0
      let isUsers = random(0...2) > 0
      let origin = isUsers ? Origin.prompt : .native
      switch random(0...9) {
      case 0..<6:
        log.append("\(action) as \(origin)")
        try app.host.send("a/\(action)", origin: origin)
        model.send(action, isUsers: isUsers)
      case 6:
        log.append("stop \(action) as \(origin)")
        try app.host.send("a/stop", ["id": .string(action)], origin: origin)
        model.stop(action, isUsers: isUsers)
      case 7, 8:
        log.append("pass")
        app.pass(1)
        model.pass()
      default:
        let count = min(random(1...4), model.canUndo)
        guard count > 0 else { continue }
        log.append("undo \(count)")
        let running = app.host.effectsUnderWay.filter(\.hasBegun).compactMap(\.action)
        let report = try app.host.undo(count)
        let expected = model.undo(count)
        let all = "\(Seed.replay) \(number)\n\(log.joined(separator: ", "))"
        let others = report.lostEffects.filter { $0.n != $0.by }
        #expect(Self.sorted(others) == Self.sorted(expected.losses), "\(all)")
        let stopped = running.filter { n in report.removed.contains { $0.n == n } }
        #expect(report.lostEffects.filter { $0.n == $0.by }.map(\.n).sorted() == stopped.sorted(), "\(all)")
        #expect(report.calls.map(\.n).sorted() == expected.calls.sorted(), "\(all)")
        #expect(report.calls.allSatisfy { $0.service == "post" && $0.method == "send" }, "\(all)")
        // Sometimes another action comes before the next turn.
        if random(0...1) == 0 {
          app.host.poll()
          model.turn()
        }
      }
    }
    app.host.stop()
  }

  private static func sorted(_ losses: [LostEffect]) -> [LostEffect] { losses.sorted { ($0.n, $0.by) < ($1.n, $1.by) } }

  private static var feature: String {
    func effect(_ action: String, _ seconds: Int) -> String {
      "function(cx) cx.services.post.send('\(action)') \(seconds > 0 ? "cx.sleep(\(seconds))" : "") end"
    }
    let effects = PolicyModel.actions.map { action, seconds in
      let run = effect(action, seconds)
      return switch action {
      case "fresh": "fresh = udf.latest(\(run)),"
      case "first": "first = udf.leading(\(run)),"
      case "calm": "calm = udf.debounce(2, \(run)),"
      case "rare": "rare = udf.throttle(2, \(run)),"
      case "row": "row = udf.queue(\(run)),"
      default: "\(action) = \(run),"
      }
    }
    return Source.feature(
      """
        name = "a", uses = { "post" },
        effects = {
          stop = function(cx, action) cx.cancel(action.id) end,
          \(effects.joined(separator: "\n    "))
        },
      """)
  }
}
