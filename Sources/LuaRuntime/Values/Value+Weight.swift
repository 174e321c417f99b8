extension Value {
  /// About how many bytes the value takes, including its place in a list or map.
  package var weight: Int {
    switch self {
    case .none, .null, .boolean, .integer, .number: MemoryLayout<Value>.stride
    case .string(let text), .opaque(let text): MemoryLayout<Value>.stride + Value.weight(of: text)
    case .bytes(let bytes): MemoryLayout<Value>.stride + Value.object + bytes.count
    case .list(let items): items.reduce(MemoryLayout<Value>.stride + Value.object) { $0 + $1.weight }
    case .map(let record): MemoryLayout<Value>.stride + record.weight
    }
  }

  /// The size of a heap object without its content.
  fileprivate static let object = 32

  /// The bytes of a string outside of its place; a short string is stored in its place.
  fileprivate static func weight(of text: String) -> Int { text.utf8.count > 15 ? object + text.utf8.count : 0 }
}

extension Record {
  /// About how many bytes the record takes.
  package var weight: Int {
    reduce(Value.object) { $0 + MemoryLayout<String>.stride + Value.weight(of: $1.key) + $1.value.weight }
  }
}
