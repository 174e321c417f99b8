/// Finds the name of an enum's case as the compiler's `Encodable` gives it, and passes over what the case carries.
final class CaseName: Encoder {
  private var names: [String] = []
  private var hasOther = false

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// nil of what is no enum, or is encoded in another way.
  static func of(_ value: some Encodable) throws -> String? {
    let place = CaseName()
    try value.encode(to: place)
    return place.hasOther || place.names.count != 1 ? nil : place.names[0]
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CaseContainer(place: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    hasOther = true
    return Nowhere()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    hasOther = true
    return Nowhere()
  }

  private struct CaseContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: CaseName

    var codingPath: [any CodingKey] { [] }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      place.names.append(key.stringValue)
      return KeyedEncodingContainer(Nothing<Nested>())
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

/// Takes what is encoded with keys, and keeps none of it.
private struct Nothing<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {}
  func encode<T: Encodable>(_ value: T, forKey key: Key) {}

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(Nothing<Nested>()) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Nowhere() }
  func superEncoder() -> any Encoder { CaseName() }
  func superEncoder(forKey key: Key) -> any Encoder { CaseName() }
}

/// The same without keys.
private struct Nowhere: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() {}
  func encode<T: Encodable>(_ value: T) {}

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(Nothing<Nested>())
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Nowhere() }
  func superEncoder() -> any Encoder { CaseName() }
}
