import HostTesting
import SeededTesting
import Testing
import UDF
import UDFHost

@Suite("laws of undo")
struct UndoLaws {
  private static let sources: KeyValuePairs = [
    "a": Source.feature(
      """
        name = "a", state = { n = 0, log = udf.list {} }, events = { tap = "add" },
        reduce = {
          add = function(state, action) state.n = state.n + action.by end,
          note = function(state, action) table.insert(state.log, action.text .. state.n) end,
          front = function(state, action) table.insert(state.log, 1, state.n) end,
          drop = function(state) if #state.log == 0 then error("nothing to drop") end table.remove(state.log) end,
          echo = function(state) state.echo = (state.echo or 0) + state.n end,
          ["rows/upsert"] = function(state, action) state.last = action.row.id end,
        },
        effects = {
          add = function(cx, action)
            cx.send { type = "note", text = "begun" }
            cx.sleep(action.by)
            cx.send { type = "bank/pay", sum = action.by }
            cx.send(function(inner) inner.sleep(1) inner.send { type = "front" } end)
          end,
          calm = udf.debounce(2, function(cx) cx.send { type = "note", text = "calm" } end),
          last = udf.latest(function(cx) cx.sleep(3) cx.send { type = "note", text = "last" } end),
          first = udf.leading(function(cx) cx.sleep(3) cx.send { type = "drop" } end),
          line = udf.queue(function(cx) cx.sleep(2) cx.send { type = "front" } end),
          back = udf.background(function(cx)
            for _ = 1, 3 do cx.sleep(2) cx.send { type = "rows/upsert", row = { id = cx.state.n } } end
          end),
        },
        reactions = { threes = { "n", function(cx, n) if n % 3 == 0 then cx.send { type = "echo" } end end } },
      """),
    "rows": "return require('udf').entities { name = 'rows', key = 'id' }",
    "app": """
    local udf = require "udf"
    return udf.app { name = "laws", features = { require "a", require "rows", udf.native "bank" } }
    """,
  ]

  private static func host(runsEffects: Bool) throws -> TestHost {
    try TestHost(sources) {
      $0.features = [Bank()]
      $0.startsEffects = runsEffects
    }
  }

  /// What reducing these actions gives where nothing else runs; one that is refused is left out.
  private static func state(_ actions: some Sequence<ActionRecord>) throws -> Value {
    let host = try host(runsEffects: false)
    for action in actions { try? host.host.send(action.type, action.fields, origin: action.origin) }
    return try host.state()
  }

  /// A session and what it should have come to.
  private struct Session {
    let app: TestHost
    /// By their numbers: what is recorded, and what of it undo has removed, by the number of the undo.
    var recorded: [Int: ActionRecord] = [:]
    var removed: [(root: Int, actions: Set<Int>)] = []
    var everRemoved: Set<Int> = []
    /// From every action that was ever told to its cause.
    private var causes: [Int: Int] = [:]

    init() throws { app = try host(runsEffects: true) }

    private var gone: Set<Int> { removed.reduce(into: []) { $0.formUnion($1.actions) } }

    var expected: Value {
      get throws {
        let gone = gone
        return try UndoLaws.state(recorded.values.filter { !gone.contains($0.n) }.sorted { $0.n < $1.n })
      }
    }

    /// Takes in what was told since; a user's action gives up what undo has removed or refused.
    mutating func hear() {
      for action in app.actions where action.status == .committed {
        #expect(recorded[action.n] == nil, "a number is used twice; \(Seed.replay)")
        recorded[action.n] = action
        causes[action.n] = action.cause
        var cause = action.cause
        while let n = cause {
          #expect(!everRemoved.contains(n), "an effect of a removed action has written; \(Seed.replay)")
          cause = causes[n]
        }
        if action.cause == nil, action.origin == .prompt || action.origin == .event {
          let kept = Set(app.host.history.map(\.n))
          recorded = recorded.filter { kept.contains($0.key) }
          removed = []
        }
      }
      app.forgetEvents()
    }

    /// The last user's action and what it caused, by the causes that were told.
    var next: (root: Int, actions: Set<Int>)? {
      let gone = gone
      let present = recorded.values.filter { !gone.contains($0.n) }.sorted { $0.n < $1.n }
      let inHistory = Set(app.host.history.filter { !$0.undone }.map(\.n))
      guard
        let root = present.last(where: {
          $0.cause == nil && ($0.origin == .prompt || $0.origin == .event) && inHistory.contains($0.n)
        })?.n
      else { return nil }
      var actions: Set = [root]
      for action in present {
        var cause = action.cause
        // One in between may be recorded no more.
        while let n = cause, recorded[n] == nil { cause = causes[n] }
        if cause.map(actions.contains) ?? false { actions.insert(action.n) }
      }
      return (root, actions)
    }

