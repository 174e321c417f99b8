import Foundation
import JSONSyntax

extension PullPage {
  /// The first line of a page.
  private struct Head: Decodable {
    let from: String??
    let next: String
    let more: Bool
    let changes: Int
    /// Only in version 1.
    let mutation: Int64?
    /// From version 2.
    let mutations: [String: Int64]?
    let epoch: String?
    let live: Bool
    let `where`: Bool
    let all: Bool
    let collections: Set<String>?

    enum CodingKeys: CodingKey {
      case version, from, next, more, changes, mutation, mutations, epoch, live, `where`, all, collections
    }

    init(from decoder: any Decoder) throws {
      let line = try decoder.container(keyedBy: CodingKeys.self)
      from = line.contains(.from) ? .some(try line.decodeIfPresent(String.self, forKey: .from)) : nil
      next = try line.decode(String.self, forKey: .next)
      more = try line.decode(Bool.self, forKey: .more)
      changes = try line.decode(Int.self, forKey: .changes)
      let isFirst = try line.decodeIfPresent(Int.self, forKey: .version) ?? 1 < 2
      mutation = isFirst ? try line.decode(Int64.self, forKey: .mutation) : nil
      mutations = isFirst ? nil : try line.decode([String: Int64].self, forKey: .mutations)
      epoch = isFirst ? nil : try line.decode(String.self, forKey: .epoch)
      live = isFirst ? false : try line.decodeIfPresent(Bool.self, forKey: .live) ?? false
      `where` = isFirst ? false : try line.decodeIfPresent(Bool.self, forKey: .where) ?? false
      all = isFirst ? false : try line.decodeIfPresent(Bool.self, forKey: .all) ?? false
      collections = isFirst ? nil : try line.decodeIfPresent(Set<String>.self, forKey: .collections)
    }
  }

  private static let newline = UInt8(ascii: "\n")

  /// Reads a page of version 1 or 2 from its text: a head line, and a line for each change.
  ///
  /// Throws what is wrong, and in which line. If the server does not name the collections, only the head is read.
  init(lines body: [UInt8], of database: SyncDatabase) throws(LineFault) {
    var end = body.firstIndex(of: Self.newline) ?? body.count
    let head = try Self.head(body[..<end])
    self.init(
      from: head.from, next: head.next, hasMore: head.more, mutation: head.mutation, mutations: head.mutations,
      epoch: head.epoch, offersLive: head.live, takesAll: head.all, continuesFilter: head.where,
      collections: head.collections)
    guard !database.isNamed || names(database) else { return }
    // The announced number may be wrong, so it must not reserve more memory than the text can need.
    changes.reserveCapacity(min(max(head.changes, 0), body.count / 4))
    while end + 1 < body.count {
      let start = end + 1
      end = body[start...].firstIndex(of: Self.newline) ?? body.count
      var scanner = JSONScanner(body, in: start..<end)
      do throws(JSONFault) {
        changes.append(try scanner.change(of: database))
      } catch {
        // The column counts characters, as editors do.
        let column = String(decoding: body[start..<error.position], as: UTF8.self).unicodeScalars.count + 1
        throw LineFault("line \(changes.count + 2), column \(column): \(error.reason)")
      }
    }
    guard changes.count == head.changes else {
      throw LineFault("line 1 announces \(head.changes) changes, but \(changes.count) follow")
    }
  }

  /// Whether the page serves all collections of a database.
  func names(_ database: SyncDatabase) -> Bool {
    !database.isNamed || collections?.isSuperset(of: database.names) ?? false
  }

  private static func head(_ line: ArraySlice<UInt8>) throws(LineFault) -> Head {
    let head: Head
    do {
      head = try JSONDecoder().decode(Head.self, from: Data(line))
    } catch {
      let text = String(decoding: line.prefix(80), as: UTF8.self).debugDescription
      throw LineFault(
        "line 1: expected {\"next\", \"more\", \"changes\", \"mutation\"}, or with \"version\": 2 \"mutations\" and "
          + "\"epoch\" for \"mutation\", got \(text)")
    }
    guard !head.next.isEmpty else { throw LineFault("line 1: \"next\" is empty") }
    guard head.epoch?.isEmpty != true else { throw LineFault("line 1: \"epoch\" is empty") }
    guard head.mutation ?? 0 >= 0 else { throw LineFault("line 1: \"mutation\" is less than 0") }
    if let name = head.mutations?.filter({ $0.value < 0 }).keys.min() {
      throw LineFault("line 1: \"mutations\" has a number less than 0 for \(name.debugDescription)")
    }
    return head
  }
}

extension JSONScanner {
  /// Reads a change: `[17,{"id":"a1"}]` is a row at its version, `[18,"a2"]` a removed row. With several collections,
  /// the name of the row's collection follows the version: `[17,"articles",{"id":"a1"}]`.
  fileprivate mutating func change(of database: SyncDatabase) throws(JSONFault) -> RowChange {
    try take("[")
    let start = position
    let version = try integer("the version of a change")
    guard version > 0 else {
      throw JSONFault(position: start, reason: "versions count from 1, and this is \(version)")
    }
    try take(",")
    var collection = ""
    if database.isNamed {
      let start = position
      collection = try key().description
      guard database[collection] != nil else {
        throw JSONFault(position: start, reason: "there is no collection \"\(collection)\" in the request")
      }
      try take(",")
    }
    let isRow = next() == UInt8(ascii: "{")
    let change: RowChange
    if isRow {
      let (key, range) = try row(key: database.keyField(of: collection))
      change = .put(SyncRow(RowKey(key, in: collection), version: version, body: Array(bytes[range])))
    } else {
      change = .delete(RowKey(try self.key(), in: collection), version: version)
    }
    try take("]")
    try finish()
    return change
  }
}
