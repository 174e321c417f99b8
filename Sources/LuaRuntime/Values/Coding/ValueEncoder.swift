/// Turns any Encodable value into plain data, as scripts see it.
///
/// A struct becomes a map, an array a list, a dictionary with String keys a map, an enum what the compiler synthesises:
/// `case inc(by: Int)` is `{ inc = { by = 2 } }`. What is nil is absent from a map, as in Lua, and null in a list, which has
/// no holes. An integer beyond 64 bits with a sign is refused, and so is what is nested deeper than 200 tables.
///
///     struct Line: Codable { var sku: String; var qty: Int? }
///     try ValueEncoder().encode(Line(sku: "A1", qty: 2))   // ["sku": "A1", "qty": 2]
public struct ValueEncoder: Sendable {
  public init() {}

  public func encode(_ value: some Encodable) throws(ValueCodingError) -> Value {
    let place = EncodingPlace()
    do { return try place.value(of: value) } catch { throw place.error(from: error) }
  }

  /// Takes an action apart: the name of its case, and its associated values under their labels (`_0` and on without).
  ///
  ///     enum CounterAction: Codable { case inc(by: Int?), reset }
  ///     try ValueEncoder().action(CounterAction.inc(by: 2))   // (name: "inc", fields: ["by": 2])
  public func action(_ action: some Encodable) throws(ValueCodingError) -> (name: String, fields: Record) {
    let value = try encode(action)
    guard case .map(let cases) = value, cases.count == 1, case .map(let fields) = cases[0].value else {
      throw ValueCodingError(
        "\(type(of: action)) is no enum with the Codable that the compiler synthesises; it encodes as \(value.shown)",
        at: [])
    }
    return (cases[0].key, fields)
  }

  /// The name that ``action(_:)`` gives, without encoding the associated values; nil if it takes more to find it.
  public func name(of action: some Encodable) throws -> String? { try CaseName.of(action) }
}
