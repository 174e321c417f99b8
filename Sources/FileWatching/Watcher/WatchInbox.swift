import Platform

/// The notifications of the file watcher that the owner has not processed yet.
package final class WatchInbox: Sendable {
  private struct Content {
    var files: Set<String> = []
    var notices: [String] = []
  }

  private let content = Guarded(Content())

  package init() {}

  package func add(files: Set<String>) { content.withLock { $0.files.formUnion(files) } }

  /// Adds a notice for the user about the watching itself.
  package func add(notice: String) { content.withLock { $0.notices.append(notice) } }

  package var count: Int { content.withLock { $0.files.count } }

  package func take() -> (files: Set<String>, notices: [String]) {
    content.withLock { content in
      defer { content = Content() }
      return (content.files, content.notices)
    }
  }
}
