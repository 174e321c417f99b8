import LuaRuntime

/// A copy of one typed action of a feature.
final class FeatureAction<Feature: NativeFeature>: TypedAction {
  private let feature: Feature
  private let action: Feature.Action

  init(_ action: Feature.Action, of feature: Feature, in list: TypedActions) {
    self.feature = feature
    self.action = action
    super.init(list)
  }

  override var bytes: [UInt8] { FeatureAction.bytes(of: action, feature) }

  override func reduce(in slice: any Slice) throws(LuaError) -> Bool {
    guard let slice = slice as? NativeSlice<Feature>, slice.core.actions === list else { return false }
    _ = try slice.reduce(typed: action)
    return true
  }

  override func append() { list.append(action) }

  static func bytes(of action: Feature.Action, _ feature: Feature) -> [UInt8] {
    do {
      let (name, fields) = try feature.plain(action)
      return HostAction.bytes("\(feature.name)/\(name)", fields)
    } catch {
      // The action was reduced, so it is shown, with the error in place of its fields.
      let name = (try? feature.shortName(of: action)) ?? "?"
      return HostAction.bytes("\(feature.name)/\(name)", ["problem": .string("\(error)")])
    }
  }
}
