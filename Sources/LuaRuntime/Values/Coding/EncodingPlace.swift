/// The encoded value of one place, while it is being built.
///
/// Containers are small structs that write here, because Codable may write to any of them until the value is complete.
final class EncodingPlace: CodingPlace, Encoder, SingleValueEncodingContainer {
  private enum Kind { case single, map, list }

  private var kind = Kind.single
  private var single = Value.none
  private var fields: [Record.Element] = []
  private var items: [Value] = []
  /// Containers inside this one that may still be written to.
  private var open: [(step: CodingStep, place: EncodingPlace)] = []

  var count: Int { items.count }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    kind = .map
    return KeyedEncodingContainer(KeyedEncoding<Key>(place: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    kind = .list
    return UnkeyedEncoding(place: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() {}

  func encode<T: Encodable & CodingScalar>(_ value: T) throws { single = try plain(value) }

  func encode<T: Encodable>(_ value: T) throws {
    if let scalar = value as? any CodingScalar {
      single = try plain(scalar)
    } else {
      try value.encode(to: self)
    }
  }

  func encode<T: Encodable & CodingScalar>(_ value: T, at step: CodingStep) throws {
    set(step, try plain(value, at: step))
  }

  func encode<T: Encodable>(_ value: T, at step: CodingStep) throws {
    // Checked here too, because an object that contains itself has no end.
    guard depth < Self.maximumDepth else { throw tooDeep }
    if let scalar = value as? any CodingScalar { return set(step, try plain(scalar, at: step)) }
    let place = EncodingPlace(in: self, at: step)
    set(step, try place.value(of: value))
  }

  func place(at step: CodingStep) -> EncodingPlace {
    let place = EncodingPlace(in: self, at: step)
    open.append((step, place))
    if case .item = step { items.append(.null) }
    return place
  }

  func set(_ step: CodingStep, _ value: Value) {
    switch step {
    case .field(let name): if value != .none { fields.append((name, value)) }
    case .item(let position):
      // A list has no holes.
      let item = value == .none ? .null : value
      if position < items.count { items[position] = item } else { items.append(item) }
    }
  }

  func value(of value: some Encodable) throws -> Value {
    do { try encode(value) } catch { throw self.error(from: error) }
    return try finish()
  }

  private func finish() throws -> Value {
    guard kind == .single || depth < Self.maximumDepth else { throw tooDeep }
    for (step, place) in open { set(step, try place.finish()) }
    return switch kind {
    case .single: single
    case .map: .map(Record(unsorted: fields))
    case .list: .list(items)
    }
  }

  private func plain(_ scalar: some CodingScalar, at step: CodingStep? = nil) throws -> Value {
    if let plain = scalar.plain { return plain }
    throw error(Int64.outOfRange("number \(scalar)"), at: step)
  }
}
