/// Encodes any Encodable value as plain data, as scripts see it.
///
/// A struct becomes a map, an array a list, and a dictionary with String keys a map. An enum is encoded as the compiler
/// synthesises it: `case inc(by: Int)` is `{ inc = { by = 2 } }`. nil is absent from a map, as in Lua, and null in a
/// list, which has no holes. Throws for an integer outside of Int64's range and for data nested deeper than 200 tables.
///
///     struct Line: Codable { var sku: String; var qty: Int? }
///     try ValueEncoder().encode(Line(sku: "A1", qty: 2))   // ["sku": "A1", "qty": 2]
public struct ValueEncoder: Sendable {
  public init() {}

  public func encode(_ value: some Encodable) throws(ValueCodingError) -> Value {
    let place = EncodingPlace()
    do { return try place.value(of: value) } catch { throw place.error(from: error) }
  }

  /// Encodes an action as the name of its case and its associated values under their labels (or `_0`, `_1`, …).
  ///
  ///     enum CounterAction: Codable { case inc(by: Int?), reset }
  ///     try ValueEncoder().action(CounterAction.inc(by: 2))   // (name: "inc", fields: ["by": 2])
  public func action(_ action: some Encodable) throws(ValueCodingError) -> (name: String, fields: Record) {
    let value = try encode(action)
    guard case .map(let cases) = value, cases.count == 1, case .map(let fields) = cases[0].value else {
      throw ValueCodingError(
        "\(type(of: action)) is not an enum with a Codable that the compiler synthesises; it encodes as \(value.shown)",
        at: [])
    }
    return (cases[0].key, fields)
  }

  /// The name that ``action(_:)`` gives, without encoding the associated values; nil if only encoding can give it.
  public func name(of action: some Encodable) throws -> String? { try CaseName.of(action) }
}
