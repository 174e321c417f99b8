import UDFTesting

struct FeedServiceStub: FeedService {
  var onArticles: @Sendable () async throws -> [Article] = unstubbed("FeedService.articles")
  var onVersion: @Sendable () -> Int = unstubbed("FeedService.version", returning: 0)

  func articles() async throws -> [Article] { try await onArticles() }
  func version() -> Int { onVersion() }
}
