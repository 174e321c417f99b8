// A child is a part of the state that may be absent. The ids of its effects are separate, and all its effects end when
// it is removed for any reason: by its parent, by an undo, or because another state replaces it.
//
// Key paths are used only on the owner of the store, so they may be isolated to it.
extension Reducer {
  /// Returns this reducer for an optional state. An action for a nil state is ignored and reported.
  ///
  ///     let app = Reducer.combined(editor.optional(\AppState.editor, action: AppAction.editor), parent)
  ///
  /// A parent that removes the state because of the child's action comes after the child. The effects end when the state
  /// becomes nil, or, if it is `Identifiable`, gets another id. The parent can end them earlier with
  /// ``Effect/cancel(effectsOf:)``.
  public func optional<Whole, WholeAction>(
    _ path: WritableKeyPath<Whole, State?>, action: Prism<WholeAction, Action>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    nonisolated(unsafe) let path = path
    let step = PartStep { (whole: Whole, id: AnyHashable) in
      whole[keyPath: path].flatMap { Self.id(of: $0) == id ? $0 : nil }
    }
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let partAction = action.extract(wholeAction) else { return .none }
      guard whole[keyPath: path] != nil else {
        let location = SourceLocation(fileID, line)
        return .report(.missingElement(partAction, "there is no \(State.self) to reduce it", at: location))
      }
      let effect = body(&whole[keyPath: path]!, partAction)
      if case .none = effect { return .none }
      // An effect of an action that removes its own state ends at once.
      let id = whole[keyPath: path].map(Self.id) ?? PartStep.always
      return effect.ofChild(ChildID(path: path, key: nil), in: Presence(step, at: id), action.embed)
    }
  }

  private static func id(of state: State) -> AnyHashable {
    func erased(_ value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
    return (state as? any Identifiable).map { erased($0) } ?? PartStep.always
  }

  /// Returns this reducer for each element of a list with ids. An action for an unknown id is ignored and reported.
  ///
  ///     row.forEach(\AppState.rows, action: AppAction.row)
  ///
  /// A parent that removes elements because of their actions comes after it in ``combined(_:)``. The element is searched
  /// from the front of the list. Use an ``EntityTable`` for long lists.
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
    let step = PartStep(elements, id: id)
    return onParts(at: elements, step, action, "no \(State.self) has the id", SourceLocation(fileID, line)) {
      whole, key, action in
      guard let index = whole[keyPath: elements].firstIndex(where: { id($0) == key }) else { return nil }
      return body(&whole[keyPath: elements][index], action)
    }
  }

  /// Returns this reducer for each value of a dictionary. An action for an unknown key is ignored and reported.
  ///
  ///     row.forEach(\AppState.rowsByName, action: AppAction.named)
  public func forEach<Whole, WholeAction, Key: Hashable & Sendable>(
    _ elements: WritableKeyPath<Whole, [Key: State]>, action: Prism<WholeAction, (Key, Action)>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    let step = PartStep { (whole: Whole, key: Key) in whole[keyPath: elements][key] }
    return onParts(at: elements, step, action, "no \(State.self) has the key", SourceLocation(fileID, line)) {
      whole, key, action in
      guard let index = whole[keyPath: elements].index(forKey: key) else { return nil }
      return body(&whole[keyPath: elements].values[index], action)
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
    let step = PartStep { (whole: Whole, key: Key) in whole[keyPath: rows][key] }
    let location = SourceLocation(fileID, line)
    return onParts(at: rows, step, action, "no \(State.self) has the key", location) { whole, key, action in
      guard whole[keyPath: rows][key] != nil else { return nil }
      var effect = Effect<Action>.none
      do {
        try whole[keyPath: rows].update(key) { effect = body(&$0, action) }
      } catch {
        return .report(.changedKey(action, "it changes the key of a row", at: location))
      }
      return effect
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
    let step = PartStep { (whole: Whole, index: Int) in
      let list = whole[keyPath: elements]
      return list.indices.contains(index) ? list[index] : nil
    }
    return onParts(at: elements, step, action, "no \(State.self) has the index", SourceLocation(fileID, line)) {
      whole, index, action in
      guard whole[keyPath: elements].indices.contains(index) else { return nil }
      return body(&whole[keyPath: elements][index], action)
    }
  }

  /// Returns a reducer for the parts of a state that have keys.
  ///
  /// - Parameters:
  ///   - problem: the report for a key without a part, up to the key.
  ///   - reduce: calls the body on the part with a key; returns nil if the state does not have it.
  func onParts<Whole, WholeAction, Key: Hashable & Sendable>(
    at path: AnyKeyPath, _ step: PartStep, _ action: Prism<WholeAction, (Key, Action)>, _ problem: String,
    _ location: SourceLocation, reduce: @escaping (inout Whole, Key, Action) -> Effect<Action>?
  ) -> Reducer<Whole, WholeAction> {
    nonisolated(unsafe) let (path, reduce) = (path, reduce)
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (key, partAction) = action.extract(wholeAction) else { return .none }
      guard let effect = reduce(&whole, key, partAction) else {
        return .report(.missingElement(partAction, "\(problem) \(String(reflecting: key))", at: location))
      }
      if case .none = effect { return .none }
      return effect.ofChild(ChildID(path: path, key: key), in: Presence(step, at: key)) { action.embed((key, $0)) }
    }
  }
}
