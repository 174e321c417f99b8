import UDF

struct FeedInteractor: Interactor {
  let service: any FeedService
  let clock: any Clock<Duration>

  func handle(_ action: FeedAction, state: inout FeedState) -> Effect<FeedAction> {
    switch action {
    case .load:
      guard !state.isLoading else { return .none }
      state.isLoading = true
      return .attempt { [service] in
        try await service.articles()
      } then: { result in
        switch result {
        case .success(let articles): .loaded(articles)
        case .failure: .failed("offline")
        }
      }

    case .loaded(let articles):
      state.isLoading = false
      state.articles = articles
      return .none

    case .failed(let message):
      state.isLoading = false
      state.error = message
      return .none

    case .refreshLater:
      return .run { [clock] send in
        try? await clock.sleep(for: .seconds(60))
        send(.load)
      }
      .cancellable(id: "refresh", cancelInFlight: true)

    case .cancel:
      return .cancel(id: "refresh")
    }
  }
}
