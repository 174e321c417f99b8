import UDF

/// Counts the screenshots that are taken while the screen is shown: the effect lives as long as the view's task.
public enum ScreenshotAction: Equatable, Sendable {
  case shown
  case taken
}

public func screenshots(_ stream: @escaping @Sendable () -> AsyncStream<Void>) -> Reducer<Int, ScreenshotAction> {
  Reducer { count, action in
    switch action {
    case .shown:
      return .run { send in for await _ in stream() { send(.taken) } }
    case .taken:
      count += 1
      return .none
    }
  }
}
