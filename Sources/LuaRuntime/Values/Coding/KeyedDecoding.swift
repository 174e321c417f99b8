/// A map that is being decoded.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let place: DecodingPlace
  let fields: Record

  var codingPath: [any CodingKey] { place.codingPath }

  var allKeys: [Key] {
    let keys = fields.compactMap { Key(stringValue: $0.key) }
    if keys.isEmpty, let first = fields.first {
      let known = (Key.self as? any CaseIterable.Type).map { Self.names(of: $0) } ?? []
      place.noteUnknown(first.key, known: known)
    }
    return keys
  }

  private static func names<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
    type.allCases.compactMap { ($0 as? Key)?.stringValue }
  }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != .none }

  func decodeNil(forKey key: Key) -> Bool { fields[key.stringValue].isNil }

  func decode<T: Decodable & CodingScalar>(_ type: T.Type, forKey key: Key) throws -> T {
    let name = key.stringValue
    return try place.scalar(type, from: fields[name], at: .field(name))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let name = key.stringValue
    return try place.decode(type, from: fields[name], at: .field(name))
  }

  func decodeIfPresent<T: Decodable & CodingScalar>(_ type: T.Type, forKey key: Key) throws -> T? {
    let name = key.stringValue
    let value = fields[name]
    return value.isNil ? nil : try place.scalar(type, from: value, at: .field(name))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let name = key.stringValue
    let value = fields[name]
    return value.isNil ? nil : try place.decode(type, from: value, at: .field(name))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try inside(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inside(key.stringValue).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { inside("super") }
  func superDecoder(forKey key: Key) -> any Decoder { inside(key.stringValue) }

  private func inside(_ name: String) -> DecodingPlace { DecodingPlace(fields[name], in: place, at: .field(name)) }
}
