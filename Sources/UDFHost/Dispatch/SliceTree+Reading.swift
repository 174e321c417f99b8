import LuaRuntime

/// Reads the state at paths that people write.
extension SliceTree {
  /// Returns the state at a path such as `cart.items[1]`: the whole state for an empty path, `.none` for an absent
  /// field. Throws a ``HostError`` if the path continues after a value without fields.
  func value(at text: String) throws -> Value {
    let path = try place(text)
    let value = try value(at: path)
    if value == .none { try explainAbsence(path, text) }
    return value
  }

  /// Returns the value at a path, or `.none`.
  func value(at path: Path) throws(HostError) -> Value {
    do throws(LuaError) { return try read(path) } catch { throw HostError(error) }
  }

  /// Converts the text of a path to a path.
  func place(_ text: String) throws -> Path {
    let path = try Path(typed: text)
    try requireFeature(of: path, as: text)
    return path
  }

  /// Throws a ``HostError`` if a path begins with no feature; `text` is the path as the user wrote it.
  func requireFeature(of path: Path, as text: String) throws(HostError) {
    guard case .key(let name)? = path.keys.first, slices[name] == nil else { return }
    throw HostError(usage: "\(text): there is no feature \"\(name)\".\(didYouMean(name, among: slices.keys.sorted()))")
  }

  private func explainAbsence(_ path: Path, _ text: String) throws(HostError) {
    let parent = Path(path.keys.dropLast())
    let value = try value(at: parent)
    switch value {
    case .map, .list: return
    default:
      throw HostError(usage: "\(text): \(parent) is \(value.shown); there is nothing inside it")
    }
  }

  /// Returns the keys of the value at a path for completion, list items as `[1]`. At most 1000.
  func keys(at text: String) -> [String] {
    guard let path = try? Path(text) else { return [] }
    if path.keys.count == 1, case .key(let name) = path.keys[0], let slice = slices[name] as? any HostedSlice {
      return slice.fieldNames
    }
    return machine.keys(path.value).prefix(1000).map { key in
      switch key {
      case .integer(let index): "[\(index)]"
      default: key.text ?? ""
      }
    }
  }
}
