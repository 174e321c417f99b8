/// Decodes plain data, as it comes from scripts, into any Decodable value.
///
/// The inverse of ``ValueEncoder``. Like Lua it accepts an integral float as an integer and an integer as a float; null
/// and an absent key are nil; an empty table is an empty array or an empty map. Other mismatches throw.
///
///     struct Line: Codable { var sku: String; var qty: Int? }
///     try ValueDecoder().decode(Line.self, from: ["sku": "A1"])   // Line(sku: "A1", qty: nil)
public struct ValueDecoder: Sendable {
  public init() {}

  public func decode<T: Decodable>(_ type: T.Type, from value: Value) throws(ValueCodingError) -> T {
    try decode(type, from: .plain(value))
  }

  /// Decodes an action from the name of its case and its fields; see ``ValueEncoder/action(_:)``.
  ///
  /// The place in an error begins with the fields. The error for an unknown case lists the known cases if the enum's
  /// `CodingKeys` are `CaseIterable`; synthesised `CodingKeys` are not.
  ///
  ///     try ValueDecoder().action(CounterAction.self, name: "inc", fields: ["by": 2])   // .inc(by: 2)
  public func action<A: Decodable>(
    _ type: A.Type, name: String, fields: Record
  ) throws(ValueCodingError) -> A {
    do { return try decode(type, from: .map([name: .map(fields)])) } catch { throw error.inside }
  }

  /// The same from fields in byte form. A field `type` is not decoded: it is the action's type.
  public func action<A: Decodable>(
    _ type: A.Type, name: String, fields: PackedRecord
  ) throws(ValueCodingError) -> A {
    try ActionDecoding.pool.withCoder { place throws(ValueCodingError) in
      try place.decode(type, name: name, fields: fields)
    }
  }

  private func decode<T: Decodable>(_ type: T.Type, from source: DecodingSource) throws(ValueCodingError) -> T {
    let place = DecodingPlace(source)
    do { return try place.decode(type) } catch { throw place.error(from: error) }
  }
}
