import Platform
import UDF
import UDFHost
import UDFServices

/// The reasons why dead letters wait.
final class Post: Sendable {
  private struct Contents {
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    var cancelled: [String] = []
  }

  private let contents = Guarded(Contents())

  func write(_ letter: String) async throws -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        contents.withLock { $0.waiting[letter] = continuation }
      }
    } onCancel: {
      contents.withLock { $0.cancelled.append(letter) }
      // It may be cancelled before it waits.
      release(letter)
    }
    try Task.checkCancellation()
    if letter.hasPrefix("nobody") { throw ServiceError(code: "unknown", message: "nobody lives there") }
    return .string("letter to \(letter)")
  }

  func release(_ letter: String) { contents.withLock { $0.waiting.removeValue(forKey: letter) }?.resume() }

  /// Returns once that letter waits.
  func has(_ letter: String) async {
    while contents.withLock({ $0.waiting[letter] == nil }) { await Task.yield() }
  }

  func releaseAll() async {
    for _ in 0..<1000 {
      let waiting = contents.withLock { Array($0.waiting.keys) }
      for letter in waiting { release(letter) }
      if waiting.isEmpty { await Task.yield() }
    }
  }

  var cancelled: [String] { contents.withLock { $0.cancelled } }
}
