import UDF

/// What a run of an effect in Swift does.
struct NativeWork {
  /// What the reducer returned.
  let effect: Effect<HostAction>
  /// Everything that the run has started, by which it is cancelled.
  let scope: EffectScope
}
