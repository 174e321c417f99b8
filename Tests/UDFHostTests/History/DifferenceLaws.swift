import HostTesting
import SeededTesting
import Testing

@testable import UDFHost

@Suite("laws of differences")
struct DifferenceLaws {
  @Test("applied to the state after one action they give the state after the other", arguments: 0..<12 as Range<UInt64>)
  func leads(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ 3000 &+ number)
    let app = try TestHost(["m": Model.source, "t": Self.tree])
    var states = [try app.state()]
    var log: [String] = []
    for _ in 0..<80 {
      let line =
        Bool.random(using: &generator) ? Model.Action.random(using: &generator).line : Self.line(using: &generator)
      log.append(line + " " + app.failure(line))
      states.append(try app.state())
    }
    for _ in 0..<40 {
      let from = Int.random(in: 0...80, using: &generator)
      let to = Int.random(in: from...80, using: &generator)
      let changes = try app.host.changes(after: from, upTo: to)
      var state = states[from]
      for change in changes { state.apply(change) }
      guard state == states[to] else {
        let told = changes.map { "\($0.operation) \($0.path) \($0.old) \($0.new)" }.joined(separator: "\n")
        Issue.record(
          """
          \(from) to \(to): \(state) is not \(states[to]); \(Seed.replay) \(number)
          from \(states[from])
          \(told)
          \(log[from..<to].joined(separator: "\n"))
          """)
        return
      }
      if states[from] == states[to] { continue }
      let places = changes.filter { $0.operation == .set }.map(\.path)
      #expect(Set(places).count == places.count, "one place is told twice; \(Seed.replay) \(number)")
    }
  }

  /// Records in lists in records, filtered in place, replaced, and turned from a list into a map and back.
  private static let tree = Source.feature(
    """
      name = "t",
      state = { rows = udf.list {}, any = {} },
      reduce = {
        add = function(state, a) table.insert(state.rows, math.min(a.i, #state.rows + 1), { n = a.n, tags = udf.list {} }) end,
        drop = function(state, a) if state.rows[a.i] then table.remove(state.rows, a.i) end end,
        edit = function(state, a) local row = state.rows[a.i] if row then row.n = a.n; table.insert(row.tags, 1, a.n) end end,
        untag = function(state, a) local row = state.rows[a.i] if row then table.remove(row.tags) end end,
        keep = function(state, a)
          local j = 1
          for i = 1, #state.rows do
            local row = state.rows[i]
            if row.n % 3 ~= a.n % 3 then state.rows[j] = row; j = j + 1 end
          end
          for i = #state.rows, j, -1 do state.rows[i] = nil end
        end,
        sort = function(state) table.sort(state.rows, function(a, b) return a.n < b.n end) end,
        swap = function(state, a)
          local rows = state.rows
          if a.i < #rows then rows[a.i], rows[a.i + 1] = rows[a.i + 1], rows[a.i] end
        end,
        shape = function(state, a)
          if a.i == 1 then state.any = { x = a.n } elseif a.i == 2 then state.any = udf.list { a.n } else state.any = nil end
        end,
        turn = function(state, a)
          local any = state.any
          if any == nil then state.any = {} elseif any.x then any.x = nil; any[1] = a.n
          elseif any[1] then any[1] = nil; any.x = a.n end
        end,
      },
    """)

  private static func line(using generator: inout SeededGenerator) -> String {
    let actions = ["add", "add", "add", "drop", "edit", "edit", "untag", "keep", "sort", "swap", "shape", "turn"]
    let action = actions.randomElement(using: &generator) ?? "add"
    let (i, n) = (Int.random(in: 1...4, using: &generator), Int.random(in: 0...9, using: &generator))
    return "t.\(action){ i = \(i), n = \(n) }"
  }
}
