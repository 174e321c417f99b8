import JSONSyntax
import UDF

/// Checks rows that functions of the app return.
enum RowCheck {
  /// Returns why a body is not a row with this key, as the predicate of a sentence about the row; nil if it is one.
  static func fault(in body: [UInt8], field: String, key: RowKey) -> String? {
    var scanner = JSONScanner(body, in: body.indices)
    do throws(JSONFault) {
      let found = try scanner.row(key: field).key
      try scanner.finish()
      guard found != key.key else { return nil }
      return "has the key \"\(found)\" instead of \"\(key.key)\"; keep the field \"\(field)\""
    } catch {
      return "cannot be used: \(error); return a row, or nothing to delete it"
    }
  }
}
