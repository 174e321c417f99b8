protocol CacheStore: Sendable {
  func articles() -> [String]?
  func save(_ articles: [String])
}
