protocol RemoteNews: Sendable {
  func articles() async throws -> [String]
}
