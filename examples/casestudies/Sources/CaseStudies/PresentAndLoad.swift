import UDF

/// A sheet that is shown at once and loads its contents while it is open.
public nonisolated struct LoadingSheet: Equatable, Sendable {
  public var contents: String?
}

public struct LoadingApp: Equatable {
  public var sheet: LoadingSheet?
}

public enum LoadingSheetAction: Equatable, Sendable {
  case load
  case loaded(String)
}

public enum LoadingAction: Equatable, Sendable {
  case openTapped
  case closed
  case sheet(LoadingSheetAction)

  static let sheet = Prism(LoadingAction.sheet) { if case .sheet(let it) = $0 { it } else { nil } }
}

public func presentAndLoad(
  _ load: @escaping @Sendable () async throws -> String
) -> Reducer<LoadingApp, LoadingAction> {
  let sheet = Reducer<LoadingSheet, LoadingSheetAction> { state, action in
    switch action {
    case .load: return .run { send in send(.loaded(try await load())) }
    case .loaded(let contents): state.contents = contents
    }
    return .none
  }
  return .combined(
    Reducer { state, action in
      switch action {
      case .openTapped:
        state.sheet = LoadingSheet()
        return .send(.sheet(.load))
      case .closed: state.sheet = nil
      case .sheet: break
      }
      return .none
    }, sheet.optional(\.sheet, action: LoadingAction.sheet))
}
