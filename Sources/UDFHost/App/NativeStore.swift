import LuaRuntime
import UDF

/// A native feature as Swift sees it: its own actions in, its own state out.
///
/// Actions sent here are checked, logged, undone and observed like those of scripts. Confined to the host's owner.
///
///     let counter = try host.native(Counter.self)
///     try counter.send(.inc(by: 2))
///     counter.state.count   // 2
public final class NativeStore<Feature: NativeFeature> {
  private let host: AppHost
  private let feature: Feature
  @exclusivity(unchecked) private var slice: NativeSlice<Feature>

  init(_ host: AppHost, _ slice: NativeSlice<Feature>) {
    self.host = host
    feature = slice.feature
    self.slice = slice
  }

  /// The slice that the app has now; a reload may have taken the feature out and brought it back. The last one while it is out.
  private var present: NativeSlice<Feature> {
    if slice.isRemoved, let present = host.tree.slices[slice.name] as? NativeSlice<Feature> { slice = present }
    return slice
  }

  /// The present state; outside the host's owner the initial one.
  public var state: Feature.State { host.isOnOwner() ? present.core.state.value : feature.initialState }

  /// Sends an action and everything that follows from it at once. Throws a ``HostError`` if it is refused.
  ///
  /// The action is converted to plain data only if an observer needs that: see ``NativeFeature``.
  public func send(_ action: Feature.Action, origin: Origin = .native) throws {
    try host.requireOwner()
    let slice = present
    if try slice.send(action, origin: origin, by: host.dispatcher) { return }
    let (name, fields) = try slice.feature.plain(action)
    try host.send("\(slice.name)/\(name)", fields, origin: origin)
    if host.dispatcher.takesTyped { try slice.setChecked(action) }
  }

  /// Calls `body` with the state whenever it has changed: by an action, an undo, a redo or a reload; until the
  /// subscription is cancelled or released.
  public func subscribe(_ body: @escaping (Feature.State) -> Void) -> Subscription {
    guard host.isOnOwner() else { return Subscription {} }
    var seen = (ObjectIdentifier(present), present.revision)
    return host.follow { [self] in
      let slice = present
      if seen == (ObjectIdentifier(slice), slice.revision) { return }
      seen = (ObjectIdentifier(slice), slice.revision)
      body(slice.core.state.value)
    }
  }
}

extension AppHost {
  /// A native feature of the app that runs, by its type and, if the app lists several of that type, its name. Throws a
  /// ``HostError`` that says which there are if that is not one.
  public func native<Feature: NativeFeature>(
    _ type: Feature.Type = Feature.self, named name: String? = nil
  ) throws -> NativeStore<Feature> {
    try requireOwner()
    let all = tree.slices.values.compactMap { $0 as? NativeSlice<Feature> }.sorted { $0.name < $1.name }
    let meant = all.filter { name == nil || $0.name == name }
    if meant.count == 1 { return NativeStore(self, meant[0]) }
    let names = all.map(\.name).joined(separator: ", ")
    throw HostError(
      code: "usage",
      message: all.isEmpty
        ? "the app lists no native feature of the type \(Feature.self)"
        : "\(name ?? "\(Feature.self)"): name one of the app's native features of the type \(Feature.self): \(names)")
  }
}
