/// A map that is being encoded.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: EncodingPlace

  var codingPath: [any CodingKey] { place.codingPath }

  /// Encodes nil as an absent key, as in Lua.
  func encodeNil(forKey key: Key) {}

  func encode<T: Encodable & CodingScalar>(_ value: T, forKey key: Key) throws {
    try place.encode(value, at: .field(key.stringValue))
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try place.encode(value, at: .field(key.stringValue))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    place.place(at: .field(key.stringValue)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.place(at: .field(key.stringValue)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { place.place(at: .field("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { place.place(at: .field(key.stringValue)) }
}
