import UDFNetwork

@testable import UDFTooling

// The optional members of results.
extension WrongServer {
  /// The articles that the feed has now, with their versions, by key.
  func rows() async throws(HTTPFailure) -> [String: (version: JSONValue, row: JSONValue)] {
    let page = try await whole(HTTPRequest("http://feed.test/changes?limit=1000&client=reader&schema=1")).body
    let lines = String(decoding: page, as: UTF8.self).split(separator: "\n").dropFirst()
    let rows = lines.compactMap { line -> (String, (JSONValue, JSONValue))? in
      guard let items = (try? JSONValue(Array(line.utf8)))?.items, let key = items[1].members?["id"]?.string else {
        return nil
      }
      return (key, (items[0], items[1]))
    }
    return Dictionary(rows) { $1 }
  }

  /// The result of a mutation with the row, its version and its key, or those of all its changes.
  func withMembers(
    _ result: JSONValue, of mutation: JSONValue, _ rows: [String: (version: JSONValue, row: JSONValue)]
  ) -> JSONValue {
    guard var members = result.members, members["code"] == nil, let sent = mutation.members, sent["collection"] == nil
    else { return result }
    if let all = sent["all"]?.items {
      let parts = all.map { withMembers(.object([:]), of: $0, rows) }
      members["all"] = .list(rule == .resultAll ? parts.dropLast() : parts)
      return .object(members)
    }
    guard let key = sent["key"]?.string, let (version, row) = rows[key] else { return result }
    members["row"] = rule == .resultRow ? .object(["id": .string(key)]) : row
    members["version"] = rule == .resultVersion ? .integer(1_000_000) : version
    if sent["op"] == "put" || rule == .resultKey { members["key"] = .string(key) }
    return .object(members)
  }
}
