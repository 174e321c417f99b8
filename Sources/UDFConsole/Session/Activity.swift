import Synchronization
import UDFCommands
import UDFHost

/// Records whether a script runs on the owner's thread. It is readable from any thread, because the effect of Ctrl-C
/// depends on it.
final class Activity: Sendable {
  private let running = Atomic<Bool>(false)
  private let interruptions = Atomic<Int>(0)
  private let unanswered = Atomic<Int>(0)
  private let handle: HostHandle

  init(_ handle: HostHandle) { self.handle = handle }

  var isRunning: Bool { running.load(ordering: .sequentiallyConsistent) }

  /// The number of times that Ctrl-C was pressed.
  var interruptionCount: Int { interruptions.load(ordering: .sequentiallyConsistent) }

  /// The number of times that Ctrl-C was pressed since the running script started.
  var unansweredCount: Int { unanswered.load(ordering: .sequentiallyConsistent) }

  func during<Result>(_ body: () -> Result) -> Result {
    let wasRunning = running.exchange(true, ordering: .sequentiallyConsistent)
    if !wasRunning { unanswered.store(0, ordering: .sequentiallyConsistent) }
    defer { running.store(wasRunning, ordering: .sequentiallyConsistent) }
    return body()
  }

  /// Stops the running script, if any. It may be called from any thread. Returns false if none was running.
  @discardableResult
  func interrupt() -> Bool {
    interruptions.add(1, ordering: .sequentiallyConsistent)
    unanswered.add(1, ordering: .sequentiallyConsistent)
    return stop()
  }

  /// Stops the running script, if any, without counting a Ctrl-C.
  @discardableResult
  func stop() -> Bool {
    guard isRunning else { return false }
    handle.interrupt()
    return true
  }
}
