extension Store {
  /// Starts the work of a thunk: of an action creator that looks at the state and sends its actions later.
  ///
  /// What it sends goes through the middleware like any other action, its success as well as its failure.
  ///
  ///     func search(_ text: String) -> (SearchState) -> Effect<SearchAction> {
  ///       { state in
  ///         guard !state.isSearching else { return .none }
  ///         return .merge([
  ///           .send(.started),
  ///           .attempt { try await repositories.find(text) } then: { .finished((try? $0.get()) ?? []) },
  ///         ])
  ///       }
  ///     }
  ///     store.send(thunk: search("swift"))
  ///
  /// Refused and reported inside a reducer, which returns its effects.
  public func send(thunk: (State) -> Effect<Action>, fileID: StaticString = #fileID, line: UInt = #line) {
    guard phase != .reducing else { return onMisuse(.thunkInReducer(at: SourceLocation(fileID, line))) }
    start(thunk(current))
  }
}
