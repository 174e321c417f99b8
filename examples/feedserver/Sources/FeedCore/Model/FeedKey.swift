/// Identifies a row: the collection that it is in, and its key there.
struct FeedKey: Hashable {
  /// The collection of readers that name none.
  static let articles = "articles"

  let collection: String
  let key: String

  init(_ key: String, in collection: String? = nil) {
    self.collection = collection ?? FeedKey.articles
    self.key = key
  }
}
