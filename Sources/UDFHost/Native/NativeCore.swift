import LuaRuntime
import UDF

/// The state of a native feature that a host runs, where code reaches it that is compiled for the feature's types. For the
/// host only.
public final class NativeCore<Feature: NativeFeature> {
  // First what has the same size for all features, so that code that does not know them knows where it is.
  @usableFromInline let actions: TypedActions
  /// The action of a script that is reduced now: its memory serves the next one.
  @exclusivity(unchecked) @usableFromInline var record = PackedRecord([:])
  /// Whether the last reducer has returned work to be done.
  @exclusivity(unchecked) @usableFromInline var hasEffect = false
  @usableFromInline let feature: Feature
  @exclusivity(unchecked) @usableFromInline var state: Recorded<Feature.State>
  @exclusivity(unchecked) @usableFromInline var effect = Effect<Feature.Action>.none

  init(_ feature: Feature) {
    self.feature = feature
    state = Recorded(feature.initialState)
    actions = FeatureActions(feature)
  }

  /// Lets go of an action that takes more memory than most.
  func dropLargeRecord() { if record.bytes.count > 4096 { record = PackedRecord([:]) } }

  /// The work that the last reducer has returned.
  func takeEffect() -> Effect<Feature.Action> {
    defer { (effect, hasEffect) = (.none, false) }
    return effect
  }
}

// Only inlined code is compiled where a type is known, and that of a default implementation is where a type conforms: there
// the reducer, the journal and the action are called directly. In the host's own module each step would ask for types first.
extension NativeFeature {
  @inlinable public static func _number(of action: Action, in core: NativeCore<Self>) throws -> Int? {
    core.actions.number(of: try core.feature.shortName(of: action))
  }

  @inlinable public static func _reduce(number: Int, in core: NativeCore<Self>) throws -> Range<Int> {
    try core.reduce(core.feature.action(core.actions.names[number], core.record))
  }

  @inlinable public static func _reduce(_ action: Action, in core: NativeCore<Self>) throws -> Range<Int> {
    core.actions.append(action)
    return try core.reduce(action)
  }
}

extension NativeCore {
  /// Reduces in a transaction; gives where the state's journal stood before and stands after.
  @inlinable @inline(__always) func reduce(_ action: Feature.Action) throws -> Range<Int> {
    var next = Effect<Feature.Action>.none
    let written = try state.transact { next = try feature.reduce(&$0, action) }
    if case .none = next {} else { (effect, hasEffect) = (next, true) }
    return written
  }
}
