extension Reducer {
  /// This reducer for each element of a list that is known by its id; an action for an id that is not there is ignored and
  /// reported.
  ///
  /// Ids of effects are kept apart by id. The element is looked for from the front; a long list belongs in an
  /// ``EntityTable``.
  ///
  ///     counter.keyed(state: \AppState.counters, id: \.id, action: AppAction.counter)
  public func keyed<Whole, WholeAction, ID: Hashable & Sendable>(
    state elements: WritableKeyPath<Whole, [State]>, id: KeyPath<State, ID>,
    action: Prism<WholeAction, (ID, Action)>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (key, elementAction) = action.extract(wholeAction) else { return .none }
      guard let index = whole[keyPath: elements].firstIndex(where: { $0[keyPath: id] == key }) else {
        let problem = "no \(State.self) has the id \(String(reflecting: key))"
        return .report(.missingElement(elementAction, problem, at: SourceLocation(fileID, line)))
      }
      return body(&whole[keyPath: elements][index], elementAction)
        .map(key: EffectID(key)) { action.embed((key, $0)) }
    }
  }

  /// This reducer for each row of a table; an action for a key that is not there is ignored and reported, and so is one that
  /// would change the key of its row.
  ///
  /// Ids of effects are kept apart by key.
  public func keyed<Whole, WholeAction, Key>(
    state rows: WritableKeyPath<Whole, EntityTable<Key, State>>, action: Prism<WholeAction, (Key, Action)>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (key, rowAction) = action.extract(wholeAction) else { return .none }
      guard whole[keyPath: rows][key] != nil else {
        let problem = "no \(State.self) has the key \(String(reflecting: key))"
        return .report(.missingElement(rowAction, problem, at: SourceLocation(fileID, line)))
      }
      var effect = Effect<Action>.none
      do {
        try whole[keyPath: rows].update(key) { effect = body(&$0, rowAction) }
      } catch {
        return .report(.changedKey(rowAction, "it changes the key of a row", at: SourceLocation(fileID, line)))
      }
      return effect.map(key: EffectID(key)) { action.embed((key, $0)) }
    }
  }
}
