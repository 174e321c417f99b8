extension Store {
  /// Starts the effect of a thunk, which is an action creator that reads the state and sends its actions later.
  ///
  /// All its actions pass the middleware like any other action.
  ///
  ///     func search(_ text: String) -> (SearchState) -> Effect<SearchAction> {
  ///       { state in
  ///         if state.isSearching { return .none }
  ///         return .attempt { try await repositories.find(text) } then: { .finished((try? $0.get()) ?? []) }
  ///       }
  ///     }
  ///     store.send(thunk: search("swift"))
  ///
  /// Refused and reported inside a reducer, which must return effects instead.
  @discardableResult public func send(
    thunk: (State) -> Effect<Action>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> SentEffects {
    guard phase != .reducing else {
      onMisuse(.thunkInReducer(at: SourceLocation(fileID, line)))
      return SentEffects()
    }
    return sent(start(thunk(current), in: nil))
  }
}
