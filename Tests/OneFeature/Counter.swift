import UDF

struct Counter: Equatable {
  var count = 0
  var fact: String?
}

enum CounterAction: Equatable, Sendable {
  case add(Int)
  case factTapped
  case answered(String)
}

func counter(fact: @escaping @Sendable (Int) async throws -> String) -> Reducer<Counter, CounterAction> {
  Reducer { state, action in
    switch action {
    case .add(let step):
      state.count += step
      return .none
    case .factTapped:
      return .run { [count = state.count] send in
        send(.answered(try await fact(count)))
      } catch: { error, send in
        send(.answered("no fact: \(error)"))
      }
    case .answered(let text):
      state.fact = text
      return .none
    }
  }
}
