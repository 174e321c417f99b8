import Foundation
import UDF

/// A key that a server has assigned to a row, a string or an integer.
public struct GivenKey: Sendable, Hashable {
  public let key: EntityKey
  /// The key as rows contain it: a JSON string or number.
  public let json: [UInt8]

  public init(_ text: String) {
    // Encoding a string never fails.
    self.init(EntityKey(text), json: (try? JSONEncoder().encode(text)).map(Array.init) ?? [])
  }

  public init(_ number: Int64) { self.init(EntityKey(String(number)), json: Array(String(number).utf8)) }

  init(_ key: EntityKey, json: [UInt8]) {
    self.key = key
    self.json = json
  }
}
