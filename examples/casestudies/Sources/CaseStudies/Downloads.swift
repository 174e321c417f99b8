import UDF

/// A download button that any row can have: it starts, shows its progress, and stops.
public enum Download: Equatable, Sendable {
  case idle
  case loading(Double)
  case done
}

public enum DownloadAction: Equatable, Sendable {
  case tapped
  case progressed(Double)
  case finished
  case failed
}

public func downloading(_ progress: @escaping @Sendable () -> AsyncThrowingStream<Double, any Error>) -> Reducer<
  Download, DownloadAction
> {
  Reducer { state, action in
    switch (action, state) {
    case (.tapped, .idle):
      state = .loading(0)
      return .run { send in
        for try await part in progress() { send(.progressed(part)) }
        send(.finished)
      } catch: { _, send in
        send(.failed)
      }
      .cancellable(id: "download")
    case (.tapped, .loading):
      state = .idle
      return .cancel(id: "download")
    case (.tapped, .done), (.failed, _): state = .idle
    case (.progressed(let part), _): state = .loading(part)
    case (.finished, _): state = .done
    }
    return .none
  }
}

public struct Cities: Equatable {
  public var downloads: [String: Download] = ["Lyon": .idle, "Turin": .idle]
  public init() {}
}

public enum CitiesAction: Equatable, Sendable {
  case city(String, DownloadAction)
  case closed(String)

  static let city = Prism(CitiesAction.city) { if case .city(let name, let it) = $0 { (name, it) } else { nil } }
}

public func cities(_ progress: @escaping @Sendable () -> AsyncThrowingStream<Double, any Error>) -> Reducer<
  Cities, CitiesAction
> {
  .combined(
    downloading(progress).forEach(\.downloads, action: CitiesAction.city),
    Reducer { state, action in
      if case .closed(let city) = action { state.downloads[city] = nil }
      return .none
    })
}
