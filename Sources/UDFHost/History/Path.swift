import LuaRuntime

/// A place in the state, written as in Lua: `cart.items[1].qty`; the first key is the feature's name.
///
///     try Path("cart.items[1]").keys    // [.key("cart"), .key("items"), .index(1)]
public struct Path: Sendable, Hashable {
  public var keys: [PathKey]

  public init(_ keys: [PathKey]) { self.keys = keys }

  /// Parses `a.b[1]["odd key"]`; an empty text is the whole state. Throws a ``HostError`` that shows what does not parse.
  public init(_ text: String) throws {
    keys = []
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.first == "[" {
        guard let end = rest.firstIndex(of: "]") else { throw Path.malformed(text) }
        let inside = rest[rest.index(after: rest.startIndex)..<end]
        if let index = Int(inside) {
          keys.append(.index(index))
        } else if inside.count >= 2, let quote = inside.first, quote == "\"" || quote == "'", inside.last == quote {
          keys.append(.key(String(inside.dropFirst().dropLast())))
        } else {
          throw Path.malformed(text)
        }
        rest = rest[rest.index(after: end)...]
        continue
      }
      if rest.first == "." {
        if keys.isEmpty { throw Path.malformed(text) }
        rest.removeFirst()
      } else if !keys.isEmpty {
        throw Path.malformed(text)
      }
      let name = rest.prefix { $0 != "." && $0 != "[" }
      if name.isEmpty { throw Path.malformed(text) }
      keys.append(.key(String(name)))
      rest = rest[name.endIndex...]
    }
  }

  /// Parses what a person has typed, who may write `state.` in front.
  package init(typed text: String) throws { try self.init(text.hasPrefix("state.") ? String(text.dropFirst(6)) : text) }

  private static func malformed(_ text: String) -> HostError {
    HostError(code: "usage", message: "\(text): this is no path; write one as cart.items[1].qty")
  }

  init(_ value: Value) {
    guard case .list(let items) = value else {
      keys = []
      return
    }
    keys = items.compactMap(PathKey.init)
  }

  package var value: Value { .list(keys.map(\.value)) }

  /// The place under a key of this one.
  func appending(_ key: PathKey) -> Path { Path(keys + [key]) }

  /// Whether one of the two leads to the other or is it.
  package func touches(_ other: Path) -> Bool { zip(keys, other.keys).allSatisfy { $0 == $1 } }
}

extension Path: CustomStringConvertible {
  public var description: String {
    var text = ""
    for key in keys {
      switch key {
      case .index(let index): text += "[\(index)]"
      case .key(let name) where name.isName: text += text.isEmpty ? name : ".\(name)"
      case .key(let name): text += "[\"\(name)\"]"
      }
    }
    return text
  }
}
