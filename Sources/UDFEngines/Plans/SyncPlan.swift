import LuaRuntime
import UDFServices
import UDFSync

/// The settings of an engine, for one feature or for all features whose collections share an address. If a reload
/// changes them, it makes a new engine.
package struct SyncPlan: Equatable {
  /// Sorted by name.
  package let members: [SyncMember]

  /// Returns a plan for each shared address, and one for each other feature.
  package static func plans(_ members: [SyncMember]) -> [SyncPlan] {
    let groups = Dictionary(grouping: members) { $0.settings.sharedAddress ?? " \($0.name)" }
    return groups.values.map { SyncPlan(members: $0.sorted { $0.name < $1.name }) }
      .sorted { $0.members[0].name < $1.members[0].name }
  }

  /// The collections of the engine. A plan has at least one member.
  package var database: SyncDatabase {
    SyncDatabase(OneOrMore(members[0].collection, members.dropFirst().map(\.collection)))
  }

  /// Makes an engine with the stores of the host's core. `calls` are the calls of functions, by the features' names.
  package func engine(_ core: any SyncCore, _ clock: HostSyncClock, _ calls: [String: ScriptCalls]) -> SyncEngine? {
    guard !members.isEmpty else { return nil }
    var options = SyncOptions()
    options.live = members.allSatisfy(\.settings.isLive)
    options.ttl = members.compactMap(\.settings.ttl).min() ?? options.ttl
    options.timeout = members.compactMap(\.settings.timeout).max() ?? options.timeout
    guard !calls.isEmpty else { return engine(database, over: core, options, clock) }
    return engine(database, over: ScriptCore(base: core, members: members, calls: calls), options, clock)
  }

  private func engine(
    _ database: SyncDatabase, over core: some SyncCore, _ options: SyncOptions, _ clock: HostSyncClock
  ) -> SyncEngine {
    SyncEngine(database, core: core, options: options, clock: clock)
  }
}
