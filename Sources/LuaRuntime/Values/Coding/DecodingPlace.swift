/// A piece of plain data that is being decoded.
final class DecodingPlace: CodingPlace, Decoder, SingleValueDecodingContainer {
  let value: Value
  /// The key that the type's keys do not know, and those that they do if that can be had. A synthesised enum only
  /// complains about how many keys it found.
  private var unknown: (key: String, known: [String])?

  init(_ value: Value, in parent: CodingPlace? = nil, at step: CodingStep? = nil) {
    self.value = value
    super.init(in: parent, at: step)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard depth < Self.maximumDepth else { throw tooDeep }
    switch value {
    case .map(let fields): return KeyedDecodingContainer(KeyedDecoding<Key>(place: self, fields: fields))
    // An empty Lua table may be meant as either.
    case .list([]): return KeyedDecodingContainer(KeyedDecoding<Key>(place: self, fields: Record()))
    default: throw mismatch(value, "a table")
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard depth < Self.maximumDepth else { throw tooDeep }
    switch value {
    case .list(let items): return UnkeyedDecoding(place: self, items: items)
    case .map(let fields) where fields.isEmpty: return UnkeyedDecoding(place: self, items: [])
    default: throw mismatch(value, "a list")
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value.isNil }

  func decode<T: Decodable & CodingScalar>(_ type: T.Type) throws -> T {
    try scalar(type, from: value, at: nil)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let scalar = type as? any CodingScalar.Type { return try self.scalar(scalar, from: value, at: nil) as! T }
    do { return try T(from: self) } catch { throw problem(error) }
  }

  func decode<T: Decodable>(_ type: T.Type, from value: Value, at step: CodingStep) throws -> T {
    if let scalar = type as? any CodingScalar.Type { return try self.scalar(scalar, from: value, at: step) as! T }
    return try DecodingPlace(value, in: self, at: step).decode(type)
  }

  func scalar<S: CodingScalar>(_ type: S.Type, from value: Value, at step: CodingStep?) throws -> S {
    if let scalar = S(plain: value) { return scalar }
    throw value == .none ? missing(S.noun, at: step) : error(S.problem(with: value), at: step)
  }

  func noteUnknown(_ key: String, known: [String]) { unknown = (key, known) }

  private func problem(_ thrown: any Error) -> ValueCodingError {
    guard case DecodingError.typeMismatch = thrown, let unknown else { return error(from: thrown) }
    let known = unknown.known.isEmpty ? "" : "; the cases are \(unknown.known.joined(separator: ", "))"
    return error("there is no case \"\(unknown.key)\"\(known)")
  }

  private func mismatch(_ value: Value, _ noun: String) -> ValueCodingError {
    value == .none ? missing(noun) : error("must be \(noun), got \(value.shown)")
  }

  private func missing(_ noun: String, at step: CodingStep? = nil) -> ValueCodingError {
    error("is missing; it must be \(noun)", at: step, isMissing: true)
  }
}

extension Value {
  /// Whether Swift takes this for nil.
  var isNil: Bool { self == .none || self == .null }
}
