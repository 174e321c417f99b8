/// A place in the state, written as in Lua: `cart.items[1].qty`; the first key is the feature's name.
public struct Path: Sendable, Hashable {
  public var keys: [PathKey]

  public init(_ keys: [PathKey]) { self.keys = keys }

  /// Parses `a.b[1]["odd key"]`; an empty text is the whole state. nil if it does not parse.
  package init?(parsing text: String) {
    keys = []
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.first == "[" {
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let inside = rest[rest.index(after: rest.startIndex)..<end]
        if let index = Int(inside) {
          keys.append(.index(index))
        } else if inside.count >= 2, let quote = inside.first, quote == "\"" || quote == "'", inside.last == quote {
          keys.append(.key(String(inside.dropFirst().dropLast())))
        } else {
          return nil
        }
        rest = rest[rest.index(after: end)...]
        continue
      }
      if rest.first == "." {
        if keys.isEmpty { return nil }
        rest.removeFirst()
      } else if !keys.isEmpty {
        return nil
      }
      let name = rest.prefix { $0 != "." && $0 != "[" }
      if name.isEmpty { return nil }
      keys.append(.key(String(name)))
      rest = rest[name.endIndex...]
    }
  }

  /// Reads the kernel's list of keys.
  package init(_ value: Value) {
    guard case .list(let items) = value else {
      keys = []
      return
    }
    keys = items.compactMap(PathKey.init)
  }

  package var value: Value { .list(keys.map(\.value)) }

  /// The path of a key inside this one.
  package func appending(_ key: PathKey) -> Path { Path(keys + [key]) }

  /// Whether one of the two paths is the beginning of the other.
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
