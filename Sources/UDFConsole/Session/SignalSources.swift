import Dispatch
import Platform

/// Handles signals on its own queue, so that a busy main thread does not delay Ctrl-C.
@MainActor
final class SignalSources {
  private var sources: [any DispatchSourceSignal] = []
  private let queue = DispatchQueue(label: "signals")

  /// Calls `body` for each signal `number`, unless the parent process had set it to be ignored (`nohup`, `&`).
  func on(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
    guard restoreDefault(ofSignal: number) else { return }
    #if canImport(Darwin)
      // On these systems a source receives the signal in addition to its default effect, which must be disabled.
      signal(number, SIG_IGN)
    #endif
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: DispatchWorkItem(block: body))
    // Wait until the source is registered, so that no signal has its default effect after this.
    let registered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler(handler: DispatchWorkItem { @Sendable in registered.signal() })
    source.activate()
    registered.wait()
    sources.append(source)
  }
}
