import UDF

/// A counter that asks a service about its number, and counts down a second after it was asked to.
public struct Facts: Equatable {
  public var count = 0
  public var isLoading = false
  public var text: String?

  public init() {}
}

public enum FactsAction: Equatable, Sendable {
  case add(Int)
  case subtractLater
  case askTapped
  case answered(String)
  case failed(String)
}

public func facts(
  about number: @escaping @Sendable (Int) async throws -> String, clock: any Clock<Duration>
) -> Reducer<Facts, FactsAction> {
  Reducer { state, action in
    switch action {
    case .add(let step):
      state.count += step
      state.text = nil
      // A number that is not negative has nothing to wait for.
      return state.count >= 0 ? .cancel(id: "later") : .none
    case .subtractLater:
      return .send(.add(-1)).debounced(id: "later", for: .seconds(1), clock: clock)
    case .askTapped:
      (state.isLoading, state.text) = (true, nil)
      return .run { [count = state.count] send in
        send(.answered(try await number(count)))
      } catch: { error, send in
        send(.failed("\(error)"))
      }
    case .answered(let text), .failed(let text):
      (state.isLoading, state.text) = (false, text)
      return .none
    }
  }
}
