import JSONSyntax

/// A page from the server, parsed as far as possible, with the rules that it breaks.
struct CheckedPage {
  struct Line {
    let key: String
    let version: Int64
    /// Nil if the row was deleted.
    let row: [String: JSONValue]?
  }

  /// Nil if the head cannot be parsed, so that there is no page.
  private(set) var head: [String: JSONValue]?
  private(set) var lines: [Line] = []
  /// The rules that the page alone breaks, with the problems.
  private(set) var faults: [(rule: SyncRule, problem: String)] = []

  init(_ body: [UInt8], key: String) {
    var parts = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    readHead(Array(parts.first ?? []))
    guard head != nil else { return }
    let count = parts.count - 1
    if head?["changes"]?.integer != Int64(count) {
      let announced = head?["changes"]?.text ?? "absent"
      faults.append((.pageCount, "\"changes\" is \(announced), and \(count) lines follow"))
    }
    for (number, part) in parts.enumerated().dropFirst() {
      do throws(JSONFault) {
        lines.append(try Self.line(Array(part), key: key))
      } catch {
        faults.append((.pageLines, "line \(number + 1): \(error.description)"))
      }
    }
  }

  var version: Int64 { head?["version"]?.integer ?? 1 }
  var next: String? { head?["next"]?.string }
  var hasMore: Bool { head?["more"]?.bool ?? false }
  var epoch: String? { head?["epoch"]?.string }
  var offersWhere: Bool { head?["where"]?.bool ?? false }
  var offersLive: Bool { head?["live"]?.bool ?? false }
  var takesAll: Bool { version > 1 && head?["all"]?.bool ?? false }

  /// The last confirmed mutation of a client name, which the request must have named.
  func mutation(of client: String) -> Int64? {
    version == 1 ? head?["mutation"]?.integer : head?["mutations"]?.members?[client]?.integer
  }

  private mutating func readHead(_ line: [UInt8]) {
    do throws(JSONFault) {
      guard let members = try JSONValue(line).members else {
        throw JSONFault(position: 0, reason: "expected an object")
      }
      head = members
    } catch {
      faults.append((.pageHead, "the first line: \(error.description)"))
      return
    }
    if head?["more"]?.bool == nil { faults.append((.pageHead, "\"more\" is \(text(of: "more"))")) }
    if version == 1, !(head?["mutation"]?.integer ?? -1 >= 0) {
      faults.append((.pageHead, "\"mutation\" is \(text(of: "mutation"))"))
    }
    let isToken = next.map { !$0.isEmpty && !$0.unicodeScalars.contains { "\n\r\0".unicodeScalars.contains($0) } }
    if isToken != true { faults.append((.pageNext, "\"next\" is \(text(of: "next"))")) }
    if version > 1, epoch?.isEmpty != false { faults.append((.epoch, "\"epoch\" is \(text(of: "epoch"))")) }
  }

  /// Returns the text of a head member for messages.
  func text(of member: String) -> String { head?[member]?.text ?? "absent" }

  private static func line(_ bytes: [UInt8], key field: String) throws(JSONFault) -> Line {
    func fault(_ reason: String) -> JSONFault { JSONFault(position: 0, reason: reason) }
    let value = try JSONValue(bytes)
    guard let items = value.items, items.count == 2 else { throw fault("expected [version, row] or [version, key]") }
    guard let version = items[0].integer, version > 0 else {
      throw fault("expected a version from 1, got \(items[0].text)")
    }
    let row = items[1].members
    guard let key = row == nil ? items[1].key : row?[field]?.key else {
      throw fault(row == nil ? "expected a row or a key" : "expected a string or an integer in \"\(field)\"")
    }
    return Line(key: key, version: version, row: row)
  }
}

extension JSONValue {
  /// The value as a row's key; nil if it cannot be a key.
  var key: String? { string ?? integer.map(String.init) }
}
