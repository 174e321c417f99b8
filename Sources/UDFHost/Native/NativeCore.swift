import LuaRuntime
import UDF

/// The state of a running native feature, for code that is compiled for the feature's types. Only for the host.
public final class NativeCore<Feature: NativeFeature> {
  // Fields with the same size for all features come first, so that code without the types has fixed offsets.
  @usableFromInline let actions: TypedActions
  /// The script's action that is being reduced. Its memory is reused for the next one.
  @exclusivity(unchecked) @usableFromInline var record = PackedRecord([:])
  /// Whether the last reducer has returned an effect.
  @exclusivity(unchecked) @usableFromInline var hasEffect = false
  @usableFromInline let feature: Feature
  @exclusivity(unchecked) @usableFromInline var state: Recorded<Feature.State>
  @exclusivity(unchecked) @usableFromInline var effect = Effect<Feature.Action>.none

  init(_ feature: Feature) {
    self.feature = feature
    state = Recorded(feature.initialState)
    actions = FeatureActions(feature)
  }

  /// Releases the memory of an unusually large action.
  func dropLargeRecord() { if record.bytes.count > 4096 { record = PackedRecord([:]) } }

  /// Returns the effect of the last reducer, and removes it.
  func takeEffect() -> Effect<Feature.Action> {
    defer { (effect, hasEffect) = (.none, false) }
    return effect
  }
}

// Inlined code and default implementations are compiled where the feature's type is known, so they call the reducer,
// the journal and the action directly. In the host's own module, each step would look up types first.
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
  /// Reduces in a transaction. Returns the range of the state's journal that it has written.
  @inlinable @inline(__always) func reduce(_ action: Feature.Action) throws -> Range<Int> {
    var next = Effect<Feature.Action>.none
    let written = try state.transact { next = try feature.reduce(&$0, action) }
    if case .none = next {} else { (effect, hasEffect) = (next, true) }
    return written
  }
}
