import LuaRuntime
import UDF

/// A native feature with its own types: send its actions and read its state.
///
/// Its actions are validated, logged, undone and observed as those of scripts are. Confined to the host's owner.
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

  /// The present slice. A reload may have removed the feature and added it again. While it is removed, the last slice.
  private var present: NativeSlice<Feature> {
    if slice.isRemoved, let present = host.tree.slices[slice.name] as? NativeSlice<Feature> { slice = present }
    return slice
  }

  /// The present state; for a caller outside of the host's owner, the initial state.
  public var state: Feature.State { host.isOnOwner() ? present.core.state.value : feature.initialState }

  /// Dispatches an action, and the actions that it causes, at once. Throws a ``HostError`` if it is refused.
  ///
  /// The action is converted to plain data only if an observer needs plain data: see ``NativeFeature``.
  public func send(_ action: Feature.Action, origin: Origin = .native) throws {
    try host.requireOwner()
    let slice = present
    // Unretained: the host owns the dispatcher.
    let isSent = try Unmanaged.passUnretained(host.dispatcher)._withUnsafeGuaranteedRef {
      try slice.send(action, origin: origin, by: $0)
    }
    if isSent { return }
    let (name, fields) = try slice.feature.plain(action)
    try host.send("\(slice.name)/\(name)", fields, origin: origin)
    if host.dispatcher.takesTyped { try slice.setChecked(action) }
  }

  /// Calls `body` with the state after each change, until the subscription is cancelled or released.
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
  /// Returns a native feature of the running app by its type and, if the app lists several of that type, by its name.
  /// If there is not exactly one, throws a ``HostError`` that lists the features of the type.
  public func native<Feature: NativeFeature>(
    _ type: Feature.Type = Feature.self, named name: String? = nil
  ) throws -> NativeStore<Feature> {
    try requireOwner()
    let all = tree.slices.values.compactMap { $0 as? NativeSlice<Feature> }.sorted { $0.name < $1.name }
    let meant = all.filter { name == nil || $0.name == name }
    if meant.count == 1 { return NativeStore(self, meant[0]) }
    let names = all.map(\.name).joined(separator: ", ")
    throw HostError(
      usage: all.isEmpty
        ? "the app lists no native feature of the type \(Feature.self)"
        : "\(name ?? "\(Feature.self)"): name one of the app's native features of the type \(Feature.self): \(names)")
  }
}
