/// Finds the name of an enum's case through its synthesised `Encodable`, without encoding the associated values.
final class CaseName: Encoder, ReusableCoder {
  private static let pool = CoderPool<CaseName>()

  private var name: String?
  private var hasOther = false
  private let containers = KeptContainers()
  private let discarding = KeptContainers()

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// nil if the value is not an enum or has an `Encodable` of its own.
  static func of(_ value: some Encodable) throws -> String? {
    try pool.withCoder { place in
      try value.encode(to: place)
      return place.hasOther ? nil : place.name
    }
  }

  func reset() { (name, hasOther) = (nil, false) }

  func dropContainers() {
    containers.drop()
    discarding.drop()
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    containers.container(for: type) { KeyedEncodingContainer(CaseContainer(place: self)) }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    hasOther = true
    return DiscardingContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    hasOther = true
    return DiscardingContainer()
  }

  private struct CaseContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: CaseName

    var codingPath: [any CodingKey] { [] }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      if place.name != nil { place.hasOther = true }
      place.name = key.stringValue
      return place.discarding.container(for: type) { KeyedEncodingContainer(DiscardingKeyedContainer<Nested>()) }
    }

    func encodeNil(forKey key: Key) { place.hasOther = true }
    func encode<T: Encodable>(_ value: T, forKey key: Key) { place.hasOther = true }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { place.unkeyedContainer() }
    func superEncoder() -> any Encoder { other }
    func superEncoder(forKey key: Key) -> any Encoder { other }

    private var other: CaseName {
      place.hasOther = true
      return place
    }
  }
}

private struct DiscardingKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {}
  func encode<T: Encodable>(_ value: T, forKey key: Key) {}

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(DiscardingKeyedContainer<Nested>()) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { DiscardingContainer() }
  func superEncoder() -> any Encoder { DiscardingEncoder() }
  func superEncoder(forKey key: Key) -> any Encoder { DiscardingEncoder() }
}

private struct DiscardingEncoder: Encoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(DiscardingKeyedContainer())
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { DiscardingContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { DiscardingContainer() }
}

private struct DiscardingContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() {}
  func encode<T: Encodable>(_ value: T) {}

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(DiscardingKeyedContainer<Nested>())
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { DiscardingContainer() }
  func superEncoder() -> any Encoder { DiscardingEncoder() }
}
