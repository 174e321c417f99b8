/// A map that is being decoded.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let place: DecodingPlace
  /// Those of an action, in a container that is used again.
  var cases: CaseKeys<Key>?

  var codingPath: [any CodingKey] { place.codingPath }

  var allKeys: [Key] {
    // The decoding of an enum reads this for each action.
    if let cases, let name = place.source.action, let keys = cases.keys(of: name) { return keys }
    return keys
  }

  // A function of its own, because its types are looked up at its start.
  @inline(never) private var keys: [Key] {
    let names = place.source.keys
    let keys = names.compactMap { Key(stringValue: $0) }
    if keys.isEmpty, let first = names.first {
      let known = (Key.self as? any CaseIterable.Type).map { Self.names(of: $0) } ?? []
      place.recordUnknown(first, known: known)
    }
    return keys
  }

  private static func names<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
    type.allCases.compactMap { ($0 as? Key)?.stringValue }
  }

  func contains(_ key: Key) -> Bool { place.source[key.stringValue] != .none }

  func decodeNil(forKey key: Key) -> Bool { place.source[key.stringValue].isNil }

  @inline(__always) func decode<T: Decodable & CodingScalar>(_ type: T.Type, forKey key: Key) throws -> T {
    let name = key.stringValue
    return try place.scalar(type, from: place.source[name], at: .field(name))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let name = key.stringValue
    return try place.decode(type, from: place.source[name], at: .field(name))
  }

  @inline(__always) func decodeIfPresent<T: Decodable & CodingScalar>(_ type: T.Type, forKey key: Key) throws -> T? {
    let name = key.stringValue
    let value = place.source[name]
    return value.isNil ? nil : try place.scalar(type, from: value, at: .field(name))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let name = key.stringValue
    let value = place.source[name]
    return value.isNil ? nil : try place.decode(type, from: value, at: .field(name))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try place.place(at: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try place.place(at: key.stringValue).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { place.place(at: "super") }
  func superDecoder(forKey key: Key) -> any Decoder { place.place(at: key.stringValue) }
}
