struct RemoteNewsStub: RemoteNews {
  func articles() async throws -> [String] { ["fresh"] }
}
