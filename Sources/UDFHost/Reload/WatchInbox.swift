import UDF

/// What the file watcher has seen and the owner has not looked at yet.
final class WatchInbox: Sendable {
  private struct Content {
    var files: Set<String> = []
    var notices: [String] = []
  }

  private let content = Guarded(Content())

  func add(files: Set<String>) { content.withLock { $0.files.formUnion(files) } }

  /// Something about watching itself that a person should know.
  func add(notice: String) { content.withLock { $0.notices.append(notice) } }

  var count: Int { content.withLock { $0.files.count } }

  func take() -> (files: Set<String>, notices: [String]) {
    content.withLock { content in
      defer { content = Content() }
      return (content.files, content.notices)
    }
  }
}
