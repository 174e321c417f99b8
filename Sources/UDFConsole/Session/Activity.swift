import Synchronization
import UDFHost

/// Whether a script is running on the owner's thread, readable from any thread: what Ctrl-C means depends on it.
final class Activity: Sendable {
  private let running = Atomic<Bool>(false)
  private let interruptions = Atomic<Int>(0)
  private let handle: HostHandle

  init(_ handle: HostHandle) { self.handle = handle }

  var isRunning: Bool { running.load(ordering: .sequentiallyConsistent) }

  /// How often Ctrl-C was pressed.
  var interruptionCount: Int { interruptions.load(ordering: .sequentiallyConsistent) }

  func during<Result>(_ body: () -> Result) -> Result {
    let wasRunning = running.exchange(true, ordering: .sequentiallyConsistent)
    defer { running.store(wasRunning, ordering: .sequentiallyConsistent) }
    return body()
  }

  /// Stops the running script, if any; from any thread. False if none was running.
  @discardableResult
  func interrupt() -> Bool {
    interruptions.add(1, ordering: .sequentiallyConsistent)
    return stop()
  }

  /// Stops the running script, if any, without counting as a Ctrl-C.
  @discardableResult
  func stop() -> Bool {
    guard isRunning else { return false }
    handle.interrupt()
    return true
  }
}
