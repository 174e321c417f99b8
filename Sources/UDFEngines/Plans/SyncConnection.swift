import LuaRuntime
import Platform
import UDFServices
import UDFSync

/// An engine, with its connections to the features whose rows it keeps. It stops when the last one has left.
package final class SyncConnection: Sendable {
  package let engine: SyncEngine
  package let clock: HostSyncClock
  /// The inboxes by the features' names.
  package let inboxes: [String: Inbox<EngineEvent>]
  /// The engine's calls of functions, by the names of the features that have such functions.
  package let calls: [String: ScriptCalls]
  private let users: Guarded<Int>

  /// Returns nil if the plan has no members.
  package init?(_ plan: SyncPlan, core: any SyncCore, clock: HostSyncClock, bell: WakeBell) {
    let inboxes = Dictionary(plan.members.map { ($0.name, Inbox<EngineEvent>(bell: bell)) }) { $1 }
    var calls: [String: ScriptCalls] = [:]
    for member in plan.members where member.settings.hasFunctions {
      calls[member.name] = inboxes[member.name].map { ScriptCalls(member.name, inbox: $0) }
    }
    guard let engine = plan.engine(core, clock, calls) else { return nil }
    (self.engine, self.clock, self.inboxes, self.calls) = (engine, clock, inboxes, calls)
    users = Guarded(plan.members.count)
  }

  /// Removes the kept headers of all features.
  package func forgetHeaders() { for calls in calls.values { calls.forgetHeaders() } }

  /// Records that a feature no longer needs the engine, and stops the engine after the last one.
  package func leave() async {
    let isLast = users.withLock { users in
      users -= 1
      return users == 0
    }
    if isLast { await engine.stop() }
  }
}
