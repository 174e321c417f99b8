extension Reducer {
  /// This reducer with each action a transaction, which ``Store/undo(fileID:line:)`` takes back as one.
  ///
  ///     let store = Store(Recorded(CounterState(), historyLimit: 100), reducer: counter.recorded())
  ///
  /// It goes outermost, so that what several reducers write for one action stays together. A child that is lifted to a
  /// member, `\Recorded<AppState>.cart`, need not know of the journal: what it works on is noted as one value.
  @inlinable public func recorded<Value>() -> Reducer where State == Recorded<Value> {
    Reducer { state, action in
      let effect = body(&state, action)
      state.commit()
      return effect
    }
  }
}
