import Foundation

/// JSON Merge Patch (RFC 7396): members of a patch take the place of the row's, objects are merged, `null` takes away.
enum MergePatch {
  struct NotAnObject: Error, CustomStringConvertible {
    let description = "it is not a JSON object"
  }

  static func merge(_ row: [UInt8], _ patch: [UInt8]) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: merged(object(row), object(patch)), options: [.sortedKeys]))
  }

  private static func object(_ bytes: [UInt8]) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    guard let object = value as? [String: Any] else { throw NotAnObject() }
    return object
  }

  private static func merged(_ row: [String: Any], _ patch: [String: Any]) -> [String: Any] {
    var row = row
    for (name, value) in patch {
      switch value {
      case is NSNull: row[name] = nil
      case let inner as [String: Any]: row[name] = merged(row[name] as? [String: Any] ?? [:], inner)
      default: row[name] = value
      }
    }
    return row
  }
}
