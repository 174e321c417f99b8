import LuaRuntime

/// The typed actions of a feature.
final class FeatureActions<Feature: NativeFeature>: TypedActions {
  private let feature: Feature

  init(_ feature: Feature) {
    self.feature = feature
    super.init(feature.actions.map(\.key), of: Feature.Action.self)
  }

  deinit { for index in ring.first..<ring.next { end(index) } }

  override func end(_ index: Int) { ring.element(index, Feature.Action.self).deinitialize(count: 1) }

  override func bytes(at index: Int) -> [UInt8] {
    guard (ring.first..<ring.next).contains(index) else { return HostAction.bytes("\(feature.name)/?", [:]) }
    return FeatureAction.bytes(of: ring.element(index, Feature.Action.self).pointee, feature)
  }

  override func action(at index: Int) -> TypedAction {
    FeatureAction(ring.element(index, Feature.Action.self).pointee, of: feature, in: self)
  }
}
