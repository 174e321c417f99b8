extension Store {
  /// Takes back the last transaction of a recorded state and notifies subscribers; returns whether there was anything.
  ///
  /// Effects that were started go on, and no middleware is called, since there is no action. Refused and reported while
  /// an action is under way.
  ///
  ///     let store = Store(Recorded(CounterState(), historyLimit: 100), reducer: counter.recorded())
  ///     store.send(.increment)
  ///     store.undo()
  @discardableResult public func undo<Value>(fileID: StaticString = #fileID, line: UInt = #line) -> Bool
  where State == Recorded<Value> {
    travel("undo", from: SourceLocation(fileID, line)) { $0.undo() }
  }

  /// Does the transaction again that was last taken back and notifies subscribers; returns whether there was any.
  ///
  /// Refused and reported while an action is under way.
  @discardableResult public func redo<Value>(fileID: StaticString = #fileID, line: UInt = #line) -> Bool
  where State == Recorded<Value> {
    travel("redo", from: SourceLocation(fileID, line)) { $0.redo() }
  }

  private func travel(_ request: String, from location: SourceLocation, _ move: (inout State) -> Bool) -> Bool {
    guard phase == .idle else {
      onMisuse(.travelWhileBusy(request, at: location))
      return false
    }
    phase = .notifying
    let hasMoved = move(&current)
    if hasMoved { notifySubscribers() }
    finish(from: location)
    return hasMoved
  }
}
