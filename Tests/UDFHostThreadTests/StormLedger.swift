import Platform
import UDF
import UDFHost

/// The reports of the effects of a storm, and the contradictions in them.
///
/// Only the host's owner writes here; the lock is for the core, which has to be `Sendable`.
final class StormLedger: Sendable {
  struct Entries {
    /// The runs that have begun and not ended, from the number of their action to what they run as.
    var running: [Int: String] = [:]
    var ends: [String: Int] = [:]
    /// The number of coroutines that have begun and not ended.
    var coroutines = 0
    /// Calls of the gate that were not let through.
    var calls: [Int] = []
    var lastNumber = 0
    /// The numbers of started coroutines, answered calls, cancellations and reloads.
    var events = 0
    var problems: [String] = []
  }

  let entries = Guarded(Entries())

  private func update(_ body: (inout Entries) -> Void) { entries.withLock { body(&$0) } }

  func nextNumber() -> Int {
    entries.withLock {
      $0.lastNumber += 1
      return $0.lastNumber
    }
  }

  func count() { update { $0.events += 1 } }

  func begin(_ run: Int, lane: String) {
    update {
      if let other = $0.running.updateValue(lane, forKey: run) { $0.problems.append("\(run) began twice, in \(other)") }
    }
  }

  func end(_ run: Int, _ how: String) {
    update {
      if $0.running.removeValue(forKey: run) == nil { $0.problems.append("\(run) ended a second time: \(how)") }
      $0.ends[how, default: 0] += 1
    }
  }

  func enter() {
    update {
      $0.coroutines += 1
      $0.events += 1
    }
  }

  func leave() { update { $0.coroutines -= 1 } }

  func check(_ expected: Value, _ got: Value, _ what: String) {
    if expected != got { report("\(what): expected \(expected), got \(got)") }
  }

  func report(_ problem: String) { update { $0.problems.append(problem) } }
}
