import JSONSyntax
import UDF

extension PushReply {
  /// Reads a reply from its JSON text. A result with a code is a refusal. Rows keep their bytes: encoding them again
  /// would change `1.0` to `1`. The results are in the order of the mutations of `request`.
  init(json: [UInt8], to request: PushRequest, of database: SyncDatabase) throws(JSONFault) {
    var scanner = JSONScanner(json, in: json.indices)
    var results: [(id: Int64, outcome: Outcome)]?
    try scanner.members { scanner, name throws(JSONFault) in
      guard scanner.unescaped(name) == "results" else { return try scanner.value() }
      var found: [(id: Int64, outcome: Outcome)] = []
      try scanner.items { scanner throws(JSONFault) in
        let start = scanner.position
        let parts = request.mutations.indices.contains(found.count) ? request.mutations[found.count].parts : nil
        let (id, outcome) = try scanner.result(of: parts.map { $0.map(\.key.collection) } ?? [], database)
        guard let id else { throw JSONFault(position: start, reason: "the result has no id") }
        found.append((id, outcome))
      }
      results = found
    }
    try scanner.finish()
    guard let results else { throw JSONFault(position: 0, reason: "the answer has no results") }
    self.init(results)
  }
}

extension JSONScanner {
  /// Reads a result: `{"id":8}`, with `code` and `message` for a refusal, or with `row` and `version` of the row after
  /// the mutation, and with `key` if the server has changed it. For several parts it has `all` with such a result for
  /// each part, without ids.
  ///
  /// - Parameter collections: the collections of the mutation's parts.
  fileprivate mutating func result(
    of collections: [String], _ database: SyncDatabase
  ) throws(JSONFault) -> (id: Int64?, outcome: PushReply.Outcome) {
    let collection = collections.first ?? database.collections.head.collection
    let start = position
    var (id, version): (Int64?, Int64) = (nil, 0)
    var (code, message): (String?, String?) = (nil, nil)
    var row: (key: EntityKey, range: Range<Int>)?
    var given: GivenKey?
    var all: [PushReply.Outcome]?
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
      case "row": row = try scanner.row(key: database.keyField(of: collection))
      case "all":
        var parts: [PushReply.Outcome] = []
        try scanner.items { scanner throws(JSONFault) in
          parts.append(try scanner.result(of: Array(collections.dropFirst(parts.count).prefix(1)), database).outcome)
        }
        all = parts
      default: try scanner.value()
      }
    }
    if let code { return (id, .rejected(code: code, message: message ?? code)) }
    guard version >= 0 else {
      throw JSONFault(position: start, reason: "versions count from 1, and this is \(version)")
    }
    if let all { return (id, .all(all)) }
    guard let row else { return (id, given.map(PushReply.Outcome.keyed) ?? .applied) }
    if let given, given.key != row.key {
      throw JSONFault(position: start, reason: "the key \"\(given.key)\" is not that of the row, \"\(row.key)\"")
    }
    return (
      id, .stored(.put(SyncRow(RowKey(row.key, in: collection), version: version, body: Array(bytes[row.range]))))
    )
  }

  private mutating func word(_ what: String) throws(JSONFault) -> String {
    guard next() == UInt8(ascii: "\"") else { throw expected("\(what), a string") }
    return unescaped(try string())
  }
}
