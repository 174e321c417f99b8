/// How an action changes the state: a pure function that writes in place and returns the work to do next.
///
///     let counter = Reducer<Int, CounterAction> { count, action in
///       switch action {
///       case .increment: count += 1
///       case .reset: count = 0
///       }
///       return .none
///     }
public struct Reducer<State, Action> {
  @usableFromInline let body: (inout State, Action) -> Effect<Action>

  /// Makes a reducer of a function, which must not read anything but its arguments.
  @inlinable public init(_ body: @escaping (inout State, Action) -> Effect<Action>) { self.body = body }

  /// Changes the state and returns the effect, without a store.
  @inlinable public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    body(&state, action)
  }

  /// Every reducer in the order given, each seeing what those before it wrote; none at all changes nothing.
  public static func combined(_ reducers: Reducer...) -> Reducer {
    Reducer { state, action in
      var effect = Effect<Action>.none
      for reducer in reducers { effect = effect.merged(with: reducer.body(&state, action)) }
      return effect
    }
  }

  /// This reducer at work on one part of a larger state and one case of a larger action.
  public func lifted<Whole, WholeAction>(
    state part: WritableKeyPath<Whole, State>, action: Prism<WholeAction, Action>
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let partAction = action.extract(wholeAction) else { return .none }
      return body(&whole[keyPath: part], partAction).map(action.embed)
    }
  }

  /// This reducer for a state that may be absent; an action that finds none is ignored and reported.
  public func optional(fileID: StaticString = #fileID, line: UInt = #line) -> Reducer<State?, Action> {
    Reducer<State?, Action> { state, action in
      guard state != nil else {
        let problem = "there is no \(State.self) to reduce it"
        return .report(.missingElement(action, problem, at: SourceLocation(fileID, line)))
      }
      return body(&state!, action)
    }
  }

  /// This reducer for each value of a dictionary; an action for a key that is not there is ignored and reported.
  ///
  /// Ids of effects are kept apart by key, so a row cancels only its own.
  public func keyed<Whole, WholeAction, Key: Hashable & Sendable>(
    state elements: WritableKeyPath<Whole, [Key: State]>, action: Prism<WholeAction, (Key, Action)>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (key, elementAction) = action.extract(wholeAction) else { return .none }
      guard let index = whole[keyPath: elements].index(forKey: key) else {
        let problem = "no \(State.self) has the key \(String(reflecting: key))"
        return .report(.missingElement(elementAction, problem, at: SourceLocation(fileID, line)))
      }
      return body(&whole[keyPath: elements].values[index], elementAction)
        .map(key: EffectID(key)) { action.embed((key, $0)) }
    }
  }

  /// This reducer for each element of a list; an action for an index that is not there is ignored and reported.
  ///
  /// Ids of effects are kept apart by index.
  public func keyed<Whole, WholeAction>(
    state elements: WritableKeyPath<Whole, [State]>, action: Prism<WholeAction, (Int, Action)>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let (index, elementAction) = action.extract(wholeAction) else { return .none }
      let count = whole[keyPath: elements].count
      guard index >= 0, index < count else {
        let problem = "no \(State.self) has the index \(index), the list has \(count)"
        return .report(.missingElement(elementAction, problem, at: SourceLocation(fileID, line)))
      }
      return body(&whole[keyPath: elements][index], elementAction)
        .map(key: EffectID(index)) { action.embed((index, $0)) }
    }
  }
}
