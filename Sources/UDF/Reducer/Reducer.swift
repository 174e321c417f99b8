import Platform

/// Determines how an action changes the state: a pure function that writes in place and returns the work to do next.
///
///     let counter = Reducer<Int, CounterAction> { count, action in
///       switch action {
///       case .increment: count += 1
///       case .reset: count = 0
///       }
///       return .none
///     }
public struct Reducer<State, Action>: Sendable {
  @usableFromInline let body: @Sendable (inout State, Action) -> Effect<Action>

  /// Makes a reducer from a function, which must read only its arguments.
  @inlinable public init(_ body: @escaping @Sendable (inout State, Action) -> Effect<Action>) { self.body = body }

  /// Makes a reducer from a function that is not `Sendable`. Use it only for stores of the same actor.
  ///
  ///     let reducer = Reducer<Int, Int>.confined { count, step in
  ///       log.append(step)
  ///       count += step
  ///       return .none
  ///     }
  public static func confined(_ body: @escaping (inout State, Action) -> Effect<Action>) -> Reducer {
    // Safe, because a store calls its reducer only on its owner.
    nonisolated(unsafe) let body = body
    return Reducer { body(&$0, $1) }
  }

  // These overloads produce an error message that names the mistake instead of mismatched types.
  @available(*, unavailable, message: "a reducer returns an effect: end it with 'return .none'")
  public init(_ body: @escaping @Sendable (inout State, Action) -> Void) { fatalError() }

  @available(*, unavailable, message: "a reducer changes its state in place and returns an effect")
  public init(_ body: @escaping @Sendable (State, Action) -> State) { fatalError() }

  /// Changes the state and returns the effect, without a store.
  ///
  ///     var count = 0
  ///     let effect = counter.reduce(&count, .increment)   // count is 1
  @inlinable public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    body(&state, action)
  }

  /// Returns a reducer that calls all reducers in the given order. Each reads the writes of the earlier ones.
  ///
  ///     let app = Reducer.combined(
  ///       cart.lifted(state: \AppState.cart, action: AppAction.cart), row.forEach(\.rows, action: AppAction.row))
  @inlinable public static func combined(_ reducers: Reducer...) -> Reducer {
    Reducer { state, action in
      var effect = Effect<Action>.none
      for reducer in reducers {
        let next = reducer.body(&state, action)
        // Most reducers have no effect for an action.
        if case .none = next { continue }
        effect = effect.merged(with: next)
      }
      return effect
    }
  }

  /// Returns a reducer that uses itself, for a recursive state.
  ///
  ///     let node = Reducer<Node, NodeAction>.recursive { node in
  ///       .combined(naming, node.forEach(\.children, action: NodeAction.child))
  ///     }
  public static func recursive(_ make: @escaping (Reducer) -> Reducer) -> Reducer {
    // Safe, because it is a pure function of the reducer.
    nonisolated(unsafe) let make = make
    // Each level is made once, when an action reaches it. One reducer for all levels would retain itself.
    let next = Guarded<Reducer?>(nil)
    return make(
      Reducer { state, action in
        let inner = next.withLock { next in
          let inner = next ?? recursive(make)
          next = inner
          return inner
        }
        return inner.body(&state, action)
      })
  }

  /// Returns this reducer for one part of a larger state and one case of a larger action.
  ///
  ///     let app = cart.lifted(state: \AppState.cart, action: AppAction.cart)
  @inlinable public func lifted<Whole, WholeAction>(
    state part: WritableKeyPath<Whole, State>, action: Prism<WholeAction, Action>
  ) -> Reducer<Whole, WholeAction> {
    // Safe, because it is only used on the owner of the store; it may be isolated to that actor.
    nonisolated(unsafe) let part = part
    let step = PartStep(part)
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let partAction = action.extract(wholeAction) else { return .none }
      let effect = body(&whole[keyPath: part], partAction)
      if case .none = effect { return .none }
      return effect.mapped(action.embed, in: Presence(step))
    }
  }

  /// Returns this reducer with transformed effects.
  package func mapEffects(_ transform: @escaping @Sendable (Effect<Action>, Action) -> Effect<Action>) -> Reducer {
    Reducer { state, action in transform(body(&state, action), action) }
  }
}
