import Dispatch
import Platform

/// Reads standard input line by line on a thread of its own: a dispatch source never tells the end of a pipe.
struct StandardInput: Sendable {
  /// Calls `consume` on the main queue with each line, nil at the end; reading waits until it returns, so that a fast
  /// writer does not fill the memory.
  func read(_ consume: @escaping @MainActor @Sendable (String?) -> Void) {
    DispatchQueue(label: "standard input").async {
      var lines = LineReader()
      while let line = lines.next() {
        MainQueue.wait { consume(line) }
      }
      MainQueue.wait { consume(nil) }
    }
  }
}
