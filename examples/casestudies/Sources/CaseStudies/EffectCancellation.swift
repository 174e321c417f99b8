import UDF

/// A request that the user can stop, and that stops when the number it is about changes.
public struct Request: Equatable {
  public var number = 0
  public var isLoading = false
  public var answer: String?

  public init() {}
}

public enum RequestAction: Equatable, Sendable {
  case step(Int)
  case startTapped
  case stopTapped
  case answered(String)
}

nonisolated enum RequestID { case load }

public func request(_ load: @escaping @Sendable (Int) async throws -> String) -> Reducer<Request, RequestAction> {
  Reducer { state, action in
    switch action {
    case .step(let step):
      (state.number, state.isLoading, state.answer) = (state.number + step, false, nil)
      return .cancel(id: RequestID.load)
    case .startTapped:
      (state.isLoading, state.answer) = (true, nil)
      return .run { [number = state.number] send in send(.answered(try await load(number))) }
        .cancellable(id: RequestID.load, cancelInFlight: true)
    case .stopTapped:
      state.isLoading = false
      return .cancel(id: RequestID.load)
    case .answered(let answer):
      (state.isLoading, state.answer) = (false, answer)
      return .none
    }
  }
}
