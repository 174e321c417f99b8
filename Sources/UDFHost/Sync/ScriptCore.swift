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
      return try ScriptCore.row(try await calls.call("conflict", rows), "conflict", "delete it")
    })
  }

  func dependency(_ collection: SyncCollection) -> RowMigration {
    guard settings.hasMigration else { return base.dependency(collection) }
    return RowMigration(batches: { [calls] rows, from in
      let plain = try rows.map { row throws in try JSONReader.value(of: row) }
      let outcomes = try await calls.call("migrate", [.list(plain), .integer(Int64(from))]).items
      return outcomes.map { outcome in
        if let problem = outcome["problem"].text { return .failure(SyncFailure(problem)) }
        do { return .success(try ScriptCore.row(outcome["row"], "migrate", "leave it out")) } catch {
          return .failure(SyncFailure("\(error)"))
        }
      }
    })
  }

  /// The row that a function has returned, as JSON; nil if it has returned nothing.
  private static func row(_ value: Value, _ function: String, _ nothing: String) throws -> [UInt8]? {
    if value == .none { return nil }
    guard case .map = value else {
      throw RemoteFailure(.garbled, "\(function) must return a row, or nil to \(nothing), returned \(value.shown)")
    }
    var writer = JSONWriter()
    try writer.write(value, at: "the row that \(function) returned")
    return Array(writer.text.utf8)
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
