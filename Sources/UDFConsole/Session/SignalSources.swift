import Dispatch
import Platform

/// Hears signals on a queue of its own, so that a busy main thread does not keep Ctrl-C waiting.
@MainActor
final class SignalSources {
  private var sources: [any DispatchSourceSignal] = []
  private let queue = DispatchQueue(label: "signals")

  /// Calls `body` for every `number`, unless whoever started the process had it ignored (`nohup`, `&`).
  func on(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
    let inherited = signal(number, SIG_DFL)
    if unsafeBitCast(inherited, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(number, SIG_IGN)
      return
    }
    #if canImport(Darwin)
      // There a source hears the signal beside its usual effect and not instead of it.
      signal(number, SIG_IGN)
    #endif
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: DispatchWorkItem(block: body))
    // From here on no signal may find the usual effect still in place.
    let registered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler(handler: DispatchWorkItem { @Sendable in registered.signal() })
    source.activate()
    registered.wait()
    sources.append(source)
  }
}
