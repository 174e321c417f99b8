import Dispatch
import Glibc

/// Hears signals on a queue of its own, so that a busy main thread does not keep Ctrl-C waiting.
@MainActor
final class SignalSources {
  private var sources: [any DispatchSourceSignal] = []
  private let queue = DispatchQueue(label: "signals")

  /// Calls `body` for every `number`, unless whoever started the process had it ignored (`nohup`, `&`).
  func on(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
    var inherited = sigaction()
    sigaction(number, nil, &inherited)
    let isIgnored =
      inherited.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) == 1 } ?? false
    guard !isIgnored else { return }
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: DispatchWorkItem(block: body))
    source.activate()
    sources.append(source)
  }
}
