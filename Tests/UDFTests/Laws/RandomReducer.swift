import UDF

/// Reducers of a small state that differ in what they read, write, and ask to send, made from random numbers.
enum RandomReducer {
  struct State: Equatable {
    var a = 1
    var b = 0
    var trail: [Int] = []
  }

  struct Outer: Equatable {
    var middle = Middle()
    var other = 0
  }

  struct Middle: Equatable {
    var inner = State()
    var other = 0
  }

  static func make(using generator: inout some RandomNumberGenerator) -> Reducer<State, Int> {
    let steps = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      (kind: Int.random(in: 0...4, using: &generator), number: Int.random(in: -9...9, using: &generator))
    }
    return Reducer { state, action in
      var effects: [Effect<Int>] = []
      for (kind, number) in steps {
        switch kind {
        case 0: state.a = state.a &* number &+ action
        case 1: state.b ^= state.a &+ number
        case 2: state.trail.append(state.b &- number)
        case 3: effects.append(.send(state.a &+ number))
        default: if action.isMultiple(of: 2) { state.b &+= number }
        }
      }
      return effects.isEmpty ? .none : .merge(effects)
    }
  }

  /// The actions an effect asks to send, in order.
  static func sends<Action>(_ effect: Effect<Action>) -> [Action] {
    switch effect {
    case .send(let action): [action]
    case .merge(let effects), .concatenate(let effects): effects.flatMap { sends($0) }
    case .tied(let effect, to: _, _): sends(effect)
    default: []
    }
  }
}
