protocol FeedService: Sendable {
  func articles() async throws -> [Article]
  func version() -> Int
}
