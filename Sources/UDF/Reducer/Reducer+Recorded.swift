extension Reducer {
  /// Returns this reducer with each action as a transaction, which ``Store/undo(fileID:line:)`` undoes as a whole.
  ///
  ///     let store = Store(Recorded(CounterState(), historyLimit: 100), reducer: counter.recorded())
  ///
  /// Apply it to the outermost reducer, so that all writes of one action belong to one transaction. A child that is
  /// lifted to a member, `\Recorded<AppState>.cart`, does not use the journal: the member is recorded as one value.
  @inlinable public func recorded<Value>() -> Reducer where State == Recorded<Value> {
    Reducer { state, action in
      let effect = body(&state, action)
      state.commit()
      return effect
    }
  }
}
