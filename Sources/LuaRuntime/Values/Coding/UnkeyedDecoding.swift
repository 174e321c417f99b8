/// A list that is being decoded.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let place: DecodingPlace
  let items: [Value]
  private(set) var currentIndex = 0

  init(place: DecodingPlace, items: [Value]) {
    self.place = place
    self.items = items
  }

  var codingPath: [any CodingKey] { place.codingPath }
  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex >= items.count }
  /// The current item; `.none` after the end, as in Lua.
  private var item: Value { isAtEnd ? .none : items[currentIndex] }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, item.isNil else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let decoded = try place.decode(type, from: item, at: .item(currentIndex))
    currentIndex += 1
    return decoded
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    let container = try inside.container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try inside.unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() -> any Decoder {
    defer { currentIndex += 1 }
    return inside
  }

  private var inside: DecodingPlace { DecodingPlace(.plain(item), in: place, at: .item(currentIndex)) }
}
