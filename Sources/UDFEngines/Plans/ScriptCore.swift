import LuaRuntime
import UDF
import UDFNetwork
import UDFServices
import UDFSync

/// Extends the program's core for engines whose remote, headers or merges are functions of features.
struct ScriptCore: SyncCore {
  let base: any SyncCore
  let members: [SyncMember]
  /// The calls of functions, by the features' names.
  let calls: [String: ScriptCalls]

  var instances: Instances { base.instances }

  func dependency(_ collection: SyncCollection) -> any SeedStore { base.dependency(collection) }
  func dependency(_ database: SyncDatabase) -> any CacheStore { base.dependency(database) }
  func dependency() -> any HTTPClient { base.dependency() }

  func dependency(_ database: SyncDatabase) -> any RemoteStore {
    let member = members.first(where: \.settings.hasAuth) ?? members[0]
    guard let calls = calls[member.name] else { return base.dependency(database) }
    let headers = member.settings.hasAuth ? calls.headers(isRefused:) : nil
    switch member.settings.remote {
    case .functions(let names):
      return ScriptRemote(
        collection: member.collection, pushes: names.contains("push"), takesAll: member.settings.takesAll, calls: calls,
        headers: headers)
    case .address(let url):
      guard let headers else { return base.dependency(database) }
      return HTTPRemote(url, of: database, http: base.dependency(), headers: headers)
    case .none: return base.dependency(database)
    }
  }

  func dependency(_ collection: SyncCollection) -> ConflictPolicy {
    guard let calls = calls(collection, for: \.hasMerge) else { return base.dependency(collection) }
    return ConflictPolicy(merging: { conflict in
      let rows = try [conflict.base, conflict.mine, conflict.theirs].map { row throws in
        try row.map { try JSONReader.value(of: $0.body) } ?? .none
      }
      return try ScriptCore.row(try await calls.call("conflict", rows), "conflict", "delete it")
    })
  }

  func dependency(_ collection: SyncCollection) -> RowMigration {
    guard let calls = calls(collection, for: \.hasMigration) else { return base.dependency(collection) }
    return RowMigration(batches: { rows, from in
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

  /// Returns the calls for the feature of a collection, if the feature has the function.
  private func calls(_ collection: SyncCollection, for hasFunction: (SyncSettings) -> Bool) -> ScriptCalls? {
    members.contains { $0.name == collection.name && hasFunction($0.settings) } ? calls[collection.name] : nil
  }

  /// Returns the row that a function has returned, as JSON; nil if it has returned nil.
  private static func row(_ value: Value, _ function: String, _ nothing: String) throws -> [UInt8]? {
    if value == .none { return nil }
    guard case .map = value else {
      throw RemoteFailure(.garbled, "\(function) must return a row, or nil to \(nothing), returned \(value.shown)")
    }
    var writer = JSONWriter()
    try writer.write(value, at: "the row that \(function) returned")
    return Array(writer.text.utf8)
  }
}
