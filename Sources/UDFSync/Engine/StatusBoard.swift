import Platform
import UDF

/// Holds the present status and publishes changes of it to streams. It is safe to use from any thread.
final class StatusBoard: Sendable {
  private struct Contents {
    var present: SyncStatus
    var hasEnded = false
    var nextListener = 0
    var listeners: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
  }

  private let contents: Guarded<Contents>

  init(_ present: SyncStatus) { contents = Guarded(Contents(present: present)) }

  var present: SyncStatus { contents.withLock(\.present) }

  var statuses: AsyncStream<SyncStatus> {
    AsyncStream(bufferingPolicy: .bufferingNewest(100)) { continuation in
      let id = contents.withLock { contents in
        contents.nextListener += 1
        continuation.yield(contents.present)
        if contents.hasEnded { continuation.finish() } else { contents.listeners[contents.nextListener] = continuation }
        return contents.nextListener
      }
      continuation.onTermination = { [weak self] _ in
        self?.contents.withLock { _ = $0.listeners.removeValue(forKey: id) }
      }
    }
  }

  func publish(_ status: SyncStatus) {
    contents.withLock { contents in
      contents.present = status
      for listener in contents.listeners.values { listener.yield(status) }
    }
  }

  /// Ends all streams. Later changes of the status are not published.
  func end() {
    let listeners = contents.withLock { contents in
      contents.hasEnded = true
      defer { contents.listeners = [:] }
      return contents.listeners
    }
    for listener in listeners.values { listener.finish() }
  }
}
