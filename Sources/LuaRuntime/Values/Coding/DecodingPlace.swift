/// A piece of plain data that is being decoded.
class DecodingPlace: CodingPlace, Decoder, SingleValueDecodingContainer {
  final var source: DecodingSource
  /// A key that the type lacks, and the type's own keys if available: an enum's synthesised error lacks them.
  private var unknown: (key: String, known: [String])?

  init(_ source: DecodingSource, in parent: CodingPlace? = nil, at step: CodingStep? = nil) {
    self.source = source
    super.init(in: parent, at: step)
  }

  private var value: Value { source.value }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard depth < Self.maximumDepth else { throw tooDeep }
    guard source.isMap else { throw mismatch(value, "a table") }
    return KeyedDecodingContainer(KeyedDecoding<Key>(place: self))
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
    return try decode(container: type)
  }

  /// Decodes a value that is probably no scalar: looking that up costs as much as a field.
  func decode<T: Decodable>(container type: T.Type) throws -> T {
    do { return try T(from: self) } catch { throw problem(error) }
  }

  func decode<T: Decodable>(_ type: T.Type, from value: Value, at step: CodingStep) throws -> T {
    if let scalar = type as? any CodingScalar.Type { return try self.scalar(scalar, from: value, at: step) as! T }
    return try DecodingPlace(.plain(value), in: self, at: step).decode(type)
  }

  // Inlined where the type is known: generic code would look the type up for each field.
  @inline(__always) func scalar<S: CodingScalar>(
    _ type: S.Type, from value: Value, at step: @autoclosure () -> CodingStep?
  ) throws -> S {
    if let scalar = S(plain: value) { return scalar }
    throw noScalar(value, S.noun, S.problem, at: step())
  }

  @inline(never) private func noScalar(
    _ value: Value, _ noun: String, _ problem: (Value) -> String, at step: CodingStep?
  ) -> ValueCodingError {
    value == .none ? missing(noun, at: step) : error(problem(value), at: step)
  }

  /// Returns the decoder of a field of a map.
  func place(at name: String) -> DecodingPlace { DecodingPlace(source.field(name), in: self, at: .field(name)) }

  final func recordUnknown(_ key: String, known: [String]) { unknown = (key, known) }
  final func forgetUnknown() { unknown = nil }

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
  /// Whether Swift decodes this as nil.
  var isNil: Bool { self == .none || self == .null }
}
