import HostTesting
import SeededTesting
import UDFHost

/// A model, in Swift, of a session with ``Model/source``.
struct Model {
  struct State: Equatable {
    var items: [Int] = []
    var counts: [String: Int] = [:]

    var value: Value {
      let counts = counts.map { ($0.key, Value.integer(Int64($0.value))) }
      return ["counts": .map(Record(counts)), "items": .list(items.map { .integer(Int64($0)) })]
    }
  }

  enum Action {
    case push(Int)
    case insert(Int, at: Int)
    case pop, sort
    case move(Int)
    case put(String, Int)
    case drop(String)
    case clear, fail

    static func random(using generator: inout SeededGenerator) -> Action {
      let n = Int.random(in: 0...9, using: &generator)
      let key = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
      return switch Int.random(in: 0...9, using: &generator) {
      case 0, 1: .push(n)
      case 2: .insert(n, at: Int.random(in: 0...3, using: &generator))
      case 3: .pop
      case 4: .sort
      case 5: .move(n)
      case 6: .put(key, n)
      case 7: .drop(key)
      case 8: Bool.random(using: &generator) ? .clear : .sort
      default: .fail
      }
    }

    /// As typed at the prompt.
    var line: String {
      switch self {
      case .push(let n): "m.push{ n = \(n) }"
      case .insert(let n, let at): "m.insert{ n = \(n), at = \(at) }"
      case .pop: "m.pop()"
      case .sort: "m.sort()"
      case .move(let at): "m.move{ at = \(at) }"
      case .put(let key, let n): "m.put{ key = '\(key)', n = \(n) }"
      case .drop(let key): "m.put{ key = '\(key)' }"
      case .clear: "m.clear()"
      case .fail: "m.fail()"
      }
    }
  }

  private(set) var state = State()
  private var past: [State] = []
  private var future: [State] = []

  var canUndo: Bool { !past.isEmpty }
  var canRedo: Bool { !future.isEmpty }

  mutating func send(_ action: Action) {
    if case .fail = action { return }
    past.append(state)
    future = []
    switch action {
    case .push(let n): state.items.append(n)
    case .insert(let n, let at): state.items.insert(n, at: min(at, state.items.count))
    case .pop: _ = state.items.popLast()
    case .sort: state.items.sort()
    case .move(let at): if at < state.items.count { state.items.insert(state.items.remove(at: at), at: 0) }
    case .put(let key, let n): state.counts[key] = n
    case .drop(let key): state.counts[key] = nil
    case .clear: state = State()
    case .fail: break
    }
  }

  mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(state)
    state = last
  }

  mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(state)
    state = next
  }

  mutating func reset() { self = Model() }

  static let source = Source.feature(
    """
      name = "m",
      state = { items = udf.list {}, counts = {} },
      reduce = {
        push = function(state, action) table.insert(state.items, action.n) end,
        insert = function(state, action)
          table.insert(state.items, math.min(action.at, #state.items) + 1, action.n)
        end,
        pop = function(state) table.remove(state.items) end,
        sort = function(state) table.sort(state.items) end,
        move = function(state, action)
          if action.at < #state.items then table.insert(state.items, 1, table.remove(state.items, action.at + 1)) end
        end,
        put = function(state, action) state.counts[action.key] = action.n end,
        clear = function() return { items = udf.list {}, counts = {} } end,
        fail = function(state)
          for i = #state.items, 1, -1 do state.items[i] = state.items[i] + 1 end
          table.insert(state.items, 1, 7)
          state.counts = { z = 1 }
          error("no")
        end,
      },
    """)
}
