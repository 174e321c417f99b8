import LuaRuntime

extension AppHost {
  /// What no feature can be called, because the prompt uses it itself.
  package static var reservedNames: [String] { Prelude.reserved }

  public var name: String { current.name }
  /// Counts successful loads from 1.
  public var generation: Int { current.number }
  /// Loaded files, relative to the app's folder.
  public var files: [String] { current.modules.keys.sorted() }

  /// How far a sync feature is; nil if it is none, or its engine has not begun.
  package func syncInfo(of feature: String) -> SyncInfo? { engines.info(of: feature) }

  /// The state at a path, `cart.items[1]`; the whole state for an empty one, `.none` for a field that is nil. Throws a
  /// ``HostError`` if the path leads through something that has no fields.
  public func value(at path: String) throws -> Value {
    let parsed = try place(path)
    let value = try read(parsed)
    if value == .none { try explainAbsence(parsed, path) }
    return value
  }

  /// The place in the state that a person means by a path.
  func place(_ text: String) throws -> Path {
    let path = try Path(typed: text)
    try requireFeature(of: path, as: text)
    return path
  }

  /// Throws a ``HostError`` if a path, which is written as `text`, is in no feature.
  func requireFeature(of path: Path, as text: String) throws(HostError) {
    guard case .key(let name)? = path.keys.first, tree.slices[name] == nil else { return }
    let known = tree.slices.keys.sorted()
    throw HostError(
      code: "usage", message: "\(text): there is no feature \"\(name)\".\(didYouMean(name, among: known))")
  }

  package func read(_ path: Path) throws(HostError) -> Value {
    do throws(LuaError) { return try tree.read(path) } catch { throw HostError(error) }
  }

  private func explainAbsence(_ path: Path, _ text: String) throws(HostError) {
    let parent = Path(path.keys.dropLast())
    let value = try read(parent)
    switch value {
    case .map, .list: return
    default:
      throw HostError(code: "usage", message: "\(text): \(parent) is \(value.shown); there is nothing inside it")
    }
  }

  /// The keys of what stands at a path, for completion; list items as `[1]`. At most 1000.
  public func keys(at path: String) -> [String] {
    guard let parsed = try? Path(path) else { return [] }
    if parsed.keys.count == 1, case .key(let name) = parsed.keys[0], let slice = tree.slices[name] as? any HostedSlice {
      return slice.fieldNames
    }
    return machine.keys(parsed.value).prefix(1000).map { key in
      switch key {
      case .integer(let index): "[\(index)]"
      default: key.text ?? ""
      }
    }
  }
}
