import FeedCore

extension FeedModel {
  /// All rows, or those of a kind, as `key=title`, in the order of the keys.
  func titles(of kind: String? = nil) -> String {
    keys.sorted().filter { kind == nil || self[$0]?["kind"] == .string(kind ?? "") }.map { key in
      if case .string(let title)? = self[key]?["title"] { "\(key)=\(title)" } else { "\(key)=?" }
    }.joined(separator: " ")
  }
}
