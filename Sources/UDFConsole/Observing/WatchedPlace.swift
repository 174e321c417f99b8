import UDF
import UDFHost

/// What a person can watch: a place in the state, in a feature's view state, or in its computed values.
struct WatchedPlace: Equatable {
  /// As it was written, without a `state.` in front.
  let path: Path
  /// The first key is none of the state, but says what follows.
  private var kind: String? {
    if case .key(let name)? = path.keys.first, name == "view" || name == "computed" { name } else { nil }
  }

  init(_ text: String) throws {
    let path = try Path(text)
    self.path = path.keys.first == .key("state") ? Path(Array(path.keys.dropFirst())) : path
    if self.path.keys.isEmpty {
      throw HostError(code: "usage", message: ":watch: takes a place in the state, as cart.total; got \(text)")
    }
  }

  /// What stands there; `.none` if nothing does. Throws if there cannot be anything, or if what makes it fails.
  func value(in host: AppHost) throws -> Value {
    switch kind {
    case "view": try inside(path.keys.dropFirst(2), of: { try host.view(of: $0) })
    case "computed": try inside(path.keys.dropFirst(2), of: { try host.computed($0) })
    // What it stands in may come later.
    default: (try? host.value(at: path.description)) ?? .none
    }
  }

  /// Calls `look` when something else may stand there.
  func follow(in host: AppHost, _ look: @escaping () -> Void) throws -> Subscription {
    if kind != nil { return host.follow(look) }
    return try host.subscribe(at: path.description) { _ in look() }
  }

  private func inside(_ keys: some Sequence<PathKey>, of make: (String) throws -> Value) throws -> Value {
    guard path.keys.count > 1, case .key(let feature) = path.keys[1] else {
      throw HostError(code: "usage", message: ":watch: \(path) takes a feature's name: \(path).cart")
    }
    return try keys.reduce(make(feature)) { value, key in
      switch key {
      case .key(let name): value[name]
      case .index(let position): value[position]
      }
    }
  }
}
