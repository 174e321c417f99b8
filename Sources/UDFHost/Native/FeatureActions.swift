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
    let action = ring.element(index, Feature.Action.self).pointee
    do {
      let (name, fields) = try feature.plain(action)
      return HostAction.bytes("\(feature.name)/\(name)", fields)
    } catch {
      // It was reduced, so it is shown, with the reason in place of its fields.
      let name = (try? feature.shortName(of: action)) ?? "?"
      return HostAction.bytes("\(feature.name)/\(name)", ["problem": .string("\(error)")])
    }
  }
}
