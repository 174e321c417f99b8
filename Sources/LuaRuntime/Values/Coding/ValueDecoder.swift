/// Turns plain data, as it comes from scripts, into any Decodable value.
///
/// The other way round of ``ValueEncoder``, and as lenient as Lua: an integral float will do for an integer and an integer for
/// a float, null and an absent key are nil, and an empty table is an empty array as well as an empty map. What does not fit
/// is an error with its place.
///
///     struct Line: Codable { var sku: String; var qty: Int? }
///     try ValueDecoder().decode(Line.self, from: ["sku": "A1"])   // Line(sku: "A1", qty: nil)
public struct ValueDecoder: Sendable {
  public init() {}

  public func decode<T: Decodable>(_ type: T.Type, from value: Value) throws(ValueCodingError) -> T {
    let place = DecodingPlace(value)
    do { return try place.decode(type) } catch { throw place.error(from: error) }
  }

  /// Puts an action together from the name of its case and its fields; see ``ValueEncoder/action(_:)``.
  ///
  /// An error's place is told from the fields on. That of an unknown case lists the known ones if the enum's `CodingKeys` are
  /// `CaseIterable`, which those that the compiler synthesises are not.
  ///
  ///     try ValueDecoder().action(CounterAction.self, name: "inc", fields: ["by": 2])   // .inc(by: 2)
  public func action<A: Decodable>(
    _ type: A.Type, name: String, fields: Record
  ) throws(ValueCodingError) -> A {
    do { return try decode(type, from: .map([name: .map(fields)])) } catch { throw error.inside }
  }
}
