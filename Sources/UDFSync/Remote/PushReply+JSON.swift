import JSONSyntax
import UDF

extension PushReply {
  /// Reads it as it is sent; a result with a code was refused. Rows are taken as they are: to encode them anew would make `1` of
  /// `1.0`.
  init(json: [UInt8], key field: String) throws(JSONFault) {
    var scanner = JSONScanner(json, in: json.indices)
    var results: [(id: Int64, outcome: Outcome)]?
    try scanner.members { scanner, name throws(JSONFault) in
      guard scanner.unescaped(name) == "results" else { return try scanner.value() }
      var found: [(id: Int64, outcome: Outcome)] = []
      try scanner.items { scanner throws(JSONFault) in found.append(try scanner.result(key: field)) }
      results = found
    }
    try scanner.finish()
    guard let results else { throw JSONFault(position: 0, reason: "the answer has no results") }
    self.init(results)
  }
}

extension JSONScanner {
  /// `{"id":8}`, with `code` and `message` of a refusal, or `row` and `version` of the row after the mutation, and its `key` if the
  /// server has given it.
  fileprivate mutating func result(key field: String) throws(JSONFault) -> (id: Int64, outcome: PushReply.Outcome) {
    let start = position
    var (id, version): (Int64?, Int64) = (nil, 0)
    var (code, message): (String?, String?) = (nil, nil)
    var row: (key: EntityKey, range: Range<Int>)?
    var given: GivenKey?
    try members { scanner, name throws(JSONFault) in
      guard scanner.next() != UInt8(ascii: "n") else { return try scanner.value() }
      switch scanner.unescaped(name) {
      case "id": id = try scanner.integer("the id of a mutation")
      case "version": version = try scanner.integer("the version of a row")
      case "code": code = try scanner.word("the code of a refusal")
      case "message": message = try scanner.word("the message of a refusal")
      case "key":
        let start = scanner.position
        let key = try scanner.key()
        given = GivenKey(key, json: Array(scanner.bytes[start..<scanner.position]))
      case "row": row = try scanner.row(key: field)
      default: try scanner.value()
      }
    }
    guard let id else { throw JSONFault(position: start, reason: "the result has no id") }
    if let code { return (id, .rejected(code: code, message: message ?? code)) }
    guard version >= 0 else {
      throw JSONFault(position: start, reason: "versions count from 1, and this is \(version)")
    }
    guard let row else { return (id, given.map(PushReply.Outcome.keyed) ?? .applied) }
    if let given, given.key != row.key {
      throw JSONFault(position: start, reason: "the key \"\(given.key)\" is not that of the row, \"\(row.key)\"")
    }
    return (id, .stored(.put(SyncRow(row.key, version: version, body: Array(bytes[row.range])))))
  }

  private mutating func word(_ what: String) throws(JSONFault) -> String {
    guard next() == UInt8(ascii: "\"") else { throw expected("\(what), a string") }
    return unescaped(try string())
  }
}
