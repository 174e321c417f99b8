import Dispatch
import Platform

/// Reads standard input line by line on its own thread, because a dispatch source does not report the end of a pipe.
struct StandardInput: Sendable {
  /// Calls `consume` on the main queue with each line, and with nil at the end. It reads the next line when `consume`
  /// has returned, so that a fast writer does not fill the memory. Before the nil, `onFailure` receives the reason of a failed read.
  func read(
    _ consume: @escaping @MainActor @Sendable ([UInt8]?) -> Void,
    onFailure: @escaping @MainActor @Sendable (String) -> Void
  ) {
    DispatchQueue(label: "standard input").async {
      var lines = LineReader()
      while let line = lines.next() {
        MainQueue.wait { consume(line) }
      }
      if lines.failure != 0 {
        let reason = String(cString: strerror(lines.failure))
        MainQueue.wait { onFailure(reason) }
      }
      MainQueue.wait { consume(nil) }
    }
  }
}
