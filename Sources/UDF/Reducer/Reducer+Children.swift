// A child is a part of the state that may be absent. The ids of its effects are separate, and all its effects end when
// it is removed for any reason: by its parent, by an undo, or because another state replaces it.
//
// Key paths are used only on the owner of the store, so they may be isolated to it.
extension Reducer {
  /// Returns this reducer for an optional state. An action for a nil state is ignored and reported.
  ///
  ///     let app = Reducer.combined(parent, editor.optional(\AppState.editor, action: AppAction.editor))
  ///
  /// The effects end when the state becomes nil, or, if it is `Identifiable`, gets another id. The parent can end them
  /// earlier with ``Effect/cancel(effectsOf:)``.
  public func optional<Whole, WholeAction>(
    _ path: WritableKeyPath<Whole, State?>, action: Prism<WholeAction, Action>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    nonisolated(unsafe) let path = path
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let partAction = action.extract(wholeAction) else { return .none }
      guard whole[keyPath: path] != nil else {
        return .report(Self.missing(partAction, "there is no \(State.self) to reduce it", fileID, line))
      }
      let effect = body(&whole[keyPath: path]!, partAction)
      if case .none = effect { return .none }
      nonisolated(unsafe) let id = whole[keyPath: path].flatMap(Self.id)
      return effect.ofChild(ChildID(path: path, key: nil), action.embed) { (whole: Whole) in
        whole[keyPath: path].flatMap { Self.id(of: $0) == id ? $0 : nil }
      }
    }
  }

  private static func id(of state: State) -> AnyHashable? {
    func erased(_ value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
    return (state as? any Identifiable).map { erased($0) }
  }

  /// Returns this reducer for each element of a list, which is identified by its id. An action for an id that does not
  /// exist is ignored and reported.
  ///
  ///     row.forEach(\AppState.rows, action: AppAction.row)
  ///
  /// The element is searched from the front of the list. Use an ``EntityTable`` for long lists.
  public func forEach<Whole, WholeAction>(
    _ elements: WritableKeyPath<Whole, [State]>, action: Prism<WholeAction, (State.ID, Action)>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> where State: Identifiable, State.ID: Sendable {
    // A key path instead of the conformance, because the conformance may be isolated to an actor.
    forEach(elements, id: Self.reader(of: \.id), action: action, fileID: fileID, line: line)
  }

  private static func reader<Element, ID>(of path: KeyPath<Element, ID>) -> @Sendable (Element) -> ID {
    nonisolated(unsafe) let path = path
    return { $0[keyPath: path] }
  }

  /// Returns this reducer for each element of a list, which is identified by one of its values.
  ///
  ///     row.forEach(\AppState.rows, id: \.name, action: AppAction.row)
  public func forEach<Whole, WholeAction, ID: Hashable & Sendable>(
    _ elements: WritableKeyPath<Whole, [State]>, id: @escaping @Sendable (State) -> ID,
    action: Prism<WholeAction, (ID, Action)>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    nonisolated(unsafe) let elements = elements
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (key, elementAction) = action.extract(wholeAction) else { return .none }
      guard let index = whole[keyPath: elements].firstIndex(where: { id($0) == key }) else {
        let problem = "no \(State.self) has the id \(String(reflecting: key))"
        return .report(Self.missing(elementAction, problem, fileID, line))
      }
      return body(&whole[keyPath: elements][index], elementAction)
        .ofChild(ChildID(path: elements, key: key), { action.embed((key, $0)) }) { (whole: Whole) in
          whole[keyPath: elements].first { id($0) == key }
        }
    }
  }

  /// Returns this reducer for each value of a dictionary. An action for a key that does not exist is ignored and
  /// reported.
  ///
  ///     row.forEach(\AppState.rowsByName, action: AppAction.named)
  public func forEach<Whole, WholeAction, Key: Hashable & Sendable>(
    _ elements: WritableKeyPath<Whole, [Key: State]>, action: Prism<WholeAction, (Key, Action)>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    nonisolated(unsafe) let elements = elements
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (key, elementAction) = action.extract(wholeAction) else { return .none }
      guard let index = whole[keyPath: elements].index(forKey: key) else {
        let problem = "no \(State.self) has the key \(String(reflecting: key))"
        return .report(Self.missing(elementAction, problem, fileID, line))
      }
      return body(&whole[keyPath: elements].values[index], elementAction)
        .ofChild(ChildID(path: elements, key: key), { action.embed((key, $0)) }) { (whole: Whole) in
          whole[keyPath: elements][key]
        }
    }
  }

  /// Returns this reducer for each row of a table. An action for a key that does not exist, or one that would change
  /// the key of its row, is ignored and reported.
  ///
  ///     row.forEach(\AppState.table, action: AppAction.row)
  public func forEach<Whole, WholeAction, Key>(
    _ rows: WritableKeyPath<Whole, EntityTable<Key, State>>, action: Prism<WholeAction, (Key, Action)>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    nonisolated(unsafe) let rows = rows
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (key, rowAction) = action.extract(wholeAction) else { return .none }
      guard whole[keyPath: rows][key] != nil else {
        return .report(Self.missing(rowAction, "no \(State.self) has the key \(String(reflecting: key))", fileID, line))
      }
      var effect = Effect<Action>.none
      do {
        try whole[keyPath: rows].update(key) { effect = body(&$0, rowAction) }
      } catch {
        return .report(.changedKey(rowAction, "it changes the key of a row", at: SourceLocation(fileID, line)))
      }
      return effect.ofChild(ChildID(path: rows, key: key), { action.embed((key, $0)) }) { (whole: Whole) in
        whole[keyPath: rows][key]
      }
    }
  }

  /// Returns this reducer for each element of a list, which is identified by its index. An action for an index that
  /// does not exist is ignored and reported.
  ///
  ///     digit.forEach(indexOf: \LockState.digits, action: LockAction.digit)
  ///
  /// Use it for lists of a fixed order: an effect stays with its index when the elements move.
  public func forEach<Whole, WholeAction>(
    indexOf elements: WritableKeyPath<Whole, [State]>, action: Prism<WholeAction, (Int, Action)>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    nonisolated(unsafe) let elements = elements
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (index, elementAction) = action.extract(wholeAction) else { return .none }
      let count = whole[keyPath: elements].count
      guard index >= 0, index < count else {
        let problem = "no \(State.self) has the index \(index), the list has \(count)"
        return .report(Self.missing(elementAction, problem, fileID, line))
      }
      return body(&whole[keyPath: elements][index], elementAction)
        .ofChild(ChildID(path: elements, key: index), { action.embed((index, $0)) }) { (whole: Whole) in
          let list = whole[keyPath: elements]
          return list.indices.contains(index) ? list[index] : nil
        }
    }
  }
}
