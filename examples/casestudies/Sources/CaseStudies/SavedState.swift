import UDF

/// The tabs of ``TabsApp``, whose shared part is saved after each change, and follows changes that another program saves.
public enum SavedTabsAction: Equatable, Sendable {
  case shown
  case loaded(Stats)
  case tabs(TabsAction)

  static let tabs = Prism(SavedTabsAction.tabs) { if case .tabs(let it) = $0 { it } else { nil } }
}

public func savedTabs(_ storage: any Storage<Stats>) -> Reducer<TabsApp, SavedTabsAction> {
  let app = tabs.lifted(state: \TabsApp.self, action: SavedTabsAction.tabs)
  return Reducer { state, action in
    switch action {
    case .shown:
      return .run { send in for await stats in storage.values() { send(.loaded(stats)) } }
    case .loaded(let stats):
      state.stats = stats
      return .none
    case .tabs:
      let before = state.stats
      let effect = app.reduce(&state, action)
      guard state.stats != before else { return effect }
      return effect.merged(
        with: .run { [stats = state.stats] _ in try await storage.save(stats) }
          .cancellable(id: "save", cancelInFlight: true))
    }
  }
}
