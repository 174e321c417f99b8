import UDF

/// Counts notifications of the system while the screen is shown, and asks a service about each new count.
public struct NotificationFacts: Equatable {
  public var count = 0
  public var fact: String?
}

public enum NotificationFactsAction: Equatable, Sendable {
  case shown
  case notified
  case answered(String)
}

public func notificationFacts(
  _ notifications: @escaping @Sendable () -> AsyncStream<Void>,
  about number: @escaping @Sendable (Int) async throws -> String
) -> Reducer<NotificationFacts, NotificationFactsAction> {
  Reducer { state, action in
    switch action {
    case .shown:
      return .run { send in for await _ in notifications() { send(.notified) } }
    case .notified:
      state.count += 1
      return .run { [count = state.count] send in
        send(.answered(try await number(count)))
      } catch: { _, _ in
      }
      .cancellable(id: "fact", cancelInFlight: true)
    case .answered(let fact):
      state.fact = fact
      return .none
    }
  }
}
