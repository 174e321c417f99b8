import HostTesting
import SeededTesting
import Testing
import UDFHost

@Suite("laws of features in Swift")
struct WritingLaws {
  /// Refuses some of the actions that the feature has taken already.
  private static let listener = Source.feature(
    """
      name = "listener", state = { n = 0 },
      reduce = {
        ["form/b"] = function(state, action)
          state.n = state.n + 1
          if action._0 % 2 == 0 then error("even") end
        end,
        ["form/rows"] = function(state, action)
          state.n = state.n + 1
          if #action._0 == 3 then error("three") end
        end,
      },
    """)

  @Test(
    "random actions, undos and redos show the right state to Lua and Swift",
    arguments: [0, 1, 3, 40])
  func sessions(limit: Int) throws {
    var generator = SeededGenerator(seed: Seed.current)
    for round in 1...12 {
      let app = try TestHost([
        "listener": Self.listener,
        "app":
          #"local udf = require "udf" return udf.app { name = "t", features = { udf.native "form", require "listener" } }"#,
      ]) {
        $0.features = [Form()]
        $0.historyLimit = limit
      }
      var done = [try app.state()]
      var undone: [Value] = []
      for step in 1...60 {
        let place: Comment = "round \(round), step \(step), limit \(limit), \(Seed.replay)"
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<2:
          let present = try app.state()
          if (try? app.host.undo()) != nil {
            done.removeLast()
            undone.append(present)
          }
        case 2..<4:
          if (try? app.host.redo()) != nil { done.append(undone.removeLast()) }
        default:
          if app.failure(Self.action(&generator)).isEmpty {
            undone = []
            done.append(try app.state())
          }
        }
        let state = try app.state()
        #expect(state == done.last, place)
        guard Bool.random(using: &generator) else { continue }
        #expect(try app.run("state.form.a + state.form.b") == Self.sum(state), place)
        #expect(try app.run("state.form.inner.title .. state.form.title") == Self.titles(state), place)
        #expect(
          try app.run(
            "(function() local ids = udf.list {} for i, row in ipairs(state.form.rows) do ids[i] = row.id end return ids end)()"
          ) == Self.ids(state), place)
        #expect(try app.run("(state.form.byKey.r1 or {}).id or false") == (Self.has("r1", state) ? "r1" : false), place)
      }
    }
  }

  private static func action(_ generator: inout SeededGenerator) -> String {
    let number = Int.random(in: 0..<9, using: &generator)
    let ids = (0..<Int.random(in: 0..<5, using: &generator)).map { "\"r\(($0 * 3 + number) % 7)\"" }
    return [
      "form.a{ _0 = \(number) }", "form.b{ _0 = \(number) }", "form.c{ _0 = \(number) }",
      "form.title{ _0 = 't\(number)' }",
      "form.inner{ _0 = 'i\(number)' }", "form.reset{}", "form.swap{}", "form.commit{}",
      "form.rows{ _0 = udf.list { \(ids.joined(separator: ", ")) } }",
    ].randomElement(using: &generator)!
  }

  private static func sum(_ state: Value) -> Value {
    guard case .integer(let a) = state["form"]["a"], case .integer(let b) = state["form"]["b"] else { return .none }
    return .integer(a + b)
  }

  private static func titles(_ state: Value) -> Value {
    guard case .string(let title) = state["form"]["title"] else { return .none }
    return .string(title + title)
  }

  private static func ids(_ state: Value) -> Value {
    guard case .list(let rows) = state["form"]["rows"] else { return .none }
    return .list(rows.map { $0["id"] })
  }

  private static func has(_ id: Value, _ state: Value) -> Bool {
    guard case .list(let ids) = ids(state) else { return false }
    return ids.contains(id)
  }
}
