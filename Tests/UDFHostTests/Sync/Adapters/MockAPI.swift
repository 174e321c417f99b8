import LuaRuntime

/// A server's API in memory, and what a worked adapter of the documentation needs of it.
protocol MockAPI: Sendable {
  /// The place of the adapter among the Lua blocks of the page.
  static var block: Int { get }
  /// The name of the adapter's feature.
  static var feature: String { get }
  /// The granted variable with the password `secret`.
  static var variable: String { get }
  /// The key of the row of this number from 1 on, as it is written in Lua.
  static func key(_ number: Int) -> String
  /// Whether a request changes rows.
  static func isChange(_ request: MockRequest) -> Bool

  /// Rows with these titles.
  init(titles: [String])
  mutating func answer(_ request: MockRequest) -> MockAnswer

  /// The rows that are not deleted, by their order.
  var rows: [Record] { get }
  /// How many changes requests have made.
  var changes: Int { get }
  /// Somebody else changes a field of a row.
  mutating func edit(_ number: Int, _ field: String, _ value: Value)
  /// Somebody else deletes a row.
  mutating func delete(_ number: Int)
  /// The credentials that were given are not valid any more.
  mutating func expire()
}
