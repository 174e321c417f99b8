import LuaRuntime

/// The names in a value that a function receives.
struct Shape: Equatable {
  enum Kind: Hashable {
    /// An action, by its full type.
    case action(String)
    /// The state of a feature, as its reducers receive it.
    case state(String)
    case computed(String)
    /// The features that this feature lists in `reads`.
    case others(String)
    case context
    /// `cx.cancel`, with the names that it accepts.
    case cancelling(String)
    case model(String)
    /// The scenes that this scene renders.
    case rendering(String)
    /// The `core` argument of a service.
    case core
    /// A service, by its name.
    case service(String)

    /// Whether writes may add names to the value.
    var isWritable: Bool {
      switch self {
      case .action, .state: true
      default: false
      }
    }
  }

  let kind: Kind
  /// The keys from the root to this value: the shape of `action.item` has the path `item`.
  var path: [String] = []
  /// The known shape of each member, by name; nil: unknown.
  var members: [String: Shape?]

  init(_ kind: Kind, _ names: some Sequence<String>) {
    self.kind = kind
    members = Dictionary(names.map { ($0, Shape?.none) }) { first, _ in first }
  }

  init(_ kind: Kind, _ path: [String] = [], _ members: [String: Shape?]) {
    (self.kind, self.path, self.members) = (kind, path, members)
  }

  /// Returns the shape of an action with these fields.
  static func action(_ type: String, _ fields: [(name: String, type: FieldType)]) -> Shape {
    var shape = fields.reduce(into: Shape(.action(type), [String]())) { shape, field in
      shape.members[field.name] = .some(of(field.type, .action(type), [field.name]))
    }
    shape.members["type"] = .some(nil)
    return shape
  }

  private static func of(_ type: FieldType, _ kind: Kind, _ path: [String]) -> Shape? {
    switch type {
    case .optional(let type): of(type, kind, path)
    case .record(let fields):
      Shape(kind, path, Dictionary(uniqueKeysWithValues: fields.map { ($0.key, of($0.value, kind, path + [$0.key])) }))
    default: nil
    }
  }

  /// Returns the shape of the part of a state at these paths, which are lists of keys.
  static func model(_ scene: String, _ paths: [[String]], at path: [String] = []) -> Shape {
    var members: [String: Shape?] = [:]
    for (key, rest) in Dictionary(grouping: paths, by: { $0[0] }) {
      let inner = rest.map { Array($0.dropFirst()) }
      members[key] = .some(inner.contains([]) ? nil : model(scene, inner, at: path + [key]))
    }
    return Shape(.model(scene), path, members)
  }

  /// Returns the shape with these names, and the members that the other shape knows.
  func detailed(by other: Shape?) -> Shape {
    var result = self
    for (name, inner) in other?.members ?? [:] where members[name] != nil { result.members[name] = .some(inner) }
    return result
  }

  /// Returns the shape with the names of both, for a function that receives either value.
  func merged(with other: Shape) -> Shape {
    var result = self
    result.members.merge(other.members) { mine, theirs in
      guard let mine, let theirs else { return nil }
      return mine.merged(with: theirs)
    }
    return result
  }
}
