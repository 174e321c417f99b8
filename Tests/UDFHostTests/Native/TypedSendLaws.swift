import HostTesting
import SeededTesting
import Testing
import UDF
import UDFHost

@Suite("laws of actions sent as Swift values")
struct TypedSendLaws {
  private static func app(_ limit: Int, told: Bool) throws -> TestHost {
    let app = try TestHost(
      [
        "summary": Source.summary,
        "app":
          #"local udf = require "udf" return udf.app { name = "t", features = { udf.native "todos", require "summary" } }"#,
      ]
    ) {
      $0.features = [Todos()]
      $0.historyLimit = limit
    }
    app.observe(actions: told)
    return app
  }

  @Test(
    "random sessions with undo, redo, replay and actions of scripts are equal with values and with plain data",
    arguments: [0, 1, 30, 1000])
  func sessions(limit: Int) throws {
    var generator = SeededGenerator(seed: Seed.current)
    let plain = try Self.app(limit, told: true)
    let typed = [try Self.app(limit, told: false), try Self.app(limit, told: true)]
    let stores = try typed.map { try $0.host.native(Todos.self) }
    for step in 1...Extent.runs(daily: 250, nightly: 1500) {
      let place: Comment = "step \(step), limit \(limit), \(Seed.replay)"
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<2: Self.all([plain] + typed, place) { _ = try $0.host.undo() }
      case 2..<4: Self.all([plain] + typed, place) { _ = try $0.host.redo() }
      case 4: Self.all([plain] + typed, place) { _ = try $0.host.replay() }
      case 5..<8:
        let by = Int.random(in: 0..<5, using: &generator)
        Self.all([plain] + typed, place) { try $0.run("todos.inc{ by = \(by) }") }
      case 8:
        Self.all([plain] + typed, place) { _ = try $0.run("#state.todos.items") }
      default:
        let action = Self.action(&generator)
        let (name, fields) = try Todos().plain(action)
        let expected = Self.outcome { try plain.host.send("todos/\(name)", fields, origin: .prompt) }
        for store in stores { #expect(Self.outcome { try store.send(action, origin: .prompt) } == expected, place) }
      }
      let state = try plain.state()
      for app in typed {
        #expect(try app.state() == state, place)
        #expect(app.host.history(last: 3).map(Self.told) == plain.host.history(last: 3).map(Self.told), place)
      }
    }
    for app in typed {
      #expect(app.host.history.map(Self.told) == plain.host.history.map(Self.told), "\(Seed.replay)")
    }
    #expect(typed[1].actions.map(Self.told) == plain.actions.map(Self.told), "\(Seed.replay)")
  }

  private static func all(_ apps: [TestHost], _ place: Comment, _ step: (TestHost) throws -> Void) {
    let outcomes = apps.map { app in outcome { try step(app) } }
    #expect(outcomes.allSatisfy { $0 == outcomes[0] }, place)
  }

  private static func outcome(_ body: () throws -> Void) -> String {
    do { try body() } catch { return (error as? HostError)?.message ?? "\(error)" }
    return ""
  }

  /// An action without when it was.
  private static func told(_ record: ActionRecord) -> ActionRecord {
    var record = record
    (record.time, record.duration) = (0, 0)
    return record
  }

  private static func action(_ generator: inout SeededGenerator) -> Todos.Action {
    let id = ["a", "b", "c", "d"].randomElement(using: &generator)!
    return switch Int.random(in: 0..<10, using: &generator) {
    case 0: .inc(by: nil)
    case 1: .inc(by: .random(in: 0..<9, using: &generator))
    case 2: .add(id: id, title: "title of \(id)")
    case 3: .toggle(id: id)
    case 4: .rename(id: id, title: "another \(Int.random(in: 0..<9, using: &generator))")
    case 5: .remove(id: id)
    case 6: .clear
    case 7: .type(text: id)
    case 8: .tag(name: id)
    default: .fail(after: 1)
    }
  }
}
