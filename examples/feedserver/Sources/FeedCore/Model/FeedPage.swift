import Foundation

/// Changes, and the token to continue with.
struct FeedPage: Equatable {
  struct Change: Equatable {
    let version: Int64
    let collection: String
    let key: String
    /// nil: deleted.
    let row: Row?
  }

  let epoch: String
  /// The collections that the reader has named; nil: it names none.
  let collections: [String]?
  let from: String?
  let next: String
  let hasMore: Bool
  let changes: [Change]
  /// The last mutation of each client that was asked for whose outcome the rows show.
  let mutations: [String: Int64]

  /// The page as the sync protocol has it: a head line, and one line for each change. A version 1 head reports the mutations of
  /// one client.
  func lines(_ version: ProtocolVersion) throws -> Data {
    try ([head(version)] + changeLines()).reduce(into: Data()) { data, line in
      data.append(line)
      data.append(UInt8(ascii: "\n"))
    }
  }

  /// The page as a server-sent event whose data are the lines of the page. Streams at the same place share `changeLines`.
  func event(_ version: ProtocolVersion, changeLines: [Data]) throws -> Data {
    var event = Data("event: page\nid: \(next)\n".utf8)
    for line in try [head(version)] + changeLines {
      event.append(contentsOf: "data: ".utf8)
      event.append(line)
      event.append(UInt8(ascii: "\n"))
    }
    event.append(UInt8(ascii: "\n"))
    return event
  }

  func changeLines() throws -> [Data] {
    let encoder = Self.encoder
    return try changes.map { change in
      let name = collections == nil ? [] : [JSON.string(change.collection)]
      return try encoder.encode(
        JSON.list([.integer(change.version)] + name + [change.row.map(JSON.object) ?? .string(change.key)]))
    }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  private func head(_ version: ProtocolVersion) throws -> Data {
    var head: [String: JSON] = [
      "from": from.map(JSON.string) ?? .null, "next": .string(next), "more": .bool(hasMore),
      "changes": .integer(Int64(changes.count)),
    ]
    switch version {
    case .one(let client): head["mutation"] = .integer(mutations[client] ?? 0)
    case .two:
      head["version"] = .integer(2)
      head["epoch"] = .string(epoch)
      head["mutations"] = .object(mutations.mapValues(JSON.integer))
      head["live"] = .bool(true)
      head["where"] = .bool(true)
      head["all"] = .bool(true)
      if let collections { head["collections"] = .list(collections.map(JSON.string)) }
    }
    return try Self.encoder.encode(head)
  }
}
