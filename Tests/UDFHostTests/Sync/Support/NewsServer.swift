import HostTesting
import Platform
import UDF
import UDFSync

/// A server of rows in memory, which remembers what it was asked, refuses what it is told to and can be out of order.
final class NewsServer: RemoteStore {
  private struct Contents {
    var rows: [String: (version: Int64, body: [UInt8]?)] = [:]
    var version: Int64 = 0
    var made: [String: Int64] = [:]
    var refused: Set<String> = []
    var failure: RemoteFailure?
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
    var pulls: [PullRequest] = []
    var pushes: [[Mutation]] = []
  }

  private let contents = Guarded(Contents())

  /// - Parameter titles: by key.
  init(_ titles: KeyValuePairs<String, String> = [:]) {
    for (key, title) in titles { put(key, title) }
  }

  // MARK: what somebody else does

  func put(_ key: String, _ title: String) { put(key, json: #"{"id":"\#(key)","title":"\#(title)"}"#) }

  func put(_ key: String, json: String) {
    contents.withLock { contents in
      contents.version += 1
      contents.rows[key] = (contents.version, Array(json.utf8))
    }
  }

  func delete(_ key: String) {
    contents.withLock { contents in
      contents.version += 1
      contents.rows[key] = (contents.version, nil)
    }
  }

  /// From now on every request fails so; nil: no more.
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

  // MARK: what it was asked

  var pulls: [PullRequest] { contents.withLock(\.pulls) }
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
    let (page, failure) = contents.withLock { contents in
      let since = request.token.flatMap(Int64.init) ?? 0
      let later = contents.rows.filter { $0.value.version > since }.sorted { $0.value.version < $1.value.version }
      let changes = later.prefix(request.limit).compactMap { key, row -> RowChange? in
        if let body = row.body { return .put(SyncRow(EntityKey(key), version: row.version, body: body)) }
        return request.token == nil ? nil : .delete(EntityKey(key), version: row.version)
      }
      let next = later.count > request.limit ? later[request.limit - 1].value.version : contents.version
      let page = PullPage(
        from: .some(request.token), next: String(next), hasMore: later.count > request.limit, changes: changes,
        mutation: contents.made[request.client] ?? 0)
      return (page, contents.failure)
    }
    if let failure { throw failure }
    return .page(page)
  }

  func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply {
    contents.withLock { $0.pushes.append(request.mutations) }
    await wait()
    if let failure = contents.withLock(\.failure) { throw failure }
    return PushReply(
      contents.withLock { contents in
        request.mutations.map { mutation in
          let key = mutation.key.description
          contents.made[request.client] = mutation.number
          if contents.refused.contains(key) {
            return (mutation.number, .rejected(code: "refused", message: "\(key) is not yours"))
          }
          contents.version += 1
          contents.rows[key] = (contents.version, NewsServer.body(after: mutation, on: contents.rows[key]?.body))
          return (mutation.number, .applied)
        }
      })
  }

  private static func body(after mutation: Mutation, on row: [UInt8]?) -> [UInt8]? {
    guard mutation.operation == .patch, let row, let patch = mutation.body else { return mutation.body }
    return try? SyncOptions().merge(row, patch)
  }
}
