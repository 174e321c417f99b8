import UDF

/// Pull to refresh: the view shows its spinner until `await store.send(.refresh).finish()` returns.
public struct Feed: Equatable {
  public var page = 0
  public var text: String?

  public init() {}
}

public enum FeedAction: Equatable, Sendable {
  case next
  case refresh
  case cancelTapped
  case loaded(String)
}

public func feed(_ load: @escaping @Sendable (Int) async throws -> String) -> Reducer<Feed, FeedAction> {
  Reducer { state, action in
    switch action {
    case .next: state.page += 1
    case .refresh:
      state.text = nil
      return .run { [page = state.page] send in send(.loaded(try await load(page))) }.cancellable(id: "refresh")
    case .cancelTapped: return .cancel(id: "refresh")
    case .loaded(let text): state.text = text
    }
    return .none
  }
}
