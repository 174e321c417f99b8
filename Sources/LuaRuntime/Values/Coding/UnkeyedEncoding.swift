/// A list that is being encoded.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let place: EncodingPlace

  var codingPath: [any CodingKey] { place.codingPath }
  var count: Int { place.count }
  private var next: CodingStep { .item(place.count) }

  func encodeNil() { place.set(next, .null) }
  func encode<T: Encodable & CodingScalar>(_ value: T) throws { try place.encode(value, at: next) }
  func encode<T: Encodable>(_ value: T) throws { try place.encode(value, at: next) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    place.place(at: next).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place.place(at: next).unkeyedContainer() }
  func superEncoder() -> any Encoder { place.place(at: next) }
}
