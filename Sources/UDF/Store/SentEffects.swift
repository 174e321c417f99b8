/// The effects that one action has started, including those of the actions that they send.
///
///     let loading = store.send(.load)
///     if !loading.isFinished { loading.cancel() }
///     await store.send(.refresh).finish()   // a view shows its spinner until this returns
///
/// Confined to the store's owner. Releasing it does not affect the effects.
public struct SentEffects {
  let scope: EffectScope?
  private let store: (any EffectKeeper)?

  /// The value for an action without effects.
  @usableFromInline init() { (scope, store) = (nil, nil) }

  init(scope: EffectScope?, store: any EffectKeeper) { (self.scope, self.store) = (scope, store) }

  /// Whether all of these effects have ended.
  public var isFinished: Bool { scope?.jobs.isEmpty ?? true }

  /// Waits until all of these effects have ended. If the task is cancelled, the effects are cancelled too.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    if let scope { await store?.finish(scope, isolation: isolation) }
  }

  /// Cancels the running effects. Actions that they have sent and that are not yet reduced are dropped.
  public func cancel() { if let scope { store?.cancel(scope) } }
}

/// A store without its types, whose effects can be awaited.
protocol EffectKeeper: AnyObject {
  func finish(_ scope: EffectScope, isolation: isolated (any Actor)?) async
  func cancel(_ scope: EffectScope)
}
