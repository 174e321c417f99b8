import Foundation

/// Changes, and how to go on after them.
struct FeedPage: Equatable {
  struct Change: Equatable {
    let version: Int64
    let key: String
    /// nil: deleted.
    let row: Row?
  }

  let from: String?
  let next: String
  let hasMore: Bool
  let changes: [Change]
  let mutation: Int64

  /// As the sync protocol has it: a line for all, and one for each change.
  func lines() throws -> Data {
    let head: JSON = .object([
      "from": from.map(JSON.string) ?? .null, "next": .string(next), "more": .bool(hasMore),
      "changes": .integer(Int64(changes.count)), "mutation": .integer(mutation),
    ])
    let lines = changes.map { change in
      JSON.list([.integer(change.version), change.row.map(JSON.object) ?? .string(change.key)])
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try ([head] + lines).reduce(into: Data()) { data, line in
      data.append(try encoder.encode(line))
      data.append(UInt8(ascii: "\n"))
    }
  }
}
