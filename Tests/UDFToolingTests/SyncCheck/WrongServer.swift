import FeedCore
import FeedTesting
import Foundation
import UDFNetwork

@testable import UDFTooling

/// A feed server with one mistake: it breaks exactly one rule. Without a mistake, its results have all optional members.
///
/// Requests are changed before the feed gets them, and answers before the client does.
actor WrongServer {
  let rule: SyncRule?
  private let feed: Feed
  /// Mutations that were asked for before, by client name and id.
  private var seen: Set<String> = []
  /// Bodies that were sent before.
  private var bodies: Set<[UInt8]> = []
  private var deleted: Set<String> = []
  private var streams = 0

  init(breaking rule: SyncRule?, _ feed: Feed) {
    self.rule = rule
    self.feed = feed
  }

  nonisolated var http: StubHTTPClient {
    StubHTTPClient.streaming { request throws(HTTPFailure) in try await self.respond(to: request) }
  }

  private func respond(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPStream {
    let url = URLComponents(string: request.url)
    let query = Dictionary((url?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
    switch url?.path {
    case "/changes": return try await changes(request, query)
    case "/mutations": return try await mutations(request)
    default: return try await live(request)
    }
  }

  // MARK: changes

  private func changes(_ original: HTTPRequest, _ query: [String: String]) async throws(HTTPFailure) -> HTTPStream {
    var request = original
    let since = query["since"]
    let condition = request.headers["If-None-Match"]
    switch rule {
    case .version1: if query["protocol"] == nil { request.url += "&protocol=2" }
    case .whereRows: if since == nil { request.url.replace("&where=", with: "&ignored=") }
    case .pageLimit: request.url.replace(#/limit=\d+/#, with: "limit=1000")
    case .pageLater:
      // Not of the tokens in the middle of all rows, which have three parts.
      if let since, let number = since.wholeMatch(of: #/f-(\d+)/#).flatMap({ Int($0.1) }), number > 0 {
        request.url.replace("since=\(since)", with: "since=f-\(number - 1)")
      }
    default: break
    }
    var response = try await whole(request)
    switch rule {
    case .etagUnchanged: if response.status == 304 { response.status = 412 }
    case .etagOtherToken: if condition != nil, since == nil { response = HTTPResponse(status: 304) }
    case .etagChanges:
      // The ETag does not know the mutations.
      let etag = response.headers["ETag"]?.replacing(#/-[\d.]+"$/#, with: "\"")
      if let etag, etag == condition, since.map({ "\"\($0)\"" }) == etag { response = HTTPResponse(status: 304) }
      response.headers["ETag"] = etag
    case .unknownToken: if response.status == 410 { response.status = 400 }
    case .errorBody: if response.status >= 400 { response.body = Array("<html>".utf8) }
    default: break
    }
    if response.status == 200 { response.body = changed(response.body, since: since, isPart: query["where"] != nil) }
    return HTTPStream(response)
  }

  /// The body of a page with the mistake.
  private func changed(_ body: [UInt8], since: String?, isPart: Bool) -> [UInt8] {
    var lines = String(decoding: body, as: UTF8.self).split(separator: "\n").map(String.init)
    guard var head = (try? JSONValue(Array(lines[0].utf8)))?.members else { return body }
    let isVersion2 = head["version"] != nil
    switch rule {
    case .pageHead: if head["more"]?.bool == false { head["more"] = nil }
    case .version2: if isVersion2 { head["version"] = .integer(3) }
    case .epoch: if isVersion2 { head["epoch"] = .string("E\(UInt64.random(in: 0 ... .max))") }
    case .pageFrom: head["from"] = "T0"
    case .pageLater: head["from"] = since.map(JSONValue.string) ?? .null
    case .pageNext: head["next"] = ""
    case .pageCount: head["changes"] = .integer(Int64(lines.count))
    case .pageLines: lines = lines.map { $0.hasPrefix("[1,") ? $0.replacing("[1,", with: "[0,") : $0 }
    case .pageResume:
      // A page that continues in the middle of all rows skips one.
      if since?.wholeMatch(of: #/f-\d+-\d+/#) != nil, lines.count > 1 {
        lines.remove(at: 1)
        head["changes"] = .integer(Int64(lines.count - 1))
      }
    case .rowVersion:
      lines = lines.map { $0.contains(#/"id":"[^"]*-2"/#) ? $0.replacing(#/^\[\d+,/#, with: "[1,") : $0 }
    case .mutationsByName:
      if isVersion2 {
        head["mutations"] = .object((head["mutations"]?.members ?? [:]).filter { $0.key.hasSuffix("-a") })
      }
    case .confirmAfterRows:
      if head["more"]?.bool == true {
        head["mutations"] = .object((head["mutations"]?.members ?? [:]).mapValues { _ in .integer(9999) })
      }
    case .mutationConfirmed:
      if isVersion2 {
        head["mutations"] = .object((head["mutations"]?.members ?? [:]).mapValues { _ in .integer(0) })
      }
    case .whereDifference, .whereLeft:
      guard isPart, since != nil else { return body }
      let isRow = #/\[\d+,\{.*/#
      lines = [lines[0]] + lines.dropFirst().filter { ($0.wholeMatch(of: isRow) != nil) == (rule == .whereLeft) }
      head["changes"] = .integer(Int64(lines.count - 1))
    case .collectionsNamed: head["collections"] = nil
    case .collectionsLines: lines = lines.map { $0.replacing(#/^(\[\d+),"[a-z]+",/#, with: { "\($0.1)," }) }
    case .mutationPut:
      lines = lines.map { $0.replacing(#""note":"made by udfhost sync-check","#, with: "") }
    default: return body
    }
    return Array(([JSONValue.object(head).text] + lines.dropFirst()).map { $0 + "\n" }.joined().utf8)
  }

  // MARK: mutations

  private func mutations(_ original: HTTPRequest) async throws(HTTPFailure) -> HTTPStream {
    guard var pushed = (try? JSONValue(original.body))?.members, let items = pushed["mutations"]?.items,
      let client = pushed["client"]?.string
    else {
      var response = try await whole(original)
      if rule == .malformedMutations { response.status = 500 }
      if rule == .errorBody { response.body = Array("<html>".utf8) }
      return HTTPStream(response)
    }
    var request = original
    var sent = items
    /// Results that are given without asking the feed.
    var invented: [JSONValue] = []
    let names = items.map { "\(client) \($0.members?["id"]?.integer ?? 0)" }
    let isAgain = names.allSatisfy(seen.contains)
    switch rule {
    case .mutationPatch: sent = items.map { change($0, "patch", to: "put") { row, key in row["id"] = .string(key) } }
    case .mutationPatchNull:
      sent = items.map { change($0, "patch", to: "patch") { row, _ in row = row.filter { $0.value != .null } } }
    case .mutationDelete: sent = items.map { change($0, "delete", to: "patch") { _, _ in } }
    case .mutationDeleteAbsent:
      sent = items.map { item in
        guard item.members?["op"] == "delete", let key = item.members?["key"]?.string else { return item }
        return deleted.insert(key).inserted ? item : change(item, "delete", to: "patch") { _, _ in }
      }
    case .mutationOnce:
      if isAgain {
        pushed["client"] = .string("again-\(seen.count)-\(bodies.count)")
        var second = request
        second.body = Array(JSONValue.object(pushed).text.utf8)
        _ = try await whole(second)
      }
    case .collectionsMutation:
      sent = items.map { .object(($0.members ?? [:]).filter { $0.key != "collection" }) }
    case .mutationNames:
      // The ids of all clients count together.
      let ids = seen.compactMap { $0.split(separator: " ").last }
      let others = seen.filter { !$0.hasPrefix(client) }
      sent = items.filter { item in
        let id = "\(item.members?["id"]?.integer ?? 0)"
        let isTaken = ids.contains(id[...]) && others.contains { $0.hasSuffix(" \(id)") }
        if isTaken { invented.append(.object(["id": item.members?["id"] ?? .null])) }
        return !isTaken
      }
    case .mutationAll: sent = items.map { cut($0, atMost: 2) }
    case .mutationAllRefused: sent = items.map { $0.isOfAbsentRow ? cut($0, atMost: 1) : $0 }
    case .mutationGaps:
      sent = items.filter { item in
        let id = item.members?["id"]?.integer ?? 0
        let isGap = id > 1 && !seen.contains("\(client) \(id - 1)") && !names.contains("\(client) \(id - 1)")
        if isGap { invented.append(.object(["id": .integer(id)])) }
        return !isGap
      }
    default: break
    }
    seen.formUnion(names)
    let isSameBody = !bodies.insert(original.body).inserted
    pushed["client"] = .string(client)
    pushed["mutations"] = .list(sent)
    request.body = Array(JSONValue.object(pushed).text.utf8)
    var response = try await whole(request)
    var results = ((try? JSONValue(response.body))?.members?["results"]?.items ?? []) + invented
    if rule == .mutationResults { results.reverse() }
    if rule == .mutationRefusedAgain, isSameBody {
      results = results.map { .object(["id": $0.members?["id"] ?? .null]) }
    }
    if rule == .mutationAllRefused {
      results = zip(results, items).map { result, item in
        item.isOfAbsentRow ? .object(["id": result.members?["id"] ?? .null, "code": "gone"]) : result
      }
    }
    if [nil, .resultRow, .resultVersion, .resultKey, .resultAll].contains(rule), response.status == 200 {
      let rows = try await rows()
      results = zip(results, items).map { withMembers($0, of: $1, rows) }
    }
    if response.status == 200 { response.body = Array(JSONValue.object(["results": .list(results)]).text.utf8) }
    return HTTPStream(response)
  }

  /// The mutation with another operation and row, if it has the first operation.
  private func change(
    _ mutation: JSONValue, _ operation: JSONValue, to other: JSONValue,
    _ changeRow: (inout [String: JSONValue], String) -> Void
  ) -> JSONValue {
    guard var members = mutation.members, members["op"] == operation, let key = members["key"]?.string else {
      return mutation
    }
    members["op"] = other
    var row = members["row"]?.members ?? [:]
    changeRow(&row, key)
    members["row"] = .object(row)
    return .object(members)
  }

  /// The mutation with only the first of several changes.
  private func cut(_ mutation: JSONValue, atMost count: Int) -> JSONValue {
    guard var members = mutation.members, let all = members["all"]?.items else { return mutation }
    members["all"] = .list(Array(all.prefix(count)))
    return .object(members)
  }

  // MARK: live

  private func live(_ original: HTTPRequest) async throws(HTTPFailure) -> HTTPStream {
    var request = original
    if rule == .liveResume { request.headers["Last-Event-ID"] = nil }
    var stream = try await feed.respond(to: request)
    guard stream.isEventStream else {
      if rule == .liveUnknownToken { stream.status = 400 }
      return stream
    }
    streams += 1
    if rule == .liveStream { stream.headers["Content-Type"] = "text/plain" }
    let (body, rule, number) = (stream.body, rule, streams)
    let count = EventCount()
    stream.body = HTTPBody { () async throws(HTTPFailure) in
      var chunks = body.makeAsyncIterator()
      let isOver = rule == .liveFirstPage && number == 1
      guard !isOver, let chunk = try await chunks.next() else { return nil }
      let text = String(decoding: chunk, as: UTF8.self)
      let event = text.hasPrefix("event:") ? await count.next() : await count.last
      switch rule {
      case .livePage: return Array(text.replacing(#/id: .*/#, with: "id: T0").utf8)
      // The stream ends in place of the event: a client waits in vain for it.
      case .liveChange where text.contains(#/"id":"[^"]*-2"/#): return nil
      case .liveMutations where event > 1 && text.contains(#""changes":0"#): return nil
      case .liveHeartbeat where number == 5 && event == 1: return text.hasPrefix(":") ? nil : chunk
      default: return chunk
      }
    }
    return stream
  }

  private actor EventCount {
    private(set) var last = 0

    func next() -> Int {
      last += 1
      return last
    }
  }

  func whole(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let stream = try await feed.respond(to: request)
    var response = HTTPResponse(status: stream.status, headers: stream.headers, url: stream.url)
    for try await chunk in stream.body { response.body += chunk }
    return response
  }
}

extension JSONValue {
  /// Whether the mutation changes a row that is not there, together with another one.
  fileprivate var isOfAbsentRow: Bool {
    members?["all"]?.items?.contains { $0.members?["key"]?.string?.hasSuffix("-absent") == true } ?? false
  }
}
