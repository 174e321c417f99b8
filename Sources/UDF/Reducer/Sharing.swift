/// The state of a feature together with a part that other features use too. The state of the whole owns that part.
///
///     struct AppState {
///       var profile = Profile()
///       var counter = CounterState()
///     }
///
///     let counter = Reducer<Sharing<CounterState, Profile>, CounterAction> { state, action in
///       state.own.count += 1        // or state.count
///       state.shared.visits += 1
///       return .none
///     }
///     counter.lifted(state: \AppState.counter, sharing: \.profile, action: AppAction.counter)
@dynamicMemberLookup public struct Sharing<Own, Shared> {
  /// The part of this feature alone.
  public var own: Own
  /// The shared part.
  public var shared: Shared

  /// Makes a state of both parts.
  public init(_ own: Own, _ shared: Shared) { (self.own, self.shared) = (own, shared) }

  /// A member of the feature's own part.
  public subscript<Value>(dynamicMember member: WritableKeyPath<Own, Value>) -> Value {
    get { own[keyPath: member] }
    set { own[keyPath: member] = newValue }
  }
}

// So the effects of an optional state end when another one takes its place.
extension Sharing: Identifiable where Own: Identifiable { public var id: Own.ID { own.id } }
extension Sharing: Equatable where Own: Equatable, Shared: Equatable {}
extension Sharing: Sendable where Own: Sendable, Shared: Sendable {}

extension Reducer {
  /// Returns this reducer for its own part of a larger state and a part that it shares with others.
  ///
  /// Both parts are copied during the action, so a large collection that it changes is copied too. The ids of effects are
  /// not separate from those of other lifted reducers.
  public func lifted<Whole, WholeAction, Own, Shared>(
    state own: WritableKeyPath<Whole, Own>, sharing shared: WritableKeyPath<Whole, Shared>,
    action: Prism<WholeAction, Action>
  ) -> Reducer<Whole, WholeAction> where State == Sharing<Own, Shared> {
    nonisolated(unsafe) let (own, shared) = (own, shared)
    let step = PartStep { (whole: Whole, _: Bool) in Sharing(whole[keyPath: own], whole[keyPath: shared]) }
    return Reducer<Whole, WholeAction> { whole, wholeAction in
      guard let partAction = action.extract(wholeAction) else { return .none }
      var state = Sharing(whole[keyPath: own], whole[keyPath: shared])
      let effect = body(&state, partAction)
      (whole[keyPath: own], whole[keyPath: shared]) = (state.own, state.shared)
      if case .none = effect { return .none }
      return effect.mapped(action.embed, in: Presence(step))
    }
  }
}
