import UDF

/// A sheet that may be shown, with effects that end when it is closed; and one that is shown once its data has come.
public struct SheetApp: Equatable {
  public var sheet: Stopwatch?
  public var isPreparing = false

  public init() {}
}

public enum SheetAction: Equatable, Sendable {
  case openTapped
  case loadTapped
  case prepared
  case closed
  case sheet(StopwatchAction)

  static let sheet = Prism(SheetAction.sheet) { if case .sheet(let it) = $0 { it } else { nil } }
}

public func sheetApp(clock: any Clock<Duration>) -> Reducer<SheetApp, SheetAction> {
  .combined(
    Reducer { state, action in
      switch action {
      case .openTapped: state.sheet = Stopwatch()
      case .loadTapped:
        state.isPreparing = true
        return .send(.prepared).debounced(id: "prepare", for: .seconds(1), clock: clock)
      case .prepared: (state.isPreparing, state.sheet) = (false, Stopwatch())
      case .closed:
        (state.isPreparing, state.sheet) = (false, nil)
        return .cancel(id: "prepare")
      case .sheet: break
      }
      return .none
    },
    stopwatch(clock: clock).optional(\.sheet, action: SheetAction.sheet))
}
