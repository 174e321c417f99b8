import HostTesting
import SeededTesting
import Testing
import UDFHost

@Suite("laws of a session")
struct SessionLaws {
  private static let steps = 150

  /// Performs one random operation on the app and the model; returns its name.
  private static func step(_ app: TestHost, _ model: inout Model, _ generator: inout SeededGenerator) throws -> String {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<4:
      guard model.canUndo else { return "nothing to undo" }
      model.undo()
      _ = try app.host.undo()
      return "undo"
    case 4..<7:
      guard model.canRedo else { return "nothing to redo" }
      model.redo()
      _ = try app.host.redo()
      return "redo"
    case 7:
      return "reload \(app.host.reload(reset: false).error?.message ?? "")"
    case 8 where Bool.random(using: &generator):
      model.reset()
      return "reset \(app.host.reload(reset: true).error?.message ?? "")"
    default:
      let action = Model.Action.random(using: &generator)
      model.send(action)
      return action.line + " " + app.failure(action.line)
    }
  }

  @Test("actions, undo, redo and reloads have the results of plain Swift", arguments: 0..<8 as Range<UInt64>)
  func model(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ number)
    let app = try TestHost(["m": Model.source])
    var model = Model()
    var watched: Value = .none
    let subscription = try app.host.subscribe(at: "m.items") { watched = $0 }
    var log: [String] = []
    for _ in 0..<Self.steps {
      log.append(try Self.step(app, &model, &generator))
      let state = try app.state("m")
      guard state == model.state.value, watched == state["items"] else {
        Issue.record(
          "\(state) is not \(model.state.value), watched \(watched); \(Seed.replay)\n\(log.joined(separator: "\n"))")
        break
      }
    }
    subscription.cancel()
  }

  @Test("the same session in two hosts has the same results", arguments: 0..<4 as Range<UInt64>)
  func twins(_ number: UInt64) throws {
    let twins = try (0..<2).map { _ in try TestHost(["m": Model.source]) }
    for app in twins {
      var generator = SeededGenerator(seed: Seed.current &+ 1000 &+ number)
      var model = Model()
      for _ in 0..<Self.steps { _ = try Self.step(app, &model, &generator) }
    }
    #expect(Self.told(twins[0]) == Self.told(twins[1]), "\(Seed.replay)")
    #expect(twins[0].errors == twins[1].errors, "\(Seed.replay)")
    #expect(twins[0].host.history == twins[1].host.history, "\(Seed.replay)")
  }

  /// Every action, without the time it took.
  private static func told(_ app: TestHost) -> [ActionRecord] {
    app.actions.map { record in
      var record = record
      record.duration = 0
      return record
    }
  }

  @Test("every change of the history leads from one state to the next", arguments: 0..<4 as Range<UInt64>)
  func changesLead(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ 2000 &+ number)
    let app = try TestHost(["m": Model.source])
    var states = [try app.state()]
    for _ in 0..<Self.steps {
      let action = Model.Action.random(using: &generator)
      if app.failure(action.line).isEmpty { states.append(try app.state()) }
    }
    for (record, (before, after)) in zip(app.host.history, zip(states, states.dropFirst())) {
      #expect(Self.applied(record.changes, to: before) == after, "\(record); \(Seed.replay)")
    }
    #expect(app.host.history.count == states.count - 1)
  }

  static func applied(_ changes: [Change], to state: Value) -> Value {
    changes.reduce(state) { state, change in
      change.path.keys.isEmpty ? state : applied(change, change.path.keys[...], to: state)
    }
  }

  private static func applied(_ change: Change, _ keys: ArraySlice<PathKey>, to value: Value) -> Value {
    guard let key = keys.first else { return change.new }
    switch (value, key) {
    case (.map(var record), .key(let name)):
      record[name] = applied(change, keys.dropFirst(), to: record[name])
      return .map(record)
    case (.list(var items), .index(let index)):
      switch (keys.count, change.operation) {
      case (1, .insert): items.insert(change.new, at: index - 1)
      case (1, .remove): items.remove(at: index - 1)
      case (1, .move):
        guard case .integer(let to) = change.new else { return .none }
        items.insert(items.remove(at: index - 1), at: Int(to) - 1)
      case (1, .set) where index == items.count + 1: items.append(change.new)
      case (1, .set) where change.new == .none && index == items.count: items.removeLast()
      default: items[index - 1] = applied(change, keys.dropFirst(), to: items[index - 1])
      }
      return .list(items)
    default: return .none
    }
  }
}
