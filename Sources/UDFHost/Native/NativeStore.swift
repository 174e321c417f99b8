import LuaRuntime
import UDF

/// A native feature as Swift sees it: its own actions in, its own state out.
///
/// What is sent here is checked, logged, undone and told like what scripts send. Confined to the host's owner.
///
///     let counter = try host.native(Counter.self)
///     try counter.send(.inc(by: 2))
///     counter.state.count   // 2
public struct NativeStore<Feature: NativeFeature> {
  private let host: AppHost
  private let slice: NativeSlice<Feature>

  init(_ host: AppHost, _ slice: NativeSlice<Feature>) {
    self.host = host
    self.slice = slice
  }

  /// The present state.
  public var state: Feature.State { slice.state.value }

  /// Sends an action and everything that follows from it at once. Throws a ``HostError`` if it is refused.
  public func send(_ action: Feature.Action, origin: Origin = .native) throws {
    let (name, fields) = try slice.feature.plain(action)
    try host.send("\(slice.name)/\(name)", fields, origin: origin)
  }

  /// Calls `body` with the state whenever it has changed: by an action, an undo, a redo or a reload; until the
  /// subscription is cancelled or released.
  public func subscribe(_ body: @escaping (Feature.State) -> Void) -> Subscription {
    var seen = slice.revision
    return host.follow { [slice] in
      if slice.revision == seen { return }
      seen = slice.revision
      body(slice.state.value)
    }
  }
}

extension AppHost {
  /// A native feature of the app that runs. Throws a ``HostError`` if the app lists none of this type.
  public func native<Feature: NativeFeature>(_ type: Feature.Type = Feature.self) throws -> NativeStore<Feature> {
    for slice in tree.slices.values {
      if let slice = slice as? NativeSlice<Feature> { return NativeStore(self, slice) }
    }
    throw HostError(code: "usage", message: "the app lists no native feature of the type \(Feature.self)")
  }
}
