extension Store {
  /// Undoes the last transaction of a recorded state and notifies subscribers. Returns whether there was one.
  ///
  /// Running effects continue, and no middleware is called. Refused and reported while an action is being processed.
  ///
  ///     let store = Store(Recorded(CounterState(), historyLimit: 100), reducer: counter.recorded())
  ///     store.send(.increment)
  ///     store.undo()
  ///     store.redo()
  @discardableResult public func undo<Value>(fileID: StaticString = #fileID, line: UInt = #line) -> Bool
  where State == Recorded<Value> {
    travel("undo", from: SourceLocation(fileID, line)) { $0.undo() }
  }

  /// Redoes the transaction that was undone last and notifies subscribers. Returns whether there was one.
  ///
  /// Refused and reported while an action is being processed.
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
    if hasMoved {
      if hasTies { cancelAbsent() }
      notifySubscribers()
    }
    finish(from: location)
    return hasMoved
  }
}
