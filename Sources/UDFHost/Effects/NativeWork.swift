import UDF

/// The work of a run of an effect in Swift.
struct NativeWork {
  /// The effect that the reducer returned.
  let effect: Effect<HostAction>
  /// The scope of everything that the run has started; cancelling the scope cancels the run.
  let scope: EffectScope
}