    /// Undoes or redoes; nothing else may happen.
    mutating func undo() throws -> Bool {
      guard let next else { return false }
      let before = try app.state()
      let report = try app.host.undo(1)
      removed.append(next)
      everRemoved.formUnion(next.actions)
      #expect(Set(report.removed.map(\.n)).isSubset(of: next.actions), "\(Seed.replay)")
      try check(before, report)
      return true
    }

    mutating func redo() throws -> Bool {
      guard !removed.isEmpty else { return false }
      let before = try app.state()
      let report = try app.host.redo(1)
      removed.removeLast()
      try check(before, report)
      return true
    }

    private func check(_ before: Value, _ report: RebaseReport) throws {
      let after = try app.state()
      let expected = try expected
      #expect(after == expected, "\(Seed.replay)")
      #expect(UndoLaws.applied(report.changes, to: before) == after, "\(Seed.replay)")
      #expect(app.actions.isEmpty && app.logs.isEmpty, "an effect or a reaction ran; \(Seed.replay)")
      for action in report.differing { #expect(action.changes != action.record.changes) }
    }
  }

  fileprivate static func applied(_ changes: [Change], to state: Value) -> Value {
    // The rows of a table are told once and seen in several places.
    var state = state
    for change in changes { state = SessionLaws.applied([change], to: state) }
    return state
  }

  private static func line(_ generator: inout SeededGenerator) -> String {
    let n = Int.random(in: 1...6, using: &generator)
    return switch Int.random(in: 0..<11, using: &generator) {
    case 0, 1: "a.add{ by = \(n) }"
    case 2: "event('a.tap', { by = \(n) })"
    case 3: "a.drop()"
    case 4: "a.calm()"
    case 5: "a.last()"
    case 6: "a.first()"
    case 7: "a.line()"
    case 8: "a.back()"
    case 9: "rows.upsert{ row = { id = \(n) } }"
    default: "bank.pay{ sum = \(n) }"
    }
  }

  @Test(
    "undo gives what the recorded actions give without it and what it caused, in sessions with effects in flight",
    arguments: 0..<Extent.runs(daily: 4, nightly: 60))
  func undo(_ number: Int) throws {
    var generator = SeededGenerator(seed: Seed.current &+ 7000 &+ UInt64(number))
    var session = try Session()
    var log: [String] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        let line = Self.line(&generator)
        log.append(line + " " + session.app.failure(line))
      case 4..<7:
        log.append("pass")
        session.app.pass(Double(Int.random(in: 1...2, using: &generator)))
      case 7, 8:
        session.hear()
        log.append("undo \(try session.undo())")
      default:
        session.hear()
        log.append("redo \(try session.redo())")
      }
      session.hear()
      let (found, expected) = (try session.app.state(), try session.expected)
      guard found == expected else {
        Issue.record("\(found) is not \(expected); \(Seed.replay) \(number)\n\(log.joined(separator: "\n"))")
        return
      }
    }
  }

  @Test("undo and redo is the identity, and so is a rebase without anything", arguments: 0..<6)
  func identity(_ number: Int) throws {
    var generator = SeededGenerator(seed: Seed.current &+ 8000 &+ UInt64(number))
    var session = try Session()
    for _ in 0..<30 {
      _ = session.app.failure(Self.line(&generator))
      if Bool.random(using: &generator) { session.app.pass(1) }
    }
    session.hear()
    let (state, history) = (try session.app.state(), session.app.host.history)
    let count = Int.random(in: 1...5, using: &generator)
    let undone = try session.app.host.undo(count)
    let redone = try session.app.host.redo(count)
    #expect(try session.app.state() == state, "\(Seed.replay)")
    #expect(session.app.host.history == history, "\(Seed.replay)")
    let removed = undone.removed.map(\.n)
    #expect(redone.restored.map(\.n).filter(removed.contains) == removed.reversed(), "\(Seed.replay)")
    #expect(try session.app.host.replay().first == nil, "\(Seed.replay)")
  }
}

/// Pays until there is nothing left, and a bonus after what is much.
private struct Bank: NativeFeature {
  struct State {
    var left = 40
    var paid: [Int] = []
  }
  enum Action: Codable, Sendable {
    case pay(sum: Int)
    case bonus
  }

  let name = "bank"
  let initialState = State()
  let actions: Record = ["pay": ["sum": "integer"], "bonus": [:]]
  let fields: [StateField<State>] = [.value("left", \.left), .value("paid", \.paid)]

  struct Empty: Error {}

  func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action> {
    switch action {
    case .pay(let sum):
      state.left -= sum
      if state.left < 0 { throw Empty() }
      state.paid.append(sum)
      return sum > 4 ? .send(.bonus) : .none
    case .bonus:
      state.left += 3
      return .none
    }
  }
}
