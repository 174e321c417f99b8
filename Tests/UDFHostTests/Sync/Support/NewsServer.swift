import HostTesting
import Platform
import UDF
import UDFSync

/// A server with rows in memory. It keeps its requests, refuses chosen mutations, and can be out of order.
final class NewsServer: RemoteStore {
  private struct Contents {
    var rows: [String: (version: Int64, body: [UInt8]?)] = [:]
    var version: Int64 = 0
    var made: [String: Int64] = [:]
    var refused: Set<String> = []
    var failure: RemoteFailure?
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
    var offersLive = false
    var takesAll: Bool?
    /// Reads of live streams that wait for a change, and how many streams were opened and are open.
    var readers: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastReader = 0
    var opened = 0
    var pulls: [PullRequest] = []
    var pushes: [[Mutation]] = []
  }

  private let contents = Guarded(Contents())

  /// - Parameter titles: by key.
  init(_ titles: KeyValuePairs<String, String> = [:]) {
    for (key, title) in titles { put(key, title) }
  }

  // MARK: edits of another client

  func put(_ key: String, _ title: String) { put(key, json: #"{"id":"\#(key)","title":"\#(title)"}"#) }

  func put(_ key: String, json: String) {
    contents.withLock { contents in
      contents.version += 1
      contents.rows[key] = (contents.version, Array(json.utf8))
    }
    wakeReaders()
  }

  func delete(_ key: String) {
    contents.withLock { contents in
      contents.version += 1
      contents.rows[key] = (contents.version, nil)
    }
    wakeReaders()
  }

  /// Makes its pages announce live streams.
  func offerLive() { contents.withLock { $0.offersLive = true } }

  /// Says from the next start of an engine on whether it makes several changes as one.
  func takeAll(_ takesAll: Bool) { contents.withLock { $0.takesAll = takesAll } }

  var takesAll: Bool? { contents.withLock(\.takesAll) }

  /// Makes every request fail with this; nil: requests succeed again.
  func fail(_ failure: RemoteFailure?) { contents.withLock { $0.failure = failure } }

  /// Changes of this row are refused for good.
  func refuse(_ key: String) { contents.withLock { _ = $0.refused.insert(key) } }

  /// Changes of this row are made again.
  func accept(_ key: String) { contents.withLock { _ = $0.refused.remove(key) } }

  /// Answers wait until ``release()``.
  func hold() { contents.withLock { $0.isHeld = true } }

  func release() {
    let held = contents.withLock { contents in
      contents.isHeld = false
      defer { contents.held = [] }
      return contents.held
    }
    for continuation in held { continuation.resume() }
  }

  // MARK: requests

  var pulls: [PullRequest] { contents.withLock(\.pulls) }
  /// How many live streams were opened.
  var opened: Int { contents.withLock(\.opened) }
  /// How many live streams wait for a change.
  var waitingStreams: Int { contents.withLock(\.readers.count) }
  var pushes: [[Mutation]] { contents.withLock(\.pushes) }
  /// The tokens of the pulls.
  var tokens: [String?] { pulls.map(\.token) }

  // MARK: answering

  private func wait() async {
    await withCheckedContinuation { continuation in
      let waits = contents.withLock { contents in
        if contents.isHeld { contents.held.append(continuation) }
        return contents.isHeld
      }
      if !waits { continuation.resume() }
    }
  }

  func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply {
    contents.withLock { $0.pulls.append(request) }
    await wait()
    let (page, failure) = contents.withLock { (NewsServer.page(request, $0), $0.failure) }
    if let failure { throw failure }
    return .page(page)
  }

  private static func page(_ request: PullRequest, _ contents: Contents) -> PullPage {
    let since = request.token.flatMap(Int64.init) ?? 0
    let later = contents.rows.filter { $0.value.version > since }.sorted { $0.value.version < $1.value.version }
    let names = Set(request.selection.filters.keys)
    let changes = later.prefix(request.limit).compactMap { key, row -> RowChange? in
      let key = rowKey(key, named: !names.contains(""))
      if let body = row.body { return .put(SyncRow(key, version: row.version, body: body)) }
      return request.token == nil ? nil : .delete(key, version: row.version)
    }
    let next = later.count > request.limit ? later[request.limit - 1].value.version : contents.version
    return PullPage(
      from: .some(request.token), next: String(next), hasMore: later.count > request.limit, changes: changes,
      mutation: contents.made[request.client] ?? 0, epoch: contents.offersLive ? "E1" : nil,
      offersLive: contents.offersLive, takesAll: contents.takesAll ?? false,
      collections: names.contains("") ? nil : names)
  }

  /// `tags/red` is the row `red` of the collection `tags`.
  private static func rowKey(_ text: String, named isNamed: Bool) -> RowKey {
    let parts = isNamed ? text.split(separator: "/", maxSplits: 1).map(String.init) : []
    return parts.count == 2 ? RowKey(parts[1], in: parts[0]) : RowKey(text)
  }

  func live(_ request: PullRequest) async throws(RemoteFailure) -> LivePages? {
    contents.withLock { $0.opened += 1 }
    let last = Guarded<(request: PullRequest, mutation: Int64?)>((request, nil))
    return LivePages { () async throws(RemoteFailure) in
      while !Task.isCancelled {
        let (next, version) = self.contents.withLock { contents in
          (NewsServer.page(last.withLock(\.request), contents), contents.version)
        }
        if !next.changes.isEmpty || next.mutation != last.withLock(\.mutation) {
          last.withLock { last in (last.request.token, last.mutation) = (next.next, next.mutation) }
          return next
        }
        await self.change(after: version, next.mutation, of: request.client)
      }
      return nil
    }
  }

  /// Waits until there is a later version or a later mutation.
  private func change(after version: Int64, _ mutation: Int64?, of client: String) async {
    let number = contents.withLock { contents in
      contents.lastReader += 1
      return contents.lastReader
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let waits = contents.withLock { contents in
          let waits =
            contents.version == version && contents.made[client] ?? 0 == mutation && !Task.isCancelled
          if waits { contents.readers[number] = reader }
          return waits
        }
        if !waits { reader.resume() }
      }
    } onCancel: {
      contents.withLock { $0.readers.removeValue(forKey: number) }?.resume()
    }
  }

  private func wakeReaders() {
    let readers = contents.withLock { contents in
      defer { contents.readers = [:] }
      return contents.readers.values
    }
    for reader in readers { reader.resume() }
  }

  func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply {
    contents.withLock { $0.pushes.append(request.mutations) }
    await wait()
    if let failure = contents.withLock(\.failure) { throw failure }
    defer { wakeReaders() }
    return PushReply(
      contents.withLock { contents in
        request.mutations.map { mutation in
          contents.made[request.client] = mutation.number
          if let part = mutation.parts.first(where: { contents.refused.contains($0.key.description) }) {
            return (mutation.number, .rejected(code: "refused", message: "\(part.key) is not yours"))
          }
          for part in mutation.parts {
            let key = part.key.description
            contents.version += 1
            contents.rows[key] = (contents.version, NewsServer.body(after: part, on: contents.rows[key]?.body))
          }
          return (mutation.number, .applied)
        }
      })
  }

  private static func body(after part: Mutation.Part, on row: [UInt8]?) -> [UInt8]? {
    guard part.operation == .patch, let row, let patch = part.body else { return part.body }
    return try? SyncOptions().merge(row, patch)
  }
}
