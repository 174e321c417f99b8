import FeedCore

extension FeedModel {
  /// All rows as `key=title`, in the order of the keys.
  var titles: String {
    keys.sorted().map { key in
      if case .string(let title)? = self[key]?["title"] { "\(key)=\(title)" } else { "\(key)=?" }
    }.joined(separator: " ")
  }
}
