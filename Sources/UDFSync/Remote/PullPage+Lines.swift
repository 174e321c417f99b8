import Foundation
import JSONSyntax

extension PullPage {
  /// The line that a page begins with.
  private struct Head: Decodable {
    let from: String??
    let next: String
    let more: Bool
    let changes: Int
    /// Of version 1 only.
    let mutation: Int64?
    /// From version 2 on.
    let mutations: [String: Int64]?
    let epoch: String?
    let live: Bool

    enum CodingKeys: CodingKey { case version, from, next, more, changes, mutation, mutations, epoch, live }

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
    }
  }

  private static let newline = UInt8(ascii: "\n")

  /// Reads a page of version 1 or 2 as it is sent: a head line, and a line for each change.
  ///
  /// Throws what is wrong, and in which line.
  init(lines body: [UInt8], key field: String) throws(LineFault) {
    var end = body.firstIndex(of: Self.newline) ?? body.count
    let head = try Self.head(body[..<end])
    self.init(
      from: head.from, next: head.next, hasMore: head.more, mutation: head.mutation, mutations: head.mutations,
      epoch: head.epoch, offersLive: head.live)
    // A head that promises more than there are bytes must not take the memory for it.
    changes.reserveCapacity(min(max(head.changes, 0), body.count / 4))
    while end + 1 < body.count {
      let start = end + 1
      end = body[start...].firstIndex(of: Self.newline) ?? body.count
      var scanner = JSONScanner(body, in: start..<end)
      do throws(JSONFault) {
        changes.append(try scanner.change(key: field))
      } catch {
        // In characters, which is what an editor counts.
        let column = String(decoding: body[start..<error.position], as: UTF8.self).unicodeScalars.count + 1
        throw LineFault("line \(changes.count + 2), column \(column): \(error.reason)")
      }
    }
    guard changes.count == head.changes else {
      throw LineFault("line 1 tells of \(head.changes) changes, and \(changes.count) follow")
    }
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
  /// `[17,{"id":"a1"}]`, a row at its version, or `[18,"a2"]`, one that is gone.
  fileprivate mutating func change(key field: String) throws(JSONFault) -> RowChange {
    try take("[")
    let start = position
    let version = try integer("the version of a change")
    guard version > 0 else {
      throw JSONFault(position: start, reason: "versions count from 1, and this is \(version)")
    }
    try take(",")
    let isRow = next() == UInt8(ascii: "{")
    let change: RowChange
    if isRow {
      let (key, range) = try row(key: field)
      change = .put(SyncRow(key, version: version, body: Array(bytes[range])))
    } else {
      change = .delete(try self.key(), version: version)
    }
    try take("]")
    try finish()
    return change
  }
}
