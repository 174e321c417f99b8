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
        rest.removeFirst()
        if let name = Path.quoted(&rest) {
          keys.append(.key(name))
        } else {
          let digits = rest.prefix { $0 != "]" }
          guard let index = Int(digits) else { return nil }
          keys.append(.index(index))
          rest = rest[digits.endIndex...]
        }
        guard rest.popFirst() == "]" else { return nil }
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

  /// Removes a quoted key from the beginning of a text and returns it; nil if the text does not begin with one. In it, `\`
  /// stands before a quote or another `\`.
  private static func quoted(_ text: inout Substring) -> String? {
    guard let quote = text.first, quote == "\"" || quote == "'" else { return nil }
    var rest = text.dropFirst()
    var name = ""
    while let character = rest.popFirst() {
      if character == quote {
        text = rest
        return name
      }
      if character == "\\", let next = rest.first, next == quote || next == "\\" {
        rest.removeFirst()
        name.append(next)
      } else {
        name.append(character)
      }
    }
    return nil
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
      case .key(let name): text += "[\"\(name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined())\"]"
      }
    }
    return text
  }
}
