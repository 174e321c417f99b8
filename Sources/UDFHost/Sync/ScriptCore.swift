import LuaRuntime
import Platform
import UDF
import UDFNetwork
import UDFServices
import UDFSync

/// The program's core, for the engine of a feature whose own functions are the remote, return its headers or merge rows.
struct ScriptCore: HostCore {
  let base: any HostCore
  let settings: SyncSettings
  let calls: ScriptCalls

  var instances: Instances { base.instances }

  func dependency(_ collection: SyncCollection) -> any SeedStore { base.dependency(collection) }
  func dependency(_ collection: SyncCollection) -> any CacheStore { base.dependency(collection) }
  func dependency() -> any HTTPClient { base.dependency() }

  func dependency(_ collection: SyncCollection) -> any RemoteStore {
    let headers = settings.hasAuth ? headers(of: collection.name) : nil
    switch settings.remote {
    case .functions(let names):
      return ScriptRemote(collection: collection, pushes: names.contains("push"), calls: calls, headers: headers)
    case .address(let url):
      guard let headers else { return base.dependency(collection) }
      return HTTPRemote(url, of: collection, http: base.dependency(), headers: headers)
    case .none: return base.dependency(collection)
    }
  }

  func dependency(_ collection: SyncCollection) -> ConflictPolicy {
    guard settings.hasMerge else { return base.dependency(collection) }
    return ConflictPolicy(merging: { [calls] conflict in
      let rows = try [conflict.base, conflict.mine, conflict.theirs].map { row throws in
        try row.map { try JSONReader.value(of: $0.body) } ?? .none
      }
      let merged = try await calls.call("conflict", rows)
      if merged == .none { return nil }
      guard case .map = merged else {
        throw RemoteFailure(.garbled, "conflict must return a row, or nil to delete it, returned \(merged.shown)")
      }
      var writer = JSONWriter()
      try writer.write(merged, at: "the row that conflict returned")
      return Array(writer.text.utf8)
    })
  }

  /// The headers that `auth` has returned, kept until the server refuses them.
  private func headers(of collection: String) -> HTTPRemote.Headers {
    let kept = Guarded<HTTPHeaders?>(nil)
    return { [calls] isRefused async throws(RemoteFailure) in
      if !isRefused, let headers = kept.withLock({ $0 }) { return headers }
      let answer = try await calls.call("auth", [["refused": .boolean(isRefused)]])
      var headers = HTTPHeaders()
      guard case .map(let fields) = answer, fields.allSatisfy({ $0.value.text != nil }) else {
        throw RemoteFailure(
          .unauthorized, "\(collection): auth must return a table of headers with strings, returned \(answer.shown)")
      }
      for (name, value) in fields { headers[name] = value.text }
      kept.withLock { $0 = headers }
      return headers
    }
  }
}
